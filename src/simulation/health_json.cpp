// The verdict of a run as it is printed and kept in results.
#include <nlohmann/json.hpp>

#include "sidestep/simulation.h"

namespace sidestep {

std::string to_json(const RunHealth& health) {
    using Json = nlohmann::ordered_json;
    Json stuck = Json::array();
    for (const RunHealth::Stuck& agent : health.stuck) {
        stuck.push_back({{"id", agent.id}, {"cause", to_text(agent)}});
    }
    const Json json{{"ok", health.ok},
                    {"overlaps", health.overlaps},
                    {"deepest_m", health.deepest_m},
                    {"wall_contacts", health.wall_contacts},
                    {"never_arrived", health.never_arrived},
                    {"speed_outliers", health.speed_outliers},
                    {"accel_outliers", health.accel_outliers},
                    {"outside_map", health.outside_map},
                    {"stuck", std::move(stuck)}};
    return json.dump();
}

}  // namespace sidestep
