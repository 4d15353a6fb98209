// Things put on a map that people already walk on.
#pragma once

#include <span>
#include <vector>

#include "sidestep/outline.h"

namespace SIDESTEP_EXPORT sidestep {

struct Obstacle {
    std::vector<Vec2d> points;
    bool is_area = false;  ///< nobody can be inside; else a thin wall along the points
    friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Throws InputError for what no obstacle can be: too few points, places that are no numbers, borders that cross.
void check(const Obstacle& obstacle);

/// The outline, which is in order, with these on it: areas are cut out of the floor, and walls are split wherever they
/// meet others. Corners keep their coordinates, crossings lie on the lattice. On an open plane areas become their
/// borders. Throws InputError where no floor would be left.
MapOutline with_obstacles(const MapOutline& outline, std::span<const Obstacle> obstacles);

}  // namespace SIDESTEP_EXPORT sidestep
