// What a run has in numbers, and how much they vary from run to run.
#include <algorithm>
#include <cmath>

#include "sidestep/study.h"

namespace sidestep {

std::vector<RunNumber> numbers_of(const StudyResult& result) {
    const RunSummary& s = result.summary;
    const RunHealth& h = s.health;
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    std::vector<RunNumber> numbers{
        {"agents_created", "1", count(s.agents_created)},
        {"arrived", "1", count(result.arrived)},
        {"sim_s", "s", s.sim_s},
        {"steps", "1", count(s.steps)},
        {"overlaps", "1", count(h.overlaps)},
        {"deepest_m", "m", h.deepest_m},
        {"wall_contacts", "1", count(h.wall_contacts)},
        {"never_arrived", "1", count(h.never_arrived)},
        {"speed_outliers", "1", count(h.speed_outliers)},
        {"accel_outliers", "1", count(h.accel_outliers)},
        {"shivering", "1", h.shivering},
        {"outside_map", "1", count(h.outside_map)},
        {"doors_held", "1", count(h.doors_held)},
        {"doors_not_closed", "1", count(h.doors_not_closed)},
        {"placed_aside", "1", count(h.placed_aside)},
        {"placed_aside_m", "m", h.placed_aside_m},
        {"followed_nobody", "1", count(h.followed_nobody)},
        {"yielded_s", "s", h.yielded_s},
        {"stuck", "1", count(h.stuck.size())},
        {"queues", "1", count(h.lines.size())},
        {"wall_s", "s", s.wall_s},
        {"agent_steps_per_s", "1/s", s.wall_s > 0 ? count(s.agent_steps) / s.wall_s : 0},
    };
    for (std::size_t i = 0; i < s.stages_ms.size(); ++i) {
        numbers.push_back({"stages_ms." + std::string(name_of(static_cast<Stage>(i))), "ms", s.stages_ms[i]});
    }
    for (const auto& [metric, summary] : result.metrics) {
        numbers.push_back({std::string(metric->name), std::string(metric->unit), summary.mean});
    }
    return numbers;
}

std::vector<Spread> spread_of(std::span<const StudyResult> results) {
    std::vector<Spread> spreads;
    std::vector<std::vector<double>> values;  // by number
    for (const StudyResult& result : results) {
        if (!result.done) continue;
        const std::vector<RunNumber> numbers = numbers_of(result);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i == spreads.size()) {
                spreads.push_back({.name = numbers[i].name, .unit = numbers[i].unit, .over_runs = {}, .interval = {}});
                values.emplace_back();
            }
            if (std::isfinite(numbers[i].value)) values[i].push_back(numbers[i].value);
        }
    }
    for (std::size_t i = 0; i < spreads.size(); ++i) {
        spreads[i].over_runs = summarise(values[i]);
        spreads[i].interval = mean_interval(spreads[i].over_runs);
        if (values[i].empty()) continue;
        const auto [least, most] = std::minmax_element(values[i].begin(), values[i].end());
        spreads[i].min = *least;
        spreads[i].max = *most;
    }
    return spreads;
}

}  // namespace sidestep
