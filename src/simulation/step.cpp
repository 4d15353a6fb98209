// The step: a table of contents. Every stage reads the frozen state and writes the next; stages between sense and avoid
// run block by block, so that a block's neighbours are still in cache when its model wants them.
#include <algorithm>

#include "sense/overlap.h"
#include "simulation/engine.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr Row kRowsPerBlock = 256;

std::size_t block_count(std::size_t rows) {
    return (rows + kRowsPerBlock - 1) / kRowsPerBlock;
}

}  // namespace

void Simulation::Engine::Worker::note_overlaps(World& in, const Group& g) {
    for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
        deepest = std::max(deepest, static_cast<double>(g.overlap[lane]));
        overlaps += note_overlap(in.now.self[g.row[lane]], g.overlap[lane]);
    }
}

void Simulation::Engine::step() {
    just_left.clear();
    move_doors();
    spawn();
    plan();
    const int n = sub_steps();
    for (sub_step = 0; sub_step < n; ++sub_step) {
        sort();
        link();
        think();
        integrate();
        project_contacts();
        arrive();
    }
    sub_step = 0;
    ++steps;
}

void Simulation::Engine::sort() {
    const StageTimer timer(times, Stage::sort);
    agent_steps += sub_step == 0 ? world.size() : 0;
    cells.sort(world.now, world.spare, scenario.map.periodic, workers);
    world.rows_moved();
    world.decisions.resize(world.size());
}

void Simulation::Engine::link() {
    if (graph_range == 0) return;
    const StageTimer timer(times, Stage::sense);
    graph.rebuild(view(), graph_range, workers);
}

void Simulation::Engine::sense(const WorldView& frozen, const CellOrder& order, const NeighbourGraph& links,
                               const Kind& kind, SenseScratch& room, BlockScratch& block) const {
    const bool filters = kind.neighbours.filters(!map.empty());
    if (filters) {
        for (Group& g : block.groups) std::fill_n(g.most, kLanes, 0);  // chosen from all in range
    }
    if (kind.neighbours.provider == NeighbourSpec::Provider::graph) {
        links.gather(frozen, order, search, block, room.graph);
    } else {
        search(frozen, order, block);
    }
    if (filters) filter_neighbours(frozen, kind.neighbours, block, room.filter);
    gather_walls(frozen, ValueLayout::wall_range(kind.model->info().parameters.size()), block);
}

void Simulation::Engine::think() {
    const WorldView frozen = view();
    const MemoryOf memory_of = [this](const Self& self) -> RouteMemory& { return world.routes()[self.slot]; };
    const bool measures_overlap = scenario.contacts != Contacts::project;  // which measures before projecting
    workers.for_each(block_count(world.size()), [&](std::size_t block) {
        Worker& w = worker[static_cast<std::size_t>(workers.worker())];
        Self* const selves = world.now.self.data();
        const auto begin = static_cast<Row>(block * kRowsPerBlock);
        const Row end = std::min<Row>(begin + kRowsPerBlock, static_cast<Row>(world.size()));
        for (std::size_t index = 0; index < kinds.size(); ++index) {
            const Kind& kind = kinds[index];
            const Model& model = *kind.model;
            StageTimer timer(w.times, Stage::sense);
            w.block.clear();
            form(frozen, cells, begin, end, kinds.size() == 1 ? kEverybody : static_cast<std::uint8_t>(index),
                 w.block.groups);
            if (w.block.groups.empty()) continue;
            sense(frozen, cells, graph, kind, w.sensing, w.block);
            for (const Group& g : w.block.groups) {
                // Unused lanes repeat the first agent.
                for (int lane = 0; lane < kLanes; ++lane) selves[g.row[lane]].window = g.window[lane];
                if (measures_overlap && (g.any_overlap || g.had_overlap)) w.note_overlaps(world, g);
            }
            timer.next(Stage::route);
            lead(frozen, kind, memory_of, w.block.groups);
            timer.next(Stage::avoid);
            model.step({frozen, w.block, world.decisions.data(), world.memory()}, w.model);
        }
    });
}

void Simulation::Engine::lead(const WorldView& frozen, const Kind& kind, const MemoryOf& memory_of,
                              std::span<Group> groups) const {
    route(frozen, slow, groups);
    const auto step = static_cast<std::uint32_t>(steps);
    switch (kind.way) {
        case Kind::Way::straight:
            return;
        case Kind::Way::portals:
            return planned_route(frozen, planner->ways(), memory_of, step, kind.narrowest, groups);
        case Kind::Way::cells:
            return cell_routes->lead(frozen, memory_of, step, groups);
    }
}

void Simulation::Engine::integrate() {
    const MoveContext context{
        map,
        scenario.map.periodic,
        time_at(steps, sub_step + 1),
        static_cast<float>(scenario.dt / sub_steps()),
        scenario.goals,
        slow.empty() ? nullptr : std::function<float(Vec2d)>([this](Vec2d p) { return slow.factor(p); })};
    moves.resize(block_count(world.size()));
    workers.for_each(moves.size(), [&](std::size_t block) {
        const StageTimer timer(worker[static_cast<std::size_t>(workers.worker())].times, Stage::integrate);
        const auto begin = static_cast<Row>(block * kRowsPerBlock);
        moves[block].clear();
        move(world, context, begin, std::min<Row>(begin + kRowsPerBlock, static_cast<Row>(world.size())), moves[block]);
    });
    for (const MoveReport& r : moves) {
        wall_contacts += r.wall_contacts;
        speed_outliers += r.speed_outliers;
        accel_outliers += r.accel_outliers;
    }
}

void Simulation::Engine::project_contacts() {
    if (scenario.contacts != Contacts::project) return;
    const StageTimer timer(times, Stage::contacts);
    double farthest = 0;
    for (const MoveReport& r : moves) farthest = std::max(farthest, r.farthest);
    const ContactReport seen = contacts.project(world, map, scenario.map.periodic, cells, farthest,
                                                static_cast<float>(scenario.dt / sub_steps()), workers);
    deepest = std::max(deepest, seen.deepest);
    overlaps += seen.begins;
    speed_outliers += seen.speed_outliers;
}

void Simulation::Engine::arrive() {
    const StageTimer timer(times, Stage::arrive);
    std::vector<AgentId> arrived;
    for (const MoveReport& r : moves) arrived.insert(arrived.end(), r.arrived.begin(), r.arrived.end());
    for (Row row = 0; cell_routes && row < world.size(); ++row) {
        const Self& self = world.now.self[row];
        if (kinds[self.kind].way != Kind::Way::cells || (self.flags & flag::arrived) != 0) continue;
        const Place p = world.now.place[row];
        if (cell_routes->crossed_goal(self, world.route_of(row), {p.x, p.y})) {
            arrived.push_back(world.now.motion[row].id);
        }
    }
    // Rows have no order of their own; what happens must not depend on it. Who crossed the line may also be near
    // enough.
    std::sort(arrived.begin(), arrived.end());
    arrived.erase(std::unique(arrived.begin(), arrived.end()), arrived.end());
    const std::uint64_t draw = view().step + 1;
    for (const AgentId id : arrived) {
        const Row row = *world.row_of(world.handle_of(id));
        Self& self = world.now.self[row];
        const GoalSpec* goal = self.goal >= 0 ? &scenario.goals[static_cast<std::size_t>(self.goal)] : nullptr;
        const Place p = world.now.place[row];
        if (goal != nullptr && goal->wander) {
            head_for(self, *goal, self.goal, way_point(scenario, map, self.goal, id, {p.x, p.y}, draw));
            new_goal(row, -1);
        } else if (goal != nullptr && goal->next >= 0) {
            const int next = chosen_goal(scenario, goal->next, {p.x, p.y});
            head_for(self, scenario.goals[static_cast<std::size_t>(next)], next,
                     way_point(scenario, map, next, id, {p.x, p.y}, draw));
            new_goal(row, next == goal->next ? -1 : goal->next);
        } else if ((self.flags & flag::exits) != 0) {
            left_outside += is_outside(row);
            just_left.push_back({id, {p.x, p.y}, {self.heading_x, self.heading_y}});
            world.remove(row);
        } else {
            self.flags |= flag::arrived;
        }
    }
}

}  // namespace sidestep
