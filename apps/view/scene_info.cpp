#include "scene_info.h"

#include <algorithm>
#include <cmath>

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
    for (const SourceSpec& source : scenario.sources) include(source.region);
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
    for (const char* list : {"goals", "sources", "slow", "layers"}) info[list] = Json::array();
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
        info["sources"].push_back({{"polygon", flat(source.region)}, {"goal", name_of(source.target, *scenario)}});
    }
    for (const SpeedRegion& slow : scenario->regions) {
        info["slow"].push_back({{"polygon", flat(slow.polygon)}, {"factor", slow.factor}});
    }
    for (const ProfileSpec& profile : scenario->profiles) info["models"][profile.name] = profile.model;
}

}  // namespace sidestep::view
