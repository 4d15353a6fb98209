// The walkable area cut into convex cells that meet at portals, after Lamarche & Donikian 2004: constrained Delaunay
// triangulation, bottlenecks, convex merge. Exact: corners lie on the lattice of base/lattice.h around `origin`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
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
    std::uint32_t door_count = 0;  ///< as given; each has a portal at least

    Vec2d place(std::uint32_t point) const {
        return origin + Vec2d{points[point].x / kLatticePerMetre, points[point].y / kLatticePerMetre};
    }
    std::span<const Side> sides_of(std::uint32_t cell) const {
        return {sides.data() + cells[cell].first_side, cells[cell].side_count};
    }
    double length(const Portal& portal) const { return norm(place(portal.b) - place(portal.a)); }
};

/// How many portals a body of this width (diameter, m) can leave the cell by: the degree of the cell in the graph for
/// that width. A portal as wide as the body is too narrow.
std::uint32_t arity(const Subdivision& subdivision, std::uint32_t cell, double width);

enum class CellKind : std::uint8_t { closed, dead_end, passage, crossroads };
/// 0, 1, 2 and more.
constexpr CellKind kind_of(std::uint32_t arity) {
    return static_cast<CellKind>(arity < 3 ? arity : 3);
}

/// For a body of this width. Lists at most `narrowest` narrow places.
MapStatistics statistics_of(const Subdivision& subdivision, double width, std::size_t narrowest);

struct SubdivisionOptions {
    /// Segments that stay portals whatever the merge would like. Their ends are moved to the nearest wall.
    std::vector<std::array<Vec2d, 2>> doors{};
    /// Only what can be reached from here is walkable. Without it, all of the floor; where there are only thin walls,
    /// everything up to `margin` beyond them.
    std::optional<Vec2d> inside{};
    double margin = 10;                 ///< m
    double collinear_tolerance = 0.02;  ///< m: how far walls may move where chains of nearly collinear ones become one
    double door_reach = 0.1;            ///< m: how far from a wall a door may end
};

/// What happened on the way.
struct SubdivisionLog {
    std::uint32_t corners = 0;        ///< points of the outline after simplification
    std::uint32_t feet = 0;           ///< points inserted for bottlenecks
    std::uint32_t feet_refused = 0;   ///< for which the lattice has no room
    std::uint32_t triangles = 0;      ///< walkable, before the merge
    std::uint32_t free_segments = 0;  ///< between them, before the merge
};

/// The outline must be noded: walls meet at common points, or end on another wall, but never cross. Throws InputError.
Subdivision subdivide(const MapOutline& outline, const SubdivisionOptions& options = {}, SubdivisionLog* log = nullptr);
/// How often, since the program began. A map is a value that is cut once: tests count.
std::uint64_t maps_cut();

}  // namespace sidestep
