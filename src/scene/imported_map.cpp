#include "scene/imported_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "map/map_file.h"
#include "map/scene_map.h"
#include "scenario/json_source.h"
#include "scenario/problem.h"
#include "sidestep/import.h"
#include "sidestep/spelling.h"

namespace sidestep {

namespace {

constexpr double kSmallestFloor = 9;  // m²

/// A plan that says millimetres and means metres would leave people no room, and nobody would know why.
void refuse_doubtful(const ImportedMap& map) {
    if (map.report.unit_doubt.empty() || area_of(map.outline) > kSmallestFloor) return;
    throw InputError({.message = map.report.unit_doubt,
                      .value = fmt::format("{:g} m", map.report.unit),
                      .allowed = "a map on which people can walk",
                      .remedy = "Say what the unit is: \"unit\" beside \"file\", in metres."});
}

void give_area(const Scenario& scenario, const std::vector<PlanPlace>& places, const std::string& pointer,
               const std::string& name, Polygon& region) {
    if (name.empty()) return;
    const auto found = std::ranges::find(places, name, &PlanPlace::name);
    if (found != places.end()) {
        region = polygon_of(*found);
        return;
    }
    std::vector<std::string> names;
    for (const PlanPlace& place : places) names.push_back(place.name);
    throw problem_at(scenario, pointer, "the map has no place of this name", "",
                     names.empty() ? "a polygon: the map's file has no named places" : list_of(names),
                     did_you_mean(name, names, "Write the corners of a polygon, or name one of these."));
}

/// Regions that are named instead of written.
void give_areas(Scenario& scenario, const std::vector<PlanPlace>& places) {
    for (GoalSpec& goal : scenario.goals) {
        give_area(scenario, places, "/goals/" + pointer_token(goal.name) + "/region", goal.place, goal.region);
    }
    for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
        AgentSpec& entry = scenario.agents[i];
        give_area(scenario, places, fmt::format("/agents/{}/region", i), entry.place, entry.region);
    }
    for (std::size_t i = 0; i < scenario.sources.size(); ++i) {
        SourceSpec& source = scenario.sources[i];
        give_area(scenario, places, fmt::format("/sources/{}/region", i), source.place, source.region);
    }
}

}  // namespace

Scenario with_imported_map(Scenario scenario) {
    std::string file = scenario.map.file;
    std::vector<PlanPlace> places;
    if (file.empty() || !scenario.map.wkt.empty()) {
        give_areas(scenario, places);
        return scenario;
    }
    const bool built = std::filesystem::path(file).extension() == kBuiltMapExtension;
    if (built && scenario.map.unit) {
        throw problem_at(scenario, "/map/unit", "a built map has no unit: it is in metres", "",
                         "no \"unit\" beside a built map",
                         "Remove it; `sidestep map --unit` says it where the built map is made.");
    }
    if (built && scenario.map.floor) {
        throw problem_at(scenario, "/map/floor", "a built map is one storey", "", "no \"floor\" beside a built map",
                         "Remove it; `sidestep map --floor` says it where the built map is made.");
    }
    try {
        if (built) {
            set_map(scenario, BuiltMap::load(file));
        } else {
            ImportOptions options;
            options.unit = scenario.map.unit;
            options.floor = scenario.map.floor;
            ImportedMap map = import_map(file, options);
            if (!options.unit) refuse_doubtful(map);
            set_map(scenario, BuiltMap::from_outline(map.outline));
            places = std::move(map.places);
        }
    } catch (const InputError& error) {
        throw_at_map(scenario, error);
    }
    scenario.map.file = std::move(file);
    give_areas(scenario, places);
    return scenario;
}

}  // namespace sidestep
