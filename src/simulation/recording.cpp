// What a simulation hands to the recorder, and a whole run with recording.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/recorder.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

void fill(const World& world, const std::vector<TrajectoryRow>& just_left, TrajectoryFrame& frame) {
    frame.rows.resize(world.size());
    for (Row row = 0; row < world.size(); ++row) {
        const Place p = world.now.place[row];
        const Self& s = world.now.self[row];
        frame.rows[row] = {world.now.motion[row].id, {p.x, p.y}, {s.heading_x, s.heading_y}};
    }
    frame.rows.insert(frame.rows.end(), just_left.begin(), just_left.end());
    std::sort(frame.rows.begin(), frame.rows.end(),
              [](const TrajectoryRow& a, const TrajectoryRow& b) { return a.id < b.id; });
}

std::string to_json(const Distribution& d) {
    switch (d.kind) {
        case Distribution::Kind::uniform:
            return fmt::format("{{\"uniform\":[{},{}]}}", d.a, d.b);
        case Distribution::Kind::normal:
            return fmt::format("{{\"normal\":[{},{},{},{}]}}", d.a, d.b, d.min, d.max);
        case Distribution::Kind::constant:
            break;
    }
    return fmt::format("{}", d.a);
}

/// Every parameter of every profile that is not at its default, as the run used it (settings of the command line
/// included).
std::string parameters_in_use(const Scenario& scenario) {
    std::string text;
    for (const ProfileSpec& profile : scenario.profiles) {
        const ModelInfo* info = find_model(profile.model);
        text += fmt::format("{}.model={}\n", profile.name, profile.model);
        for (std::size_t i = 0; i < profile.values.size(); ++i) {
            if (!profile.values[i]) continue;
            const Parameter& p = i < kCommonCount ? common_parameters()[i] : info->parameters[i - kCommonCount];
            text += fmt::format("{}.{}={}\n", profile.name, p.name, to_json(*profile.values[i]));
        }
    }
    return text;
}

}  // namespace

void Simulation::frame(TrajectoryFrame& frame) const {
    frame.frame = static_cast<std::uint32_t>(engine_->steps / engine_->scenario.record_every);
    fill(engine_->world, engine_->just_left, frame);
}

TrajectoryFrame Simulation::frame() const {
    TrajectoryFrame frame;
    this->frame(frame);
    return frame;
}

TrajectoryInfo Simulation::trajectory_info() const {
    const Scenario& s = engine_->scenario;
    TrajectoryInfo info;
    info.fps = 1.0 / (s.dt * s.record_every);
    if (std::abs(info.fps - std::round(info.fps)) < 1e-9) info.fps = std::round(info.fps);
    info.wkt = s.map.wkt;
    info.metadata = {{"scene_name", s.name},
                     {"scene", s.text},
                     {"seed", std::to_string(s.seed)},
                     {"dt", fmt::format("{}", s.dt)},
                     {"parameters", parameters_in_use(s)},
                     {"sidestep_version", std::string(version())}};
    return info;
}

RunSummary run(Scenario scenario, const RunOptions& options) {
    Simulation simulation(std::move(scenario), options.threads);
    const TrajectoryInfo info = simulation.trajectory_info();
    std::unique_ptr<Recorder> recorder;
    if (!options.output.empty()) {
        recorder = std::make_unique<Recorder>(open_trajectory_writer(options.output, info, options.overwrite),
                                              pending_frames_for(info.fps));
    }
    const std::uint64_t every = simulation.scenario().record_every;
    const auto record = [&] {
        if (recorder && simulation.steps() % every == 0) {
            TrajectoryFrame frame = recorder->reuse();
            simulation.frame(frame);
            recorder->push(std::move(frame));
        }
    };
    using Clock = std::chrono::steady_clock;
    auto last_word = Clock::now();
    record();
    while (!simulation.finished()) {
        simulation.step();
        record();
        if (options.progress && Clock::now() - last_word > std::chrono::milliseconds(100)) {
            last_word = Clock::now();
            if (!options.progress(simulation)) break;
        }
    }
    double waited = 0;
    if (recorder) {
        recorder->finish();
        waited = recorder->waited_ms();
    }
    RunSummary summary = simulation.summary();
    summary.stages_ms[static_cast<std::size_t>(Stage::record)] = waited;
    return summary;
}

}  // namespace sidestep
