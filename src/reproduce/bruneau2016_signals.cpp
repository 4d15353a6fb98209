// Figure 3.10: three people behind a leader who stands and walks for ten seconds each, by the thesis' law, Reynolds'
// and Lemercier's, with the same limits of acceleration.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/scene.h"
#include "sidestep/statistics.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kPeriod = 20, kSignals = 4;  // s, of which the first half is standing; periods walked
constexpr double kFar = 200;                  // m: nobody arrives

struct Rival {
    const char* name;
    std::vector<std::string> settings;
};
const Rival kOurs{"distance", {}}, kNear{"arrival, slowing 0.5 m", {"law=arrival", "law_slowing=0.5"}},
    kWide{"arrival, slowing 0.8 m", {"law=arrival", "law_slowing=0.8"}},
    kDelayed{"delayed, C 1, γ 1, τ 0.5 s", {"law=delayed", "law_gain=1", "law_exponent=1", "law_delay=0.5"}};

struct Signal {
    double least = 1e9;         ///< m, between any two; 0 where one walked through the other
    std::vector<double> stops;  ///< m, of the first follower at the end of each time of standing but the first
    std::vector<plot::Line> gaps, places;
};

Signal walk_signal(const Study& study, const Rival& rival, double limit, std::uint64_t seed) {
    Scenario scenario = study.options.scene("rect_signal");
    for (AgentSpec& agent : scenario.agents) agent.target.value = {kFar, 0};
    for (const std::string& setting : rival.settings) apply_setting(scenario, "follower." + setting);
    apply_setting(scenario, fmt::format("follower.accel={}", limit));
    apply_setting(scenario, fmt::format("follower.decel={}", limit));
    // The law alone: only the leader's speed has noise, and nobody loses sight of who is ahead.
    apply_setting(scenario, "follower.speed_noise=0");
    apply_setting(scenario, "follower.look_ahead=30");
    scenario.seed = seed;
    scenario.duration = kSignals * kPeriod;
    const double dt = scenario.dt;
    const RecordedRun run = run_in_memory(std::move(scenario));
    const std::vector<Track>& walks = run.trajectory.tracks;
    Signal signal;
    for (std::size_t w = 0; w < walks.size(); ++w) {
        plot::Line place{w == 0 ? "leader" : fmt::format("follower {}", w), {}}, gap{place.name, {}};
        for (std::size_t i = 0; i < walks[w].position.size(); ++i) {
            const double time = static_cast<double>(i) * dt;
            place.points.push_back({time, walks[w].position[i].x});
            if (w == 0) continue;
            const double apart = walks[w - 1].position[i].x - walks[w].position[i].x;
            gap.points.push_back({time, apart});
            signal.least = std::min(signal.least, std::max(0.0, apart));
        }
        signal.places.push_back(std::move(place));
        if (w > 0) signal.gaps.push_back(std::move(gap));
    }
    for (double end = 1.5 * kPeriod; end < kSignals * kPeriod; end += kPeriod) {
        signal.stops.push_back(signal.gaps[0].points[static_cast<std::size_t>(std::lround(end / dt)) - 1].y);
    }
    return signal;
}

void draw(Study& study, const std::string& name, const std::string& law, const Signal& signal) {
    plot::LineChart places;
    places.title = fmt::format("Behind a signal: {}", law);
    places.x = {"time", "s"};
    places.y = {"place", "m"};
    places.lines = signal.places;
    study.figure("following", name + "_places", places);
    plot::LineChart gaps = places;
    gaps.y = {"distance to the one ahead", "m"};
    gaps.lines = signal.gaps;
    study.figure("following", name + "_distances", gaps);
}

}  // namespace

void signals(Study& study) {
    study.tell("a leader who stands and walks, three laws");
    struct Case {
        const Rival& rival;
        double limit;
        std::optional<double> expected;
        const char* figure;
    };
    const Case cases[] = {{kOurs, 1, 0.46, nullptr},     {kNear, 1, 0.07, nullptr},     {kWide, 1, 0.32, nullptr},
                          {kOurs, 1.5, 0.6, "distance"}, {kNear, 1.5, 0.36, "arrival"}, {kWide, 1.5, {}, nullptr},
                          {kOurs, 3, 0.6, nullptr},      {kNear, 3, {}, nullptr},       {kWide, 3, 0.6, nullptr},
                          {kDelayed, 1, {}, "delayed"}};
    ReproducedTable table{"following",
                          "Figure 3.10: behind a leader who stands and walks; least distance",
                          {"expected", "ours"},
                          {},
                          "Expected: the equations alone, in one dimension. d_f is 0.6 m. By limit of acceleration and "
                          "braking, over seeds."};
    double ours = 0, arrival = 0;
    std::vector<double> stops;
    for (const Case& c : cases) {
        std::vector<double> least;
        for (int seed = 1; seed <= std::min(study.options.seeds, 10); ++seed) {
            const Signal signal = walk_signal(study, c.rival, c.limit, static_cast<std::uint64_t>(seed));
            least.push_back(signal.least);
            if (seed > 1) continue;
            if (c.figure != nullptr) draw(study, fmt::format("figure3_10_{}", c.figure), c.rival.name, signal);
            if (&c.rival == &kDelayed) stops = signal.stops;
        }
        const Summary mean = summarise(least);
        if (c.limit == 1.5 && &c.rival == &kOurs) ours = mean.mean;
        if (c.limit == 1.5 && &c.rival == &kNear) arrival = mean.mean;
        table.rows.push_back({fmt::format("{}, {} m/s²", c.rival.name, c.limit),
                              "m",
                              {c.expected ? std::optional(number(*c.expected)) : std::nullopt, mean}});
    }
    study.result.tables.push_back(std::move(table));
    study.claim({.id = "following.signal_distance",
                 .paper = 0.6,
                 .ours = ours,
                 .unit = "m",
                 .rule = "the law of distances keeps d_f within 0.03 m (limits of 1.5 m/s²)",
                 .holds = ours > 0.57,
                 .required = true,
                 .note = "least distance of any two, mean over seeds"});
    study.claim({.id = "following.signal_arrival",
                 .paper = 0.5,
                 .ours = arrival,
                 .unit = "m",
                 .rule = "Reynolds' arrival comes below 0.5 m with the same limits",
                 .holds = arrival < 0.5,
                 .required = true,
                 .note = "slowing distance 0.5 m; with 0.8 m and limits of 3 m/s² it does not"});
    std::string text;
    for (const double stop : stops) text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", stop);
    study.claim({.id = "following.signal_delayed",
                 .ours = stops.back() - stops.front(),
                 .unit = "m",
                 .rule = "Lemercier's distance grows from stop to stop",
                 .holds = std::is_sorted(stops.begin(), stops.end()) && stops.back() > stops.front() + 0.3,
                 .required = true,
                 .note = fmt::format("first follower, at successive stops: {} m", text)});
}

}  // namespace sidestep::bruneau2016
