#include <algorithm>
#include <array>

#include "sense/octet.h"

namespace sidestep {

namespace {

// More walls than this near one agent are beyond telling apart; the nearest are kept.
constexpr std::size_t kMostWalls = 32;

struct NearWall {
    double distance;
    std::uint32_t index;
};

/// Whether any of the agents can have a wall in range: one question for all eight, since most are far from walls.
bool any_wall_near(const WorldView& world, const Octet& g, std::size_t wall_range_index) {
    Vec2d low{g.place[0].x, g.place[0].y}, high = low;
    float range = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        const Place p = g.place[lane];
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        range = std::max(range, world.values[g.values[lane] + wall_range_index]);
    }
    const Vec2d reach{range, range};
    return world.map->any_wall_in(low - reach, high + reach);
}

}  // namespace

void gather_walls(const WorldView& world, std::size_t wall_range_index, BlockScratch& scratch) {
    scratch.wall.resize(scratch.octets.size());
    scratch.wall_records.clear();
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        const Octet& g = scratch.octets[i];
        LaneLists<WallRecord>& list = scratch.wall[i];
        list.begin = static_cast<std::uint32_t>(scratch.wall_records.size());
        list.longest = 0;
        std::fill_n(list.count, kLanes, 0);
        if (world.map->walls().empty() || !any_wall_near(world, g, wall_range_index)) continue;
        for (int lane = 0; lane < kLanes; ++lane) {
            const Vec2d at{g.place[lane].x, g.place[lane].y};
            const double range = world.values[g.values[lane] + wall_range_index];
            if (!world.map->any_wall_near(at, range)) continue;
            std::array<std::uint32_t, kMostWalls> found;
            const std::size_t n = std::min(world.map->walls_near(at, range, found), kMostWalls);
            std::array<NearWall, kMostWalls> sorted;
            for (std::size_t k = 0; k < n; ++k) sorted[k] = {distance(world.map->walls()[found[k]], at), found[k]};
            std::sort(sorted.begin(), sorted.begin() + n, [](const NearWall& a, const NearWall& b) {
                return a.distance != b.distance ? a.distance < b.distance : a.index < b.index;
            });
            if (scratch.wall_records.size() < list.begin + n) {
                // Entries nobody fills are far away.
                WallRecord far;
                for (int l = 0; l < kLanes; ++l) far.ax[l] = far.bx[l] = 1e6f, far.ay[l] = 0, far.by[l] = 1;
                scratch.wall_records.resize(list.begin + n, far);
            }
            for (std::size_t k = 0; k < n; ++k) {
                const Wall& w = world.map->walls()[sorted[k].index];
                WallRecord& to = scratch.wall_records[list.begin + k];
                to.ax[lane] = static_cast<float>(w.a.x - at.x);
                to.ay[lane] = static_cast<float>(w.a.y - at.y);
                to.bx[lane] = static_cast<float>(w.b.x - at.x);
                to.by[lane] = static_cast<float>(w.b.y - at.y);
            }
            list.count[lane] = static_cast<std::int32_t>(n);
            list.longest = std::max(list.longest, list.count[lane]);
        }
    }
}

}  // namespace sidestep
