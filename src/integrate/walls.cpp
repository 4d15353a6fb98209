#include "integrate/walls.h"

#include <algorithm>
#include <vector>

namespace sidestep {

namespace {

constexpr int kPushes = 12;   // rounds of pushing out of walls; corners need a few
constexpr int kHalvings = 7;  // shorter tries when the whole way is barred

/// Walls that can matter on this move. Kept per thread so that the step does not allocate.
std::span<const std::uint32_t> walls_around(const Map& map, Vec2d from, double reach) {
    thread_local std::vector<std::uint32_t> found(64);
    std::size_t n = map.walls_near(from, reach, found);
    if (n > found.size()) {
        found.resize(n);
        n = map.walls_near(from, reach, found);
    }
    return {found.data(), n};
}

/// The way from `from` to `to` keeps off all walls.
bool is_clear(const Map& map, std::span<const std::uint32_t> near, Vec2d from, Vec2d to, double radius) {
    for (const std::uint32_t i : near) {
        const Wall& wall = map.walls()[i];
        // Somebody who stands too close already must not come closer, but may leave.
        const double needed = std::min(radius - kWallTolerance, distance(wall, from) - 1e-9);
        if (segment_distance(from, to, wall) < needed) return false;
    }
    return true;
}

/// Pushes a point out of every wall it is too close to.
Vec2d pushed_out(const Map& map, std::span<const std::uint32_t> near, Vec2d p, double radius) {
    for (int round = 0; round < kPushes; ++round) {
        bool moved = false;
        for (const std::uint32_t i : near) {
            const Vec2d off = p - nearest_point(map.walls()[i], p);
            const double d = norm(off);
            if (d >= radius - 0.2 * kWallTolerance || d == 0) continue;
            p += off * ((radius - d) / d);
            moved = true;
        }
        if (!moved) break;
    }
    return p;
}

}  // namespace

WallMove move_along_walls(const Map& map, Vec2d from, Vec2d to, double radius) {
    const double way = norm(to - from);
    if (!map.any_wall_near(from, radius + way)) return {to, false};
    const auto near = walls_around(map, from, radius + 2 * way + 1e-3);
    if (near.empty() || is_clear(map, near, from, to, radius)) return {to, false};
    Vec2d part = to - from;
    for (int i = 0; i < kHalvings; ++i, part = part * 0.5) {
        const Vec2d goal = pushed_out(map, near, from + part, radius);
        if (norm(goal - from) <= 2 * way && is_clear(map, near, from, goal, radius)) return {goal, true};
    }
    return {from, true};
}

}  // namespace sidestep
