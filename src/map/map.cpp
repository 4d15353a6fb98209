#include "map/map.h"

#include <algorithm>

#include "outline/wkt.h"
#include "scenario/polygon.h"

namespace sidestep {

Map Map::from_wkt(const std::string& wkt) {
    return from_outline(read_wkt(wkt));
}

Map Map::from_outline(const MapOutline& outline) {
    return Map(std::make_shared<const WallSet>(walls_of(outline)));
}

void Map::block(std::span<const Wall> walls, std::vector<Polygon> areas) {
    now_ = walls.empty() ? built_ : std::make_shared<const WallSet>(with_walls(*built_, walls, periodic_));
    areas_ = areas.empty() ? nullptr : std::make_shared<const std::vector<Polygon>>(std::move(areas));
}

bool Map::in_obstacle(Vec2d p) const {
    return std::any_of(areas_->begin(), areas_->end(), [p](const Polygon& area) { return contains(area, p); });
}

}  // namespace sidestep
