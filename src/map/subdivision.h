// The walkable area cut into convex cells that meet at portals, after Lamarche & Donikian 2004: constrained Delaunay
// triangulation, bottlenecks, convex merge. Exact: corners lie on the lattice of base/lattice.h around `origin`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/lattice.h"
#include "sidestep/map.h"
#include "sidestep/vec2.h"

namespace sidestep {

inline constexpr std::uint32_t kNoCell = UINT32_MAX;
inline constexpr std::uint32_t kNoPortal = UINT32_MAX;
inline constexpr std::uint32_t kNoDoor = UINT32_MAX;

struct Subdivision {
    /// A free segment from point a to point b with cells[0] on its left and cells[1] on its right: whoever walks from
    /// cells[0] to cells[1] has a at the right hand and b at the left. Cells differ.
    struct Portal {
        std::uint32_t a, b;
        std::uint32_t cells[2];
        std::uint32_t door = kNoDoor;  ///< the door it is (part of), by its place in the list given
    };
    /// One side of a cell: from its point to the next side's point, the cell on the left.
    struct Side {
        std::uint32_t point;
        std::uint32_t portal = kNoPortal;  ///< none: a wall
    };
    struct Cell {
        std::uint32_t first_side, side_count;
        std::uint32_t component;  ///< connected through portals, all doors open, any width
    };

    Vec2d origin{};  ///< of lattice (0, 0), m
    std::vector<LatticePoint> points;
    std::vector<Portal> portals;
    std::vector<Side> sides;  ///< cell by cell, counterclockwise
    std::vector<Cell> cells;

    Vec2d place(std::uint32_t point) const {
        return origin + Vec2d{points[point].x / kLatticePerMetre, points[point].y / kLatticePerMetre};
    }
    std::span<const Side> sides_of(std::uint32_t cell) const {
        return {sides.data() + cells[cell].first_side, cells[cell].side_count};
    }
    double length(const Portal& portal) const { return norm(place(portal.b) - place(portal.a)); }
};

}  // namespace sidestep
