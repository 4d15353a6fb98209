// The walls of a storey with the grid they are found by. Immutable: runs share it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "map/wall.h"
#include "map/wall_grid.h"
#include "sidestep/export.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

struct WallSet {
    /// Boundaries of the walkable area first, then thin walls, images and what came later. A straight wall is one wall,
    /// however it was drawn.
    std::vector<Wall> walls;
    std::size_t boundary_count = 0;
    Vec2d lower{}, upper{};  ///< of the walls themselves; both zero for an open plane
    WallGrid grid;
};

/// The outline must be in order (outline/wkt.h, import/).
WallSet walls_of(const MapOutline& outline);
/// With the images of all walls beyond the borders of periodic axes (lengths, 0 for none), so that whoever stands near
/// a border meets the walls on the other side of it.
WallSet with_images(WallSet walls, Vec2d periodic);
/// With further walls, and their images. Takes as long as sorting all walls anew.
WallSet with_walls(WallSet walls, std::span<const Wall> further, Vec2d periodic);

}  // namespace SIDESTEP_EXPORT sidestep
