#include "map/wall.h"

#include <algorithm>

namespace sidestep {
namespace {

/// Twice the signed area of the triangle: positive when c lies to the left of a → b.
double side(Vec2d a, Vec2d b, Vec2d c) {
    return cross(b - a, c - a);
}

/// For c on the line through a and b.
bool within_box(Vec2d a, Vec2d b, Vec2d c) {
    return std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
           c.y <= std::max(a.y, b.y);
}

}  // namespace

bool touches(Vec2d a, Vec2d b, const Wall& wall) {
    const double a_side = side(wall.a, wall.b, a), b_side = side(wall.a, wall.b, b);
    const double start_side = side(a, b, wall.a), end_side = side(a, b, wall.b);
    if (((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0)) &&
        ((start_side > 0 && end_side < 0) || (start_side < 0 && end_side > 0))) {
        return true;
    }
    return (a_side == 0 && within_box(wall.a, wall.b, a)) || (b_side == 0 && within_box(wall.a, wall.b, b)) ||
           (start_side == 0 && within_box(a, b, wall.a)) || (end_side == 0 && within_box(a, b, wall.b));
}

double segment_distance(Vec2d a, Vec2d b, const Wall& wall) {
    if (touches(a, b, wall)) return 0;
    const Wall segment{a, b};
    return std::min({distance(wall, a), distance(wall, b), distance(segment, wall.a), distance(segment, wall.b)});
}

}  // namespace sidestep
