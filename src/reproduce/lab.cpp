#include "reproduce/lab.h"
#include "sidestep/scene.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sidestep/study.h"

namespace sidestep {

namespace {

// Where and when two streams count as meeting: at least this many of each within this distance of the middle.
constexpr double kMeetingHalfLength = 8;
constexpr std::size_t kMeetingPerStream = 8;

Outcome measure(const RecordedRun& walked) {
    Outcome outcome;
    outcome.walks = walk_metrics(walked.trajectory);
    outcome.agents = walked.trajectory.tracks.size();
    outcome.arrived = walked.arrived;
    outcome.health = walked.summary.health;
    if (const auto pair = closest_ever(walked.trajectory)) outcome.closest = pair->distance;
    LaneOptions lanes;
    lanes.half_length = kMeetingHalfLength;
    lanes.min_per_stream = kMeetingPerStream;
    outcome.lanes = lane_index(walked.trajectory, lanes);
    BandOptions bands;
    bands.half_length = kMeetingHalfLength;
    bands.min_per_stream = kMeetingPerStream;
    outcome.bands = band_index(walked.trajectory, bands);
    std::vector<double> reversals;
    for (const MotionQuality& walk : motion_quality(walked.trajectory)) {
        if (!std::isnan(walk.reversals)) reversals.push_back(walk.reversals);
    }
    outcome.reversals = summarise(reversals).mean;
    return outcome;
}

}  // namespace

std::vector<double> Batch::values(double WalkMetrics::* metric) const {
    std::vector<double> all;
    for (const Outcome& run : runs) {
        for (const WalkMetrics& walk : run.walks) all.push_back(walk.*metric);
    }
    return all;
}

std::vector<double> Batch::run_means(double WalkMetrics::* metric) const {
    std::vector<double> means;
    for (const Outcome& run : runs) {
        double sum = 0;
        for (const WalkMetrics& walk : run.walks) sum += walk.*metric;
        if (!run.walks.empty()) means.push_back(sum / static_cast<double>(run.walks.size()));
    }
    return means;
}

std::size_t Batch::agents() const {
    std::size_t sum = 0;
    for (const Outcome& run : runs) sum += run.agents;
    return sum;
}

std::size_t Batch::arrived() const {
    std::size_t sum = 0;
    for (const Outcome& run : runs) sum += run.arrived;
    return sum;
}

void Lab::tell(const std::string& what) const {
    if (options_.progress) options_.progress(what);
}

Scenario Lab::scenario(const Setup& setup) const {
    Scenario scenario = options_.scene(setup.scene);
    if (!setup.model.empty()) use_model(scenario, setup.model);
    for (const std::string& setting : setup.settings) {
        for (const ProfileSpec& profile : std::vector(scenario.profiles)) {
            apply_setting(scenario, profile.name + "." + setting);
        }
    }
    scenario.deadlocks = Deadlocks::none;  // what a paper says is about its model alone
    if (setup.contacts == Contacts::project) scenario.contacts = Contacts::project;
    return scenario;
}

void Lab::over_seeds(const Setup& setup, int seeds,
                     const std::function<void(std::size_t, const RecordedRun&)>& take) const {
    StudyPlan plan;
    plan.scenes = {scenario(setup)};
    plan.seeds.resize(static_cast<std::size_t>(seeds));
    std::iota(plan.seeds.begin(), plan.seeds.end(), setup.first_seed);
    StudyOptions options;
    options.threads = options_.threads;
    options.observe = take;
    run_study(jobs_of(plan), options);
}

const Batch& Lab::batch(const Setup& setup, int most) {
    const int seeds = std::min(options_.seeds, most);
    const std::string key =
        fmt::format("{} {} {}{}, {} seeds from {}", setup.scene, setup.model, fmt::join(setup.settings, " "),
                    setup.contacts == Contacts::project ? " projected" : "", seeds, setup.first_seed);
    const auto [entry, is_new] = batches_.try_emplace(key);
    Batch& batch = entry->second;
    if (!is_new) return batch;
    tell(key);
    batch.runs.resize(static_cast<std::size_t>(seeds));
    over_seeds(setup, seeds, [&](std::size_t i, const RecordedRun& run) { batch.runs[i] = measure(run); });
    return batch;
}

}  // namespace sidestep
