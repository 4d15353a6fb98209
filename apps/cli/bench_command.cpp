// sidestep bench: what a step costs, with the state hash beside it. Faster with another hash is a different program.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "find_scene.h"
#include "output.h"
#include "sidestep/bench_scenes.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

namespace {

struct BenchCommand {
    std::vector<std::string> scenes;
    std::string model;  ///< empty: what the scene says (orca in generated scenes)
    int threads = 1;    ///< one by default: the cost of a step, not the size of the machine
    std::optional<int> warmup, steps;
    std::optional<int> neighbours;
    bool puppets = false;  ///< everybody is moved by the program
    std::string csv;
    bool json = false;
};

constexpr auto kStages = static_cast<std::size_t>(Stage::count);

struct Result {
    std::string name, model;
    std::size_t agents = 0;
    int warmup = 0, steps = 0;
    double ns_per_agent_step = 0;  ///< CPU time of the whole process: does not notice what else the machine does
    double agent_steps_per_s = 0;  ///< wall time: what a user gets
    std::array<double, kStages> stages_ms{};
    double peak_rss_mb = 0;
    std::uint64_t hash = 0;
};

std::string machine_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    std::string cpu = "unknown processor";
    for (std::string line; std::getline(cpuinfo, line);) {
        if (line.starts_with("model name")) {
            if (const auto colon = line.find(": "); colon != std::string::npos) cpu = line.substr(colon + 2);
            break;
        }
    }
    return fmt::format("{} x{}", cpu, std::thread::hardware_concurrency());
}

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Without this a scene would inherit the peak of the scene before it.
void reset_peak_memory() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5;
}

double peak_memory_mb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) * 1024 / 1e6;
    }
    return 0;
}

Scenario make_scene(const BenchCommand& command, const std::string& name) {
    const PartInfo& model = require_model(command.model.empty() ? "orca" : command.model);
    std::optional<Scenario> scenario = bench_scene(name, model);
    if (!scenario) {
        scenario = load_scene(find_scene(name, bench_scene_names()));
        if (!command.model.empty()) use_model(*scenario, model.name);
    }
    if (command.neighbours) {
        for (ProfileSpec& profile : scenario->profiles) {
            profile.set(kMaxNeighbours, Distribution::fixed(*command.neighbours));
            profile.set(kNeighbourRange, Distribution::fixed(5));
        }
    }
    return std::move(*scenario);
}

std::string models_of(const Scenario& scenario) {
    std::vector<std::string> names;
    for (const ProfileSpec& profile : scenario.profiles) {
        const std::string& model = profile.avoid.name;
        if (std::find(names.begin(), names.end(), model) == names.end()) names.push_back(model);
    }
    return fmt::format("{}", fmt::join(names, "+"));
}

/// Everybody walks as a program says: straight on, at the speed it would have.
class Puppeteer {
public:
    explicit Puppeteer(Simulation& simulation) : simulation_(simulation) {
        for (const AgentState& agent : simulation.agents()) {
            const Vec2d ahead = unit(agent.goal_point - agent.position);
            puppets_.push_back({simulation.handle_of(agent.id), agent.position, ahead * simulation.scenario().dt});
            simulation.set_puppet(puppets_.back().handle, true);
        }
    }
    void step() {
        for (Puppet& p : puppets_) simulation_.move_puppet(p.handle, p.place = p.place + p.stride);
        simulation_.step();
    }

private:
    struct Puppet {
        AgentHandle handle;
        Vec2d place, stride;
    };
    Simulation& simulation_;
    std::vector<Puppet> puppets_;
};

Result measure(const BenchCommand& command, const std::string& name) {
    reset_peak_memory();
    Scenario scenario = make_scene(command, name);
    Result result;
    result.name = scenario.name;
    result.model = command.puppets ? "puppets" : models_of(scenario);
    Simulation simulation(std::move(scenario), command.threads);
    std::optional<Puppeteer> puppeteer;
    if (command.puppets) puppeteer.emplace(simulation);
    const auto step = [&] { puppeteer ? puppeteer->step() : simulation.step(); };
    const bool large = simulation.agent_count() > 200'000;
    result.warmup = command.warmup.value_or(large ? 10 : 50);
    result.steps = command.steps.value_or(large ? 20 : 100);

    for (int i = 0; i < result.warmup; ++i) step();
    const RunSummary before = simulation.summary();
    const auto wall_start = std::chrono::steady_clock::now();
    const double cpu_start = cpu_seconds();
    for (int i = 0; i < result.steps; ++i) step();
    const double cpu_s = cpu_seconds() - cpu_start;
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
    const RunSummary after = simulation.summary();

    const auto agent_steps = static_cast<double>(after.agent_steps - before.agent_steps);
    result.agents = simulation.agent_count();
    result.ns_per_agent_step = agent_steps > 0 ? 1e9 * cpu_s / agent_steps : 0;
    result.agent_steps_per_s = wall_s > 0 ? agent_steps / wall_s : 0;
    for (std::size_t i = 0; i < kStages; ++i) result.stages_ms[i] = after.stages_ms[i] - before.stages_ms[i];
    result.peak_rss_mb = peak_memory_mb();
    result.hash = after.state_hash;
    return result;
}

Json document(const BenchCommand& command, const std::vector<Result>& results) {
    Json scenes = Json::array();
    for (const Result& result : results) {
        Json stages = Json::object();
        for (std::size_t i = 0; i < kStages; ++i) {
            stages[std::string(name_of(static_cast<Stage>(i)))] = result.stages_ms[i];
        }
        scenes.push_back({{"name", result.name},
                          {"model", result.model},
                          {"agents", result.agents},
                          {"threads", command.threads},
                          {"warmup", result.warmup},
                          {"steps", result.steps},
                          {"ns_per_agent_step", result.ns_per_agent_step},
                          {"agent_steps_per_s", result.agent_steps_per_s},
                          {"stages", std::move(stages)},
                          {"peak_rss_mb", result.peak_rss_mb},
                          {"state_hash", hex(result.hash)}});
    }
    return {{"machine", machine_name()}, {"scenes", std::move(scenes)}};
}

std::string readable(const Result& result, int threads) {
    return fmt::format(
        "{:<20} {:<14} {:>8} agents {:>2} threads {:>8.1f} ns/agent-step {:>8} agent-steps/s {:>7.1f} MB  {}\n",
        printable(result.name), result.model, result.agents, threads, result.ns_per_agent_step,
        short_count(result.agent_steps_per_s), result.peak_rss_mb, hex(result.hash));
}

void append_csv(const BenchCommand& command, const std::vector<Result>& results) {
    std::error_code error;
    const bool fresh =
        !std::filesystem::exists(command.csv, error) || std::filesystem::file_size(command.csv, error) == 0;
    std::ofstream file(command.csv, std::ios::app);
    if (fresh) {
        file << "date,version,machine,scene,model,agents,threads,warmup,steps,neighbours,ns_per_agent_step,"
                "agent_steps_per_s,peak_rss_mb,state_hash\n";
    }
    const std::string today = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    for (const Result& result : results) {
        file << fmt::format("{},{},\"{}\",{},{},{},{},{},{},{},{:.1f},{:.0f},{:.1f},{}\n", today, version(),
                            machine_name(), result.name, result.model, result.agents, command.threads, result.warmup,
                            result.steps, command.neighbours ? fmt::format("{}", *command.neighbours) : "scene",
                            result.ns_per_agent_step, result.agent_steps_per_s, result.peak_rss_mb, hex(result.hash));
    }
    file.flush();
    if (file) return;
    InputProblem problem;
    problem.message = fmt::format("\"{}\" could not be written", command.csv);
    problem.file = command.csv;
    problem.remedy = "Give --csv a file in a directory that exists and can be written.";
    throw InputError(problem);
}

int bench_command(const BenchCommand& asked) {
    BenchCommand command = asked;
    // A stored result must say how many there were.
    if (command.threads == 0) command.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    std::vector<Result> results;
    for (const std::string& name : command.scenes) {
        results.push_back(measure(command, name));
        if (!command.json) print(readable(results.back(), command.threads));
    }
    if (command.json) print(document(command, results));
    if (!command.csv.empty()) append_csv(command, results);
    return kHealthy;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("bench", "time the steps of scenes");
    BenchCommand& bench =
        arguments_of(*command, action, std::make_shared<BenchCommand>(), [command](const auto& given) {
            refuse_idle(*command, given.puppets, {"--model", "--neighbours"},
                        "for people who decide, not for --puppets");
            return bench_command(given);
        });
    command
        ->add_option("SCENE", bench.scenes,
                     "circle_{100,1k,10k}, cross4_{1k,5k,20k,100k}, sandbox_{1k,10k,100k,1m}, or scenes as for run")
        ->required();
    command->add_option("--model", bench.model, "model instead of the scene's (generated scenes: orca)");
    add_threads(*command, bench.threads, "threads, 0 for all");
    command->add_option("--warmup", bench.warmup, "steps before timing (default 50; 10 above 200,000 agents)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--steps", bench.steps, "timed steps (default 100; 20 above 200,000 agents)")
        ->check(CLI::PositiveNumber);
    command->add_option("--neighbours", bench.neighbours, "K nearest within 5 m instead of the model's own choice")
        ->check(CLI::PositiveNumber);
    command->add_flag("--puppets", bench.puppets, "everybody is moved by the program instead of deciding");
    command->add_option("--csv", bench.csv, "append the results to FILE");
    command->add_flag("--json", bench.json, kJsonHelp);
}

}  // namespace sidestep::cli
