#include "scenario/polygon.h"

#include <algorithm>

#include "base/math.h"

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

Polygon grown(const Polygon& region, double distance) {
    std::vector<Vec2d> points;
    for (const Vec2d p : region) {
        for (int i = 0; i < 8; ++i) {
            const SinCos turn = sin_cos(i * kPi / 4);
            points.push_back(p + Vec2d{turn.cos, turn.sin} * distance);
        }
    }
    std::ranges::sort(points, [](Vec2d a, Vec2d b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    Polygon hull;
    const auto add = [&](Vec2d p, std::size_t least) {
        while (hull.size() > least && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0) hull.pop_back();
        hull.push_back(p);
    };
    for (const Vec2d p : points) add(p, 1);
    const std::size_t lower = hull.size();
    for (auto p = points.rbegin() + 1; p != points.rend(); ++p) add(*p, lower);
    hull.pop_back();
    return hull;
}

}  // namespace sidestep
