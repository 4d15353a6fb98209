#include "intent/leader.h"

#include <algorithm>
#include <cmath>

namespace sidestep {

Leader find_leader(const WorldView& world, const CellOrder& cells, Row self, const WayAhead& way) {
    const Vec2d bend = way.along * way.first, end = bend + way.beyond * (way.reach - way.first);
    const double side = way.radius + static_cast<double>(world.widest) + way.margin;
    const bool bends = way.reach > way.first;
    // Around the way and what is beside it, but not behind or before.
    Vec2d beside{std::abs(way.along.y) * side, std::abs(way.along.x) * side};
    if (bends) {
        beside.x = std::max(beside.x, std::abs(way.beyond.y) * side);
        beside.y = std::max(beside.y, std::abs(way.beyond.x) * side);
    }
    const Vec2d low = Vec2d{std::min({0.0, bend.x, end.x}), std::min({0.0, bend.y, end.y})} - beside;
    const Vec2d high = Vec2d{std::max({0.0, bend.x, end.x}), std::max({0.0, bend.y, end.y})} + beside;
    const auto wide_of = [&](Row row) {
        return way.radius + static_cast<double>(world.motion[row].radius) + way.margin;
    };
    // Round a short ring somebody who is near behind is also ahead.
    const auto around = [&](double along, double length) {
        return length > 0 && 2 * way.reach > length && std::abs(along) > kSameWay ? std::copysign(length, along) : 0.0;
    };
    const Vec2d round{around(way.along.x, world.periodic.x), around(way.along.y, world.periodic.y)};
    Leader best;
    best.ahead = way.reach;
    // Most of those looked at are behind, beside, or farther than somebody found before: they are dropped first.
    look_in_box(world, cells, self, way.at, low, high, [&](Row row, Vec2d p) {
        if (round != Vec2d{} && dot(way.along, p) <= 0) p += round;
        Leader found{row, dot(way.along, p), way.along, cross(way.along, p)};
        const double across = std::abs(found.across);
        const bool on_first = found.ahead > 0 && found.ahead >= across &&
                              found.ahead <= std::min(way.first, best.ahead) && across < wide_of(row);
        if (!on_first) {
            if (!bends) return;
            const double past = dot(way.beyond, p - bend), aside = cross(way.beyond, p - bend);
            if (past <= 0 || way.first + past > best.ahead || std::abs(aside) >= wide_of(row)) return;
            found = {row, way.first + past, way.beyond, aside};
        }
        if (best && found.ahead == best.ahead) {
            const double aside = std::abs(found.across), other = std::abs(best.across);
            if (aside > other || (aside == other && world.motion[row].id > world.motion[best.row].id)) return;
        }
        const Self& other = world.self[row];
        if (!walks(world, other) || dot(found.along, Vec2d{other.heading_x, other.heading_y}) < kSameWay) return;
        best = found;
    });
    return best;
}

}  // namespace sidestep
