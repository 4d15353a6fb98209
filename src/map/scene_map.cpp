#include "map/scene_map.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "map/map_file.h"
#include "scenario/json_source.h"
#include "scenario/scene_file.h"
#include "sidestep/import.h"

namespace sidestep {
namespace {

std::string pointer_of_map(const Scenario& scenario) {
    return locate(scenario.text, "/map/file").line > 0 ? "/map/file" : "/map/wkt";
}

bool outside(double value, double length) {
    return length > 0 && (value < 0 || value > length);
}

/// What is wrong with the map, at its place in the scene.
[[noreturn]] void fail_at_map(const Scenario& scenario, const InputError& error) {
    const InputProblem& problem = error.problem();
    if (!problem.pointer.empty()) throw error;
    // An empty value would be replaced by the whole text of the map.
    throw problem_at(scenario, pointer_of_map(scenario), problem.message,
                     problem.value.empty() ? "\"\"" : problem.value, problem.allowed, problem.remedy);
}

}  // namespace

Scenario with_imported_map(Scenario scenario) {
    const std::string& file = scenario.map.file;
    if (file.empty() || !scenario.map.wkt.empty()) return scenario;
    try {
        const bool built = std::filesystem::path(file).extension() == kBuiltMapExtension;
        scenario.map.wkt = to_wkt(built ? read_outline(MapFile::read(file)) : import_map(file).outline);
    } catch (const InputError& error) {
        fail_at_map(scenario, error);
    }
    return scenario;
}

Map map_of(const Scenario& scenario) {
    if (scenario.map.wkt.empty() && locate(scenario.text, "/map/wkt").line == 0) return {};
    try {
        Map map = Map::from_wkt(scenario.map.wkt);
        const Vec2d length = scenario.map.periodic;
        for (const Wall& wall : map.walls()) {
            for (const Vec2d p : {wall.a, wall.b}) {
                if (!outside(p.x, length.x) && !outside(p.y, length.y)) continue;
                throw problem_at(scenario, pointer_of_map(scenario), "a wall lies beyond the length of a periodic axis",
                                 fmt::format("({} {})", p.x, p.y), "coordinates from 0 to the length of the axis",
                                 "Move the map, or lengthen \"periodic\".");
            }
        }
        map.repeat(length);
        return map;
    } catch (const InputError& error) {
        fail_at_map(scenario, error);
    }
}

}  // namespace sidestep
