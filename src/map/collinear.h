// Chains of nearly collinear walls become one wall.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "map/region_mesh.h"

namespace sidestep {

/// Takes out points where exactly two segments meet, both walls that turn by at most 1°, when every point that is gone
/// lies within `tolerance` (m) of the new wall. The new wall touches and crosses nothing: `mesh` is the triangulation
/// of the segments and says what is near; `ends` are their vertices in it. Neighbours are not taken out together, so
/// there may be more to do in the triangulation of what is left. `gone` is the list that segments refer to.
void simplify_collinear(const ConstrainedDelaunay& mesh, double tolerance, std::vector<RegionMesh::Segment>& segments,
                        const std::vector<std::array<std::uint32_t, 2>>& ends, std::vector<LatticePoint>& gone);

}  // namespace sidestep
