#include "sidestep/queue_visits.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/nesting.h"

namespace sidestep {

namespace {

using Json = nlohmann::ordered_json;

/// Times need no more; sums of time steps would have many digits.
Json time_json(double time) {
    return std::isfinite(time) ? Json(std::round(time * 1e6) / 1e6) : Json(nullptr);
}

std::optional<double> time_of(const Json& json) {
    if (json.is_null()) return Visit::kNever;
    if (!json.is_number() || !std::isfinite(json.get<double>())) return std::nullopt;
    return json.get<double>();
}

bool is_count(const Json& json) {
    return json.is_number_unsigned() && json.get<std::uint64_t>() <= std::uint64_t{UINT32_MAX};
}

std::optional<Visit> visit_of(const Json& json) {
    if (!json.is_array() || json.size() != 6 || !is_count(json[0]) || !is_count(json[4]) || !json[5].is_string()) {
        return std::nullopt;
    }
    const auto came = time_of(json[1]), begun = time_of(json[2]), ended = time_of(json[3]);
    const auto outcome = named<Visit::Outcome>(json[5].get<std::string>());
    if (!came || !begun || !ended || !outcome || std::isnan(*came)) return std::nullopt;
    return Visit{json[0].get<AgentId>(), json[4].get<std::uint32_t>(), *came, *begun, *ended, *outcome};
}

std::optional<QueueUse> use_of(const std::string& name, const Json& json) {
    if (!json.is_object()) return std::nullopt;
    const auto points = json.find("points"), end = json.find("end"), visits = json.find("visits");
    if (points == json.end() || !is_count(*points) || end == json.end() || !end->is_number()) return std::nullopt;
    if (visits == json.end() || !visits->is_array()) return std::nullopt;
    QueueUse use{name, points->get<std::uint32_t>(), end->get<double>(), {}};
    for (const Json& entry : *visits) {
        const auto visit = visit_of(entry);
        if (!visit) return std::nullopt;
        use.visits.push_back(*visit);
    }
    return use;
}

}  // namespace

std::string to_json(std::span<const QueueUse> queues) {
    Json json = Json::object();
    for (const QueueUse& use : queues) {
        Json visits = Json::array();
        for (const Visit& v : use.visits) {
            visits.push_back(Json::array({v.id, time_json(v.came), time_json(v.begun), time_json(v.ended), v.point,
                                          std::string(name_of(v.outcome))}));
        }
        json[use.queue] = {{"points", use.points}, {"end", time_json(use.end)}, {"visits", std::move(visits)}};
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<QueueUse> queues_of(const TrajectoryInfo& info) {
    const auto text = info.metadata.find(std::string(kQueuesKey));
    if (text == info.metadata.end() || nests_too_deep(text->second)) return {};
    const Json json = Json::parse(text->second, nullptr, false);
    if (!json.is_object()) return {};
    std::vector<QueueUse> queues;
    for (const auto& [name, entry] : json.items()) {
        auto use = use_of(name, entry);
        if (!use) return {};
        queues.push_back(std::move(*use));
    }
    return queues;
}

}  // namespace sidestep
