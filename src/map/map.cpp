#include "map/map.h"

#include <algorithm>
#include <utility>

#include "import/wkt.h"

namespace sidestep {

Map Map::from_wkt(const std::string& wkt) {
    Map map = from_outline(read_wkt(wkt));
    map.wkt_ = wkt;
    return map;
}

Map Map::from_outline(const MapOutline& outline) {
    Map map;
    const auto add_ring = [&map](const std::vector<Vec2d>& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) map.walls_.push_back({ring[i], ring[(i + 1) % ring.size()]});
    };
    for (const MapOutline::Area& area : outline.floor) {
        add_ring(area.outer);
        for (const std::vector<Vec2d>& hole : area.holes) add_ring(hole);
    }
    map.boundary_count_ = map.walls_.size();
    for (const std::vector<Vec2d>& line : outline.walls) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) map.walls_.push_back({line[i], line[i + 1]});
    }
    if (map.walls_.empty()) return map;
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
    periodic_ = periodic;
    const std::size_t own = walls_.size();
    add_images(0);
    if (walls_.size() > own) grid_ = WallGrid(walls_, boundary_count_);
}

void Map::add_images(std::size_t first) {
    const std::size_t own = walls_.size();
    const auto shifts = [](double length) {
        return length > 0 ? std::vector<double>{0, -length, length} : std::vector<double>{0};
    };
    for (const double dx : shifts(periodic_.x)) {
        for (const double dy : shifts(periodic_.y)) {
            if (dx == 0 && dy == 0) continue;
            const Vec2d by{dx, dy};
            for (std::size_t i = first; i < own; ++i) walls_.push_back({walls_[i].a + by, walls_[i].b + by});
        }
    }
}

void Map::close_doors(std::span<const Wall> doors) {
    if (doors.empty() && door_count_ == 0) return;
    walls_.resize(walls_.size() - door_count_);
    const std::size_t first = walls_.size();
    walls_.insert(walls_.end(), doors.begin(), doors.end());
    add_images(first);
    door_count_ = walls_.size() - first;
    grid_ = WallGrid(walls_, boundary_count_);
}

}  // namespace sidestep
