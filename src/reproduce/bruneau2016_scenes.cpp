// Figures 3.4 and 3.5: a waiting line, and a corridor that closes upon itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/math.h"
#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/outline.h"
#include "sidestep/simulation.h"
#include "sidestep/statistics.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kFast = 1.4;    // m/s: who prefers more is fast
constexpr double kSettled = 20;  // s until the corridor has sorted itself
constexpr double kBehind = 1.5;  // m: as close behind somebody in the same lane one is held up
constexpr double kRecently = 5;  // s
constexpr double kShown = 40;    // s at which the figure shows the corridor, with the way of the last second

struct Corridor {
    std::size_t overtakes = 0, fast = 0;
    double fast_speed = 0, fast_preferred = 0;  ///< m/s, means of the fast
    double slow_speed = 0, slow_preferred = 0;  ///< of the others
    double deepest = 0;                         ///< m
    std::vector<plot::Path> tails;
};

/// Who was held up by whom, and got past.
class Overtakes {
public:
    explicit Overtakes(double length) : length_(length) {}
    void look(const std::vector<AgentState>& people, double time) {
        for (std::size_t i = 0; i < people.size(); ++i) {
            for (std::size_t j = 0; j < people.size(); ++j) {
                if (i == j) continue;
                const double ahead = wrapped_difference(people[i].position.x, people[j].position.x, length_);
                if (std::abs(ahead) > kBehind) continue;
                const double beside = std::abs(people[i].position.y - people[j].position.y);
                const std::pair pair{people[i].id, people[j].id};
                if (ahead > 0 && beside < static_cast<double>(people[i].radius + people[j].radius)) {
                    held_up_[pair] = time;
                } else if (ahead < 0) {
                    const auto held = held_up_.find(pair);
                    if (held == held_up_.end()) continue;
                    count += time - held->second < kRecently;
                    held_up_.erase(held);
                }
            }
        }
    }
    std::size_t count = 0;

private:
    double length_;
    std::map<std::pair<AgentId, AgentId>, double> held_up_;
};

Corridor walk_corridor(const Study& study, std::uint64_t seed) {
    Scenario scenario = study.options.scene("corridor_periodic");
    scenario.seed = seed;
    const double length = scenario.map.periodic.x;
    Simulation simulation(std::move(scenario), 1);
    std::map<AgentId, double> preferred;
    for (const AgentState& a : simulation.agents()) {
        preferred[a.id] = *simulation.parameter(simulation.handle_of(a.id), "pref_speed");
    }
    Corridor corridor;
    Overtakes overtakes(length);
    std::map<AgentId, std::vector<Vec2d>> ways;
    double fast = 0, slow = 0;
    while (!simulation.finished()) {
        simulation.step();
        const std::vector<AgentState> people = simulation.agents();
        overtakes.look(people, simulation.time());
        for (const AgentState& a : people) {
            if (simulation.time() <= kShown && simulation.time() > kShown - 1) ways[a.id].push_back(a.position);
            if (simulation.time() < kSettled) continue;
            const bool is_fast = preferred[a.id] > kFast;
            (is_fast ? corridor.fast_speed : corridor.slow_speed) += static_cast<double>(a.velocity.x);
            (is_fast ? corridor.fast_preferred : corridor.slow_preferred) += preferred[a.id];
            (is_fast ? fast : slow) += 1;
        }
    }
    corridor.fast_speed /= fast, corridor.fast_preferred /= fast;
    corridor.slow_speed /= slow, corridor.slow_preferred /= slow;
    corridor.overtakes = overtakes.count;
    corridor.deepest = simulation.summary().health.deepest_m;
    for (const auto& [id, way] : ways) {
        plot::Path path{.pieces = {{}}, .category = preferred[id] > kFast ? 1u : 0u};
        for (const Vec2d place : way) {
            if (!path.pieces.back().empty() && std::abs(path.pieces.back().back().x - place.x) > length / 2) {
                path.pieces.emplace_back();
            }
            path.pieces.back().push_back(place);
        }
        corridor.tails.push_back(std::move(path));
    }
    return corridor;
}

void corridor(Study& study) {
    std::vector<double> overtakes, fast, fast_preferred, slow, slow_preferred, deepest;
    for (int seed = 1; seed <= std::min(study.options.seeds, 10); ++seed) {
        const Corridor c = walk_corridor(study, static_cast<std::uint64_t>(seed));
        overtakes.push_back(static_cast<double>(c.overtakes));
        fast.push_back(c.fast_speed);
        fast_preferred.push_back(c.fast_preferred);
        slow.push_back(c.slow_speed);
        slow_preferred.push_back(c.slow_preferred);
        deepest.push_back(c.deepest);
        if (seed > 1) continue;
        plot::PathMap figure;
        figure.title = fmt::format("The corridor after {:g} s, with everybody's last second", kShown);
        figure.ground.outline = map_outline("MULTILINESTRING ((0 0, 30 0), (0 9, 30 9))");
        figure.view = {{0, -0.3}, {30, 9.3}};
        figure.paths = c.tails;
        figure.categories = {"others", fmt::format("prefer more than {} m/s", kFast)};
        study.result.figures.push_back({"following", "figure3_5", plot::figure(figure, 1000, plot::Theme::plain)});
    }
    const auto least = *std::min_element(overtakes.begin(), overtakes.end());
    const double worst = *std::max_element(deepest.begin(), deepest.end());
    const Summary f = summarise(fast), p = summarise(fast_preferred);
    study.result.tables.push_back(
        {"following",
         "Figure 3.5: 180 people in a corridor of 30 by 9 m",
         {"ours"},
         {{"overtaken in a minute", "times", {summarise(overtakes)}},
          {"speed of the fast", "m/s", {f}},
          {"what they prefer", "m/s", {p}},
          {"speed of the others", "m/s", {summarise(slow)}},
          {"what they prefer", "m/s", {summarise(slow_preferred)}},
          {"deepest overlap", "m", {summarise(deepest)}}},
         "Overtaken: somebody was held up by another in its lane, and ahead of it within 5 s."});
    study.claim({.id = "following.corridor_overtakes",
                 .ours = least,
                 .unit = "times",
                 .rule = "somebody overtakes, in every run",
                 .holds = least > 0,
                 .required = true});
    study.claim({.id = "following.corridor_held_up",
                 .ours = p.mean - f.mean,
                 .unit = "m/s",
                 .rule = "the fast walk slower than they prefer",
                 .holds = f.mean < p.mean - 0.05,
                 .required = true,
                 .note = fmt::format("{:.2f} m/s instead of {:.2f}", f.mean, p.mean)});
    study.claim({.id = "following.corridor_overlap",
                 .ours = worst,
                 .unit = "m",
                 .rule = fmt::format("bodies overlap by less than {} m", kHealthyDepth),
                 .holds = worst < kHealthyDepth,
                 .required = true});
}

/// People of a scene along its longer side, over time.
void waiting_line(Study& study) {
    Scenario scenario = study.options.scene("waiting_line");
    const double dt = scenario.dt * scenario.record_every;
    const RecordedRun run = run_in_memory(std::move(scenario));
    Vec2d low{1e9, 1e9}, high{-1e9, -1e9};
    for (const Track& track : run.trajectory.tracks) {
        for (const Vec2d p : track.position) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    }
    const bool is_wide = high.x - low.x > high.y - low.y;
    plot::TraceChart chart;
    chart.title = "A waiting line: people line up, wait and leave";
    chart.x = {"time", "s"};
    chart.y = {"place along the line", "m"};
    chart.value = {"speed", "m/s"};
    chart.y_low = is_wide ? low.x : low.y;
    chart.y_high = is_wide ? high.x : high.y;
    for (const Track& track : run.trajectory.tracks) {
        plot::TraceChart::Trace trace;
        for (std::size_t i = 0; i < track.position.size(); ++i) {
            trace.points.push_back({track.frame[i] * dt, is_wide ? track.position[i].x : track.position[i].y});
            const std::size_t next = std::min(i + 1, track.position.size() - 1), before = i > 0 ? i - 1 : 0;
            const double time = static_cast<double>(next - before) * dt;
            trace.values.push_back(time > 0 ? norm(track.position[next] - track.position[before]) / time : 0);
        }
        chart.traces.push_back(std::move(trace));
    }
    study.figure("following", "figure3_4", chart);
}

}  // namespace

void scenes(Study& study) {
    study.tell("the corridor");
    corridor(study);
    waiting_line(study);
}

}  // namespace sidestep::bruneau2016
