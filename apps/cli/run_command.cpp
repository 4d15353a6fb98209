#include "run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>

#include "find_scene.h"
#include "interrupt.h"
#include "output.h"
#include "output_file.h"
#include "progress_bar.h"
#include "sidestep/simulation.h"

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
        stages[std::string(stage_name(static_cast<Stage>(i)))] = summary.stages_ms[i];
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

std::string stuck_text(const std::vector<RunHealth::Stuck>& stuck) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, stuck.size()); ++i) {
        text += fmt::format("{}{} ({})", i ? ", " : "", stuck[i].id, to_text(stuck[i]));
    }
    if (stuck.size() > kShown) text += fmt::format(" and {} more (all with --json)", stuck.size() - kShown);
    return text;
}

std::string verdict(const RunHealth& health) {
    std::string text = health.ok ? "healthy\n" : "NOT HEALTHY: read the lines below before using the result\n";
    if (health.overlaps) {
        text += fmt::format("  bodies overlapped {} times, deepest {:.3f} m\n", health.overlaps, health.deepest_m);
    }
    if (health.wall_contacts) text += fmt::format("  kept off a wall {} times\n", health.wall_contacts);
    if (health.never_arrived) text += fmt::format("  {} did not reach their goal\n", health.never_arrived);
    if (health.outside_map) text += fmt::format("  {} left the map\n", health.outside_map);
    if (health.speed_outliers) text += fmt::format("  {} agent-steps above maximum speed\n", health.speed_outliers);
    if (health.accel_outliers) {
        text += fmt::format("  {} agent-steps of implausible acceleration\n", health.accel_outliers);
    }
    if (!health.stuck.empty()) text += fmt::format("  stuck: {}\n", stuck_text(health.stuck));
    return text;
}

std::string stages_text(const RunSummary& summary) {
    double total = 0;
    for (const double ms : summary.stages_ms) total += ms;
    std::string text;
    for (std::size_t i = 0; total > 0 && i < summary.stages_ms.size(); ++i) {
        const double percent = 100 * summary.stages_ms[i] / total;
        if (percent < 0.5) continue;
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", stage_name(static_cast<Stage>(i)), percent);
    }
    return text;
}

std::string readable(const RunCommand& command, const std::string& scene, const RunSummary& summary) {
    std::string text =
        fmt::format("{}: {} agents, {:.1f} s simulated in {:.2f} s ({} agent-steps/s)\n", scene, summary.agents_created,
                    summary.sim_s, summary.wall_s, short_count(per_second(summary)));
    if (const int signal = interrupted_by()) {
        text += fmt::format("ended early by {}\n", signal == SIGINT ? "SIGINT" : "SIGTERM");
    }
    text += verdict(summary.health);
    if (const std::string stages = stages_text(summary); !stages.empty()) text += fmt::format("time: {}\n", stages);
    if (summary.charts > 0) text += fmt::format("heading charts: {}, {:.1f} MB\n", summary.charts, megabytes(summary));
    text += fmt::format("state hash: {}\n", hex(summary.state_hash));
    text += command.output.empty() ? "nothing was recorded; -o FILE.sqlite, FILE.txt or FILE.csv records\n"
                                   : fmt::format("recorded: {}\n", command.output);
    return text;
}

}  // namespace

int run_command(const RunCommand& command) {
    Scenario scenario = load_scene(find_scene(command.scene));
    if (command.seed) scenario.seed = *command.seed;
    for (const std::string& setting : command.settings) apply_setting(scenario, setting);
    const std::vector<AgentId> explain = ids_of(command.explain);
    // The writer refuses as well, but only after the scene is set up, which takes seconds for a city.
    refuse_existing(command.output, command.force);
    const std::string scene = scenario.name;

    catch_interrupts();
    ProgressBar bar;
    RunOptions options;
    options.output = command.output;
    options.overwrite = command.force;
    options.threads = command.threads;
    options.explain = explain;
    options.progress = [&bar](const Simulation& simulation) {
        bar.show(simulation);
        return interrupted_by() == 0;
    };
    const RunSummary summary = run(std::move(scenario), options);
    bar.erase();
    warn_of(summary.unexplained);

    if (command.json) {
        print(document(command, scene, summary));
    } else {
        print(readable(command, scene, summary));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return summary.health.ok ? kHealthy : kUnhealthy;
}

}  // namespace sidestep::cli
