#include "sidestep/departures.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/nesting.h"

namespace sidestep {

namespace {

using Json = nlohmann::ordered_json;

bool is_departure(const Json& entry) {
    return entry.is_array() && entry.size() == 2 && entry[0].is_number_unsigned() && entry[1].is_number() &&
           entry[0].get<std::uint64_t>() <= std::uint64_t{UINT32_MAX} && std::isfinite(entry[1].get<double>());
}

}  // namespace

std::string to_json(std::span<const ExitUse> exits) {
    Json json = Json::object();
    for (const ExitUse& use : exits) {
        Json left = Json::array();
        for (const ExitUse::Departure& one : use.left) {
            // A multiple of a time step: 12.3, not 12.300000000000001.
            left.push_back(Json::array({one.id, std::round(one.time * 1e6) / 1e6}));
        }
        json[use.exit] = std::move(left);
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<ExitUse> exits_of(const TrajectoryInfo& info) {
    const auto text = info.metadata.find(std::string(kExitsKey));
    if (text == info.metadata.end() || nests_too_deep(text->second)) return {};
    const Json json = Json::parse(text->second, nullptr, false);
    if (!json.is_object()) return {};
    std::vector<ExitUse> exits;
    for (const auto& [name, left] : json.items()) {
        ExitUse& use = exits.emplace_back(ExitUse{name, {}});
        if (!left.is_array()) return {};
        for (const Json& entry : left) {
            if (!is_departure(entry)) return {};
            use.left.push_back({entry[0].get<AgentId>(), entry[1].get<double>()});
        }
    }
    return exits;
}

}  // namespace sidestep
