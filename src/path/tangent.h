// Lines that touch circles, and arcs between them cut off from outside. What a way passes is a circle with a sign: its
// radius is positive where the centre lies to the left of the way, negative to the right, 0 for a place on the way.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// Direction (of any length) of the line that passes `from` and `to` at signed distances: positive where the point lies
/// to the left of it. `offset` is the distance of `to` less that of `from`.
inline Vec2d tangent(Vec2d from, Vec2d to, double offset) {
    const Vec2d straight = to - from;
    if (offset == 0) return straight;
    const double along = std::sqrt(std::max(0.0, norm_squared(straight) - offset * offset));
    return straight * along - left_of(straight) * offset;
}

/// Where two lines with these directions (unit) meet that both pass `corner` at `radius`, on the given side.
inline Vec2d mitre(Vec2d corner, double side, double radius, Vec2d in, Vec2d out) {
    const Vec2d normals = left_of(in) + left_of(out);
    return corner - normals * (side * radius / (1 + dot(in, out)));
}

/// Half of the angle a corner may be turned in one cut: cosine and sine.
struct HalfTurn {
    double cos, sin;
};

/// Appends the corners of the cuts between two lines (unit directions) that pass `corner` at `radius`.
template <class Append>
void cut_round(Vec2d corner, double side, double radius, Vec2d in, Vec2d out, HalfTurn half, Append append) {
    const double cos = half.cos * half.cos - half.sin * half.sin, sin = 2 * half.sin * half.cos * side;
    // Until what is left to turn is less than one cut. More than half a turn is left where the corner lies on the other
    // side of what is ahead, and that behind; a little of the wrong sign is rounding.
    const auto more_than_a_cut = [&] { return cross(in, out) * side >= 0 ? dot(in, out) < cos : dot(in, out) < 0; };
    while (more_than_a_cut()) {
        const Vec2d next{in.x * cos - in.y * sin, in.x * sin + in.y * cos};
        append(mitre(corner, side, radius, in, next));
        in = next;
    }
    append(mitre(corner, side, radius, in, out));
}

struct Circle {
    Vec2d centre;
    double radius;  ///< with its sign

    double side() const { return radius > 0 ? 1 : radius < 0 ? -1 : 0; }
    /// Where a line in this direction (unit) touches it.
    Vec2d touched(Vec2d direction) const { return centre - left_of(direction) * radius; }
    /// Of the arc from where a line in direction `in` (unit) touches it to the end of its radius in direction `mark`
    /// (unit), in the way's sense: less than 0 where the mark comes first. At most half a turn.
    double arc_to(Vec2d in, Vec2d mark) const {
        if (radius == 0) return 0;
        const Vec2d from = left_of(in) * -side();
        return radius * arc_tangent(cross(from, mark), dot(from, mark));
    }
};

/// The straight part of the way from one circle to the next.
struct StraightPart {
    Vec2d direction;  ///< unit
    double length;
};
inline StraightPart straight_between(const Circle& a, const Circle& b) {
    const Vec2d centres = b.centre - a.centre;
    const double offset = b.radius - a.radius, squared = norm_squared(centres);
    const double along = squared - offset * offset;
    if (!(along > 0)) return {unit(tangent(a.centre, b.centre, offset)), 0};
    const double length = std::sqrt(along);
    return {(centres * length - left_of(centres) * offset) / squared, length};
}

}  // namespace sidestep
