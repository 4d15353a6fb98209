// People one cannot see yet (Pettré et al. 2009, section 6): where a wall ends ahead, somebody may come out from
// behind it. A walker is expected at the first hidden place beyond the corner, crossing the agent's path.
#pragma once

#include <span>

#include "avoid/lanes.h"

namespace sidestep::SIDESTEP_ARCH {

inline constexpr int kMostExpected = 4;  ///< corners attended to, the nearest walls' first

/// Writes the expected walkers to `out` and returns how many there are. Walls nearest first, relative to the agent.
inline int expected_walkers(std::span<const WallPiece<double>> walls, Vec<double> heading, double range, double radius,
                            double speed, Near<double>* out) {
    using V = Vec<double>;
    constexpr double kSamePlace = 1e-3;
    const auto crosses = [](V a, V b, const WallPiece<double>& w) {
        const V along = b - a, wall = w.b - w.a;
        return cross(along, w.a - a) * cross(along, w.b - a) < 0 && cross(wall, a - w.a) * cross(wall, b - w.a) < 0;
    };
    const auto is_end = [](V end, V e) { return dot(end - e, end - e) < kSamePlace * kSamePlace; };
    V corners[kMostExpected];
    int count = 0;
    for (const WallPiece<double>& wall : walls) {
        for (int which = 0; which < 2 && count < kMostExpected; ++which) {
            const V corner = which == 0 ? wall.a : wall.b, other = which == 0 ? wall.b : wall.a;
            const double distance = norm(corner);
            if (distance < kSamePlace || distance > range || dot(heading, corner) <= 0) continue;
            const V sight = corner * (1 / distance);
            const double turn = cross(sight, other - corner);
            if (abs(turn) < kSamePlace) continue;
            const double side = turn > 0 ? 1 : -1;
            bool hides = true;
            for (const WallPiece<double>& w : walls) {
                // A wall that goes on to the other side leaves no edge to look round; one in front hides the corner.
                if (is_end(w.a, corner)) hides &= side * cross(sight, w.b - corner) > -kSamePlace;
                if (is_end(w.b, corner)) hides &= side * cross(sight, w.a - corner) > -kSamePlace;
                hides &= !crosses({0, 0}, corner * (1 - 1e-6), w);
            }
            for (int i = 0; i < count; ++i) hides &= !is_end(corners[i], corner);
            if (!hides) continue;
            const V place = corner + (sight * 2 + V{-sight.y, sight.x} * side) * radius;
            const double across = cross(heading, place);
            if (abs(across) < kSamePlace) continue;
            bool free = true;
            for (const WallPiece<double>& w : walls) free &= !crosses(corner + sight * 1e-3, place, w);
            if (!free) continue;
            const V left{-heading.y, heading.x};
            corners[count] = corner;
            out[count++] = {place, left * (across > 0 ? -speed : speed), radius};
        }
    }
    return count;
}

}  // namespace sidestep::SIDESTEP_ARCH
