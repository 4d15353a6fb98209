#include "map/subdivision.h"

#include <atomic>

#include "map/bottlenecks.h"
#include "map/convex_merge.h"
#include "map/region_mesh.h"

namespace sidestep {
namespace {

std::atomic<std::uint64_t> cut_so_far = 0;

}  // namespace

std::uint64_t maps_cut() {
    return cut_so_far;
}

Subdivision subdivide(const MapOutline& outline, const SubdivisionOptions& options, SubdivisionLog* log) {
    SubdivisionLog unused;
    SubdivisionLog& told = log != nullptr ? *log : unused;
    told = {};
    ++cut_so_far;
    RegionMesh region = triangulate_region(outline, options);
    told.corners = region.corners();
    insert_bottlenecks(region, told);
    Subdivision result = merge_convex(region, told);
    result.door_count = static_cast<std::uint32_t>(options.doors.size());
    return result;
}

std::uint32_t arity(const Subdivision& subdivision, std::uint32_t cell, double width) {
    std::uint32_t count = 0;
    for (const Subdivision::Side& side : subdivision.sides_of(cell)) {
        if (side.portal != kNoPortal && subdivision.length(subdivision.portals[side.portal]) > width) ++count;
    }
    return count;
}

}  // namespace sidestep
