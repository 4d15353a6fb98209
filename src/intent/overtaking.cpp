#include "intent/overtaking.h"

#include <algorithm>
#include <cmath>

namespace sidestep {

namespace {

constexpr double kSpare = 0.1;  // m between two who pass
constexpr double kGiveWay = 1;  // s: whoever catches up sooner is let pass first: it could not brake in time
constexpr double kClosing = 2;  // m/s: nobody catches up faster

/// Whether the lane beside the leader is free from just behind the follower to just past the leader, of whoever comes
/// from behind from farther on the faster it is.
bool is_free(const WorldView& world, const CellOrder& cells, Row self, const WayAhead& way, const Leader& leader,
             double side) {
    const double leader_radius = world.motion[leader.row].radius;
    const double lane = leader.across + side * (way.radius + leader_radius + kSpare);
    const auto place = [&](double ahead, double across) { return way.along * ahead + left_of(way.along) * across; };
    const Vec2d here{way.at.x, way.at.y};
    const Vec2d start = here + place(0, lane), end = here + place(leader.ahead, lane);
    const Map& map = *world.map;
    if (!map.empty() && (!map.walkable(start) || !map.walkable(end) || map.clearance(start, way.radius) < way.radius ||
                         map.clearance(end, way.radius) < way.radius || map.crosses_wall(here, start) ||
                         map.crosses_wall(start, end))) {
        return false;
    }
    const double widest = world.widest;
    const double wide = way.radius + widest;
    const double behind = wide + kClosing * kGiveWay;
    const Vec2d corners[] = {place(-behind, lane - wide), place(-behind, lane + wide),
                             place(leader.ahead + wide, lane - wide), place(leader.ahead + wide, lane + wide)};
    Vec2d low = corners[0], high = corners[0];
    for (const Vec2d c : corners) {
        low = {std::min(low.x, c.x), std::min(low.y, c.y)};
        high = {std::max(high.x, c.x), std::max(high.y, c.y)};
    }
    const auto along = [&](Row row) { return dot(way.along, Vec2d{world.motion[row].vx, world.motion[row].vy}); };
    const double own = along(self);
    bool free = true;
    look_in_box(world, cells, self, way.at, low, high, [&](Row row, Vec2d p) {
        if (row == leader.row) return;
        const double reach = way.radius + static_cast<double>(world.motion[row].radius);
        const double ahead = dot(way.along, p), closing = std::clamp(along(row) - own, 0.0, kClosing);
        free &= std::abs(cross(way.along, p) - lane) >= reach || ahead < -reach - closing * kGiveWay ||
                ahead > leader.ahead + reach;
    });
    return free;
}

}  // namespace

int side_to_overtake(const WorldView& world, const CellOrder& cells, Row self, const WayAhead& way,
                     const Leader& leader, std::uint64_t draw) {
    const bool left = is_free(world, cells, self, way, leader, 1);
    const bool right = is_free(world, cells, self, way, leader, -1);
    if (left != right) return left ? 1 : -1;
    if (!left) return 0;
    // The nearer side: away from where the leader is.
    if (leader.across != 0) return leader.across < 0 ? 1 : -1;
    return (draw & 1) != 0 ? 1 : -1;
}

}  // namespace sidestep
