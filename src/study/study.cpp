// Jobs on threads.
#include "sidestep/study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/parallel.h"
#include "sidestep/scene.h"
#include "study/checkpoint.h"

namespace sidestep {

namespace {

/// Progress and interruption, shared by all jobs.
class Watch {
public:
    Watch(const StudyOptions& options, std::size_t jobs) : options_(options), progress_{0, jobs} {}

    bool stopped() const { return stopped_; }
    /// False: end now. Asked from inside runs; where several ask at once, one answer does for all.
    bool goes_on() {
        if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) tell();
        return !stopped_;
    }
    void done() {
        const std::lock_guard lock(mutex_);
        ++progress_.done;
        tell();
    }

private:
    void tell() {
        if (!stopped_ && options_.progress && !options_.progress(progress_)) stopped_ = true;
    }

    const StudyOptions& options_;
    std::mutex mutex_;
    StudyProgress progress_;
    std::atomic<bool> stopped_ = false;
};

void measure(StudyResult& result, const Trajectory& trajectory, const StudyOptions& options) {
    const Measurement measurement(trajectory, options.measuring);
    for (const Metric* metric : options.metrics) {
        result.metrics.emplace_back(metric, summarise(metric->measure(measurement)));
    }
}

/// Nothing where the study ended meanwhile: half a run would look like a whole one.
StudyResult run_job(const StudyJob& job, std::size_t number, int threads, const StudyOptions& options, Watch& watch) {
    Scenario scenario = *job.scenario;
    scenario.seed = job.seed;
    RunOptions run_options;
    run_options.threads = threads;
    bool ended = false;
    run_options.progress = [&](const Simulation&) {
        ended = !watch.goes_on();
        return !ended;
    };
    StudyResult result;
    if (options.metrics.empty() && !options.observe) {
        result.summary = run(std::move(scenario), run_options);
        result.arrived = result.summary.agents_created - result.summary.health.never_arrived;
    } else {
        RecordedRun recorded = run_in_memory(std::move(scenario), run_options);
        if (ended) return {};
        result.summary = recorded.summary;
        result.arrived = recorded.arrived;
        measure(result, recorded.trajectory, options);
        if (options.observe) options.observe(number, std::move(recorded));
    }
    result.done = !ended;
    return result;
}

int processors(int wanted) {
    return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

std::size_t StudyOutcome::done() const {
    return static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](const StudyResult& r) { return r.done; }));
}

std::vector<StudyJob> jobs_of(const StudyPlan& plan) {
    using Names = std::vector<std::string>;
    const auto lists = plan.settings.empty() ? std::vector<Names>{{}} : plan.settings;
    const auto models = plan.models.empty() ? Names{""} : plan.models;
    std::vector<StudyJob> jobs;
    for (const Scenario& scene : plan.scenes) {
        const auto seeds = plan.seeds.empty() ? std::vector{scene.seed} : plan.seeds;
        for (const Names& settings : lists) {
            for (const std::string& model : models) {
                auto scenario = std::make_shared<Scenario>(scene);
                if (!model.empty()) use_model(*scenario, model);
                for (const std::string& setting : settings) apply_setting(*scenario, setting);
                const std::string variant = fmt::format("{}\n{}", plan.variant, fmt::join(settings, "\n"));
                for (const std::uint64_t seed : seeds) jobs.push_back({scenario, seed, model, variant});
            }
        }
    }
    return jobs;
}

StudyOutcome run_study(std::span<const StudyJob> jobs, const StudyOptions& options) {
    StudyOutcome outcome;
    outcome.results.resize(jobs.size());
    StudyCheckpoint checkpoint(options.checkpoint, options.metrics);
    Watch watch(options, jobs.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (const StudyResult* known = checkpoint.find(key_of(jobs[i], options))) {
            outcome.results[i] = *known;
            watch.done();
        } else {
            open.push_back(i);
        }
    }
    // A hundred agents do not keep several threads busy, so runs are made side by side where there are several.
    const int threads = processors(options.threads);
    const int at_once = std::clamp(static_cast<int>(std::min<std::size_t>(open.size(), 1024)), 1, threads);
    Workers workers(at_once);
    std::mutex writing;
    workers.for_each(open.size(), [&](std::size_t k) {
        if (watch.stopped()) return;
        const StudyJob& job = jobs[open[k]];
        StudyResult result = run_job(job, open[k], threads / at_once, options, watch);
        if (!result.done) return;
        {
            const std::lock_guard lock(writing);
            checkpoint.add(key_of(job, options), job, result);
        }
        outcome.results[open[k]] = std::move(result);
        watch.done();
    });
    outcome.finished = outcome.done() == jobs.size();
    return outcome;
}

}  // namespace sidestep
