#include "map/scene_map.h"

#include <fmt/format.h>

#include <utility>

#include "map/built_map.h"
#include "outline/wkt.h"
#include "scenario/json_source.h"
#include "scenario/problem.h"

namespace sidestep {
namespace {

std::string pointer_of_map(const Scenario& scenario) {
    return locate(scenario.text, "/map/file").line > 0 ? "/map/file" : "/map/wkt";
}

bool outside(double value, double length) {
    return length > 0 && (value < 0 || value > length);
}

void check_axes(const Scenario& scenario, const WallSet& walls) {
    const Vec2d length = scenario.map.periodic;
    for (const Wall& wall : walls.walls) {
        for (const Vec2d p : {wall.a, wall.b}) {
            if (!outside(p.x, length.x) && !outside(p.y, length.y)) continue;
            throw problem_at(scenario, pointer_of_map(scenario), "a wall lies beyond the length of a periodic axis",
                             fmt::format("({} {})", p.x, p.y), "coordinates from 0 to the length of the axis",
                             "Move the map, or lengthen \"periodic\".");
        }
    }
}

}  // namespace

void throw_at_map(const Scenario& scenario, const InputError& error) {
    const InputProblem& problem = error.problem();
    if (!problem.pointer.empty()) throw error;
    // An empty value would be replaced by the whole text of the map.
    throw problem_at(scenario, pointer_of_map(scenario), problem.message,
                     problem.value.empty() ? "\"\"" : problem.value, problem.allowed, problem.remedy);
}

std::shared_ptr<const BuiltMap> built_map(const Scenario& scenario) {
    const MapSpec& map = scenario.map;
    try {
        // A program may leave the text out; a scene that writes an empty one has made a mistake.
        if (map.wkt.empty() && locate(scenario.text, "/map/wkt").line > 0) read_wkt(map.wkt);
        return built_map(map.wkt, map.built);
    } catch (const InputError& error) {
        throw_at_map(scenario, error);
    }
}

void set_map(Scenario& scenario, std::shared_ptr<const BuiltMap> map) {
    scenario.map.wkt = map->wkt();
    scenario.map.file.clear();
    scenario.map.built = std::move(map);
}

Scenario with_built_map(Scenario scenario) {
    scenario.map.built = built_map(scenario);
    return scenario;
}

Map map_of(const Scenario& scenario) {
    const std::shared_ptr<const BuiltMap> built = built_map(scenario);
    check_axes(scenario, *built->parts().walls());
    return Map(built->parts().walls(scenario.map.periodic), scenario.map.periodic);
}

}  // namespace sidestep
