#include "path/round_walls.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sidestep {
namespace {

// Two bodies' radii, and what the cuts of a rounded corner stand off (round_way.cpp).
constexpr double kAlone = 2.004;

Vec2d real(LatticePoint p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

LatticePoint on_lattice(Vec2d p) {
    const auto limited = [](double v) {
        return static_cast<std::int32_t>(std::clamp(v, -double{kLatticeLimit}, double{kLatticeLimit}));
    };
    return {limited(p.x), limited(p.y)};
}

}  // namespace

RoundWalls::RoundWalls(const Clearance& clearance)
    : radius_(clearance.radius),
      grid_(
          clearance.walls.size(),
          [&](std::size_t i) { return SegmentGrid::Segment{clearance.walls[i].a, clearance.walls[i].b}; },
          kAlone * clearance.radius + 1) {
    for (const Clearance::Wall& wall : clearance.walls) walls_.push_back({real(wall.a), real(wall.b)});
}

/// Walls that come as near to the line as the grid lists them, and others; some several times.
template <class Visit>
void RoundWalls::for_each_near(Vec2d a, Vec2d b, Visit visit) const {
    if (walls_.empty()) return;
    grid_.cells_near({on_lattice(a), on_lattice(b)}, 0, [&](std::size_t cell) {
        for (const std::uint32_t* i = grid_.begin(cell); i != grid_.end(cell); ++i) visit(walls_[*i]);
    });
}

double RoundWalls::clearance(Vec2d p) const {
    double least = 2 * radius_;
    for_each_near(p, p, [&](const Wall& wall) { least = std::min(least, distance(wall, p)); });
    return least;
}

bool RoundWalls::crossed(Vec2d a, Vec2d b) const {
    bool met = false;
    for_each_near(a, b, [&](const Wall& wall) { met = met || touches(a, b, wall); });
    return met;
}

bool RoundWalls::stands_alone(Vec2d corner) const {
    bool alone = true;
    for_each_near(corner, corner, [&](const Wall& wall) {
        const bool own = wall.a == corner || wall.b == corner;
        alone = alone && (own || distance(wall, corner) >= kAlone * radius_);
    });
    return alone;
}

RoundWalls::Sweep RoundWalls::sweep(Vec2d a, Vec2d b) const {
    Sweep result;
    const double least = radius_ - kTouching;
    double closest = least;
    const Wall line{a, b};
    const Vec2d low{std::min(a.x, b.x) - radius_, std::min(a.y, b.y) - radius_};
    const Vec2d high{std::max(a.x, b.x) + radius_, std::max(a.y, b.y) + radius_};
    for_each_near(a, b, [&](const Wall& wall) {
        if (std::max(wall.a.x, wall.b.x) < low.x || std::min(wall.a.x, wall.b.x) > high.x ||
            std::max(wall.a.y, wall.b.y) < low.y || std::min(wall.a.y, wall.b.y) > high.y) {
            return;
        }
        for (const Vec2d end : {wall.a, wall.b}) {
            const double d = distance(line, end);
            // Equally close ones are told apart by where they are, not by the order of walls.
            const bool before =
                d == closest && result.end && (end.x != result.end->x ? end.x < result.end->x : end.y < result.end->y);
            if (!(d < closest || before)) continue;
            closest = d;
            result.end = end;
            result.clear = false;
        }
        if (distance(wall, a) < least || distance(wall, b) < least || touches(a, b, wall)) result.clear = false;
    });
    return result;
}

std::size_t RoundWalls::memory_bytes() const {
    std::size_t entries = 0;
    for (std::size_t cell = 0; cell < grid_.cell_count(); ++cell) {
        entries += static_cast<std::size_t>(grid_.end(cell) - grid_.begin(cell));
    }
    return walls_.size() * sizeof(Wall) + entries * sizeof(std::uint32_t) + grid_.cell_count() * sizeof(std::size_t);
}

}  // namespace sidestep
