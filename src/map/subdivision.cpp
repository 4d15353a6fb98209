#include "map/subdivision.h"

#include "map/bottlenecks.h"
#include "map/convex_merge.h"
#include "map/region_mesh.h"

namespace sidestep {

Subdivision subdivide(const MapOutline& outline, const SubdivisionOptions& options, SubdivisionLog* log) {
    SubdivisionLog unused;
    SubdivisionLog& told = log != nullptr ? *log : unused;
    told = {};
    RegionMesh region = triangulate_region(outline, options);
    told.corners = region.corners();
    insert_bottlenecks(region, told);
    return merge_convex(region, told);
}

}  // namespace sidestep
