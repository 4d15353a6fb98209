// What a simulation hands to the recorder, and a whole run with recording.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/formats.h"
#include "record/position_filter.h"
#include "record/recorder.h"
#include "sidestep/error.h"
#include "sidestep/heading_chart.h"
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
        if (profile.route.kind != RouteSpec::Kind::direct) {
            text +=
                fmt::format("{}.route={}\n", profile.name, kRouteNames[static_cast<std::size_t>(profile.route.kind)]);
        }
        for (std::size_t i = 0; i < profile.route.chart.size(); ++i) {
            if (!profile.route.chart[i]) continue;
            text += fmt::format("{}.route.{}={}\n", profile.name, chart_parameters()[i].name, *profile.route.chart[i]);
        }
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
    frame.newcomers.clear();
    frame.explanations.clear();
}

TrajectoryFrame Simulation::frame() const {
    TrajectoryFrame frame;
    this->frame(frame);
    return frame;
}

std::vector<AgentInfo> Simulation::agent_infos(std::size_t first) const {
    const Engine& e = *engine_;
    std::vector<AgentInfo> infos;
    for (std::size_t i = first; i < e.created.size(); ++i) {
        const Engine::Created& c = e.created[i];
        infos.push_back({c.id, c.radius, e.scenario.profiles[c.profile].name,
                         c.goal < 0 ? std::string() : e.scenario.goals[static_cast<std::size_t>(c.goal)].name,
                         *c.group});
    }
    return infos;
}

TrajectoryInfo Simulation::trajectory_info() const {
    const Scenario& s = engine_->scenario;
    TrajectoryInfo info;
    info.fps = 1.0 / (s.dt * s.record_every);
    if (std::abs(info.fps - std::round(info.fps)) < 1e-9) info.fps = std::round(info.fps);
    info.wkt = s.map.wkt;
    info.periodic = s.map.periodic;
    info.metadata = {{"scene_name", s.name},
                     {"scene", s.text},
                     {"seed", std::to_string(s.seed)},
                     {"dt", fmt::format("{}", s.dt)},
                     {"parameters", parameters_in_use(s)},
                     {"sidestep_version", std::string(version())}};
    if (s.record_smooth > 0) info.metadata["smooth"] = fmt::format("{}", s.record_smooth);
    return info;
}

namespace {

/// Gives a frame what it has beyond its rows, and remembers what earlier frames had.
class Teller {
public:
    explicit Teller(std::vector<AgentId> explain) : explain_(std::move(explain)) {
        std::sort(explain_.begin(), explain_.end());
        explain_.erase(std::unique(explain_.begin(), explain_.end()), explain_.end());
        unexplained_ = explain_;
    }

    void fill(const Simulation& simulation, TrajectoryFrame& frame) {
        frame.newcomers = simulation.agent_infos(told_);
        told_ += frame.newcomers.size();
        // Who came and went between two recorded frames is in none.
        std::erase_if(frame.newcomers, [&](const AgentInfo& agent) {
            return !std::ranges::binary_search(frame.rows, agent.id, {}, &TrajectoryRow::id);
        });
        std::ranges::sort(frame.newcomers, {}, &AgentInfo::id);
        frame.explanations = simulation.explain(explain_);
        for (const Explanation& e : frame.explanations) std::erase(unexplained_, e.id);
    }

    const std::vector<AgentId>& unexplained() const { return unexplained_; }

private:
    std::size_t told_ = 0;
    std::vector<AgentId> explain_, unexplained_;
};

void refuse_explaining_to(const std::string& output) {
    if (!output.empty() && keeps_explanations(output)) return;
    throw InputError({.message = output.empty() ? "explanations are recorded, and nothing is recorded here"
                                                : "this format has no place for explanations",
                      .file = output,
                      .value = output,
                      .allowed = "a .sqlite file",
                      .remedy = "Record to FILE.sqlite, or explain nobody."});
}

}  // namespace

RunSummary run(Scenario scenario, const RunOptions& options) {
    if (!options.explain.empty()) refuse_explaining_to(options.output);
    Simulation simulation(std::move(scenario), options.threads);
    const TrajectoryInfo info = simulation.trajectory_info();
    std::unique_ptr<Recorder> recorder;
    if (!options.output.empty()) {
        recorder = std::make_unique<Recorder>(open_trajectory_writer(options.output, info, options.overwrite),
                                              pending_frames_for(info.fps));
    }
    const std::uint64_t every = simulation.scenario().record_every;
    Teller teller(options.explain);
    std::optional<PositionFilter> filter;
    if (simulation.scenario().record_smooth > 0) filter.emplace(simulation.scenario().record_smooth, 1 / info.fps);
    const auto record = [&] {
        if (recorder && simulation.steps() % every == 0) {
            TrajectoryFrame frame = recorder->reuse();
            simulation.frame(frame);
            teller.fill(simulation, frame);
            if (filter) filter->apply(frame);
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
        recorder->finish({{"health", to_json(simulation.summary().health)}});
        waited = recorder->waited_ms();
    }
    RunSummary summary = simulation.summary();
    summary.stages_ms[static_cast<std::size_t>(Stage::record)] = waited;
    summary.unexplained = teller.unexplained();
    return summary;
}

}  // namespace sidestep
