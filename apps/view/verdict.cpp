#include "verdict.h"

namespace sidestep::view {

Json verdict_json(const RunHealth& health) {
    Json json = Json::parse(sidestep::to_json(health));
    json["sentences"] = to_sentences(health);
    return json;
}

RunHealth so_far(RunHealth health) {
    health.never_arrived = 0;
    health.ok = is_healthy(health);
    return health;
}

}  // namespace sidestep::view
