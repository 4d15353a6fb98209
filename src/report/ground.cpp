// The map and the goals of a result, from what it carries.
#include <set>

#include "report/scene_inside.h"
#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/report.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {

std::optional<Scenario> scene_inside(const TrajectoryInfo& info) {
    const auto text = info.metadata.find("scene");
    if (text == info.metadata.end() || text->second.empty()) return std::nullopt;
    try {
        return parse_scene(text->second, "scene");
    } catch (const InputError&) {
        return std::nullopt;
    }
}

ResultGround result_ground(const TrajectoryInfo& info) {
    ResultGround result;
    const std::optional<Scenario> scene = scene_inside(info);
    try {
        result.ground.outline = built_map(info.wkt, scene ? scene->map.built : info.map)->outline();
    } catch (const InputError& error) {
        result.trouble = "the map inside the result cannot be read: " + error.problem().message;
    }
    if (!scene) return result;
    for (const GoalSpec& goal : scene->goals) {
        if (!goal.any.empty()) continue;
        result.ground.goals.push_back(
            {goal.name, goal.region, goal.point, goal.queue ? goal.queue->line : std::vector<Vec2d>{}});
        if (!goal.queue) continue;
        for (const Vec2d point : goal.queue->points) result.ground.goals.push_back({goal.name, {}, point, {}});
    }
    // Goals without a name are written at the agents; offsets differ from agent to agent and would be a cloud of
    // crosses.
    std::set<std::pair<double, double>> points;
    const auto add = [&](const TargetSpec& target) {
        if (target.goal < 0 && !target.is_offset && points.emplace(target.value.x, target.value.y).second) {
            result.ground.goals.push_back({"", {}, target.value, {}});
        }
    };
    for (const AgentSpec& agent : scene->agents) add(agent.target);
    for (const SourceSpec& source : scene->sources) {
        add(source.target);
        for (const NewcomerSpec& one : source.newcomers) add(one.target.value_or(source.target));
    }
    constexpr std::size_t kMostGoals = 100;
    if (result.ground.goals.size() > kMostGoals) result.ground.goals.resize(kMostGoals);
    return result;
}

}  // namespace sidestep
