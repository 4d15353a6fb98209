// The shape of a map, for those who draw it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

/// Rings are not closed (the first point is not repeated).
struct MapOutline {
    struct Area {
        std::vector<Vec2d> outer;
        std::vector<std::vector<Vec2d>> holes;
    };
    std::vector<Area> floor;                ///< walkable areas; overlapping ones are united
    std::vector<std::vector<Vec2d>> walls;  ///< thin walls, as lines
    bool empty() const { return floor.empty() && walls.empty(); }
};

/// What a map looks like to somebody of a certain width. Cells are convex; they meet at free segments, and a body
/// passes those that are longer than it is wide.
struct MapStatistics {
    struct Passage {
        Vec2d a, b;
        double width;  ///< m
    };
    double width = 0;               ///< of the body, m
    double area = 0;                ///< walkable, m²
    Vec2d lower{}, upper{};         ///< bounds of the walkable area
    std::size_t walls = 0;          ///< sides of cells that block; those that block on both sides count twice
    std::size_t free_segments = 0;  ///< doors included
    std::size_t doors = 0;          ///< free segments that are doors or parts of them
    std::size_t cells = 0;
    std::size_t closed = 0, dead_ends = 0, passages = 0,
                crossroads = 0;        ///< cells by free segments that are wide enough
    std::size_t components = 0;        ///< parts between which there is no way, whatever the width
    std::size_t components_wide = 0;   ///< the same for this width; parts of one cell only count too
    std::vector<Passage> narrowest{};  ///< free segments, narrowest first
};

/// Subdivides the outline. Throws InputError where it cannot be: crossing walls, wider than 16 km.
MapStatistics map_statistics(const MapOutline& outline, double width = 0.5, std::size_t narrowest = 10);

/// From the well-known text that scenes and results carry; empty text is an open plane. Throws InputError.
MapOutline map_outline(const std::string& wkt);
/// The other way: numbers as short as they can be without losing a bit. An open plane is empty text.
std::string to_wkt(const MapOutline& outline);

}  // namespace sidestep
