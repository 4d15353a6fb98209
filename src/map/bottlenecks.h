// Narrow places: every corner that sees a wall is linked with the nearest point of that wall (Lamarche & Donikian 2004,
// section on bottlenecks), so that a disc passes a free segment exactly when its diameter is below the length.
#pragma once

#include "map/region_mesh.h"

namespace sidestep {

/// Inserts the feet. A foot has to lie on the lattice, so its wall bends there by about a lattice step: away from where
/// one walks, and never back, so that no cell becomes concave by it. To find such a point the foot may move along the
/// wall, at most 1.5 mm. Where there is none (one in fifty in a city), the wall bends as it can, and cells that would
/// be concave there are not merged. A wall that blocks on both sides bends towards the corner.
void insert_bottlenecks(RegionMesh& region, SubdivisionLog& log);

}  // namespace sidestep
