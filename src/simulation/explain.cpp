// Why agents will do what they do: their decisions, taken once more on a copy of the state.
#include <algorithm>
#include <cstring>

#include "simulation/engine.h"

namespace sidestep {

namespace {

/// The portals ahead, the cone that is looked through and where it leads. Drawings are relative to the agent.
void draw_way(const Ways& ways, const RouteMemory& way, Vec2d at, double radius, NarrowestView narrowest,
              Drawing& draw) {
    if (!way.has_plan()) return;
    const LookAhead view = look_ahead(ways, way, at, radius, narrowest);
    std::uint32_t cell = way.cell;
    Vec2d from{};
    for (std::size_t k = way.next; k < way.portals.size(); ++k) {
        const Gate gate = ways.gate(way.portals[k], cell);
        cell = ways.beyond(way.portals[k], cell);
        draw.segment(Role::limit, "portal", gate.right - at, gate.left - at, norm(gate.left - gate.right),
                     unit_name::length);
        const Vec2d to = (gate.right + gate.left) * 0.5 - at;
        draw.segment(Role::goal, "way", from, to, norm(to - from), unit_name::length);
        from = to;
    }
    draw.segment(Role::goal, "way", from, way.target - at, norm(way.target - at - from), unit_name::length);
    for (const Vec2d border : {view.right, view.left}) {
        if (view.gates > 0) {
            draw.segment(Role::limit, "cone", {}, border * view.distance, view.distance, unit_name::length);
        }
    }
    draw.point(Role::wish, "way point", view.direction * view.distance, view.distance, unit_name::length);
}

/// By charts the heading they give and where it leads, the circle of the turns at this speed, and the wish; along the
/// grid the corners ahead. Taken once more from the memory of before the step, as the step does.
void draw_walk(const CellRoutes& routes, RouteMemory way, const Self& self, const Group& g, const WorldView& frozen,
               Drawing& draw) {
    if (!way.has_plan() || waits(g, 0, frozen.time)) return;
    const CellRoutes::Wish wish = routes.wish_of(self, way, g, 0, frozen.dt, way.due);
    const Vec2d at{g.place[0].x, g.place[0].y};
    const ChartChoice& choice = wish.choice;
    if (!choice.found) return;
    Vec2d from{};
    for (std::size_t k = way.next; k < way.corners.size(); ++k) {
        const Vec2d to = way.corners[k] - at;
        draw.segment(Role::goal, "way", from, to, norm(to - from), unit_name::length);
        from = to;
    }
    if (way.corners.empty()) {
        const ChartSet& charts = routes.charts(way.walk.charts);
        draw.vector(Role::goal, "chart heading", choice.direction * choice.speed, unit_name::velocity);
        draw.point(Role::goal, "subgoal", wish.way, choice.left, unit_name::length);
        // On the side to which the chart turns it.
        const double side = cross(way.walk.heading, choice.direction) < 0 ? -1 : 1;
        const double radius = charts.radius(choice.chart);
        draw.circle(Role::limit, "turning radius", left_of(way.walk.heading) * (side * radius), radius,
                    unit_name::length);
    }
    draw.circle(Role::limit, "desired speed", {}, choice.speed, unit_name::velocity);
    draw.vector(Role::wish, "desired velocity", wish.velocity, unit_name::velocity);
}

}  // namespace

std::vector<Explanation> Simulation::Engine::explain(std::span<const AgentId> ids) const {
    std::vector<AgentId> wanted;
    for (const AgentId id : ids) {
        if (world.handle_of(id)) wanted.push_back(id);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    if (wanted.empty()) return {};

    // Sorting a copy, cell order included: when cells are laid out anew decides how positions are rounded for
    // searching, and a run must not depend on who looked at it. It also makes the lists those of the next step.
    AgentColumns now = world.now, spare;
    CellOrder order = cells;
    Workers alone(1);
    order.sort(now, spare, scenario.map.periodic, alone);
    WorldView frozen = view();
    frozen.place = now.place.data();
    frozen.motion = now.motion.data();
    frozen.self = now.self.data();

    NeighbourGraph links;
    if (graph_range > 0) links.rebuild(frozen, graph_range, alone);

    std::vector<Explanation> all;
    BlockScratch scratch;
    SenseScratch room;
    std::vector<MemoryPool::Unit> remembered;
    std::vector<std::uint32_t> first;
    for (Row row = 0; row < now.size(); ++row) {
        const AgentId id = now.motion[row].id;
        if (!std::binary_search(wanted.begin(), wanted.end(), id)) continue;
        const Kind& kind = kinds[now.self[row].kind];
        const Model& model = *kind.model;
        // A group of one: nothing depends on who else is in it.
        scratch.clear();
        form(frozen, order, row, row + 1, kEverybody, scratch.groups);
        sense(frozen, order, links, kind, room, scratch);
        // Its way as well: whoever walks on forgets what is behind.
        RouteMemory way, before;
        if (kind.plans()) way = before = world.routes()[now.self[row].slot];
        lead(frozen, kind, [&way](const Self&) -> RouteMemory& { return way; }, scratch.groups);

        Explanation e;
        e.id = id;
        e.frame = static_cast<std::uint32_t>(steps / scenario.record_every);
        e.model = model.info().name;
        e.position = {now.place[row].x, now.place[row].y};
        Drawing draw(e.position);
        if (kind.way == Kind::Way::portals) {
            draw_way(planner->ways(), way, e.position, now.motion[row].radius, kind.narrowest, draw);
        }
        if (kind.way == Kind::Way::cells) {
            draw_walk(*cell_routes, before, now.self[row], scratch.groups.front(), frozen, draw);
        }
        // Its memory as it is: deciding updates it, so it decides on a copy.
        const std::span<const std::byte> memory = world.memory_of(*world.row_of(world.handle_of(id)));
        remembered.assign(memory.size() / sizeof(MemoryPool::Unit) + 1, MemoryPool::Unit{});
        if (!memory.empty()) std::memcpy(remembered.data(), memory.data(), memory.size());
        first.assign(now.self[row].slot + 1, 0);
        model.explain({frozen, scratch, nullptr, {remembered.data(), first.data()}}, 0, 0, draw);
        e.shapes = draw.take();
        all.push_back(std::move(e));
    }
    std::sort(all.begin(), all.end(), [](const Explanation& a, const Explanation& b) { return a.id < b.id; });
    return all;
}

std::vector<Explanation> Simulation::explain(std::span<const AgentId> ids) const {
    return engine_->explain(ids);
}

std::optional<Explanation> Simulation::explain(AgentId id) const {
    std::vector<Explanation> one = engine_->explain({&id, 1});
    if (one.empty()) return {};
    return std::move(one.front());
}

}  // namespace sidestep
