#include "path/corner_map.h"

#include <optional>
#include <vector>

namespace sidestep {
namespace {

constexpr double kFarthest = 4;  // radii
// Cells may reach this far beyond the walls: nearly collinear ones were made one (SubdivisionOptions).
constexpr double kSlack = 0.05;  // m

}  // namespace

Vec2d CornerMap::stand(Vec2d p, FreeSpace::Place& place) const {
    space_.locate(space_.to_lattice_units(p), place);
    if (!place.empty()) return p;
    const std::uint32_t cell = ground_->locate(p);
    if (cell == kNoCell) return p;
    std::vector<std::uint32_t> crossed;
    const auto reachable = [&](Vec2d q) { return ground_->walk(cell, p, space_.to_metres(q), crossed).arrived; };
    const double reach = (kFarthest * radius_ + kSlack) * kLatticePerMetre;
    const std::optional<Vec2d> near = space_.nearest(space_.to_lattice_units(p), reach, reachable);
    if (!near) return p;
    const Vec2d moved = space_.to_metres(*near);
    space_.locate(space_.to_lattice_units(moved), place);
    return moved;
}

}  // namespace sidestep
