#include "verify/case_scene.h"

#include "sidestep/map.h"
#include "sidestep/outline.h"

namespace sidestep {

Polygon rectangle(Vec2d lower, Vec2d upper) {
    return {lower, {upper.x, lower.y}, upper, {lower.x, upper.y}};
}

std::string rectangles_wkt(const std::vector<Polygon>& rectangles) {
    MapOutline floor;
    for (const Polygon& rectangle : rectangles) floor.floor.push_back({rectangle, {}});
    return to_wkt(floor);
}

// What everybody walks with, in every case and under every model: what a scene that names no model has.
CaseScene::CaseScene(std::string_view name, std::string wkt, double duration) {
    scene_.name = name;
    scene_.map.wkt = std::move(wkt);
    scene_.dt = kCaseStep;
    scene_.duration = duration;
    scene_.contacts = kDefaultContacts;
    scene_.deadlocks = kDefaultDeadlocks;
}

int CaseScene::people(const Distribution& speed) {
    ProfileSpec& profile = scene_.profiles.emplace_back();
    profile.name = scene_.profiles.size() == 1 ? "walker" : "walker " + std::to_string(scene_.profiles.size());
    profile.set(kPrefSpeed, speed);
    if (!scene_.map.wkt.empty()) profile.route.name = kDefaultRoute;
    return static_cast<int>(scene_.profiles.size()) - 1;
}

int CaseScene::exit(std::string_view name, Polygon region) {
    GoalSpec& goal = scene_.goals.emplace_back();
    goal.name = name;
    goal.region = std::move(region);
    goal.exit = true;
    return static_cast<int>(scene_.goals.size()) - 1;
}

int CaseScene::goal(std::string_view name, Vec2d at) {
    GoalSpec& goal = scene_.goals.emplace_back();
    goal.name = name;
    goal.point = at;
    return static_cast<int>(scene_.goals.size()) - 1;
}

int CaseScene::nearest(std::string_view name, std::vector<int> goals) {
    GoalSpec& goal = scene_.goals.emplace_back();
    goal.name = name;
    goal.any = std::move(goals);
    return static_cast<int>(scene_.goals.size()) - 1;
}

AgentSpec& CaseScene::person(Vec2d at, int goal, int profile) {
    AgentSpec& agent = scene_.agents.emplace_back();
    agent.profile = profile;
    agent.position = at;
    agent.target.goal = goal;
    return agent;
}

AgentSpec& CaseScene::crowd(Polygon region, std::uint32_t count, int goal, int profile) {
    AgentSpec& agents = scene_.agents.emplace_back();
    agents.profile = profile;
    agents.region = std::move(region);
    agents.count = count;
    agents.target.goal = goal;
    return agents;
}

void CaseScene::line(std::string_view name, Vec2d a, Vec2d b) {
    scene_.measure.lines.push_back({std::string(name), a, b});
}

void CaseScene::area(std::string_view name, Polygon polygon) {
    scene_.measure.areas.push_back({std::string(name), std::move(polygon)});
}

void CaseScene::closed_after(double length) {
    scene_.map.periodic = {length, 0};
    for (ProfileSpec& profile : scene_.profiles) profile.route.name = "direct";
}

Scenario CaseScene::done() {
    scene_.map.built = built_map(scene_);
    return scene_;
}

}  // namespace sidestep
