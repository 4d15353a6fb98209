// sidestep evacuate: from a building's plan to who got out when.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "evacuation_output.h"
#include "import_arguments.h"
#include "interrupt.h"
#include "output.h"
#include "output_file.h"
#include "place.h"
#include "progress_bar.h"
#include "require_page.h"
#include "sidestep/evacuation.h"
#include "sidestep/import.h"
#include "sidestep/run.h"
#include "sidestep/scene.h"
#include "study_output.h"
#include "today.h"
#include "verdict.h"
#include "view/export_html.h"

namespace sidestep::cli {

namespace {

struct EvacuateCommand {
    std::string plan;
    std::uint32_t people = 0;
    std::vector<std::string> exits;  ///< "X,Y,X,Y"
    std::string output;              ///< folder; empty: named after the plan
    std::string scene;               ///< file
    std::string model = EvacuationOptions{}.model;
    std::string premovement, speed, radius;  ///< empty: the usual
    bool start_areas = false;
    double duration = EvacuationOptions{}.duration;
    std::uint64_t seed = EvacuationOptions{}.seed;
    std::string seeds;
    int threads = 0;
    ImportArguments reading;
    bool force = false;
    bool json = false;
};

constexpr std::size_t kShown = 10;                         // people who did not get out
constexpr double kFigureWidth = 960, kFigureHeight = 420;  // pixels

/// "30,20" as mean and standard deviation; nothing for what has another form.
std::optional<std::array<double, 2>> mean_and_sd(const std::string& text) {
    std::array<double, 2> numbers{};
    const char *at = text.data(), *end = at + text.size();
    const auto first = std::from_chars(at, end, numbers[0]);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, numbers[1]);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
    return numbers;
}

/// Written as MEAN,SD, within bounds that cut hardly anything off; or as scenes write it.
Distribution distribution_of(const std::string& text, const char* parameter, Distribution::Kind kind) {
    const auto numbers = mean_and_sd(text);
    if (!numbers) return parse_value(parameter, text);
    const auto [mean, sd] = *numbers;
    const bool bell = kind == Distribution::Kind::normal;
    const double low = bell ? std::max(0.1, mean - 3 * sd) : 0, high = mean + (bell ? 3 : 10) * sd;
    return parse_value(
        parameter, fmt::format(R"({{"{}": [{}, {}, {}, {}]}})", name_of(kind), mean, sd, std::min(low, mean), high));
}

EvacuationOptions options_of(const EvacuateCommand& command) {
    EvacuationOptions options;
    options.people = command.people;
    options.model = command.model;
    options.in_start_areas = command.start_areas;
    options.inside = options_of(command.reading).inside;
    if (!command.premovement.empty()) {
        options.premovement = distribution_of(command.premovement, "start_delay", Distribution::Kind::log_normal);
    }
    if (!command.speed.empty()) {
        options.speed = distribution_of(command.speed, "pref_speed", Distribution::Kind::normal);
    }
    if (!command.radius.empty()) options.radius = parse_value("radius", command.radius);
    for (const std::string& exit : command.exits) options.exits.push_back(parse_two_places(exit, "exit"));
    return options;
}

/// Before the work: a folder that can be written to without losing anything.
std::filesystem::path output_folder(const EvacuateCommand& command) {
    std::filesystem::path folder = command.output;
    if (folder.empty()) {
        std::filesystem::path plan = std::filesystem::path(command.plan).filename();
        if (plan.extension() == ".gz") plan = plan.stem();
        folder = plan.stem().string() + "_evacuation";
    }
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) return folder;
    const bool is_folder = std::filesystem::is_directory(folder, error);
    if (is_folder && (command.force || std::filesystem::is_empty(folder, error))) return folder;
    throw InputError(
        {.message = fmt::format("\"{}\" {}", folder.string(), is_folder ? "already holds files" : "is not a folder"),
         .file = folder.string(),
         .value = folder.string(),
         .allowed = "a new or empty folder",
         .remedy = is_folder ? "Choose another one with -o, or add --force." : "Choose another name with -o."});
}

/// With a plan that says millimetres and means metres nobody would get anywhere.
ImportedMap read_plan(const EvacuateCommand& command) {
    const ImportOptions options = options_of(command.reading);
    ImportedMap plan = import_map(command.plan, options);
    if (!plan.report.unit_doubt.empty() && !options.unit) {
        throw InputError({.message = plan.report.unit_doubt,
                          .file = command.plan,
                          .value = fmt::format("{:g} m", plan.report.unit),
                          .allowed = "a building",
                          .remedy = "Say with --unit how many metres a unit of the plan is."});
    }
    return plan;
}

EvacuationScene scene_of(const EvacuateCommand& command, const ImportedMap& plan, std::uint64_t seed) {
    const std::string name = std::filesystem::path(command.plan).stem().string();
    EvacuationOptions options = options_of(command);
    options.seed = seed;
    try {
        EvacuationScene scene = evacuation_scene(plan, name, options);
        // That walls enclose nothing is what openings are found by.
        const std::vector<std::string>& warnings = plan.report.warnings;
        if (!plan.report.open) scene.remarks.insert(scene.remarks.begin(), warnings.begin(), warnings.end());
        set_duration(scene.scenario, command.duration);
        // What is run is what the file says, so that whoever runs the file gets the same.
        scene.scenario = parse_scene(scene_text(scene.scenario), name + ".json");
        return scene;
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        if (problem.file.empty()) problem.file = command.plan;
        throw InputError(std::move(problem));
    }
}

/// Everything that is known in the end.
struct Evacuated {
    EvacuationScene scene;
    std::vector<std::uint64_t> seeds;
    Trajectory trajectory{};  ///< of the first seed, as all numbers that are not of several runs
    RunSummary summary{};
    Leaving leaving{};
    std::vector<Leaving> runs{};             ///< of all seeds that were run, in their order
    std::vector<std::uint64_t> unhealthy{};  ///< seeds
    std::filesystem::path folder;
    std::string in_folder(const char* name) const { return (folder / name).string(); }
};

void run_recorded(Evacuated& all, const EvacuateCommand& command) {
    catch_interrupts();
    ProgressBar bar;
    RunOptions options;
    options.threads = command.threads;
    options.progress = [&bar](const Simulation& simulation) {
        bar.show(simulation);
        return interrupted_by() == 0;
    };
    FileSink to_file(all.in_folder("result.sqlite"), command.force);
    MemorySink in_memory;
    BothSinks both(to_file, in_memory);
    all.summary = run(all.scene.scenario, both, options);
    all.trajectory = in_memory.take();
    bar.erase();
    all.leaving = leaving_of(all.trajectory);
    all.runs = {all.leaving};
    if (!all.summary.health.as_expected()) all.unhealthy.push_back(all.seeds[0]);
}

void run_others(Evacuated& all, int threads) {
    StudyPlan plan;
    plan.scenes = {all.scene.scenario};
    plan.seeds.assign(all.seeds.begin() + 1, all.seeds.end());
    const std::vector<StudyJob> jobs = jobs_of(plan);
    std::vector<Leaving> left(jobs.size());
    StudyOptions options;
    options.threads = threads;
    // A place for each job: threads share none.
    options.observe = [&](std::size_t job, RecordedRun&& run) { left[job] = leaving_of(run.trajectory); };
    const StudyOutcome outcome = run_watched(jobs, options);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (!outcome.results[i].done) continue;
        all.runs.push_back(std::move(left[i]));
        if (!outcome.results[i].summary.health.as_expected()) all.unhealthy.push_back(jobs[i].seed);
    }
}

Json document_of(const EvacuateCommand& command, const Evacuated& all) {
    Json inside = Json::array();
    for (const StillInside& one : still_inside(all.trajectory)) {
        inside.push_back({{"id", one.id}, {"place", {one.place.x, one.place.y}}, {"why", one.why}});
    }
    Json document{{"plan", command.plan},
                  {"model", command.model},
                  {"seed", all.seeds[0]},
                  {"area_m2", all.scene.area},
                  {"cut_off_m2", all.scene.cut_off},
                  {"beyond_m2", all.scene.beyond},
                  {"all", to_json(all.leaving.all)},
                  {"exits", exits_json(all.leaving, all.scene.exits)},
                  {"inside", std::move(inside)},
                  {"remarks", all.scene.remarks},
                  {"sim_s", all.summary.sim_s},
                  {"state_hash", hex(all.summary.state_hash)},
                  {"health", Json::parse(to_json(all.summary.health))},
                  {"folder", all.folder.string()},
                  {"scene", command.scene.empty() ? Json(nullptr) : Json(command.scene)}};
    if (all.seeds.size() > 1) {
        document["runs"] = all.runs.size();
        document["numbers"] = to_json(spread_of(all.runs), all.scene.scenario);
        document["unhealthy_seeds"] = all.unhealthy;
    }
    if (const std::string signal = interruption(); !signal.empty()) document["interrupted"] = signal;
    return document;
}

void write_files(const EvacuateCommand& command, const Evacuated& all, const Json& document, const std::string& page) {
    if (!command.scene.empty()) write_file(command.scene, scene_text(all.scene.scenario));
    write_file(all.in_folder("curve.csv"), curve_csv(all.leaving));
    write_file(all.in_folder("curve.svg"),
               plot::figure(leaving_chart(all.leaving), kFigureWidth, kFigureHeight, plot::Theme::plain));
    write_file(all.in_folder("people.csv"), people_csv(all.trajectory));
    const std::array reported{ReportInput{all.scene.scenario.name, all.trajectory}};
    ReportOptions said{.date = today(), .notes = all.scene.remarks};
    for (const PlanExit& exit : all.scene.exits) said.exit_widths[exit.name] = exit.width;
    write_file(all.in_folder("report.html"), report_html(reported, said));
    write_file(all.in_folder("replay.html"), view::export_html(all.in_folder("result.sqlite"), page, 1));
    write_file(all.in_folder("summary.json"), document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

/// "everybody was out after 93.4 s", or who was not and why.
std::string outcome_text(const Evacuated& all) {
    const Leaving& leaving = all.leaving;
    if (leaving.inside.empty()) return fmt::format("everybody was out after {:.1f} s\n", leaving.all.when(1));
    const std::vector<StillInside> inside = still_inside(all.trajectory);
    std::string text = fmt::format("{} of {} DID NOT GET OUT\n", inside.size(), leaving.all.people);
    for (std::size_t i = 0; i < std::min(kShown, inside.size()); ++i) {
        text += fmt::format("  {} at ({:.2f} {:.2f}): {}\n", inside[i].id, inside[i].place.x, inside[i].place.y,
                            printable(inside[i].why));
    }
    if (inside.size() > kShown) text += fmt::format("  and {} more (people.csv has all)\n", inside.size() - kShown);
    return text;
}

std::string text_of(const EvacuateCommand& command, const Evacuated& all) {
    std::string text =
        fmt::format("{}: {} people on {:.1f} m², model {}, seed {}\n", printable(all.scene.scenario.name),
                    command.people, all.scene.area, command.model, all.seeds[0]);
    const ProfileSpec& person = all.scene.scenario.profiles[0];
    text += fmt::format("assumed: set out after {}; speed {}; radius {}\n",
                        to_text(all.scene.scenario.agents[0].start_delay, "s"),
                        to_text(*person.common[kPrefSpeed], "m/s"), to_text(*person.common[kRadius], "m"));
    for (const std::string& remark : all.scene.remarks) text += fmt::format("note: {}\n", printable(remark));
    if (const std::string signal = interruption(); !signal.empty()) text += fmt::format("ended early by {}\n", signal);
    text += outcome_text(all) + "\n" + leaving_table(all.leaving, all.scene.exits);
    text += fmt::format(
        "seconds until so many were out: in the first line of all people, below of those who took the exit; most/s: "
        "people a second in the fullest {:.0f} s\n\n",
        kFullestStretch);
    text += verdict_text(all.summary.health);
    if (all.seeds.size() > 1) {
        text += fmt::format("\n{} runs, {}; what stands above is of the first\n{}", all.runs.size(),
                            seeds_text(all.seeds), spread_table(spread_of(all.runs)));
        if (!all.unhealthy.empty()) text += fmt::format("not healthy: seed {}\n", fmt::join(all.unhealthy, ", "));
    }
    text += fmt::format(
        "\nwrote {}: report.html, replay.html, curve.svg, curve.csv, people.csv, summary.json, result.sqlite\n",
        all.folder.string());
    if (!command.scene.empty()) text += fmt::format("scene: {}\n", command.scene);
    return text;
}

int evacuate_command(const EvacuateCommand& command) {
    const std::filesystem::path folder = output_folder(command);
    const std::array inputs{command.plan};
    if (!command.scene.empty()) refuse_replacing(command.scene, inputs);
    refuse_existing(command.scene, command.force);
    const std::vector<std::uint64_t> seeds =
        command.seeds.empty() ? std::vector{command.seed} : seeds_of(command.seeds, command.seed);
    const std::string page = require_page();
    Evacuated all{.scene = scene_of(command, read_plan(command), seeds[0]), .seeds = seeds, .folder = folder};
    static_cast<void>(Simulation(all.scene.scenario));  // what cannot be set up leaves nothing behind

    std::error_code error;  // whoever writes says what is wrong
    std::filesystem::create_directories(folder, error);
    run_recorded(all, command);
    if (seeds.size() > 1 && interrupted_by() == 0) run_others(all, command.threads);
    for (std::string& note : flow_notes(all.runs, all.scene.exits)) all.scene.remarks.push_back(std::move(note));
    const Json document = document_of(command, all);
    write_files(command, all, document, page);
    if (command.json) {
        print(document);
    } else {
        print(text_of(command, all));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return all.unhealthy.empty() ? kHealthy : kUnhealthy;
}

}  // namespace

void add_evacuate(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "evacuate", "let everybody leave a building: from its plan to a replay, an evacuation curve and a report");
    EvacuateCommand& evacuate = arguments_of(*command, action, evacuate_command);
    command->add_option("PLAN", evacuate.plan, "plan in any format of `map`")->required();
    command->add_option("--people", evacuate.people, "how many are in the building")
        ->required()
        ->check(CLI::Range(1u, 1'000'000u));
    command
        ->add_option("--exit", evacuate.exits,
                     "X,Y,X,Y: an exit from one end to the other, m, instead of those of the plan; may be repeated")
        ->allow_extra_args(false);
    command->add_option("-o,--output", evacuate.output, "new or empty folder for what is made (PLAN_evacuation)");
    command->add_option("--write-scene", evacuate.scene, "save the scene to FILE.json, to go on with `run`");
    command->add_option("--model", evacuate.model, "how people avoid each other, a name from `sidestep models`")
        ->capture_default_str();
    command->add_option("--premovement", evacuate.premovement,
                        "seconds before people set out: MEAN,SD of a log-normal, a number for all, or a distribution "
                        "as in scenes (30,20)");
    command->add_option("--speed", evacuate.speed,
                        "m/s when nothing is in the way: MEAN,SD of a normal, a number, or a distribution (1.34,0.26)");
    command->add_option("--radius", evacuate.radius, "of bodies, m: a number or a distribution (0.2)");
    command->add_flag("--start-areas", evacuate.start_areas,
                      "people start in the areas that the plan has for that, instead of anywhere");
    command->add_option("--duration", evacuate.duration, "simulated seconds, unless everybody is out before")
        ->capture_default_str();
    command->add_option("--seed", evacuate.seed, "decides places, speeds and premovement times")
        ->check(seed_check())
        ->capture_default_str();
    command->add_option("--seeds", evacuate.seeds,
                        "several runs, N from the seed on or seeds A-B: times and their spread");
    add_threads(*command, evacuate.threads);
    add_reading(*command, evacuate.reading);
    command->add_flag("--force", evacuate.force,
                      "put files in a folder that holds some, replacing those of the same name");
    command->add_flag("--json", evacuate.json, kJsonHelp);
}

}  // namespace sidestep::cli
