#include "scene_info.h"

#include <algorithm>
#include <cmath>

#include "sidestep/parameters.h"
#include "sidestep/simulation.h"

namespace sidestep::view {

namespace {

Json flat(const std::vector<Vec2d>& points) {
    Json numbers = Json::array();
    for (const Vec2d p : points) {
        numbers.push_back(p.x);
        numbers.push_back(p.y);
    }
    return numbers;
}

std::string name_of(const TargetSpec& target, const Scenario& scenario) {
    return target.goal < 0 ? "" : scenario.goals[static_cast<std::size_t>(target.goal)].name;
}

Vec2d middle(const Polygon& region) {
    Bounds bounds;
    bounds.include(region);
    return (bounds.low + bounds.high) / 2;
}

double radius_of(const ProfileSpec& profile) {
    if (profile.common.size() > kRadius && profile.common[kRadius]) return profile.common[kRadius]->middle();
    for (const PartInfo* model : models()) {
        if (model->name != profile.avoid.name) continue;
        for (const CommonDefault& own : model->common_defaults) {
            if (own.parameter == kRadius) return own.value;
        }
    }
    return common_parameters()[kRadius].fallback;
}

constexpr double kUsualBody = 2 * kUsualRadius;

}  // namespace

void Bounds::include(Vec2d p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
}

void Bounds::include(const std::vector<Vec2d>& points) {
    for (const Vec2d p : points) include(p);
}

void Bounds::include(const MapOutline& outline) {
    for (const MapOutline::Area& area : outline.floor) include(area.outer);
    for (const std::vector<Vec2d>& wall : outline.walls) include(wall);
}

void Bounds::include(const Scenario& scenario) {
    for (const GoalSpec& goal : scenario.goals) {
        if (goal.region.empty() && goal.any.empty()) include(goal.point);
        include(goal.region);
    }
    for (const AgentSpec& entry : scenario.agents) {
        Polygon places = entry.region;
        if (entry.position) places.push_back(*entry.position);
        include(places);
        if (entry.target.goal >= 0) continue;
        if (!entry.target.is_offset) include(entry.target.value);
        for (const Vec2d place : places) {
            if (entry.target.is_offset) include(place + entry.target.value);
        }
    }
    for (const SourceSpec& source : scenario.sources) {
        include(source.region);
        for (const NewcomerSpec& one : source.newcomers) include(one.position);
    }
    for (const SpeedRegion& slow : scenario.regions) include(slow.polygon);
}

Json to_json(const Bounds& bounds) {
    if (bounds.empty()) return {-5, -5, 5, 5};
    return {bounds.low.x, bounds.low.y, bounds.high.x, bounds.high.y};
}

Vec2d origin_of(const Bounds& bounds) {
    if (bounds.empty()) return {};
    const Vec2d centre = (bounds.low + bounds.high) / 2;
    return {std::round(centre.x), std::round(centre.y)};
}

double body_of(const Scenario* scenario, std::span<const AgentInfo> agents) {
    if (scenario && !scenario->profiles.empty()) return 2 * radius_of(scenario->profiles.front());
    const bool known = !agents.empty() && agents.front().radius > 0;
    return known ? std::round(2e4 * static_cast<double>(agents.front().radius)) / 1e4 : kUsualBody;
}

Ground ground_of(std::shared_ptr<const BuiltMap> map, const Scenario* scenario, Vec2d origin) {
    Ground ground{.cut = {}, .origin = origin};
    if (map->outline().empty()) return ground;
    std::vector<PlanningMap::Door> doors;
    if (scenario) {
        for (const DoorSpec& door : scenario->doors) doors.push_back({door.a, door.b});
    }
    ground.doors = static_cast<std::uint32_t>(doors.size());
    ground.cut = [map, doors] { return PlanningMap(*map, doors); };
    if (scenario) ground.charts = charts_of_goals(std::move(map), *scenario, body_of(scenario));
    return ground;
}

void add_map(Json& info, const Ground& ground, double body, Vec2d periodic) {
    info["map"] = nullptr;
    if (!ground.cut) return;
    // Ways do not lead across a periodic border, so none are offered there.
    Json methods = Json::array();
    if (periodic == Vec2d{}) {
        for (const PathMethod method : path_methods()) methods.push_back(sidestep::name_of(method));
    }
    info["map"] = {{"body", body}, {"methods", std::move(methods)}, {"charts", ground.charts.names}};
}

void add_scene(Json& info, const MapOutline& outline, Vec2d periodic, const Scenario* scenario) {
    info["periodic"] = {periodic.x, periodic.y};
    info["floor"] = Json::array();
    for (const MapOutline::Area& area : outline.floor) {
        Json holes = Json::array();
        for (const auto& hole : area.holes) holes.push_back(flat(hole));
        info["floor"].push_back({{"outer", flat(area.outer)}, {"holes", std::move(holes)}});
    }
    info["walls"] = Json::array();
    for (const auto& wall : outline.walls) info["walls"].push_back(flat(wall));
    for (const char* list : {"goals", "sources", "slow", "doors", "layers"}) info[list] = Json::array();
    info["models"] = Json::object();
    if (!scenario) return;
    for (const GoalSpec& goal : scenario->goals) {
        if (!goal.any.empty()) continue;  // its goals are listed themselves
        const Vec2d point = goal.region.empty() ? goal.point : middle(goal.region);
        info["goals"].push_back({{"name", goal.name},
                                 {"polygon", goal.region.empty() ? Json(nullptr) : flat(goal.region)},
                                 {"point", {point.x, point.y}},
                                 {"exit", goal.exit}});
    }
    for (const SourceSpec& source : scenario->sources) {
        if (source.region.empty()) continue;
        info["sources"].push_back({{"polygon", flat(source.region)}, {"goal", name_of(source.target, *scenario)}});
    }
    for (const SpeedRegion& slow : scenario->regions) {
        info["slow"].push_back({{"polygon", flat(slow.polygon)}, {"factor", slow.factor}});
    }
    for (std::size_t i = 0; i < scenario->doors.size(); ++i) {
        const DoorSpec& door = scenario->doors[i];
        Json moves = Json::array();
        for (const DoorEvent& event : scenario->events) {
            if (static_cast<std::size_t>(event.door) == i) {
                moves.push_back({{"time", event.time}, {"closes", event.closes}});
            }
        }
        info["doors"].push_back({{"name", door.name},
                                 {"a", {door.a.x, door.a.y}},
                                 {"b", {door.b.x, door.b.y}},
                                 {"closed", door.closed},
                                 {"moves", std::move(moves)}});
    }
    for (const ProfileSpec& profile : scenario->profiles) info["models"][profile.name] = profile.avoid.name;
}

}  // namespace sidestep::view
