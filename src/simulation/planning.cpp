// The planning stage: whose way is planned in a step. What a plan is, is the business of route/planner.h.
#include <algorithm>
#include <cmath>

#include "path/corner_search.h"
#include "path/exact_search.h"
#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "scenario/scene_file.h"
#include "sidestep/error.h"
#include "sidestep/map.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

constexpr double kBlockedAfter = 2;  // s without headway: perhaps there is another way

}  // namespace

void Simulation::Engine::prepare_planning() {
    const auto somebody = [&](auto&& wants) {
        return std::any_of(scenario.profiles.begin(), scenario.profiles.end(),
                           [&](const ProfileSpec& p) { return wants(p.route); });
    };
    const bool over_cells = somebody([](const RouteSpec& r) { return r.over_cells(); });
    const bool open = map.empty() && scenario.doors.empty();  // nothing in the way: straight at the goal
    const bool portals =
        !open && somebody([](const RouteSpec& r) { return r.kind != RouteSpec::Kind::direct && !r.over_cells(); });
    if (!portals && !over_cells) return;
    if (scenario.map.periodic != Vec2d{}) {
        throw problem_at(scenario, "/map/periodic", "ways cannot be planned on periodic axes", "",
                         "\"route\": \"direct\" with periodic axes",
                         "Leave \"periodic\" out, or let everybody walk straight.");
    }
    if (over_cells) prepare_charts();
    if (!portals) return;
    SubdivisionOptions options;
    for (const DoorSpec& door : scenario.doors) options.doors.push_back({door.a, door.b});
    ground = std::make_shared<const PathGround>(subdivide(map_outline(scenario.map.wkt), options));
    planner.emplace(scenario, map, Ways(ground),
                    [this](const RouteSpec& spec, double radius) { return make_search(spec, radius); });
    planner->set_threads(worker.size());
}

std::unique_ptr<PathSearch> Simulation::Engine::make_search(const RouteSpec& spec, double radius) const {
    const auto key_points = static_cast<std::uint32_t>(spec.keypoints);
    const auto corners = [&] {
        return std::make_shared<const CornerMap>(map_outline(scenario.map.wkt), ground, radius);
    };
    switch (spec.kind) {
        case RouteSpec::Kind::flat:
            return std::make_unique<FlatSearch>(ground, radius, key_points);
        case RouteSpec::Kind::corner:
            return std::make_unique<CornerSearch>(corners());
        case RouteSpec::Kind::exact:
            return std::make_unique<ExactSearch>(corners());
        default:
            return std::make_unique<HierarchicalSearch>(ground, radius, HierarchicalSearch::Options{key_points});
    }
}

void Simulation::Engine::new_goal(Row row, int any) {
    if (!world.plans(row)) return;
    RouteMemory& m = world.route_of(row);
    m.any = static_cast<std::int16_t>(any);
    m.want(static_cast<std::uint32_t>(steps));
}

double Simulation::Engine::planned_radius(const ProfileSpec& profile, double radius) {
    const bool drawn = profile.values.size() > kRadius && profile.values[kRadius] &&
                       profile.values[kRadius]->kind != Distribution::Kind::constant;
    return drawn ? std::ceil(radius / kRadiusClass - 1e-9) * kRadiusClass : radius;
}

void Simulation::Engine::plan() {
    if (!planner && !cell_routes) return;
    const auto step = static_cast<std::uint32_t>(steps);
    {
        const StageTimer timer(times, Stage::plan);
        const double now = time_at(steps, 0);
        const auto patience = static_cast<std::uint32_t>(std::ceil(kBlockedAfter / scenario.dt));
        queue.clear();
        for (Row row = 0; row < world.size(); ++row) {
            const Self& self = world.now.self[row];
            if (!kinds[self.kind].plans() || (self.flags & flag::arrived) != 0) continue;
            RouteMemory& m = world.route_of(row);
            const bool blocked = self.slow_since + kBlockedAfter <= now && m.has_plan() && m.planned + patience <= step;
            if (blocked) m.want(step);
            if (m.due <= step) queue.add({m.due, world.now.motion[row].id, row});
        }
    }
    // Whoever is there from the start has a way before the first step, as it has a place.
    const std::uint64_t budget = steps == 0 ? UINT64_MAX : scenario.planning_expansions;
    queue.serve(budget, workers, [&](const PlanRequest& request) {
        const auto number = static_cast<std::size_t>(workers.worker());
        const StageTimer timer(worker[number].times, Stage::plan);
        const bool over_cells = kinds[world.now.self[request.row].kind].way == Kind::Way::cells;
        return over_cells ? cell_routes->plan(world, request.row, step, number)
                          : planner->plan(world, request.row, step, number);
    });
}

}  // namespace sidestep
