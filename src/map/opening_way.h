// Whether somebody who is pressed to a wall, or stands where the body does not fit, gets to a place by nothing but
// leaving the walls.
#pragma once

#include "sidestep/vec2.h"

namespace sidestep {

/// Straight from one place to the other there is more and more room, up to the radius. A way through a gap has less
/// room in the gap than before it: whoever has to pass one that is too narrow for the body is not moved past it.
/// `clearance(p)` is the distance to the nearest wall; nothing is asked beyond the radius.
template <class Clearance>
bool opens_up(Vec2d from, Vec2d to, double radius, Clearance clearance) {
    // Distances change by no more than one moves, so that a gap cannot hide between two looks that much apart.
    constexpr double kStep = 1.0 / 32, kAllowed = 1.0 / 64;  // radii
    const double far = norm(to - from);
    const int steps = static_cast<int>(far / (kStep * radius)) + 1;
    double most = 0;
    for (int i = 0; i <= steps && most < radius; ++i) {
        const double room = clearance(from + (to - from) * (static_cast<double>(i) / steps));
        if (room < most - kAllowed * radius) return false;
        if (room > most) most = room;
    }
    return true;
}

}  // namespace sidestep
