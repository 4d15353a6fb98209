// Lines that touch the circles around corners: a body's centre keeps its radius away from each.
#pragma once

#include <algorithm>
#include <cmath>

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

}  // namespace sidestep
