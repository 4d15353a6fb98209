// What a built map consists of, for those who walk on it.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "map/ground.h"
#include "map/kept.h"
#include "map/map_file.h"
#include "map/wall_set.h"
#include "sidestep/map.h"

namespace sidestep {

using DoorLine = std::array<Vec2d, 2>;

struct BuiltMap::Parts {
    /// The outline must be in order (outline/wkt.h, import/). With the text it was made of, or the file it was read
    /// from where there is one.
    explicit Parts(MapOutline outline, std::string text = {}, std::shared_ptr<const MapFile> file = {});

    const std::vector<Storey>& storeys() const { return storeys_; }
    const std::string& wkt() const;
    /// With the images that periodic axes of these lengths ask for.
    std::shared_ptr<const WallSet> walls(Vec2d periodic = {}) const;
    /// Cells and what is known about them. Doors stay portals whatever the merge would like, so each set of doors has
    /// cells of its own; without doors a built map's own cells serve. Throws InputError.
    std::shared_ptr<const PathGround> ground(std::span<const DoorLine> doors = {}) const;

private:
    std::vector<Storey> storeys_;
    std::shared_ptr<const MapFile> file_;
    mutable std::once_flag text_made_;
    mutable std::string text_;
    Kept<Vec2d, WallSet> walls_;                      ///< by periodic axes
    Kept<std::vector<DoorLine>, PathGround> ground_;  ///< by doors
};

}  // namespace sidestep
