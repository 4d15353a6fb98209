// The verdict of a run: what makes it unhealthy, in words for people and in the form that results keep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/nesting.h"
#include "sidestep/error.h"
#include "sidestep/simulation.h"

namespace sidestep {

namespace {

using Json = nlohmann::ordered_json;

std::string times(std::uint64_t n) {
    return n == 1 ? "once" : fmt::format("{} times", n);
}

std::string people(std::uint64_t n) {
    return n == 1 ? "1 person" : fmt::format("{} people", n);
}

std::string agent_steps(std::uint64_t n) {
    return n == 1 ? "1 agent-step" : fmt::format("{} agent-steps", n);
}

std::string stuck_text(const std::vector<RunHealth::Stuck>& stuck) {
    constexpr std::size_t kShown = 5;
    std::string text = "Stuck: ";
    for (std::size_t i = 0; i < std::min(kShown, stuck.size()); ++i) {
        text += fmt::format("{}{}", i ? ", " : "", stuck[i].id);
        // Said once for those who follow each other.
        const std::string why = printable(to_text(stuck[i]));
        if (i + 1 == std::min(kShown, stuck.size()) || printable(to_text(stuck[i + 1])) != why)
            text += fmt::format(" ({})", why);
    }
    if (stuck.size() > kShown) text += fmt::format(" and {} more", stuck.size() - kShown);
    return text + ".";
}

bool any_line(const RunHealth& health, std::uint64_t RunHealth::Line::* count) {
    return std::ranges::any_of(health.lines, [&](const RunHealth::Line& line) { return line.*count > 0; });
}

/// A sentence for each line that has such a count.
template <class Say>
std::string of_lines(const RunHealth& health, std::uint64_t RunHealth::Line::* count, const Say& say) {
    std::string text;
    for (const RunHealth::Line& line : health.lines) {
        if (line.*count > 0) text += (text.empty() ? "" : " ") + say(printable(line.queue), line.*count);
    }
    return text;
}

/// One thing that can be said of a run.
struct Finding {
    bool (*applies)(const RunHealth&);
    bool (*spoils)(const RunHealth&);  ///< whether it makes the run unhealthy
    std::string (*sentence)(const RunHealth&);
};

bool always(const RunHealth&) {
    return true;
}
bool never(const RunHealth&) {
    return false;
}

constexpr std::array kFindings{
    Finding{[](const RunHealth& h) { return h.overlaps > 0 || h.deepest_m > kHealthyDepth; },
            [](const RunHealth& h) { return h.deepest_m > kHealthyDepth; },
            [](const RunHealth& h) {
                return fmt::format("Bodies overlapped {}, deepest {:.3f} m.", times(h.overlaps), h.deepest_m);
            }},
    Finding{[](const RunHealth& h) { return h.never_arrived > 0; }, always,
            [](const RunHealth& h) { return fmt::format("{} did not reach their goal.", people(h.never_arrived)); }},
    Finding{[](const RunHealth& h) { return !h.stuck.empty(); }, always,
            [](const RunHealth& h) { return stuck_text(h.stuck); }},
    Finding{[](const RunHealth& h) { return any_line(h, &RunHealth::Line::unserved); }, always,
            [](const RunHealth& h) {
                return of_lines(h, &RunHealth::Line::unserved, [](const std::string& queue, std::uint64_t n) {
                    return fmt::format("Queue {} serves nobody: {} in it for good.", queue,
                                       n == 1 ? "1 person waits" : fmt::format("{} people wait", n));
                });
            }},
    Finding{[](const RunHealth& h) { return any_line(h, &RunHealth::Line::overflow); }, never,
            [](const RunHealth& h) {
                return of_lines(h, &RunHealth::Line::overflow, [](const std::string& queue, std::uint64_t n) {
                    return fmt::format("Queue {} was longer than its line: up to {} stood behind its end.", queue,
                                       people(n));
                });
            }},
    Finding{[](const RunHealth& h) { return h.outside_map > 0; }, always,
            [](const RunHealth& h) { return fmt::format("{} left the map.", people(h.outside_map)); }},
    Finding{
        [](const RunHealth& h) { return h.speed_outliers > 0; },
        [](const RunHealth& h) { return h.speed_share > kHealthyRush; },
        [](const RunHealth& h) { return fmt::format("{} above the maximum speed.", agent_steps(h.speed_outliers)); }},
    Finding{[](const RunHealth& h) { return h.doors_not_closed > 0; }, always,
            [](const RunHealth& h) {
                return fmt::format("{} could not close on people without room to step aside.",
                                   h.doors_not_closed == 1 ? "1 door" : fmt::format("{} doors", h.doors_not_closed));
            }},
    Finding{[](const RunHealth& h) { return h.doors_held > h.doors_not_closed; }, never,
            [](const RunHealth& h) {
                return fmt::format("Doors waited for people without room to step aside {}.",
                                   times(h.doors_held - h.doors_not_closed));
            }},
    Finding{[](const RunHealth& h) { return h.followed_nobody > 0; }, always,
            [](const RunHealth& h) {
                return fmt::format("{} waited for somebody to follow who never came.", people(h.followed_nobody));
            }},
    Finding{[](const RunHealth& h) { return h.placed_aside > 0; }, never,
            [](const RunHealth& h) {
                return fmt::format("{} started beside the given place, which others or a wall took, at most {:.3f} m.",
                                   people(h.placed_aside), h.placed_aside_m);
            }},
    Finding{[](const RunHealth& h) { return h.yielded_s > 0; }, never,
            [](const RunHealth& h) {
                return fmt::format("People gave way to each other in jams, {:.0f} s all together.",
                                   std::max(1.0, h.yielded_s));
            }},
    Finding{[](const RunHealth& h) { return h.wall_contacts > 0; }, never,
            [](const RunHealth& h) { return fmt::format("Walls held somebody back {}.", times(h.wall_contacts)); }},
    Finding{[](const RunHealth& h) { return h.accel_outliers > 0 || h.accel_share > kHealthyJumps; },
            [](const RunHealth& h) { return h.accel_share > kHealthyJumps; },
            [](const RunHealth& h) {
                return fmt::format(
                    "{} of implausible acceleration{}.", agent_steps(h.accel_outliers),
                    h.accel_share > kHealthyJumps
                        ? fmt::format(", {:.2g} % beside setting out, turning and stopping", 100 * h.accel_share)
                        : std::string());
            }},
    Finding{[](const RunHealth& h) { return h.shivering > kHealthyShivering; }, always,
            [](const RunHealth& h) {
                return fmt::format("{:.2g} % of those watched shiver, {:.2g} % at most would be healthy.",
                                   100 * h.shivering, 100 * kHealthyShivering);
            }},
    Finding{[](const RunHealth& h) { return h.expects_unhealthy; }, never,
            [](const RunHealth& h) {
                return std::string(h.ok ? "The scene expects to be unhealthy, and is not." : "The scene expects this.");
            }},
};

/// As to_text() wrote it: "no route: door north closed". A cause that is not ours is kept as a reason.
std::optional<RunHealth::Stuck> stuck_from(const Json& agent) {
    if (!agent.is_object() || !agent.contains("id") || !agent["id"].is_number_unsigned()) return std::nullopt;
    RunHealth::Stuck stuck{agent["id"].get<AgentId>(), StuckCause::blocked, {}};
    if (!agent.contains("cause") || !agent["cause"].is_string()) return stuck;
    stuck.reason = agent["cause"].get<std::string>();
    for (const std::string_view name : names<StuckCause>()) {
        if (stuck.reason != name && !stuck.reason.starts_with(fmt::format("{}: ", name))) continue;
        stuck.cause = *named<StuckCause>(name);
        stuck.reason.erase(0, name.size() + 2);
        break;
    }
    return stuck;
}

/// Counts by their name in the document.
struct Count {
    const char* name;
    std::uint64_t RunHealth::* value;
};
constexpr Count kCounts[] = {{"overlaps", &RunHealth::overlaps},
                             {"wall_contacts", &RunHealth::wall_contacts},
                             {"never_arrived", &RunHealth::never_arrived},
                             {"speed_outliers", &RunHealth::speed_outliers},
                             {"accel_outliers", &RunHealth::accel_outliers},
                             {"outside_map", &RunHealth::outside_map},
                             {"doors_held", &RunHealth::doors_held},
                             {"doors_not_closed", &RunHealth::doors_not_closed},
                             {"placed_aside", &RunHealth::placed_aside},
                             {"followed_nobody", &RunHealth::followed_nobody}};

}  // namespace

std::string to_text(const RunHealth::Stuck& stuck) {
    std::string text(name_of(stuck.cause));
    if (!stuck.reason.empty()) text += ": " + stuck.reason;
    return text;
}

bool is_healthy(const RunHealth& health) {
    return std::none_of(kFindings.begin(), kFindings.end(),
                        [&](const Finding& f) { return f.applies(health) && f.spoils(health); });
}

std::vector<std::string> to_sentences(const RunHealth& health) {
    std::vector<std::string> grave, others;
    for (const Finding& finding : kFindings) {
        if (!finding.applies(health)) continue;
        (finding.spoils(health) ? grave : others).push_back(finding.sentence(health));
    }
    grave.insert(grave.end(), others.begin(), others.end());
    return grave;
}

std::string to_json(const RunHealth& health) {
    Json json{{"ok", health.ok}};
    for (const Count& count : kCounts) {
        json[count.name] = health.*count.value;
        if (count.value == &RunHealth::overlaps) json["deepest_m"] = health.deepest_m;
        if (count.value == &RunHealth::speed_outliers) json["speed_share"] = health.speed_share;
        if (count.value == &RunHealth::accel_outliers) json["accel_share"] = health.accel_share;
        if (count.value == &RunHealth::accel_outliers) json["shivering"] = health.shivering;
    }
    json["placed_aside_m"] = health.placed_aside_m;
    json["yielded_s"] = health.yielded_s;
    Json& stuck = json["stuck"] = Json::array();
    for (const RunHealth::Stuck& agent : health.stuck) {
        stuck.push_back({{"id", agent.id}, {"cause", to_text(agent)}});
    }
    Json& lines = json["queues"] = Json::array();
    for (const RunHealth::Line& line : health.lines) {
        lines.push_back({{"queue", line.queue}, {"unserved", line.unserved}, {"overflow", line.overflow}});
    }
    if (health.expects_unhealthy) json["expect"] = name_of(Expectation::unhealthy);
    return json.dump();
}

std::optional<RunHealth> health_from_json(std::string_view text) {
    if (nests_too_deep(text)) return std::nullopt;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const auto ok = json.find("ok");
    if (ok == json.end() || !ok->is_boolean()) return std::nullopt;
    RunHealth health;
    health.ok = ok->get<bool>();
    for (const Count& count : kCounts) {
        const auto found = json.find(count.name);
        if (found != json.end() && found->is_number_unsigned()) health.*count.value = found->get<std::uint64_t>();
    }
    const auto number = [&](const char* name, double& value) {
        if (const auto found = json.find(name); found != json.end() && found->is_number()) value = found->get<double>();
    };
    number("deepest_m", health.deepest_m);
    number("speed_share", health.speed_share);
    number("accel_share", health.accel_share);
    number("placed_aside_m", health.placed_aside_m);
    number("yielded_s", health.yielded_s);
    number("shivering", health.shivering);
    const auto expect = json.find("expect");
    health.expects_unhealthy =
        expect != json.end() && expect->is_string() && *expect == name_of(Expectation::unhealthy);
    if (const auto stuck = json.find("stuck"); stuck != json.end() && stuck->is_array()) {
        for (const Json& agent : *stuck) {
            if (auto one = stuck_from(agent)) health.stuck.push_back(std::move(*one));
        }
    }
    if (const auto lines = json.find("queues"); lines != json.end() && lines->is_array()) {
        for (const Json& line : *lines) {
            const auto name = line.find("queue");
            if (!line.is_object() || name == line.end() || !name->is_string()) continue;
            RunHealth::Line& one = health.lines.emplace_back(RunHealth::Line{name->get<std::string>()});
            for (const auto& [key, value] : {std::pair{"unserved", &one.unserved}, {"overflow", &one.overflow}}) {
                const auto found = line.find(key);
                if (found != line.end() && found->is_number_unsigned()) *value = found->get<std::uint64_t>();
            }
        }
    }
    return health;
}

}  // namespace sidestep
