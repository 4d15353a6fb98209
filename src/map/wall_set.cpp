#include "map/wall_set.h"

#include <algorithm>

#include "map/straight_walls.h"

namespace sidestep {
namespace {

/// Appends the images of the walls from `first` on.
void add_images(std::vector<Wall>& walls, std::size_t first, Vec2d periodic) {
    const std::size_t own = walls.size();
    const auto shifts = [](double length) {
        return length > 0 ? std::vector<double>{0, -length, length} : std::vector<double>{0};
    };
    for (const double dx : shifts(periodic.x)) {
        for (const double dy : shifts(periodic.y)) {
            if (dx == 0 && dy == 0) continue;
            const Vec2d by{dx, dy};
            for (std::size_t i = first; i < own; ++i) walls.push_back({walls[i].a + by, walls[i].b + by});
        }
    }
}

/// Everything but the rings, which stay closed.
void join_walls(WallSet& set) {
    const auto first = set.walls.begin() + static_cast<std::ptrdiff_t>(set.boundary_count);
    const std::vector<Wall> all = joined({first, set.walls.end()});
    set.walls.erase(first, set.walls.end());
    set.walls.insert(set.walls.end(), all.begin(), all.end());
}

void find_bounds(WallSet& set) {
    set.lower = set.upper = set.walls.front().a;
    for (const Wall& wall : set.walls) {
        for (const Vec2d p : {wall.a, wall.b}) {
            set.lower = {std::min(set.lower.x, p.x), std::min(set.lower.y, p.y)};
            set.upper = {std::max(set.upper.x, p.x), std::max(set.upper.y, p.y)};
        }
    }
}

}  // namespace

WallSet walls_of(const MapOutline& outline) {
    WallSet set;
    const auto add_ring = [&set](const std::vector<Vec2d>& drawn) {
        const std::vector<Vec2d> ring = without_middle_points(drawn);
        for (std::size_t i = 0; i < ring.size(); ++i) set.walls.push_back({ring[i], ring[(i + 1) % ring.size()]});
    };
    for (const MapOutline::Area& area : outline.floor) {
        add_ring(area.outer);
        for (const std::vector<Vec2d>& hole : area.holes) add_ring(hole);
    }
    set.boundary_count = set.walls.size();
    for (const std::vector<Vec2d>& line : outline.walls) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) set.walls.push_back({line[i], line[i + 1]});
    }
    if (set.walls.empty()) return set;
    join_walls(set);
    find_bounds(set);
    set.grid = WallGrid(set.walls, set.boundary_count);
    return set;
}

WallSet with_images(WallSet set, Vec2d periodic) {
    const std::size_t own = set.walls.size();
    add_images(set.walls, 0, periodic);
    if (set.walls.size() == own) return set;
    join_walls(set);
    set.grid = WallGrid(set.walls, set.boundary_count);
    return set;
}

WallSet with_walls(WallSet set, std::span<const Wall> further, Vec2d periodic) {
    const std::size_t first = set.walls.size();
    set.walls.insert(set.walls.end(), further.begin(), further.end());
    if (first == 0) find_bounds(set);  // an open plane had none
    add_images(set.walls, first, periodic);
    join_walls(set);
    set.grid = WallGrid(set.walls, set.boundary_count);
    return set;
}

}  // namespace sidestep
