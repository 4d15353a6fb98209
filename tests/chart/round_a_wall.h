// The shortest way of somebody with a turning radius round the end of a wall, worked out without charts: straight to a
// circle that holds the wall's end, along it, straight to a circle through the goal, along that.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "sidestep/vec2.h"

namespace sidestep::test {

struct RoundWall {
    Vec2d start{}, goal{};
    double heading = 0;   ///< rad, at the goal
    Vec2d corner, other;  ///< of the wall's end, which is passed clockwise
    double body = 0, radius = 0;
};

/// rad to the right from one heading to another, 0 to 2π.
inline double right_turn(double from, double to) {
    const double turn = from - to - 2 * kPi * std::floor((from - to) / (2 * kPi));
    return turn > 2 * kPi - 1e-7 ? 0 : turn;
}

inline double angle_of(Vec2d a) {
    return std::atan2(a.y, a.x);
}
inline Vec2d at_angle(double a) {
    return {std::cos(a), std::sin(a)};
}
/// Where somebody with this heading is on a circle round the origin, seen from its centre.
inline Vec2d clockwise_place(double heading) {
    return left_of(at_angle(heading));
}

struct CurvedWay {
    double length = 1e9;
    double first = 0;  ///< rad, heading at the start
};

/// By one circle round the wall.
inline CurvedWay way_round(const RoundWall& w, Vec2d centre) {
    const double r = w.radius, far = norm(w.start - centre);
    if (far < r) return {};
    // Straight: the circle lies to the right.
    const double arriving = angle_of(centre - w.start) + std::asin(r / far);
    const double straight = std::sqrt(far * far - r * r);
    CurvedWay best{1e9, arriving};
    const Vec2d ahead = at_angle(w.heading);
    // Both circles turn right.
    const Vec2d to_right = w.goal - left_of(ahead) * r - centre;
    const double along = norm(to_right) > 1e-9 ? angle_of(to_right) : arriving;
    best.length = straight + r * right_turn(arriving, along) + norm(to_right) + r * right_turn(along, w.heading);
    // Right, then left: their common tangent passes between them.
    const Vec2d to_left = w.goal + left_of(ahead) * r - centre;
    if (norm(to_left) > 2 * r) {
        const double cross_over = angle_of(to_left) - std::asin(2 * r / norm(to_left));
        const double between = std::sqrt(dot(to_left, to_left) - 4 * r * r);
        best.length = std::min(best.length, straight + r * right_turn(arriving, cross_over) + between +
                                                r * right_turn(w.heading, cross_over));
    }
    return best;
}

/// The best circle, by a search in which steps get smaller.
inline CurvedWay shortest_round(const RoundWall& w) {
    const double room = w.radius - w.body;
    const auto holds = [&](Vec2d c) { return norm(c - w.corner) <= room && norm(c - w.other) <= room; };
    const Vec2d middle = (w.corner + w.other) * 0.5;
    Vec2d at = middle;
    CurvedWay best = way_round(w, at);
    for (double x = -room; x <= room; x += room / 40) {
        for (double y = -room; y <= room; y += room / 40) {
            const Vec2d c = middle + Vec2d{x, y};
            const CurvedWay way = holds(c) ? way_round(w, c) : CurvedWay{};
            if (way.length < best.length) best = way, at = c;
        }
    }
    for (double step = room / 40; step > 1e-6;) {
        bool found = false;
        for (int i = 0; i < 64; ++i) {
            const Vec2d c = at + at_angle(i * kPi / 32) * step;
            const CurvedWay way = holds(c) ? way_round(w, c) : CurvedWay{};
            if (way.length < best.length - 1e-12) best = way, at = c, found = true;
        }
        if (!found) step /= 2;
    }
    return best;
}

}  // namespace sidestep::test
