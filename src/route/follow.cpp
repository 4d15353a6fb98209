#include "route/follow.h"

#include <algorithm>

namespace sidestep {

namespace {

constexpr double kCrossed = 1e-3;  // m before a portal's line where it counts as crossed
// Who has just crossed a portal is not outside the cell behind it; wider than kCrossed.
constexpr double kInside = 2e-3;

}  // namespace

bool PortalGround::contains(std::uint32_t cell, Vec2d p, double tolerance) const {
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

Gate PortalGround::gate(std::uint32_t portal, std::uint32_t cell) const {
    const Subdivision::Portal& p = cells().portals[portal];
    const Vec2d a = cells().place(p.a), b = cells().place(p.b);
    return p.cells[0] == cell ? Gate{a, b} : Gate{b, a};
}

void keep_up(const PortalGround& ground, RouteMemory& m, Vec2d at, std::uint32_t step) {
    const auto count = static_cast<std::uint32_t>(m.portals.size());
    if (!m.off_path) {
        while (m.next < count && has_crossed(ground.gate(m.portals[m.next], m.cell), at, kCrossed)) {
            m.cell = ground.beyond(m.portals[m.next], m.cell);
            ++m.next;
        }
        if (m.cell != kNoCell && ground.contains(m.cell, at, kInside)) return;
    }
    const std::uint32_t here = ground.locate(at);
    std::uint32_t cell = m.cell;
    m.off_path = false;
    for (std::uint32_t k = m.next; k < count; ++k) {  // pushed on
        cell = ground.beyond(m.portals[k], cell);
        if (cell != here) continue;
        m.next = k + 1;
        m.cell = cell;
        return;
    }
    cell = m.cell;
    for (std::uint32_t k = m.next; cell != here && k > 0; --k) {  // pushed back
        cell = ground.beyond(m.portals[k - 1], cell);
        if (cell != here) continue;
        m.next = k - 1;
        m.cell = cell;
    }
    if (cell == here) return;
    m.off_path = true;
    m.want(step);
}

double way_left(const PortalGround& ground, const RouteMemory& m, Vec2d at, double radius) {
    double sum = 0;
    std::uint32_t cell = m.cell;
    for (std::size_t k = m.next; k < m.portals.size(); ++k) {
        const Gate gate = shrunk(ground.gate(m.portals[k], cell), radius);
        cell = ground.beyond(m.portals[k], cell);
        const Vec2d across = gate.left - gate.right;
        const double length2 = norm_squared(across);
        const double share = length2 > 0 ? std::clamp(dot(at - gate.right, across) / length2, 0.0, 1.0) : 0.0;
        const Vec2d through = gate.right + across * share;
        sum += norm(through - at);
        at = through;
    }
    return sum + norm(m.target - at);
}

LookAhead look_ahead(const PortalGround& ground, const RouteMemory& m, Vec2d at, double radius,
                     NarrowestView narrowest) {
    if (m.off_path) {
        // Back to where the way goes on, until there is another plan.
        const bool last = m.next >= m.portals.size();
        const Gate next = last ? Gate{m.target, m.target} : ground.gate(m.portals[m.next], m.cell);
        return look_ahead(at, 0, [&](std::size_t) { return next; }, (next.right + next.left) * 0.5, narrowest);
    }
    std::uint32_t cell = m.cell;
    const auto gate = [&](std::size_t k) {
        const std::uint32_t portal = m.portals[m.next + k];
        const Gate g = ground.gate(portal, cell);
        cell = ground.beyond(portal, cell);
        return shrunk(g, radius);
    };
    return look_ahead(at, m.portals.size() - m.next, gate, m.target, narrowest);
}

}  // namespace sidestep
