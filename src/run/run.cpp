// The loop of a whole run.
#include "sidestep/run.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "record/position_filter.h"
#include "run/departure_log.h"
#include "run/queue_log.h"
#include "run/snapshot_file.h"
#include "run/teller.h"
#include "sidestep/error.h"

namespace sidestep {

namespace {

/// ".sqlite"
std::string explaining_formats() {
    std::string text;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        if (format->keeps_explanations) text += (text.empty() ? "" : ", ") + std::string(format->extension);
    }
    return text;
}

void refuse_explaining_to(const TrajectorySink* sink) {
    if (sink && sink->keeps_explanations()) return;
    const std::string file = sink ? sink->file() : std::string();
    throw InputError({.message = sink ? "this format has no place for explanations"
                                      : "explanations are recorded, and nothing is recorded here",
                      .file = file,
                      .value = file,
                      .allowed = "a " + explaining_formats() + " file",
                      .remedy = "Record to FILE" + explaining_formats() + ", or explain nobody."});
}

/// Hands the frames of a simulation to a sink.
class Recording {
public:
    Recording(const Simulation& simulation, TrajectorySink& sink, const std::vector<AgentId>& explain)
        : simulation_(simulation),
          sink_(sink),
          teller_(explain),
          departures_(simulation.scenario()),
          queues_(simulation.scenario()) {
        const TrajectoryInfo info = simulation.trajectory_info();
        const Scenario& scenario = simulation.scenario();
        if (scenario.record_smooth > 0) filter_.emplace(scenario.record_smooth, 1 / info.fps);
        sink_.begin(info);
    }

    void look() {
        departures_.look(simulation_);
        queues_.look(simulation_);
        if (simulation_.steps() % simulation_.scenario().record_every != 0) return;
        TrajectoryFrame frame = sink_.reuse();
        simulation_.frame(frame);
        teller_.fill(simulation_, frame);
        if (filter_) filter_->apply(frame);
        sink_.frame(std::move(frame));
    }

    void finish(RunSummary& summary) {
        std::map<std::string, std::string> closing{{"health", to_json(summary.health)}};
        if (!departures_.exits().empty()) closing[std::string(kExitsKey)] = to_json(departures_.exits());
        if (!queues_.empty()) closing[std::string(kQueuesKey)] = to_json(queues_.finish(simulation_));
        sink_.finish(closing);
        summary.stages_ms[static_cast<std::size_t>(Stage::record)] = sink_.waited_ms();
        summary.unexplained = teller_.unexplained();
    }

private:
    const Simulation& simulation_;
    TrajectorySink& sink_;
    Teller teller_;
    DepartureLog departures_;
    QueueLog queues_;
    std::optional<PositionFilter> filter_;
};

RunSummary run_to(Scenario scenario, TrajectorySink* sink, const RunOptions& options) {
    if (!options.explain.empty()) refuse_explaining_to(sink);
    Simulation simulation(std::move(scenario), options.threads);
    if (!options.resume_file.empty()) simulation.restore(read_snapshot(options.resume_file));
    SnapshotKeeper keeper(simulation, options);
    std::optional<Recording> recording;
    if (sink) recording.emplace(simulation, *sink, options.explain);
    using Clock = std::chrono::steady_clock;
    auto last_word = Clock::now();
    if (recording) recording->look();
    while (!simulation.finished()) {
        simulation.step();
        if (recording) recording->look();
        keeper.look();
        if (options.progress && Clock::now() - last_word > std::chrono::milliseconds(100)) {
            last_word = Clock::now();
            if (!options.progress(simulation)) {
                keeper.keep();
                break;
            }
        }
    }
    RunSummary summary = simulation.summary();
    if (recording) recording->finish(summary);
    return summary;
}

}  // namespace

RunSummary run(Scenario scenario, TrajectorySink& sink, const RunOptions& options) {
    return run_to(std::move(scenario), &sink, options);
}

RunSummary run(Scenario scenario, const RunOptions& options) {
    return run_to(std::move(scenario), nullptr, options);
}

RecordedRun run_in_memory(Scenario scenario, const RunOptions& options) {
    MemorySink sink;
    RecordedRun result;
    result.summary = run(std::move(scenario), sink, options);
    result.trajectory = sink.take();
    result.arrived = result.summary.agents_created - result.summary.health.never_arrived;
    return result;
}

}  // namespace sidestep
