// Verdicts with one thing to say each, made from the document's own fields: a new field makes a new verdict.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sidestep/simulation.h"

namespace sidestep::test {

/// By name of the field. Every number in them is a 7.
inline std::vector<std::pair<std::string, RunHealth>> every_finding() {
    std::vector<std::pair<std::string, RunHealth>> all;
    const auto fields = nlohmann::ordered_json::parse(to_json(RunHealth{}));
    for (const auto& [name, value] : fields.items()) {
        if (name == "ok" || name == "deepest_m" || name == "accel_share" || name == "speed_share" ||
            name == "placed_aside_m")
            continue;
        auto one = fields;
        one["ok"] = false;
        if (name == "queues") {
            one[name] = {{{"queue", "desk"}, {"unserved", 7}}};
        } else if (value.is_array()) {
            one[name] = {{{"id", 7}, {"cause", "blocked"}}};
        } else {
            one[name] = 7;
        }
        if (name == "overlaps") one["deepest_m"] = 0.777;
        if (name == "speed_outliers") one["speed_share"] = 0.777;
        if (name == "accel_outliers") one["accel_share"] = 0.777;
        if (name == "placed_aside") one["placed_aside_m"] = 0.777;
        if (name == "shivering") one[name] = 0.777;
        all.emplace_back(name, health_from_json(one.dump()).value());
    }
    return all;
}

}  // namespace sidestep::test
