#include "map/scene_map.h"

#include <fmt/format.h>

#include "scenario/json_source.h"
#include "scenario/scene_file.h"

namespace sidestep {
namespace {

std::string pointer_of_map(const Scenario& scenario) {
    return locate(scenario.text, "/map/file").line > 0 ? "/map/file" : "/map/wkt";
}

bool outside(double value, double length) {
    return length > 0 && (value < 0 || value > length);
}

}  // namespace

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
        const InputProblem& problem = error.problem();
        if (!problem.pointer.empty()) throw;
        // An empty value would be replaced by the whole text of the map.
        throw problem_at(scenario, pointer_of_map(scenario), problem.message,
                         problem.value.empty() ? "\"\"" : problem.value, problem.allowed, problem.remedy);
    }
}

}  // namespace sidestep
