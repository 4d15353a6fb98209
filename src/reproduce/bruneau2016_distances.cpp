// Figure 3.3: the distances that somebody keeps behind a leader who walks evenly and brakes, and behind one whose speed
// changes in every step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/bruneau2016_study.h"
#include "reproduce/lab.h"
#include "sidestep/scene.h"
#include "sidestep/statistics.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kStandstill = 0.6, kWindow = 0.5;  // of the scenes
constexpr std::string_view kPart = "following";

/// One moment behind a leader.
struct Kept {
    double time = 0, gap = 0;
    double react = 0, error = 0;  ///< m: d_d and d_err
    double raw = 0;               ///< m/s: what the law asks for, before anything limits it
    double speed = 0, leader_speed = 0;
};

/// Of a leader and its follower, the first two of a scene, both along x; while both are there.
std::vector<Kept> walk_pair(Scenario scenario, double ttr, ErrorDistance kept) {
    const double dt = scenario.dt;
    const RecordedRun run = run_in_memory(std::move(scenario));
    const Track &leader = run.trajectory.tracks.at(0), &follower = run.trajectory.tracks.at(1);
    const std::size_t steps = std::min(leader.position.size(), follower.position.size());
    const auto window = static_cast<std::size_t>(std::lround(kWindow / dt)) + 1;
    std::vector<Kept> list;
    for (std::size_t i = 1; i + 1 < steps; ++i) {
        Kept k;
        k.time = static_cast<double>(i) * dt;
        k.gap = leader.position[i].x - follower.position[i].x;
        k.speed = (follower.position[i + 1].x - follower.position[i].x) / dt;
        k.leader_speed = (leader.position[i + 1].x - leader.position[i].x) / dt;
        const auto place = [&](std::size_t back) {
            return leader.position[i - std::min(i, back)].x - follower.position[i].x;
        };
        const LeaderFit fit = fit_leader(window, place, kept);
        k.error = fit.error;
        k.react = k.speed * ttr;
        k.raw = (fit.next - kStandstill - fit.error) / (dt + ttr);
        list.push_back(k);
    }
    return list;
}

double least(const std::vector<Kept>& list, double Kept::* what) {
    double least = list.front().*what;
    for (const Kept& k : list) least = std::min(least, k.*what);
    return least;
}
Summary all_of(const std::vector<Kept>& list, double Kept::* what) {
    std::vector<double> values;
    for (const Kept& k : list) values.push_back(k.*what);
    return summarise(values);
}

void draw(Study& study, const std::string& name, const std::string& title, const std::vector<Kept>& list, double from,
          double to) {
    plot::LineChart chart;
    chart.title = title;
    chart.x = {"time", "s"};
    chart.y = {"distance", "m"};
    plot::Line gap{"to the leader", {}}, standing{"d_f", {}}, react{"d_f + d_d", {}}, all{"d_f + d_d + d_err", {}};
    for (const Kept& k : list) {
        if (k.time < from || k.time > to) continue;
        gap.points.push_back({k.time, k.gap});
        standing.points.push_back({k.time, kStandstill});
        react.points.push_back({k.time, kStandstill + k.react});
        all.points.push_back({k.time, kStandstill + k.react + k.error});
    }
    chart.lines = {std::move(gap), std::move(standing), std::move(react), std::move(all)};
    study.figure(std::string(kPart), name, chart);
}

Scenario stable(const Study& study, double brake, double ttr) {
    Scenario scenario = study.options.scene("follow_stable");
    apply_setting(scenario, fmt::format("leader.brake={}", brake));
    apply_setting(scenario, fmt::format("follower.ttr={}", ttr));
    return scenario;
}

void behind_who_brakes(Study& study) {
    constexpr double kTtr = 0.6, kAtOnce = 10000;
    constexpr double kBrakes[] = {0.5, 1, 2, kAtOnce};
    ReproducedTable table{std::string(kPart), "Figure 3.3: behind a leader who brakes", {}, {}};
    for (const double brake : kBrakes) {
        table.columns.push_back(brake == kAtOnce ? "at once" : fmt::format("{} m/s²", brake));
    }
    double worst_gap = 10, worst_raw = 10, best_without = 0;
    for (const double ttr : {kTtr, 0.0}) {
        ReproducedTable::Row gap{fmt::format("ttr {}, least distance", ttr), "m", {}},
            raw{fmt::format("ttr {}, least speed asked for", ttr), "m/s", {}};
        for (const double brake : kBrakes) {
            const std::vector<Kept> list = walk_pair(stable(study, brake, ttr), ttr, ErrorDistance::signed_mean);
            const double least_gap = least(list, &Kept::gap), least_raw = least(list, &Kept::raw);
            gap.cells.emplace_back(number(least_gap));
            raw.cells.emplace_back(number(least_raw));
            if (ttr > 0) {
                worst_gap = std::min(worst_gap, least_gap);
                worst_raw = std::min(worst_raw, least_raw);
                if (brake == 1) draw(study, "figure3_3_stable", "Behind a leader who brakes", list, 5, 25);
            } else {
                best_without = std::max(best_without, least_gap);
            }
        }
        table.rows.push_back(std::move(gap));
        table.rows.push_back(std::move(raw));
    }
    study.result.tables.push_back(std::move(table));
    study.claim({.id = "following.stable_gap",
                 .paper = kStandstill,
                 .ours = worst_gap,
                 .unit = "m",
                 .rule = "least distance within 0.005 m of d_f, however the leader brakes",
                 .holds = std::abs(worst_gap - kStandstill) < 0.005,
                 .required = true,
                 .note = fmt::format("least speed asked for: {:.3f} m/s", worst_raw)});
    study.claim({.id = "following.react_distance",
                 .ours = best_without,
                 .unit = "m",
                 .rule = "without d_d the follower comes closer than d_f, however the leader brakes",
                 .holds = best_without < kStandstill - 0.001,
                 .required = true,
                 .note = "the greatest of the least distances with ttr 0"});
}

void behind_who_is_uneven(Study& study) {
    std::vector<double> leader, follower, limited, error, farther;
    for (int seed = 1; seed <= study.options.seeds; ++seed) {
        Scenario scenario = study.options.scene("follow_jerky");
        scenario.seed = static_cast<std::uint64_t>(seed);
        apply_setting(scenario, "follower.overtake=never");  // the leader is the slower one
        Scenario without = scenario;
        apply_setting(without, "follower.error_distance=none");
        // What limits speeds makes them more even, too: the law is judged without.
        Scenario unlimited = scenario;
        for (const char* wide : {"accel=20", "decel=50", "pref_speed=3", "max_speed=3.5"}) {
            apply_setting(unlimited, fmt::format("follower.{}", wide));
        }
        follower.push_back(all_of(walk_pair(std::move(unlimited), 0.6, ErrorDistance::signed_mean), &Kept::speed).sd);
        const std::vector<Kept> list = walk_pair(std::move(scenario), 0.6, ErrorDistance::signed_mean);
        const std::vector<Kept> bare = walk_pair(std::move(without), 0.6, ErrorDistance::none);
        if (seed == 1) draw(study, "figure3_3_jerky", "Behind a leader who walks unevenly", list, 10, 30);
        leader.push_back(all_of(list, &Kept::leader_speed).sd);
        limited.push_back(all_of(list, &Kept::speed).sd);
        error.push_back(all_of(list, &Kept::error).mean);
        farther.push_back(all_of(list, &Kept::gap).mean - all_of(bare, &Kept::gap).mean);
    }
    const Summary sd = summarise(follower), kept = summarise(error), more = summarise(farther);
    study.result.tables.push_back({std::string(kPart),
                                   "Figure 3.3: behind a leader who walks unevenly",
                                   {"expected", "ours"},
                                   {{"sd of the leader's speed", "m/s", {number(0.4), summarise(leader)}},
                                    {"sd of the follower's speed, unlimited", "m/s", {number(0.15), sd}},
                                    {"the same within its limits", "m/s", {number(0.118), summarise(limited)}},
                                    {"mean d_err", "m", {number(0.034), kept}},
                                    {"farther away than without d_err", "m", {number(0.034), more}}},
                                   "Expected: the equations alone, in one dimension."});
    study.claim(
        {.id = "following.jerky_speed",
         .ours = sd.mean,
         .unit = "m/s",
         .rule = "0.12 to 0.18 where nothing limits it and the leader has 0.4",
         .holds = sd.mean > 0.12 && sd.mean < 0.18,
         .required = true,
         .note = "standard deviation of the follower's speed; the thesis prints none, the equations alone give 0.15"});
    study.claim(
        {.id = "following.jerky_error",
         .ours = kept.mean,
         .unit = "m",
         .rule =
             "0.024 to 0.044 (the equations alone: 0.034), and the mean distance is larger by as much within 0.02 m",
         .holds = std::abs(kept.mean - 0.034) < 0.01 && std::abs(more.mean - kept.mean) < 0.02,
         .required = true,
         .note = fmt::format("farther away by {:.3f} m than without d_err", more.mean)});
}

}  // namespace

void distances(Study& study) {
    study.tell("behind a leader who brakes, and one who walks unevenly");
    behind_who_brakes(study);
    behind_who_is_uneven(study);
}

}  // namespace sidestep::bruneau2016
