#include "run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "find_scene.h"
#include "interrupt.h"
#include "output.h"
#include "progress_bar.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

// The writer refuses as well, but only after the scene is set up, which takes seconds for a city.
void refuse_existing_output(const RunCommand& command) {
    std::error_code error;
    if (command.output.empty() || command.force || !std::filesystem::exists(command.output, error)) return;
    InputProblem problem;
    problem.message = fmt::format("\"{}\" exists already", command.output);
    problem.file = command.output;
    problem.value = command.output;
    problem.allowed = "a file that does not exist yet";
    problem.remedy = "Choose another name, or add --force to overwrite it.";
    throw InputError(problem);
}

double per_second(const RunSummary& summary) {
    return summary.wall_s > 0 ? static_cast<double>(summary.agent_steps) / summary.wall_s : 0;
}

Json health_document(const RunHealth& health) {
    Json stuck = Json::array();
    for (const RunHealth::Stuck& agent : health.stuck) {
        stuck.push_back({{"id", agent.id}, {"cause", to_text(agent.cause)}});
    }
    return {{"ok", health.ok},
            {"overlaps", health.overlaps},
            {"deepest_m", health.deepest_m},
            {"wall_contacts", health.wall_contacts},
            {"never_arrived", health.never_arrived},
            {"speed_outliers", health.speed_outliers},
            {"accel_outliers", health.accel_outliers},
            {"stuck", std::move(stuck)}};
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
                {"health", health_document(summary.health)},
                {"output", command.output.empty() ? Json(nullptr) : Json(command.output)}};
    if (const int signal = interrupted_by()) result["interrupted"] = signal == SIGINT ? "SIGINT" : "SIGTERM";
    return result;
}

std::string stuck_text(const std::vector<RunHealth::Stuck>& stuck) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, stuck.size()); ++i) {
        text += fmt::format("{}{} ({})", i ? ", " : "", stuck[i].id, to_text(stuck[i].cause));
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
    refuse_existing_output(command);
    const std::string scene = scenario.name;

    catch_interrupts();
    ProgressBar bar;
    RunOptions options;
    options.output = command.output;
    options.overwrite = command.force;
    options.threads = command.threads;
    options.progress = [&bar](const Simulation& simulation) {
        bar.show(simulation);
        return interrupted_by() == 0;
    };
    const RunSummary summary = run(std::move(scenario), options);
    bar.erase();

    if (command.json) {
        print(document(command, scene, summary));
    } else {
        print(readable(command, scene, summary));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return summary.health.ok ? kHealthy : kUnhealthy;
}

}  // namespace sidestep::cli
