// Heading charts of a run: made before anybody needs them, for every goal that may be taken up, and why not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scenario/json_source.h"
#include "scenario/scene_file.h"
#include "sidestep/error.h"
#include "simulation/engine.h"
#include "world/draw.h"

namespace sidestep {

namespace {

/// The same problem where the scene has it; as it is, where no scene says so.
InputError placed(const Scenario& scenario, const std::string& pointer, const InputProblem& p) {
    if (pointer.empty()) return InputError(p);
    return problem_at(scenario, pointer, p.message, p.value, p.allowed, p.remedy);
}

}  // namespace

void Simulation::Engine::prepare_charts() {
    if (!scenario.doors.empty()) {
        throw problem_at(scenario, "/doors", "heading charts are computed beforehand and cannot heed doors", "",
                         "a scene without doors",
                         "Leave the doors out, or let people plan by \"hierarchical\" or \"corner\".");
    }
    cell_routes.emplace(scenario, std::make_shared<const Map>(map));
    cell_routes->set_threads(worker.size());
    for (const ProfileSpec& profile : scenario.profiles) {
        if (!profile.route.over_cells()) continue;
        const Parameter& top_speed = chart_parameters()[kTopSpeed];
        const double least = least_common(profile, require_model(profile.model), kPrefSpeed);
        if (least >= top_speed.min) continue;
        throw problem_at(scenario, "/profiles/" + pointer_token(profile.name) + "/pref_speed",
                         "whoever walks by heading charts must want to walk", fmt::format("{}", least),
                         fmt::format("{} to {} m/s", top_speed.min, top_speed.max), "Choose a larger speed.");
    }
}

void Simulation::Engine::chart_sources() {
    // Those who come later must not wait for their charts, nor be refused in the middle of a run.
    for (std::size_t i = 0; cell_routes && i < scenario.sources.size(); ++i) {
        const SourceSpec& source = scenario.sources[i];
        const ProfileSpec& profile = scenario.profiles[static_cast<std::size_t>(source.profile)];
        if (!profile.route.over_cells()) continue;
        const std::string pointer = fmt::format("/sources/{}/goal", i);
        if (source.target.goal < 0 && source.target.is_offset) {
            throw problem_at(scenario, pointer, "newcomers who walk by heading charts need a common goal", "",
                             "a named goal or a point", "Name the place they walk to.");
        }
        const ModelInfo& model = require_model(profile.model);
        const double largest = planned_radius(profile, largest_common(profile, model, kRadius));
        double radius = planned_radius(profile, least_common(profile, model, kRadius));
        // As planned_radius counts them, so that the same number comes out.
        for (;; radius = planned_radius(profile, radius + kRadiusClass)) {
            chart_goals(static_cast<std::uint16_t>(source.profile), radius, source.target, {}, pointer);
            if (radius >= largest) break;
        }
    }
}

void Simulation::Engine::chart_goal(std::uint16_t profile, double body_radius, const ChartGoal& goal,
                                    const std::string& pointer) {
    try {
        cell_routes->need(profile, body_radius, goal, workers);
    } catch (const ChartError& error) {
        InputProblem problem = error.problem();
        const std::string& name = scenario.profiles[profile].name;
        // A named goal is an object; a plain point is what it is.
        const bool named = pointer.starts_with("/goals/");
        switch (error.about()) {
            case ChartInput::map:
                throw placed(scenario, "/map", problem);
            case ChartInput::goal:
                throw placed(scenario, named ? pointer + "/point" : pointer, problem);
            case ChartInput::heading:
                throw placed(scenario, named ? pointer + "/heading_deg" : pointer, problem);
            case ChartInput::radii:
                throw placed(scenario, "/profiles/" + pointer_token(name) + "/route", problem);
            case ChartInput::memory:
                problem.allowed = fmt::format("{} MB for all charts of the scene", scenario.chart_memory_mb);
                problem.remedy =
                    "Use a larger \"cell\", fewer \"turn_radii\" or fewer goals, or raise "
                    "\"chart_memory_mb\" of \"simulation\".";
                throw placed(scenario, "/profiles/" + pointer_token(name) + "/route", problem);
        }
    }
}

void Simulation::Engine::chart_goals(std::uint16_t profile, double body_radius, const TargetSpec& target, Vec2d from,
                                     const std::string& pointer) {
    if (target.goal < 0) {
        if (target.is_offset && target.value == Vec2d{}) return;  // stays where it is
        const Vec2d place = target.is_offset ? from + target.value : target.value;
        chart_goal(profile, body_radius, cell_routes->goal_of(-1, place), pointer);
        return;
    }
    std::set<int> known{target.goal};
    for (std::vector<int> open{target.goal}; !open.empty();) {
        const int index = open.back();
        const GoalSpec& goal = scenario.goals[static_cast<std::size_t>(index)];
        open.pop_back();
        const auto visit = [&](int next) {
            if (known.insert(next).second) open.push_back(next);
        };
        for (const int one : goal.any) visit(one);
        if (goal.next >= 0) visit(goal.next);
        if (!goal.any.empty()) continue;
        const std::string where = "/goals/" + pointer_token(goal.name);
        if (!goal.region.empty()) {
            throw problem_at(scenario, where + "/region", "heading charts lead to points", "", "\"point\"",
                             "Give the goal a point, with a heading and a speed where they matter.");
        }
        chart_goal(profile, body_radius, cell_routes->goal_of(index, {}), where);
    }
}

void Simulation::Engine::check_way(const ProfileSpec& profile, double body_radius, int goal, Vec2d way_point,
                                   Vec2d from, const std::string& pointer) const {
    const auto index = static_cast<std::size_t>(&profile - scenario.profiles.data());
    const auto number = cell_routes->find(index, body_radius, cell_routes->goal_of(goal, way_point));
    if (!number || cell_routes->charts(*number).left_from(from)) return;
    try {
        check_start(cell_routes->charts(*number), from);
    } catch (const InputError& error) {
        throw placed(scenario, pointer, error.problem());
    }
}

std::string Simulation::Engine::no_way_over_cells(const RouteMemory& m, Vec2d at) const {
    if (m.status == PathStatus::found) return {};
    switch (cell_routes->status_at(m, at)) {
        case WalkStatus::start_outside:
        case WalkStatus::start_blocked:
            return "it stands in a wall or too close to one";
        case WalkStatus::too_coarse:
            return "the way is narrower than the cells of the heading charts";
        default:
            return "the goal cannot be reached";
    }
}

std::vector<GoalCharts> Simulation::charts() const {
    std::vector<GoalCharts> all;
    if (!engine_->cell_routes) return all;
    for (const CellRoutes::Set& set : engine_->cell_routes->sets()) {
        GoalCharts& charts = all.emplace_back(GoalCharts{{}, set.goal, set.of[kBodyRadius], set.charts});
        for (std::size_t i = 0; i < engine_->scenario.goals.size(); ++i) {
            const GoalSpec& goal = engine_->scenario.goals[i];
            if (goal.region.empty() && goal.any.empty() &&
                engine_->cell_routes->goal_of(static_cast<int>(i), {}) == set.goal) {
                charts.goals.push_back(goal.name);
            }
        }
    }
    return all;
}

}  // namespace sidestep
