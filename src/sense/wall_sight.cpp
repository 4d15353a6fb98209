#include "sense/wall_sight.h"

#include <algorithm>
#include <cmath>

namespace sidestep {
namespace {

constexpr double kTouch = 1e-6;  // m; and the share of a line of sight that ends at a wall without passing it

/// Whether the wall cuts the line from the origin to p, ends of the wall included and those of the line not.
bool cuts(const Wall& wall, Vec2d p) {
    const double a = cross(p, wall.a), b = cross(p, wall.b);
    if ((a > 0 && b > 0) || (a < 0 && b < 0) || a == b) return false;
    const Vec2d along = wall.b - wall.a;
    const double slant = cross(p, along), share = cross(wall.a, along) / slant;
    return share > kTouch && share < 1 - kTouch;
}

}  // namespace

bool WallSight::hidden(Vec2d p) const {
    return std::any_of(told_.begin(), told_.begin() + count_, [p](const Wall& wall) { return cuts(wall, p); });
}

bool WallSight::met(Vec2d p) const {
    return std::any_of(told_.begin(), told_.begin() + count_,
                       [p](const Wall& wall) { return norm_squared(nearest_point(wall, p) - p) <= kTouch * kTouch; });
}

/// At its ends or in the middle, of the part that is in range. A point that another wall has says nothing of this one.
bool WallSight::partly_seen(const NearWall& w, double range) const {
    const double half = std::sqrt(std::max(range * range - w.distance * w.distance, 0.0));
    const auto towards = [&](Vec2d end) {
        const Vec2d to = end - w.foot;
        const double length = norm(to);
        return length > half ? w.foot + to * (half / length) : end;
    };
    const Vec2d a = towards(w.wall.a), b = towards(w.wall.b);
    const auto seen = [&](Vec2d p) { return !hidden(p) && !met(p); };
    return seen(a) || seen(b) || seen((a + b) * 0.5);
}

WallSight::Told WallSight::show(const NearWall& wall, double range) {
    Told told = Told::foot;
    if (count_ > 0 && (met(wall.foot) || hidden(wall.foot))) {
        told = partly_seen(wall, range) ? Told::side : Told::nothing;
    }
    if (told != Told::nothing && count_ < told_.size()) told_[count_++] = wall.wall;
    return told;
}

}  // namespace sidestep
