// Polygons cut off along straight lines.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

using Ring = std::vector<Vec2d>;

/// Above 0 counterclockwise. Seen from the first corner, so that places far from the origin lose no digits.
inline double signed_area(std::span<const Vec2d> ring) {
    double twice = 0;
    for (std::size_t i = 2; i < ring.size(); ++i) twice += cross(ring[i - 1] - ring[0], ring[i] - ring[0]);
    return 0.5 * twice;
}

/// What lies left of the way from `from` on in direction `along`, into `out`. A polygon that is not convex may come
/// back with bridges along the line, which have no area.
inline void keep_left(const Ring& ring, Vec2d from, Vec2d along, Ring& out) {
    out.clear();
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2d p = ring[i], q = ring[i + 1 == ring.size() ? 0 : i + 1];
        const double a = cross(along, p - from), b = cross(along, q - from);
        if (a >= 0) out.push_back(p);
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) out.push_back(p + (q - p) * (a / (a - b)));
    }
    if (out.size() < 3) out.clear();
}

/// Of any simple polygon with a convex counterclockwise one; `spare` keeps its memory.
inline void clip(Ring& ring, std::span<const Vec2d> convex, Ring& spare) {
    for (std::size_t i = 0; i < convex.size() && !ring.empty(); ++i) {
        const Vec2d p = convex[i], q = convex[i + 1 == convex.size() ? 0 : i + 1];
        if (p == q) continue;
        keep_left(ring, p, q - p, spare);
        std::swap(ring, spare);
    }
}

/// Inside, not on the border.
inline bool strictly_inside(std::span<const Vec2d> polygon, Vec2d p) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const Vec2d a = polygon[j], b = polygon[i];
        const double side = cross(b - a, p - a);
        if (side == 0 && dot(p - a, p - b) <= 0) return false;
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if ((side > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

inline double distance_to_segment(Vec2d p, Vec2d a, Vec2d b) {
    const Vec2d way = b - a;
    const double length = norm_squared(way);
    const double t = length > 0 ? std::fmin(1, std::fmax(0, dot(p - a, way) / length)) : 0;
    return norm(p - (a + way * t));
}

}  // namespace sidestep
