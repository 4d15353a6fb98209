#include "route/follow.h"

#include <algorithm>

namespace sidestep {

namespace {

constexpr double kCrossed = 1e-3;  // m before a portal's line where it counts as crossed
// Who has just crossed a portal is not outside the cell behind it; wider than kCrossed.
constexpr double kInside = 2e-3;
// How far aside somebody walks to its place in a goal region, for each metre before it.
constexpr double kAside = 4;

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

namespace {

/// Back to where the way goes on, until there is another plan.
LookAhead look_back(const PortalGround& ground, const RouteMemory& m, Vec2d at) {
    const bool last = m.next >= m.portals.size();
    const Gate next = last ? Gate{m.target, m.target} : ground.gate(m.portals[m.next], m.cell);
    return taut::towards((next.right + next.left) * 0.5 - at);
}

/// The portals ahead, to be asked for one after the other.
class GatesAhead {
public:
    GatesAhead(const PortalGround& ground, const RouteMemory& m) : ground_(ground), m_(m), cell_(m.cell) {}
    std::size_t count() const { return m_.portals.size() - m_.next; }
    Gate operator()(std::size_t k) {
        const std::uint32_t portal = m_.portals[m_.next + k];
        const Gate g = ground_.gate(portal, cell_);
        cell_ = ground_.beyond(portal, cell_);
        return g;
    }

private:
    const PortalGround& ground_;
    const RouteMemory& m_;
    std::uint32_t cell_;
};

/// Corners of the cell somebody is in that bound no portal ahead.
void keep_off_cell(LookAhead& view, const PortalGround& ground, std::uint32_t cell, Vec2d at, double radius) {
    if (cell == kNoCell) return;
    for (const Subdivision::Side& side : ground.cells().sides_of(cell)) {
        keep_off(view, ground.cells().place(side.point) - at, radius);
    }
}

}  // namespace

LookAhead look_taut(const PortalGround& ground, const RouteMemory& m, Vec2d at, double radius) {
    if (m.off_path) return look_back(ground, m, at);
    GatesAhead gates(ground, m);
    LookAhead view = look_taut(at, gates.count(), gates, m.target, radius);
    keep_off_cell(view, ground, m.cell, at, radius);
    return view;
}

LookAhead look_taut(const PortalGround& ground, const RouteMemory& m, Vec2d at, double radius, Vec2d nearest) {
    if (m.off_path || m.next < m.portals.size()) return look_taut(ground, m, at, radius);
    const double before = norm(nearest - at), aside = norm(m.target - nearest);
    // In the cell, which is convex, nothing is between.
    if (aside <= kAside * before || !ground.contains(m.cell, nearest, kInside)) return look_taut(ground, m, at, radius);
    LookAhead view = taut::towards(nearest + (m.target - nearest) * (kAside * before / aside) - at);
    keep_off_cell(view, ground, m.cell, at, radius);
    view.distance += aside - kAside * before;
    return view;
}

Vec2d beyond_bend(const PortalGround& ground, const RouteMemory& m, Vec2d bend, double radius) {
    if (m.off_path) return {};
    const auto count = static_cast<std::uint32_t>(m.portals.size());
    std::uint32_t cell = m.cell, next = m.next;
    while (next < count && has_crossed(ground.gate(m.portals[next], cell), bend, kCrossed)) {
        cell = ground.beyond(m.portals[next++], cell);
    }
    const auto gate = [&](std::size_t k) {
        const Gate g = ground.gate(m.portals[next + k], cell);
        cell = ground.beyond(m.portals[next + k], cell);
        return g;
    };
    const LookAhead view = look_taut(bend, count - next, gate, m.target, radius);
    return view.at_goal && view.distance < radius ? Vec2d{} : view.direction;
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
    if (m.off_path) return look_back(ground, m, at);
    GatesAhead gates(ground, m);
    const auto gate = [&](std::size_t k) { return shrunk(gates(k), radius); };
    return look_ahead(at, gates.count(), gate, m.target, narrowest);
}

}  // namespace sidestep
