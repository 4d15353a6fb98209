// Reads well-known text into walls, checked and united by GEOS. The only place that knows GEOS.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "map/wall.h"

namespace sidestep {

struct WktWalls {
    std::vector<Wall> walls;  ///< boundaries of the walkable area first, then thin walls
    std::size_t boundary_count = 0;
};

/// Throws InputError.
WktWalls read_wkt(const std::string& wkt);

}  // namespace sidestep
