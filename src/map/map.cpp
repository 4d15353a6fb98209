#include "map/map.h"

#include "outline/wkt.h"

namespace sidestep {

Map Map::from_wkt(const std::string& wkt) {
    return from_outline(read_wkt(wkt));
}

Map Map::from_outline(const MapOutline& outline) {
    return Map(std::make_shared<const WallSet>(walls_of(outline)));
}

void Map::close_doors(std::span<const Wall> doors) {
    now_ = doors.empty() ? built_ : std::make_shared<const WallSet>(with_doors(*built_, doors, periodic_));
}

}  // namespace sidestep
