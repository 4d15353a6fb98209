// From a scenario to agents in the world.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "map/scene_map.h"
#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/draw.h"
#include "world/populate.h"

namespace sidestep {

Simulation::Engine::Engine(Scenario scenario_in, int threads)
    : scenario(std::move(scenario_in)),
      map(map_of(scenario)),
      slow(scenario.regions),
      workers(threads),
      form(group_former()),
      search(neighbour_search()),
      route(direct_route()),
      move(mover()),
      sources(scenario.sources.size()),
      worker(static_cast<std::size_t>(workers.threads())),
      began(std::chrono::steady_clock::now()) {
    for (const NamedReactions& named : scenario.reactions) reactions.push_back(named.table);
    for (const DoorSpec& door : scenario.doors) door_closed.push_back(door.closed);
    map.close_doors(closed_doors());
    prepare_planning();
    populate();
}

WorldView Simulation::Engine::view() const {
    const int n = sub_steps();
    return {world.now.place.data(),
            world.now.motion.data(),
            world.now.self.data(),
            world.size(),
            world.values(),
            world.widest(),
            &map,
            scenario.map.periodic,
            time_at(steps, sub_step),
            static_cast<float>(scenario.dt / n),
            steps * static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(sub_step),
            scenario.seed,
            reactions.data(),
            companions.empty() ? nullptr : &companions};
}

double Simulation::Engine::time_at(std::uint64_t step, int sub) const {
    return scenario.dt * (static_cast<double>(step) + static_cast<double>(sub) / sub_steps());
}

int Simulation::Engine::sub_steps() const {
    if (scenario.dt <= max_dt * (1 + 1e-9)) return 1;
    return static_cast<int>(std::ceil(scenario.dt / max_dt - 1e-9));
}

bool Simulation::Engine::anybody_walks() const {
    return std::any_of(world.now.self.begin(), world.now.self.end(),
                       [](const Self& s) { return (s.flags & flag::arrived) == 0; });
}

std::uint8_t Simulation::Engine::kind_of(const ProfileSpec& profile, const Model& model) {
    NeighbourSpec neighbours = profile.neighbours.value_or(model.info().neighbours);
    // Nothing to hide behind: no need to look at everybody in range and filter.
    if (map.empty() && scenario.doors.empty()) neighbours.hidden_by_walls = false;
    const Kind::Way way = profile.route.over_cells()                                 ? Kind::Way::cells
                          : planner && profile.route.kind != RouteSpec::Kind::direct ? Kind::Way::portals
                                                                                     : Kind::Way::straight;
    const NarrowestView narrowest{way == Kind::Way::portals ? sin_cos(profile.route.cone_min_angle * (kPi / 180)).sin
                                                            : 0};
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) {
        return kind.model == &model && kind.neighbours == neighbours && kind.way == way &&
               kind.narrowest.sine == narrowest.sine;
    });
    if (found == kinds.end()) {
        if (kinds.size() == kEverybody) {
            throw InputError({.message = "profiles combine too many models, kinds of neighbours and routes",
                              .value = profile.name,
                              .allowed = fmt::format("at most {} combinations", kEverybody),
                              .remedy = "let profiles share \"neighbours\""});
        }
        kinds.push_back({&model, neighbours, way, narrowest});
        return static_cast<std::uint8_t>(kinds.size() - 1);
    }
    return static_cast<std::uint8_t>(found - kinds.begin());
}

AgentHandle Simulation::Engine::add(const Newcomer& n) {
    const ProfileSpec& profile = scenario.profiles[n.profile];
    const Model& m = *model_catalogue()[static_cast<std::size_t>(model_index(profile.model))];
    std::vector<double> values(kCommonCount + m.info().parameters.size());
    draw_values(profile, m.info(), scenario.seed, n.id, values);
    const bool over_cells = profile.route.over_cells();
    if (over_cells && (profile.values.size() <= kGoalRadius || !profile.values[kGoalRadius])) {
        values[kGoalRadius] = chart_parameters()[kGoalTolerance].fallback;
    }
    for (std::size_t i = 0; i < m.info().parameters.size(); ++i) {
        const Parameter& p = m.info().parameters[i];
        if (p.scene_names.empty() ||
            values[kCommonCount + i] < static_cast<double>(p.choices.size() + reactions.size()))
            continue;
        throw InputError({.message = fmt::format("\"{}\" chooses more than the scenario defines", p.name),
                          .value = fmt::format("{}", values[kCommonCount + i]),
                          .allowed = fmt::format("less than {}", p.choices.size() + reactions.size()),
                          .remedy = "add the table to Scenario::reactions"});
    }

    AgentInit init;
    init.id = n.id;
    init.profile = n.profile;
    init.kind = kind_of(profile, m);
    init.memory_bytes = m.info().memory_bytes;
    init.position = n.position;
    init.velocity = n.velocity;
    init.values = values;
    init.wall_range = m.wall_range(values);
    init.shared_values = !profile_varies(profile, m.info());
    init.start_time = n.start_time;
    init.goal = n.target.goal >= 0 ? chosen_goal(scenario, n.target.goal, n.position) : -1;
    if (init.goal >= 0) {
        const GoalSpec& goal = scenario.goals[static_cast<std::size_t>(init.goal)];
        init.way_point = way_point(scenario, map, init.goal, n.id, n.position, 0);
        init.exits = goal.exit;
        init.region_goal = !goal.region.empty() && !goal.wander;
    } else {
        init.way_point = n.target.is_offset ? n.position + n.target.value : n.target.value;
        init.exits = n.target.exit;
    }
    const double radius = planned_radius(profile, values[kRadius]);
    if (over_cells) {
        const std::string pointer = n.entry < 0 ? "" : fmt::format("/agents/{}", n.entry);
        chart_goals(n.profile, radius, n.target, n.position, pointer.empty() ? "" : pointer + "/goal");
        if (n.must_have_way) check_way(profile, radius, init.goal, init.way_point, n.position, pointer);
    }
    if (kinds[init.kind].neighbours.provider == NeighbourSpec::Provider::graph) {
        graph_range = std::max(graph_range, values[kNeighbourRange]);
    }
    if (m.info().max_dt != nullptr) max_dt = std::min(max_dt, m.info().max_dt(values));
    next_id = std::max(next_id, n.id + 1);
    const std::string& group = *group_names.emplace(n.group).first;
    if (!group.empty()) companions.join(n.id, group);
    created.push_back(
        {n.id, static_cast<float>(values[kRadius]), n.profile, static_cast<std::int16_t>(n.target.goal), &group});
    init.plans = kinds[init.kind].plans();
    const std::uint8_t search_number =
        init.plans && !over_cells ? planner->search_for(profile.route, radius) : std::uint8_t{0};
    const AgentHandle handle = world.add(init);
    if (init.plans) {
        const auto row = static_cast<Row>(world.size() - 1);
        world.route_of(row).search = search_number;
        world.route_of(row).walk.body_radius = radius;
        new_goal(row, init.goal == n.target.goal ? -1 : n.target.goal);
    }
    return handle;
}

void Simulation::Engine::populate() {
    const std::vector<Placement> placements = sidestep::populate(scenario, map, model_infos());
    chart_sources();
    for (const Placement& p : placements) {
        add({p.id, static_cast<std::uint16_t>(p.profile), p.position, p.velocity, p.target, p.start_delay,
             scenario.agents[static_cast<std::size_t>(p.entry)].group, p.entry, true});
    }
}

}  // namespace sidestep
