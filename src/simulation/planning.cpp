// The planning stage: whose way is planned in a step. What a plan is, is the business of the routes.
#include <algorithm>
#include <cmath>

#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kBlockedAfter = 2;  // s without headway: perhaps there is another way

}  // namespace

void Simulation::Engine::new_goal(Row row, int any) {
    const Slot slot = world.now.self[row].slot;
    if (headway.size() <= slot) headway.resize(slot + 1);
    tremors.make_room(slot);
    headway[slot].forget();
    if (!queues.empty()) any = visit_goal(row, any);
    if (!world.plans(row)) return;
    RouteMemory& m = world.route_of(row);
    m.any = any;
    m.want(static_cast<std::uint32_t>(steps));
}

void Simulation::Engine::plan() {
    if (!anybody_plans) return;
    const auto step = static_cast<std::uint32_t>(steps);
    {
        const StageTimer timer(times, Stage::plan);
        const double now = time_at(steps, 0);
        const auto patience = static_cast<std::uint32_t>(std::min(std::ceil(kBlockedAfter / scenario.dt), 1e9));
        plans.clear();
        for (Row row = 0; row < world.size(); ++row) {
            const Self& self = world.now.self[row];
            if (!world.plans(row) || (self.flags & (flag::arrived | flag::in_line)) != 0) continue;
            RouteMemory& m = world.route_of(row);
            const bool blocked = self.slow_since + kBlockedAfter <= now && m.has_plan() && m.planned + patience <= step;
            if (blocked) m.want(step);
            if (m.due <= step) plans.add({m.due, world.now.motion[row].id, row, m.charge});
        }
    }
    // Whoever is there from the start has a way before the first step, as it has a place.
    const std::uint64_t budget = steps == 0 ? UINT64_MAX : scenario.planning_expansions;
    plans.serve(budget, workers, [&](const PlanRequest& request) {
        const auto number = static_cast<std::size_t>(workers.worker());
        const StageTimer timer(worker[number].times, Stage::plan);
        const std::uint64_t effort = route_of(world.now.self[request.row]).plan(world, request.row, step, number);
        world.route_of(request.row).charge = static_cast<std::uint32_t>(std::min<std::uint64_t>(effort, UINT32_MAX));
    });
}

}  // namespace sidestep
