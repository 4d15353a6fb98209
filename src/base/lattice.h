// Points on a lattice of 2⁻¹⁶ m and questions about them that are answered exactly. Coordinates lie within ±2²⁹ (16 km
// from end to end), so that orientation fits 64-bit and the circle test 128-bit integers.
#pragma once

#include <cstdint>

namespace sidestep {

struct LatticePoint {
    std::int32_t x, y;
    friend constexpr bool operator==(const LatticePoint&, const LatticePoint&) = default;
};
inline constexpr double kLatticePerMetre = 65536;
inline constexpr std::int32_t kLatticeLimit = 1 << 29;

/// To the nearest lattice line; halves away from zero, so that mirrored places stay mirrored. Meant for |metres| < 1e9.
constexpr std::int64_t to_lattice(double metres) {
    const double scaled = metres * kLatticePerMetre;
    return static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
}

/// Left to right, then upwards.
constexpr bool comes_before(LatticePoint a, LatticePoint b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/// Positive when a, b, c turn left, 0 when they are in line: twice the area of the triangle.
constexpr std::int64_t orientation(LatticePoint a, LatticePoint b, LatticePoint c) {
    const std::int64_t abx = std::int64_t{b.x} - a.x, aby = std::int64_t{b.y} - a.y;
    const std::int64_t acx = std::int64_t{c.x} - a.x, acy = std::int64_t{c.y} - a.y;
    return abx * acy - aby * acx;
}

/// 1 when d lies inside the circle through a, b, c (turning left), −1 outside, 0 on it.
constexpr int circle_side(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const std::int64_t ax = std::int64_t{a.x} - d.x, ay = std::int64_t{a.y} - d.y;
    const std::int64_t bx = std::int64_t{b.x} - d.x, by = std::int64_t{b.y} - d.y;
    const std::int64_t cx = std::int64_t{c.x} - d.x, cy = std::int64_t{c.y} - d.y;
    // Differences are below 2³⁰, all of these below 2⁶².
    const std::int64_t a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    const std::int64_t bc = bx * cy - by * cx, ca = cx * ay - cy * ax, ab = ax * by - ay * bx;
    // Each term carries at most three roundings and the sum two more; eight units are on the safe side.
    const double ta = static_cast<double>(a2) * static_cast<double>(bc);
    const double tb = static_cast<double>(b2) * static_cast<double>(ca);
    const double tc = static_cast<double>(c2) * static_cast<double>(ab);
    const double sum = ta + tb + tc;
    const double bound = (__builtin_fabs(ta) + __builtin_fabs(tb) + __builtin_fabs(tc)) * 0x1p-50;
    if (sum > bound) return 1;
    if (sum < -bound) return -1;
    __extension__ using Wide = __int128;
    const Wide exact = Wide{a2} * bc + Wide{b2} * ca + Wide{c2} * ab;
    return (exact > 0) - (exact < 0);
}

/// The same without doubt: four points on one circle are decided as if every point stood infinitely little above the
/// plane's paraboloid, later points (comes_before) far more than earlier ones. That makes the Delaunay triangulation
/// unique: it depends on the points alone. False when d is one of a, b, c.
constexpr bool inside_circle(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    const int side = circle_side(a, b, c, d);
    if (side != 0) return side > 0;
    if (d == a || d == b || d == c) return false;
    LatticePoint last = a;
    if (comes_before(last, b)) last = b;
    if (comes_before(last, c)) last = c;
    if (comes_before(last, d)) return false;
    if (last == a) return orientation(d, b, c) > 0;
    if (last == b) return orientation(d, c, a) > 0;
    return orientation(d, a, b) > 0;
}

}  // namespace sidestep
