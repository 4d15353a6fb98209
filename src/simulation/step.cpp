// The step: a table of contents. Every stage reads the frozen state and writes the next; stages between sense and avoid
// run block by block, so that a block's neighbours are still in cache when its model wants them.
#include <algorithm>

#include "sense/hide_ignored.h"
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

void Simulation::Engine::Worker::note_overlaps(World& in, const Octet& g, std::uint8_t seen) {
    for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
        deepest = std::max(deepest, static_cast<double>(g.overlap[lane]));
        overlaps += note_overlap(in.now.self[g.row[lane]], g.overlap[lane], seen);
    }
}

void Simulation::Engine::step() {
    just_left.clear();
    happened.clear();
    queues.ended.clear();
    move_doors();
    tell_who_starts();
    play_recordings();
    spawn();
    lead_followers();
    plan();
    const int n = sub_steps();
    for (sub_step = 0; sub_step < n; ++sub_step) {
        if (sub_step > 0) aim_lines();
        sort();
        link();
        think();
        integrate();
        project_contacts();
        if (sub_step + 1 == n) look_for_headway();
        arrive();
    }
    sub_step = 0;
    ++steps;
    ++changes;
    visit_queues();
    world.history.advance(world.now, workers);
}

void Simulation::Engine::sort() {
    const StageTimer timer(times, Stage::sort);
    agent_steps += sub_step == 0 ? world.size() : 0;
    order.sort(world.now, world.spare, scenario.map.periodic, workers);
    world.rows_moved();
    world.make_step_columns();
}

void Simulation::Engine::link() {
    if (graph_range == 0) return;
    const StageTimer timer(times, Stage::sense);
    graph.rebuild(view(), graph_range, workers);
}

void Simulation::Engine::sense(const WorldView& frozen, const CellOrder& cells, const NeighbourGraph& links,
                               const Kind& kind, SenseScratch& room, BlockScratch& block) const {
    const bool filters = kind.neighbours.filters(!map.empty());
    if (filters) {
        for (Octet& g : block.octets) std::fill_n(g.most, kLanes, 0);  // chosen from all in range
    }
    if (kind.neighbours.provider == NeighbourSpec::Provider::graph) {
        links.gather(frozen, cells, search, block, room.graph);
    } else {
        search(frozen, cells, block);
    }
    if (filters) filter_neighbours(frozen, kind.neighbours, block, room.filter);
    gather_walls(frozen, ValueLayout::wall_range(kind.model->info().parameters.size()), block);
}

void Simulation::Engine::think() {
    const WorldView frozen = view();
    const std::uint8_t overlap_flag = scenario.contacts == Contacts::project ? flag::unparted : flag::overlapping;
    const MemoryOf memory_of = [this](const Self& self) -> RouteMemory& { return world.routes()[self.slot]; };
    workers.for_each(block_count(world.size()), [&](std::size_t block) {
        Worker& w = worker[static_cast<std::size_t>(workers.worker())];
        Self* const selves = world.now.self.data();
        const auto begin = static_cast<Row>(block * kRowsPerBlock);
        const Row end = std::min<Row>(begin + kRowsPerBlock, static_cast<Row>(world.size()));
        if (puppets > 0) still_puppets(begin, end);
        for (std::size_t index = 0; index < kinds.size(); ++index) {
            const Kind& kind = kinds[index];
            const Model& model = *kind.model;
            StageTimer timer(w.times, Stage::sense);
            w.block.clear();
            form(frozen, order, begin, end,
                 kinds.size() == 1 && puppets == 0 ? kEverybody : static_cast<std::uint8_t>(index), w.block.octets);
            if (w.block.octets.empty()) continue;
            sense(frozen, order, graph, kind, w.sensing, w.block);
            for (const Octet& g : w.block.octets) {
                // Unused lanes repeat the first agent.
                for (int lane = 0; lane < kLanes; ++lane) selves[g.row[lane]].window = g.window[lane];
                // As a recording shows them: after any projection.
                if (g.any_overlap || g.had_overlap) w.note_overlaps(world, g, overlap_flag);
            }
            timer.next(Stage::route);
            wish(frozen, order, {world.wishes.data(), memory_of, world.memory(), w.lanes, w.yielding}, w.block);
            timer.next(Stage::avoid);
            model.step({frozen, w.block, world.decisions.data(), world.memory()}, w.model);
            if (!stages.empty() || queues.change_wishes())
                keep_tempo(w.block, world.wishes.data(), world.decisions.data());
            if (impatient > 0) step_aside(frozen, w.block);
        }
    });
}

void Simulation::Engine::wish(const WorldView& frozen, const CellOrder& cells, const WishRoom& room,
                              BlockScratch& block) const {
    limit(frozen, slow, block.octets, room.wishes);
    const auto choose = [&](const auto& is_asked) {
        room.lanes.clear();
        bool anybody = false;
        for (const Octet& g : block.octets) {
            unsigned lanes = 0;
            for (std::uint32_t lane = 0; lane < g.lanes; ++lane) lanes |= unsigned{is_asked(g.profile(lane))} << lane;
            room.lanes.push_back(static_cast<std::uint8_t>(lanes));
            anybody |= lanes != 0;
        }
        return anybody;
    };
    const auto step = static_cast<std::uint32_t>(steps);
    // Where all walk straight and have no intents, octets are all that anybody reads of a lead.
    const bool by_row = routes.size() > 1 || !stages.empty() || impatient > 0 || queues.change_wishes();
    for (std::size_t i = 0; i < routes.size(); ++i) {
        if (routes.size() == 1) {
            room.lanes.clear();
            for (const Octet& g : block.octets) room.lanes.push_back(static_cast<std::uint8_t>(g.used()));
        } else if (!choose([&](std::uint16_t profile) { return route_of_profile[profile] == i; })) {
            continue;
        }
        routes[i]->lead({frozen, block.octets, room.lanes, room.wishes, &world, room.memory_of, step, by_row});
    }
    const RoutesBeyond beyond(*this, frozen, room.memory_of);
    for (const WishStage& stage : stages) {
        if (!choose([&](std::uint16_t profile) { return bool{stage.asked[profile]}; })) continue;
        stage.part->shape(wish_block(frozen, cells, room, block, stage, &beyond));
    }
    if (queues.change_wishes()) lead_lines(frozen, cells, room.wishes, block);
    if (impatient > 0) room.yielding += give_way(frozen, cells, room.wishes, block);
    if (!stages.empty() || queues.change_wishes()) ignored_hider()(room.wishes, block);
    if (by_row) load_wishes(room.wishes, block.octets);
}

WishBlock Simulation::Engine::wish_block(const WorldView& frozen, const CellOrder& cells, const WishRoom& room,
                                         const BlockScratch& block, const WishStage& stage,
                                         const WayBeyond* way) const {
    return {frozen, cells, block, room.lanes, room.wishes, world, room.memory, stage.first_value, stage.first_memory,
            way};
}

void Simulation::Engine::integrate() {
    const MoveContext context{map, scenario.map.periodic, time_at(steps, sub_step + 1),
                              static_cast<float>(scenario.dt / sub_steps()), scenario.goals};
    agent_moves += world.size();
    moves.resize(block_count(world.size()));
    workers.for_each(moves.size(), [&](std::size_t block) {
        const StageTimer timer(worker[static_cast<std::size_t>(workers.worker())].times, Stage::integrate);
        const auto begin = static_cast<Row>(block * kRowsPerBlock);
        const Row end = std::min<Row>(begin + kRowsPerBlock, static_cast<Row>(world.size()));
        moves[block].clear();
        move(world, context, begin, end, moves[block]);
        if (puppets > 0) move_puppets(begin, end);
    });
    for (const MoveReport& r : moves) {
        wall_contacts += r.wall_contacts;
        speed_outliers += r.speed_outliers;
        accel_outliers += r.accel_outliers;
    }
}

void Simulation::Engine::tell(EventKind kind, Row row, std::string_view name) {
    const Place p = world.now.place[row];
    happened.push_back({kind, world.now.motion[row].id, {p.x, p.y}, name});
}

void Simulation::Engine::leave(Row row) {
    ++changes;
    leave_queue(world.now.self[row].slot, Visit::Outcome::left, time_at(steps, 0));
    companions.leave(world.now.motion[row].id);
    led.erase(world.now.motion[row].id);
    const Self& self = world.now.self[row];
    if ((self.flags & flag::puppet) != 0) {
        puppet_target[self.slot].is_puppet = false;
        --puppets;
    }
    world.remove(row);
}

void Simulation::Engine::take_up(Row row, int goal) {
    const Place p = world.now.place[row];
    const int next = chosen_goal(scenario, goal, {p.x, p.y});
    head_for(world.now.self[row], scenario.goals[static_cast<std::size_t>(next)], next,
             way_point(scenario, map, next, world.now.motion[row].id, {p.x, p.y}, view().step + 1));
    new_goal(row, next == goal ? -1 : goal);
}

void Simulation::Engine::go_out(Row row) {
    const Place p = world.now.place[row];
    const Self& self = world.now.self[row];
    left_outside += is_outside(row);
    just_left.push_back({world.now.motion[row].id, {p.x, p.y}, {self.heading_x, self.heading_y}});
    const bool named = self.goal >= 0;
    tell(EventKind::left, row, named ? std::string_view(scenario.goals[static_cast<std::size_t>(self.goal)].name) : "");
}

void Simulation::Engine::project_contacts() {
    if (scenario.contacts != Contacts::project) return;
    const StageTimer timer(times, Stage::contacts);
    double farthest = 0;
    for (const MoveReport& r : moves) farthest = std::max(farthest, r.farthest);
    const ContactReport seen = contacts.project(world, map, scenario.map.periodic, order, farthest,
                                                static_cast<float>(scenario.dt / sub_steps()), workers);
    speed_outliers += seen.speed_outliers;
}

void Simulation::Engine::arrive() {
    const StageTimer timer(times, Stage::arrive);
    if (sub_step + 1 == sub_steps()) tremors.look(world, scenario.map.periodic, time_at(steps + 1, 0), scenario.dt);
    std::vector<MoveReport::Told> arrived;
    for (const MoveReport& r : moves) arrived.insert(arrived.end(), r.arrived.begin(), r.arrived.end());
    const bool judged = std::any_of(routes.begin(), routes.end(), [](const auto& r) { return r->judges_arrival(); });
    for (Row row = 0; judged && row < world.size(); ++row) {
        const Self& self = world.now.self[row];
        const RouteProvider& route = route_of(self);
        if (!route.judges_arrival() || (self.flags & flag::arrived) != 0) continue;
        if (route.has_arrived(world, row)) arrived.push_back({world.now.motion[row].id, row});
    }
    // Rows have no order of their own; what happens must not depend on it. Who crossed the line may also be near
    // enough.
    std::sort(arrived.begin(), arrived.end());
    arrived.erase(std::unique(arrived.begin(), arrived.end()), arrived.end());
    const std::uint64_t draw = view().step + 1;
    std::vector<Row> gone;
    for (const auto& [id, row] : arrived) {
        Self& self = world.now.self[row];
        if ((self.flags & flag::led) != 0) continue;
        const GoalSpec* goal = self.goal >= 0 ? &scenario.goals[static_cast<std::size_t>(self.goal)] : nullptr;
        if (goal != nullptr && goal->queue) continue;  // there one does not arrive, but waits
        const Place p = world.now.place[row];
        const std::string_view name = goal != nullptr ? std::string_view(goal->name) : std::string_view();
        tell(EventKind::arrived, row, name);
        if (goal != nullptr && goal->wander) {
            head_for(self, *goal, self.goal, way_point(scenario, map, self.goal, id, {p.x, p.y}, draw));
            new_goal(row, -1);
        } else if (goal != nullptr && goal->next >= 0) {
            take_up(row, goal->next);
        } else if ((self.flags & flag::exits) != 0) {
            go_out(row);
            gone.push_back(row);
        } else {
            self.flags |= flag::arrived;
            tell(EventKind::waits, row, name);
        }
    }
    // The last row takes the place of one that leaves: from the last on, none of the others moves.
    std::sort(gone.begin(), gone.end(), std::greater<>());
    for (const Row row : gone) leave(row);
}

}  // namespace sidestep
