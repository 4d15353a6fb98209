#include "map/free_place.h"

#include <array>

#include "base/math.h"
#include "map/wall.h"

namespace sidestep {

namespace {

constexpr double kBeyond = 1e-6;  // m: whoever steps aside stands this far off, so that its next step finds it clear
constexpr int kDirections = 32;
constexpr int kPushes = 16;  // in a corner each push off one wall may be one towards the other

}  // namespace

bool is_clear(const Map& map, Vec2d at, double radius) {
    return map.walkable(at) && map.clearance(at, radius) >= radius;
}

std::optional<Vec2d> clear_place(const Map& map, const Map& before, Vec2d at, double radius, double farthest) {
    for (double far = radius / 4; far <= farthest; far += radius / 4) {
        for (int i = 0; i < kDirections; ++i) {
            const SinCos turn = sin_cos(2 * kPi * i / kDirections);
            const Vec2d to = at + Vec2d{turn.cos, turn.sin} * far;
            if (is_clear(map, to, radius + kBeyond) && !before.crosses_wall(at, to)) return to;
        }
    }
    return {};
}

std::optional<Vec2d> beside_walls(const Map& map, Vec2d at, double radius, double farthest) {
    if (is_clear(map, at, radius)) return at;
    if (!map.walkable(at)) return clear_place(map, Map(), at, radius, farthest);
    Vec2d to = at;
    std::array<std::uint32_t, 1> nearest;
    for (int i = 0; i < kPushes && map.walls_near(to, radius, nearest) > 0; ++i) {
        const Wall& wall = map.walls()[nearest[0]];
        const Vec2d off = to - nearest_point(wall, to);
        const double distance = norm(off);
        if (distance >= radius || !(distance > 0)) break;
        to = to + off * ((radius + kBeyond - distance) / distance);
    }
    if (is_clear(map, to, radius) && norm(to - at) <= farthest && !map.crosses_wall(at, to)) return to;
    return clear_place(map, map, at, radius, farthest);
}

}  // namespace sidestep
