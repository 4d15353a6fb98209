#include "run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "output_file.h"
#include "progress_bar.h"
#include "seeds_command.h"
#include "sidestep/run.h"
#include "sidestep/simulation.h"
#include "verdict.h"

namespace sidestep::cli {

namespace {

double per_second(const RunSummary& summary) {
    return summary.wall_s > 0 ? static_cast<double>(summary.agent_steps) / summary.wall_s : 0;
}

/// As the user wrote them, so that a mistake can be shown.
std::vector<AgentId> ids_of(const std::vector<std::string>& written) {
    std::vector<AgentId> ids;
    for (const std::string& text : written) {
        AgentId id = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
        if (error != std::errc() || end != text.data() + text.size() || id == 0) {
            throw InputError({.message = "--explain takes the ids of agents",
                              .value = text,
                              .allowed = "whole numbers from 1 to 4294967295, separated by commas",
                              .remedy = "Ids count from 1 in the order of the scene's agents."});
        }
        ids.push_back(id);
    }
    return ids;
}

void warn_of(const std::vector<AgentId>& unexplained) {
    if (unexplained.empty()) return;
    constexpr std::size_t kShown = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, unexplained.size()); ++i) {
        text += fmt::format("{}{}", i ? ", " : "", unexplained[i]);
    }
    if (unexplained.size() > kShown) text += fmt::format(" and {} more", unexplained.size() - kShown);
    fmt::print(stderr, "sidestep: nothing to explain: no recorded frame has agent {}\n", text);
}

double megabytes(const RunSummary& summary) {
    return static_cast<double>(summary.chart_bytes) / 1e6;
}

Json document(const RunCommand& command, const std::string& scene, const RunSummary& summary) {
    Json stages = Json::object();
    for (std::size_t i = 0; i < summary.stages_ms.size(); ++i) {
        stages[std::string(name_of(static_cast<Stage>(i)))] = summary.stages_ms[i];
    }
    Json result{{"scene", scene},
                {"steps", summary.steps},
                {"agents_created", summary.agents_created},
                {"sim_s", summary.sim_s},
                {"wall_s", summary.wall_s},
                {"agent_steps_per_s", per_second(summary)},
                {"stages_ms", std::move(stages)},
                {"state_hash", hex(summary.state_hash)},
                {"health", Json::parse(to_json(summary.health))},
                {"output", command.output.empty() ? Json(nullptr) : Json(command.output)}};
    if (summary.charts > 0) result["charts"] = {{"count", summary.charts}, {"mb", megabytes(summary)}};
    if (const int signal = interrupted_by()) result["interrupted"] = signal == SIGINT ? "SIGINT" : "SIGTERM";
    return result;
}

std::string stages_text(const RunSummary& summary) {
    double total = 0;
    for (const double ms : summary.stages_ms) total += ms;
    std::string text;
    for (std::size_t i = 0; total > 0 && i < summary.stages_ms.size(); ++i) {
        const double percent = 100 * summary.stages_ms[i] / total;
        if (percent < 0.5) continue;
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", name_of(static_cast<Stage>(i)), percent);
    }
    return text;
}

/// Beside what is recorded; a run that goes on keeps its state where it was.
std::string snapshot_file(const RunCommand& command, const std::string& scene) {
    if (!command.resume.empty()) return command.resume;
    return (command.output.empty() ? scene : command.output) + ".snapshot";
}

std::string readable(const RunCommand& command, const std::string& scene, const RunSummary& summary) {
    std::string text = fmt::format("{}: {} agent{}, {:.1f} s simulated in {:.2f} s ({} agent-steps/s)\n",
                                   printable(scene), summary.agents_created, summary.agents_created == 1 ? "" : "s",
                                   summary.sim_s, summary.wall_s, short_count(per_second(summary)));
    if (const int signal = interrupted_by()) {
        text += fmt::format("ended early by {}\n", signal == SIGINT ? "SIGINT" : "SIGTERM");
    }
    text += verdict_text(summary.health);
    if (const std::string stages = stages_text(summary); !stages.empty()) text += fmt::format("time: {}\n", stages);
    if (summary.charts > 0) text += fmt::format("heading charts: {}, {:.1f} MB\n", summary.charts, megabytes(summary));
    text += fmt::format("state hash: {}\n", hex(summary.state_hash));
    if (command.snapshot_every) text += fmt::format("state kept in: {}\n", snapshot_file(command, scene));
    text += command.output.empty()
                ? fmt::format("nothing was recorded; -o FILE ending in {} records\n", trajectory_extensions(true))
                : fmt::format("recorded: {}\n", command.output);
    return text;
}

int run_command(const RunCommand& command) {
    if (!command.seeds.empty()) return seeds_command(command);
    if (!command.metrics.empty()) {
        throw InputError({.message = "--metric is for several runs",
                          .value = "--metric",
                          .remedy = "Add --seeds N, or record with -o and measure with `sidestep analyse`."});
    }
    Scenario scenario = chosen_scene(command.choice);
    if (command.seed) scenario.seed = *command.seed;
    const std::vector<AgentId> explain = ids_of(command.explain);
    // The writer refuses as well, but only after the scene is set up, which takes seconds for a city.
    refuse_existing(command.output, command.force);
    const std::string scene = scenario.name;

    catch_interrupts();
    ProgressBar bar;
    RunOptions options;
    options.threads = command.threads;
    options.explain = explain;
    options.resume_file = command.resume;
    if (command.snapshot_every) {
        options.snapshot_file = snapshot_file(command, scene);
        options.snapshot_every = *command.snapshot_every;
    }
    options.progress = [&bar](const Simulation& simulation) {
        bar.show(simulation);
        return interrupted_by() == 0;
    };
    std::optional<FileSink> sink;
    if (!command.output.empty()) sink.emplace(command.output, command.force);
    const RunSummary summary = sink ? run(std::move(scenario), *sink, options) : run(std::move(scenario), options);
    bar.erase();
    warn_of(summary.unexplained);

    if (command.json) {
        print(document(command, scene, summary));
    } else {
        print(readable(command, scene, summary));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return summary.health.as_expected() ? kHealthy : kUnhealthy;
}

/// ".sqlite (JuPedSim SQLite), .txt (Jülich text), .csv (CSV)"
std::string formats() {
    std::string text;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        if (format->open_writer == nullptr) continue;
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", format->extension, format->name);
    }
    return text;
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("run", "simulate a scene and say whether the result can be trusted");
    RunCommand& run = arguments_of(*command, action, run_command);
    add_scene(*command, run.choice);
    command->add_option("--model", run.choice.model, "put into every profile, instead of the scene's own");
    command->add_option("-o,--output", run.output, "record to FILE, whose extension chooses the format: " + formats());
    add_threads(*command, run.threads);
    command->add_option("--seed", run.seed, "seed instead of the scene's")->check(seed_check());
    command->add_option("--seeds", run.seeds, "several runs, N from the seed on or seeds A-B: means and their spread");
    command->add_option("--metric", run.metrics, std::string("with --seeds: ") + kMetricHelp)->allow_extra_args(false);
    command
        ->add_option("--snapshot-every", run.snapshot_every,
                     "keep the state in OUTPUT.snapshot (or SCENE.snapshot) every so many simulated seconds")
        ->check(CLI::Range(0.001, 1e9));
    command->add_option(
        "--resume", run.resume,
        std::string("go on from this snapshot, to the result of an undisturbed run; with --seeds: ") + kResumeHelp);
    command->add_option("--explain", run.explain, "ID,…: record why these agents decide as they do (.sqlite only)")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_flag("--force", run.force, "overwrite an existing output");
    command->add_flag("--json", run.json, kJsonHelp);
}

}  // namespace sidestep::cli
