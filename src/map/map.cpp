#include "map/map.h"

#include <algorithm>
#include <utility>

#include "map/wkt.h"

namespace sidestep {

Map Map::from_wkt(const std::string& wkt) {
    Map map;
    map.wkt_ = wkt;
    WktWalls read = read_wkt(wkt);
    map.walls_ = std::move(read.walls);
    map.boundary_count_ = read.boundary_count;
    map.lower_ = map.upper_ = map.walls_.front().a;
    for (const Wall& wall : map.walls_) {
        for (const Vec2d p : {wall.a, wall.b}) {
            map.lower_ = {std::min(map.lower_.x, p.x), std::min(map.lower_.y, p.y)};
            map.upper_ = {std::max(map.upper_.x, p.x), std::max(map.upper_.y, p.y)};
        }
    }
    map.grid_ = WallGrid(map.walls_, map.boundary_count_);
    return map;
}

void Map::repeat(Vec2d periodic) {
    const std::size_t own = walls_.size();
    const auto shifts = [](double length) {
        return length > 0 ? std::vector<double>{0, -length, length} : std::vector<double>{0};
    };
    for (const double dx : shifts(periodic.x)) {
        for (const double dy : shifts(periodic.y)) {
            if (dx == 0 && dy == 0) continue;
            const Vec2d by{dx, dy};
            for (std::size_t i = 0; i < own; ++i) walls_.push_back({walls_[i].a + by, walls_[i].b + by});
        }
    }
    if (walls_.size() > own) grid_ = WallGrid(walls_, boundary_count_);
}

}  // namespace sidestep
