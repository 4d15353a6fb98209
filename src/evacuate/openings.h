// Plans that are walls alone: what is inside them, and where they let people out.
#pragma once

#include <array>
#include <vector>

#include "sidestep/import.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// A gap through which one gets from inside to outside.
struct Opening {
    Vec2d a{}, b{};    ///< its ends
    Vec2d outwards{};  ///< unit vector
};
struct InsideOfWalls {
    std::vector<Polygon> cells;  ///< convex, together all that is inside; empty where nothing is
    std::vector<Opening> openings;
};

/// Whether the walls of a plan leave its inside and what is around it one area.
bool is_open(const ImportedMap& plan);
/// Of such a plan. A gap is an opening if a body of this radius (m) fits through, and a step from inside to outside is
/// narrower there than around it; what lies behind wider ones is outside too.
InsideOfWalls inside_of_walls(const MapOutline& outline, double radius);

}  // namespace sidestep
