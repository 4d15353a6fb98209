// Triangles become convex cells.
#pragma once

#include "map/region_mesh.h"

namespace sidestep {

/// Takes away free segments, longest first, where the two cells together are convex and no free segment of theirs is as
/// long: what is narrow stays (Lamarche & Donikian 2004). Doors stay. Feet that no portal is left at are dropped from
/// the walls.
Subdivision merge_convex(const RegionMesh& region, SubdivisionLog& log);

}  // namespace sidestep
