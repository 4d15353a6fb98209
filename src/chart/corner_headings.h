// With which headings a body may pass a corner: those of straight lines through a cell beside an obstacle that touch it
// there and leave it before and behind.
#pragma once

#include <cmath>

#include "base/math.h"
#include "chart/cell_grid.h"

namespace sidestep {

/// Cells along a line in which a round corner of the body's radius has receded by more than one, so that it can be told
/// from a wall.
inline double corner_reach(double body_radius) {
    return 1 + __builtin_sqrt(3 * std::max(1.0, body_radius));
}

/// Calls visit(heading, side) for each of `count` evenly spread headings (rad) with which the free cell may be passed,
/// obstacle on the left (side 1) or on the right (-1).
template <class Visit>
void for_each_corner_heading(const CellGrid& grid, int column, int row, int count, double reach, Visit visit) {
    const Vec2d centre{column + 0.5, row + 0.5};
    for (int i = 0; i < count; ++i) {
        const double heading = 2 * kPi * i / count;
        const SinCos s = sin_cos(heading);
        const Vec2d along{s.cos, s.sin};
        bool touches[2] = {false, false};  // left, right
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                if (!grid.blocked(column + dx, row + dy)) continue;
                const Vec2d off{static_cast<double>(dx), static_cast<double>(dy)};
                // Beside the cell, not before or behind it.
                if (std::abs(dot(along, off)) > 0.6) continue;
                touches[cross(along, off) > 0 ? 0 : 1] = true;
            }
        }
        if (!touches[0] && !touches[1]) continue;
        const Vec2d ahead = centre + along * reach, behind = centre - along * reach;
        if (!grid.covers(ahead) || !grid.covers(behind) || !grid.sees(behind, ahead)) continue;
        for (const int side : {1, -1}) {
            if (!touches[side > 0 ? 0 : 1]) continue;
            const Vec2d beside = left_of(along) * (1.5 * side);
            if (grid.blocked_at(ahead + beside) && grid.blocked_at(behind + beside)) continue;  // a wall
            visit(heading, side);
        }
    }
}

}  // namespace sidestep
