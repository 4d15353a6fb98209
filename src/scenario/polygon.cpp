#include "scenario/polygon.h"

#include <algorithm>

namespace sidestep {

double polygon_area(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        // Relative to the first corner: far from the origin the products would swallow small areas.
        const Vec2d a = polygon[i] - polygon[0], b = polygon[(i + 1) % polygon.size()] - polygon[0];
        twice += cross(a, b);
    }
    return twice / 2;
}

bool contains(const Polygon& polygon, Vec2d p) {
    bool inside = false;
    for (std::size_t i = 0, before = polygon.size() - 1; i < polygon.size(); before = i++) {
        const Vec2d a = polygon[before], b = polygon[i];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        const double side = cross(b - a, p - a);
        if (b.y > a.y ? side > 0 : side < 0) inside = !inside;
    }
    return inside;
}

Box bounds(const Polygon& polygon) {
    Box box{polygon[0], polygon[0]};
    for (const Vec2d p : polygon) {
        box.lower = {std::min(box.lower.x, p.x), std::min(box.lower.y, p.y)};
        box.upper = {std::max(box.upper.x, p.x), std::max(box.upper.y, p.y)};
    }
    return box;
}

}  // namespace sidestep
