#include <algorithm>
#include <array>

#include "sense/octet.h"
#include "sense/wall_sight.h"

namespace sidestep {

namespace {

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

/// Walls of one agent: those with feet first. Kept from one agent to the next, so that nobody sets it to zero.
struct Seen {
    struct Numbered {
        NearWall near;
        std::uint32_t number;
    };

    std::array<Wall, kMostWalls> wall;
    std::size_t count = 0, feet = 0;
    std::array<Numbered, kMostWalls> sorted;
    std::array<Wall, kMostWalls> others;
    WallSight sight;
};

void see(const Map& map, Vec2d at, double range, Seen& seen) {
    using Numbered = Seen::Numbered;
    auto& [wall, count, feet, sorted, others, sight] = seen;
    feet = 0;
    std::array<std::uint32_t, kMostWalls> found;
    const std::size_t n = std::min(map.walls_near(at, range, found), kMostWalls);
    for (std::size_t k = 0; k < n; ++k) {
        const Wall& w = map.walls()[found[k]];
        const Wall from_here{w.a - at, w.b - at};
        const Vec2d foot = nearest_point(from_here, {});
        sorted[k] = {{from_here, foot, norm(foot)}, found[k]};
    }
    std::sort(sorted.begin(), sorted.begin() + n, [](const Numbered& a, const Numbered& b) {
        return a.near.distance != b.near.distance ? a.near.distance < b.near.distance : a.number < b.number;
    });
    sight.clear();
    std::size_t other_count = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const WallSight::Told told = sight.show(sorted[k].near, range);
        if (told == WallSight::Told::foot) wall[feet++] = sorted[k].near.wall;
        if (told == WallSight::Told::side) others[other_count++] = sorted[k].near.wall;
    }
    std::copy_n(others.begin(), other_count, wall.begin() + static_cast<std::ptrdiff_t>(feet));
    count = feet + other_count;
}

}  // namespace

void gather_walls(const WorldView& world, std::size_t wall_range_index, BlockScratch& scratch) {
    const bool none = world.map->walls().empty();
    if (none && scratch.no_walls && scratch.wall.size() >= scratch.octets.size()) return;
    scratch.no_walls = none;
    scratch.wall.resize(scratch.octets.size());
    scratch.foot.resize(scratch.octets.size());
    scratch.wall_records.clear();
    Seen seen;
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        const Octet& g = scratch.octets[i];
        LaneLists<WallRecord>&list = scratch.wall[i], &feet = scratch.foot[i];
        list.begin = feet.begin = static_cast<std::uint32_t>(scratch.wall_records.size());
        list.longest = feet.longest = 0;
        std::fill_n(list.count, kLanes, 0);
        std::fill_n(feet.count, kLanes, 0);
        if (none || !any_wall_near(world, g, wall_range_index)) continue;
        for (int lane = 0; lane < kLanes; ++lane) {
            const Vec2d at{g.place[lane].x, g.place[lane].y};
            const double range = world.values[g.values[lane] + wall_range_index];
            if (!world.map->any_wall_near(at, range)) continue;
            see(*world.map, at, range, seen);
            if (scratch.wall_records.size() < list.begin + seen.count) {
                // Entries nobody fills are far away.
                WallRecord far;
                for (int l = 0; l < kLanes; ++l) far.ax[l] = far.bx[l] = 1e6f, far.ay[l] = 0, far.by[l] = 1;
                scratch.wall_records.resize(list.begin + seen.count, far);
            }
            for (std::size_t k = 0; k < seen.count; ++k) {
                const Wall& w = seen.wall[k];
                WallRecord& to = scratch.wall_records[list.begin + k];
                to.ax[lane] = static_cast<float>(w.a.x);
                to.ay[lane] = static_cast<float>(w.a.y);
                to.bx[lane] = static_cast<float>(w.b.x);
                to.by[lane] = static_cast<float>(w.b.y);
            }
            list.count[lane] = static_cast<std::int32_t>(seen.count);
            feet.count[lane] = static_cast<std::int32_t>(seen.feet);
            list.longest = std::max(list.longest, list.count[lane]);
            feet.longest = std::max(feet.longest, feet.count[lane]);
        }
    }
}

}  // namespace sidestep
