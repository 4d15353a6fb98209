#include "route/follow.h"

#include <algorithm>

namespace sidestep {

namespace {

constexpr double kCrossed = 1e-3;  // m before a portal's line where it counts as crossed
// Who has just crossed a portal is not outside the cell behind it; wider than kCrossed.
constexpr double kInside = 2e-3;

}  // namespace

bool Ways::contains(std::uint32_t cell, Vec2d p, double tolerance) const {
    const Subdivision& map = cells();
    const std::span<const Subdivision::Side> sides = map.sides_of(cell);
    Vec2d a = map.place(sides.back().point);
    for (const Subdivision::Side& side : sides) {
        const Vec2d b = map.place(side.point);
        const double outside = cross(p - a, b - a);
        if (outside > 0 && outside * outside > tolerance * tolerance * norm_squared(b - a)) return false;
        a = b;
    }
    return true;
}

Gate Ways::gate(std::uint32_t portal, std::uint32_t cell) const {
    const Subdivision::Portal& p = cells().portals[portal];
    const Vec2d a = cells().place(p.a), b = cells().place(p.b);
    return p.cells[0] == cell ? Gate{a, b} : Gate{b, a};
}

void keep_up(const Ways& ways, RouteMemory& m, Vec2d at, std::uint32_t step) {
    const auto count = static_cast<std::uint32_t>(m.portals.size());
    if (!m.off_path) {
        while (m.next < count && has_crossed(ways.gate(m.portals[m.next], m.cell), at, kCrossed)) {
            m.cell = ways.beyond(m.portals[m.next], m.cell);
            ++m.next;
        }
        if (m.cell != kNoCell && ways.contains(m.cell, at, kInside)) return;
    }
    const std::uint32_t here = ways.locate(at);
    std::uint32_t cell = m.cell;
    m.off_path = false;
    for (std::uint32_t k = m.next; k < count; ++k) {  // pushed on
        cell = ways.beyond(m.portals[k], cell);
        if (cell != here) continue;
        m.next = k + 1;
        m.cell = cell;
        return;
    }
    cell = m.cell;
    for (std::uint32_t k = m.next; cell != here && k > 0; --k) {  // pushed back
        cell = ways.beyond(m.portals[k - 1], cell);
        if (cell != here) continue;
        m.next = k - 1;
        m.cell = cell;
    }
    if (cell == here) return;
    m.off_path = true;
    m.want(step);
}

LookAhead look_ahead(const Ways& ways, const RouteMemory& m, Vec2d at, double radius, NarrowestView narrowest) {
    if (m.off_path) {
        // Back to where the way goes on, until there is another plan.
        const bool last = m.next >= m.portals.size();
        const Gate next = last ? Gate{m.target, m.target} : ways.gate(m.portals[m.next], m.cell);
        return look_ahead(at, 0, [&](std::size_t) { return next; }, (next.right + next.left) * 0.5, narrowest);
    }
    std::uint32_t cell = m.cell;
    const auto gate = [&](std::size_t k) {
        const std::uint32_t portal = m.portals[m.next + k];
        const Gate g = ways.gate(portal, cell);
        cell = ways.beyond(portal, cell);
        return shrunk(g, radius);
    };
    return look_ahead(at, m.portals.size() - m.next, gate, m.target, narrowest);
}

void planned_route(const WorldView& world, const Ways& ways, const MemoryOf& memory_of, std::uint32_t step,
                   NarrowestView narrowest, std::span<Group> groups) {
    for (Group& g : groups) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            RouteMemory& m = memory_of(world.self[g.row[lane]]);
            Vec2d wish{}, way{};
            if (!waits(g, lane, world.time) && m.has_plan()) {
                const Vec2d at{g.place[lane].x, g.place[lane].y};
                keep_up(ways, m, at, step);
                const LookAhead view = look_ahead(ways, m, at, g.radius[lane], narrowest);
                // Nobody walks past a point where it will stop.
                const double most = view.at_goal ? view.distance / world.dt : kUnlimited;
                wish = view.direction * std::min<double>(g.pref_speed[lane], most);
                way = view.direction * view.distance;
            }
            set_wish(g, lane, wish, way);
        }
        repeat_wishes(g);
    }
}

}  // namespace sidestep
