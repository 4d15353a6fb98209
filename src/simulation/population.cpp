// From a scenario to agents in the world.
#include <algorithm>
#include <cmath>

#include "map/scene_map.h"
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
            scenario.seed};
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

AgentHandle Simulation::Engine::add(const Newcomer& n) {
    const ProfileSpec& profile = scenario.profiles[n.profile];
    const int model = model_index(profile.model);
    const Model& m = *model_catalogue()[static_cast<std::size_t>(model)];
    std::vector<double> values(kCommonCount + m.info().parameters.size());
    draw_values(profile, m.info(), scenario.seed, n.id, values);

    AgentInit init;
    init.id = n.id;
    init.profile = n.profile;
    init.model = static_cast<std::uint8_t>(model);
    init.position = n.position;
    init.velocity = n.velocity;
    init.values = values;
    init.wall_range = m.wall_range(values);
    init.shared_values = !profile_varies(profile, m.info());
    init.start_time = n.start_time;
    init.goal = n.target.goal;
    if (n.target.goal >= 0) {
        const GoalSpec& goal = scenario.goals[static_cast<std::size_t>(n.target.goal)];
        init.way_point = way_point(scenario, map, n.target.goal, n.id, n.position, 0);
        init.exits = goal.exit;
        init.region_goal = !goal.region.empty() && !goal.wander;
    } else {
        init.way_point = n.target.is_offset ? n.position + n.target.value : n.target.value;
        init.exits = n.target.exit;
    }
    if (m.info().max_dt != nullptr) max_dt = std::min(max_dt, m.info().max_dt(values));
    models_present |= 1u << model;
    next_id = std::max(next_id, n.id + 1);
    ++agents_created;
    return world.add(init);
}

void Simulation::Engine::populate() {
    for (const Placement& p : sidestep::populate(scenario, map, model_infos())) {
        add({p.id, static_cast<std::uint16_t>(p.profile), p.position, p.velocity, p.target, p.start_delay});
    }
}

}  // namespace sidestep
