// Lanes, where streams meet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

namespace {

constexpr double kLaneBar = 0.3;
constexpr double kShareBar = 0.5;
constexpr double kBandBar = 0.6;
constexpr double kBandPatience = 10;  // s

/// Only those who get on along this axis more than across it.
Trajectory along(const Trajectory& trajectory, Axis axis) {
    Trajectory some;
    some.info = trajectory.info;
    for (const Track& track : trajectory.tracks) {
        const Vec2d way = track.position.back() - track.position.front();
        if ((std::abs(way.x) > std::abs(way.y)) == (axis == Axis::x)) some.tracks.push_back(track);
    }
    return some;
}

/// Turned clockwise by 45°: streams to the right and upwards then walk against each other along x, and the stripes in
/// which they pass through each other, at right angles to both, lie along x.
Trajectory turned(const Trajectory& trajectory) {
    Trajectory other = trajectory;
    for (Track& track : other.tracks) {
        for (Vec2d& p : track.position) p = Vec2d{p.x - p.y, p.x + p.y} * std::numbers::sqrt2 / 2;
    }
    return other;
}

std::vector<LaneSample> in_counterflow(const Trajectory& trajectory) {
    return lane_index(trajectory, {.half_length = 8, .min_per_stream = 8});
}
std::vector<LaneSample> on_the_crosswalk(const Trajectory& trajectory) {
    return lane_index(trajectory, {.axis = Axis::y, .half_length = 5, .min_per_stream = 5});
}
std::vector<LaneSample> of_opposite_groups(const Trajectory& trajectory) {
    std::vector<LaneSample> both;
    for (const Axis axis : {Axis::x, Axis::y}) {
        const std::vector<LaneSample> one =
            lane_index(along(trajectory, axis), {.axis = axis, .half_length = 8, .min_per_stream = 8});
        both.insert(both.end(), one.begin(), one.end());
    }
    return both;
}
std::vector<LaneSample> of_crossing_streams(const Trajectory& trajectory) {
    return lane_index(turned(trajectory), {.half_length = 3.5, .min_per_stream = 5});
}

/// "In all of our experiments": where else streams meet.
void elsewhere(Study& study) {
    struct Meeting {
        const char *scene, *what;
        std::vector<LaneSample> (*lanes)(const Trajectory&);
    };
    for (const Meeting& meeting : {Meeting{"hallway100_dense", "along the hall", in_counterflow},
                                   {"corridor_counterflow", "along the corridor", in_counterflow},
                                   {"crosswalk", "across the road", on_the_crosswalk},
                                   {"crossing4", "of groups that walk against each other", of_opposite_groups},
                                   {"perpendicular_flows", "at 45° to both streams", of_crossing_streams}}) {
        const int seeds = std::min(study.options.seeds, kScenarioSeeds);
        std::vector<std::vector<LaneSample>> runs(static_cast<std::size_t>(seeds));
        study.lab.over_seeds({meeting.scene, "predictive"}, seeds,
                             [&](std::size_t i, const RecordedRun& run) { runs[i] = meeting.lanes(run.trajectory); });
        std::vector<double> phi, chance;
        for (const std::vector<LaneSample>& run : runs) {
            for (const LaneSample& sample : run) {
                phi.push_back(sample.phi);
                chance.push_back(sample.baseline);
            }
        }
        const double above = mean_of(phi) - mean_of(chance), share = above / (1 - mean_of(chance));
        study.claim({.id = fmt::format("lanes.{}", meeting.scene),
                     .ours = share,
                     .unit = "–",
                     .rule = "(Φ − Φ₀) / (1 − Φ₀) ≥ 0.5 while streams meet: half of what is possible beyond chance",
                     .holds = share >= kShareBar,
                     .note = fmt::format("{}; Φ {:.2f}, Φ₀ {:.2f}, mean over {} frames, one per second", meeting.what,
                                         mean_of(phi), mean_of(chance), phi.size())});
    }
}

}  // namespace

void claim_lane_index(Study& study, const std::string& id, const Batch& predictive, bool required) {
    std::vector<double> lanes, phi;
    for (const Outcome& run : predictive.runs) {
        for (const LaneSample& sample : run.lanes) {
            lanes.push_back(sample.lanes());
            phi.push_back(sample.phi);
        }
    }
    study.claim(
        {.id = id,
         .ours = mean_of(lanes),
         .unit = "–",
         .rule = "Φ − Φ₀ ≥ 0.3 during counterflow",
         .holds = mean_of(lanes) >= kLaneBar,
         .required = required,
         .note = fmt::format("mean over {} frames, one per second; Φ alone {:.2f}", lanes.size(), mean_of(phi))});
}

void lanes(Study& study) {
    ReproducedTable table{"lanes", "Lanes while both streams have 8 people or more in |x| < 8 m", {}, {}};
    ReproducedTable::Row index{"Φ - Φ0", "–", {}}, phi{"Φ", "–", {}}, first{"bands, first contact", "–", {}},
        later{"bands, best within 10 s", "–", {}}, when{"bands > 0.6 after", "s", {}};
    for (const std::string model : {"predictive", "social_force", "rvo", "orca"}) {
        const Batch& batch = study.hallway(model, model == "social_force" ? kPoints : std::vector<std::string>{});
        std::vector<double> lanes, phis, starts, bests, waits;
        std::size_t never = 0;
        for (const Outcome& run : batch.runs) {
            for (const LaneSample& sample : run.lanes) {
                lanes.push_back(sample.lanes());
                phis.push_back(sample.phi);
            }
            if (run.bands.empty()) continue;
            starts.push_back(run.bands.front().phi);
            double best = 0, wait = kUnlimited;
            for (const BandSample& sample : run.bands) {
                const double since = sample.time - run.bands.front().time;
                if (since > kBandPatience + 1e-9) break;
                best = std::max(best, sample.phi);
                if (sample.phi > kBandBar) wait = std::min(wait, since);
            }
            bests.push_back(best);
            if (wait < kUnlimited) {
                waits.push_back(wait);
            } else {
                ++never;
            }
        }
        table.columns.push_back(model);
        index.cells.emplace_back(summarise(lanes));
        phi.cells.emplace_back(summarise(phis));
        first.cells.emplace_back(summarise(starts));
        later.cells.emplace_back(summarise(bests));
        when.cells.emplace_back(waits.empty() ? std::nullopt : std::optional(summarise(waits)));
        if (model != "predictive") continue;
        claim_lane_index(study, "lanes.index", batch, true);
        study.claim(
            {.id = "lanes.bands",
             .ours = mean_of(bests),
             .unit = "–",
             .rule = "band index above 0.6 within 10 s of first contact, in every run",
             .holds = never == 0 && !bests.empty(),
             .note = fmt::format("from {:.2f} at first contact; {} of {} runs pass 0.6, after {:.1f} s on average",
                                 mean_of(starts), batch.runs.size() - never, batch.runs.size(), mean_of(waits))});
    }
    elsewhere(study);
    table.rows = {index, phi, first, later, when};
    table.remark = "Φ0: the same with directions shuffled among the agents (what chance gives).";
    study.result.tables.push_back(std::move(table));
}

}  // namespace sidestep::karamouzas2009
