// Why agents will do what they do: their decisions, taken once more on a copy of the state.
#include <algorithm>
#include <cstring>

#include "simulation/engine.h"

namespace sidestep {

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
    CellOrder cells = order;
    Workers alone(1);
    cells.sort(now, spare, scenario.map.periodic, alone);
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
    std::vector<Wish> wishes(now.size());
    std::vector<std::uint8_t> lanes;
    std::uint64_t yielding = 0;
    for (Row row = 0; row < now.size(); ++row) {
        const AgentId id = now.motion[row].id;
        if (!std::binary_search(wanted.begin(), wanted.end(), id)) continue;
        if ((now.self[row].flags & flag::puppet) != 0) continue;  // decides nothing
        const Kind& kind = kinds[now.self[row].kind];
        const Model& model = *kind.model;
        // An octet of one: nothing depends on who else is in it.
        scratch.clear();
        form(frozen, cells, row, row + 1, kEverybody, scratch.octets);
        sense(frozen, cells, links, kind, room, scratch);
        // Deciding changes what it remembers, so it decides on a copy.
        const Self& self = now.self[row];
        const AgentRecord record = world.pack(*world.row_of(world.handle_of(id)));
        remembered.assign(MemoryPool::units_for(record.memory_bytes) + 1, MemoryPool::Unit{});
        if (!record.memory.empty()) std::memcpy(remembered.data(), record.memory.data(), record.memory.size());
        first.assign(self.slot + 1, 0);
        RouteMemory way = record.way;  // whoever walks on forgets what is behind
        const MemoryOf memory_of = [&way](const Self&) -> RouteMemory& { return way; };
        const WishRoom wish_room{wishes.data(), memory_of, {remembered.data(), first.data()}, lanes, yielding};
        yielding = 0;
        wish(frozen, cells, wish_room, scratch);

        Explanation e;
        e.id = id;
        e.frame = static_cast<std::uint32_t>(steps / scenario.record_every);
        e.model = model.info().name;
        e.position = {now.place[row].x, now.place[row].y};
        Drawing draw(e.position);
        if (waits(*world.row_of(world.handle_of(id)))) {
            const bool arrived = (self.flags & flag::arrived) != 0;
            const double left = self.start_time - time_at(steps, 0);
            draw.point(Role::wish, arrived ? "waits at its goal" : "waits for its start", {}, arrived ? 0 : left,
                       arrived ? std::string_view() : unit_name::time);
        }
        if (yielding > 0) {
            const Wish& w = wishes[row];
            draw.vector(Role::wish, "gives way", {w.vx, w.vy}, unit_name::velocity);
        }
        draw_queue(self, e.position, draw);
        route_of(self).draw(frozen, world, scratch.octets.front(), record.way, way, draw);
        lanes.assign(1, 1);
        const RoutesBeyond beyond(*this, frozen, memory_of);
        for (const WishStage& stage : stages) {
            if (!stage.asked[self.profile]) continue;
            stage.part->explain(wish_block(frozen, cells, wish_room, scratch, stage, &beyond), 0, 0, draw);
        }
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
