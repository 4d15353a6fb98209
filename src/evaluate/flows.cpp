// Runs of recorded experiments, with every walker and seed.
#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.h"
#include "sidestep/error.h"
#include "sidestep/flow_experiments.h"
#include "sidestep/run.h"

namespace sidestep {
namespace {

constexpr double kStands = 0.05;  // m/s, on a ring: nobody gets on any more
constexpr double kJammed = 2;     // times the recorded duration

FlowRun run_of(const FlowExperiment& experiment, const FlowNumbers& recorded, std::size_t people, Scenario scene,
               const std::function<bool()>& goes_on, Trajectory* paths) {
    FlowRun run;
    try {
        RunOptions options;
        options.progress = [&](const Simulation&) { return goes_on(); };
        RecordedRun done = run_in_memory(std::move(scene), options);
        run.numbers = flow_numbers(done.trajectory, experiment, people);
        run.deepest = done.summary.health.deepest_m;
        for (const RunHealth::Stuck& stuck : done.summary.health.stuck)
            run.no_way += stuck.cause == StuckCause::no_route;
        if (experiment.is_ring()) {
            run.stalled = !(run.numbers.speed > kStands);
        } else {
            run.stalled = run.numbers.through < 1;
            run.jammed = !run.stalled && run.numbers.to - run.numbers.from > kJammed * (recorded.to - recorded.from);
        }
        if (paths != nullptr) *paths = std::move(done.trajectory);
    } catch (const InputError& error) {
        run.refused = error.problem().message;
    }
    return run;
}

/// Of a recording those count who cross the line in it.
std::size_t people_of(const FlowExperiment& experiment) {
    if (experiment.is_ring()) return experiment.people;
    const std::size_t all = experiment.recorded.tracks.size();
    const FlowNumbers numbers = flow_numbers(experiment.recorded, experiment, all);
    return static_cast<std::size_t>(numbers.through * static_cast<double>(all) + 0.5);
}

}  // namespace

std::vector<FlowResult> evaluate_flows(const std::vector<FlowExperiment>& experiments,
                                       const std::vector<EvaluatedWalker>& walkers, const FlowOptions& options) {
    struct Job {
        std::size_t experiment, walker;
        int seed;
    };
    std::vector<FlowResult> results;
    std::vector<Job> jobs;
    for (std::size_t e = 0; e < experiments.size(); ++e) {
        FlowResult& result = results.emplace_back();
        result.experiment = experiments[e].name;
        result.people = people_of(experiments[e]);
        result.recorded = flow_numbers(experiments[e].recorded, experiments[e], result.people);
        for (std::size_t w = 0; w < walkers.size(); ++w) {
            if (walkers[w].baseline != Baseline::none) continue;
            result.rows.push_back({walkers[w].name, std::vector<FlowRun>(static_cast<std::size_t>(options.seeds)), {}});
            for (int s = 0; s < options.seeds; ++s) jobs.push_back({e, w, s});
        }
    }
    std::atomic<bool> stopped = false;
    std::mutex mutex;
    EvaluateProgress progress{0, jobs.size()};
    const auto goes_on = [&] {
        if (const std::unique_lock lock(mutex, std::try_to_lock); lock && options.progress) {
            if (!options.progress(progress)) stopped = true;
        }
        return !stopped;
    };
    std::vector<char> done(jobs.size(), 0);
    Workers workers(options.threads);
    workers.for_each(jobs.size(), [&](std::size_t j) {
        if (stopped) return;
        const Job& job = jobs[j];
        FlowResult& result = results[job.experiment];
        FlowRow& row = *std::ranges::find(result.rows, walkers[job.walker].name, &FlowRow::walker);
        FlowOptions mine = options;
        mine.seed = options.seed + static_cast<std::uint64_t>(job.seed);
        Scenario scene;
        FlowRun run;
        try {
            scene = flow_scene(experiments[job.experiment], walkers[job.walker], mine);
            run = run_of(experiments[job.experiment], result.recorded, result.people, std::move(scene), goes_on,
                         job.seed == 0 ? &row.paths : nullptr);
        } catch (const InputError& error) {
            run.refused = error.problem().message;
        }
        if (stopped) return;
        row.runs[static_cast<std::size_t>(job.seed)] = std::move(run);
        done[j] = 1;
        const std::lock_guard lock(mutex);
        ++progress.done;
    });
    if (stopped) {
        for (std::size_t e = 0; e < results.size(); ++e) {
            std::erase_if(results[e].rows, [&](const FlowRow& row) {
                for (std::size_t j = 0; j < jobs.size(); ++j) {
                    if (jobs[j].experiment == e && walkers[jobs[j].walker].name == row.walker && done[j] == 0)
                        return true;
                }
                return false;
            });
        }
    }
    return results;
}

}  // namespace sidestep
