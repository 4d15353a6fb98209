// The shape of a map, as drawn.
#pragma once

#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Of one storey. Rings are not closed (the first point is not repeated).
struct MapOutline {
    struct Area {
        std::vector<Vec2d> outer;
        std::vector<std::vector<Vec2d>> holes;
    };
    std::vector<Area> floor;                ///< walkable areas; overlapping ones are united
    std::vector<std::vector<Vec2d>> walls;  ///< thin walls, as lines
    bool empty() const { return floor.empty() && walls.empty(); }
};

/// From the well-known text that scenes and results carry; empty text is an open plane. Throws InputError.
MapOutline map_outline(const std::string& wkt);
/// The other way: numbers as short as they can be without losing a bit. An open plane is empty text.
std::string to_wkt(const MapOutline& outline);

}  // namespace SIDESTEP_EXPORT sidestep
