// Reads well-known text into walls, checked and united by GEOS. The only place that knows GEOS.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "map/wall.h"
#include "sidestep/map.h"

namespace sidestep {

struct WktWalls {
    std::vector<Wall> walls;  ///< boundaries of the walkable area first, then thin walls
    std::size_t boundary_count = 0;
    MapOutline outline;  ///< the same, ring by ring and line by line
};

/// Throws InputError.
WktWalls read_wkt(const std::string& wkt);

}  // namespace sidestep
