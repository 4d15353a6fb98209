// Maps that nobody thought of.
#pragma once

#include <algorithm>
#include <vector>

#include "base/math.h"
#include "sidestep/map.h"
#include "support/dice.h"
#include "support/maps.h"

namespace sidestep::test {

/// Rooms with obstacles of all shapes, one to a square of `pitch` metres, some of them thin walls that may touch each
/// other at their ends. On a coarse grid everything is collinear with something and on a circle with something else.
inline MapOutline random_map(std::uint64_t seed, int squares, double grid) {
    Dice dice(seed);
    constexpr double pitch = 8;
    const auto snapped = [&](Vec2d p) {
        return Vec2d{static_cast<double>(static_cast<long>(p.x / grid + 0.5)) * grid,
                     static_cast<double>(static_cast<long>(p.y / grid + 0.5)) * grid};
    };
    MapOutline map = floor_of(rectangle({0, 0}, {pitch * squares, pitch * squares}));
    for (int i = 0; i < squares; ++i) {
        for (int j = 0; j < squares; ++j) {
            const Vec2d centre{pitch * (i + 0.5), pitch * (j + 0.5)};
            const int kind = dice.below(10);
            if (kind < 2) continue;
            if (kind < 5) {
                // A wall, or two that meet.
                std::vector<Vec2d> line{snapped(centre + Vec2d{dice.between(-3, -1), dice.between(-3, 3)}),
                                        snapped(centre + Vec2d{dice.between(-0.5, 0.5), dice.between(-3, 3)})};
                if (kind == 4) line.push_back(snapped(centre + Vec2d{dice.between(1, 3), dice.between(-3, 3)}));
                if (std::adjacent_find(line.begin(), line.end()) == line.end()) map.walls.push_back(line);
                continue;
            }
            // Corners around the centre, at least 60° apart on a fine grid; a coarse one may only flatten it.
            std::vector<Vec2d> ring;
            const int corners = 3 + dice.below(kind == 9 ? 12 : 4);
            const double turn = dice.between(0, 1);
            for (int c = 0; c < corners; ++c) {
                const SinCos direction = sin_cos(2 * kPi * (c + turn) / corners);
                const Vec2d p = snapped(centre + dice.between(1.2, 3) * Vec2d{direction.cos, direction.sin});
                if (ring.empty() || ring.back() != p) ring.push_back(p);
            }
            if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
            if (ring.size() >= 3) map.floor[0].holes.push_back(ring);
        }
    }
    return map;
}

}  // namespace sidestep::test
