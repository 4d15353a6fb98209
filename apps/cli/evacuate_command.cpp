#include "evacuate_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>

#include "evacuation_output.h"
#include "interrupt.h"
#include "output.h"
#include "output_file.h"
#include "place.h"
#include "progress_bar.h"
#include "require_page.h"
#include "sidestep/import.h"
#include "sidestep/run.h"
#include "sidestep/scene.h"
#include "study_output.h"
#include "verdict.h"
#include "view/export_html.h"

namespace sidestep::cli {

namespace {

constexpr std::size_t kShown = 10;                         // people who did not get out
constexpr double kFigureWidth = 960, kFigureHeight = 420;  // pixels

std::array<Vec2d, 2> exit_line(const std::string& text) {
    // Two places as elsewhere, with a comma between them.
    std::size_t middle = text.find(',');
    if (middle != std::string::npos) middle = text.find(',', middle + 1);
    if (middle == std::string::npos) {
        throw InputError({.message = "an exit has two ends",
                          .value = text,
                          .allowed = "X,Y,X,Y in metres, such as 4.5,0,5.7,0",
                          .remedy = "Write four numbers with commas and no blanks between them."});
    }
    return {parse_place(text.substr(0, middle), "exit's first end"),
            parse_place(text.substr(middle + 1), "exit's second end")};
}

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
    options.seed = command.seed;
    options.model = command.model;
    options.in_start_areas = command.start_areas;
    if (!command.premovement.empty()) {
        options.premovement = distribution_of(command.premovement, "start_delay", Distribution::Kind::log_normal);
    }
    if (!command.speed.empty()) {
        options.speed = distribution_of(command.speed, "pref_speed", Distribution::Kind::normal);
    }
    if (!command.radius.empty()) options.radius = parse_value("radius", command.radius);
    for (const std::string& exit : command.exits) options.exits.push_back(exit_line(exit));
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

EvacuationScene scene_of(const EvacuateCommand& command, const ImportedMap& plan) {
    const std::string name = std::filesystem::path(command.plan).stem().string();
    try {
        EvacuationScene scene = evacuation_scene(plan, name, options_of(command));
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

struct Made {
    Trajectory trajectory;
    RunSummary summary;
};

Made run_recorded(const Scenario& scenario, const std::string& file, const EvacuateCommand& command) {
    catch_interrupts();
    ProgressBar bar;
    RunOptions options;
    options.threads = command.threads;
    options.progress = [&bar](const Simulation& simulation) {
        bar.show(simulation);
        return interrupted_by() == 0;
    };
    FileSink to_file(file, command.force);
    MemorySink in_memory;
    BothSinks both(to_file, in_memory);
    Made made;
    made.summary = run(scenario, both, options);
    made.trajectory = in_memory.take();
    bar.erase();
    return made;
}

/// All seeds, that of the recorded run first.
std::vector<Leaving> run_others(const Scenario& scenario, std::span<const std::uint64_t> seeds, Leaving first,
                                int threads, std::vector<std::uint64_t>& unhealthy) {
    std::vector<Leaving> runs(seeds.size());
    StudyPlan plan;
    plan.scenes = {scenario};
    plan.seeds.assign(seeds.begin() + 1, seeds.end());
    const std::vector<StudyJob> jobs = jobs_of(plan);
    StudyOptions options;
    options.threads = threads;
    // One place for each job: nothing is shared between threads.
    options.observe = [&](std::size_t job, RecordedRun&& run) { runs[job + 1] = leaving_of(run.trajectory); };
    const StudyOutcome outcome = run_watched(jobs, options);
    std::vector<Leaving> done{std::move(first)};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (!outcome.results[i].done) continue;
        done.push_back(std::move(runs[i + 1]));
        if (!outcome.results[i].summary.health.as_expected()) unhealthy.push_back(jobs[i].seed);
    }
    return done;
}

/// "everybody was out after 93.4 s", or who was not and why.
std::string outcome_text(const Trajectory& trajectory, const Leaving& leaving) {
    if (leaving.inside.empty()) return fmt::format("everybody was out after {:.1f} s\n", leaving.all.when(1));
    const std::vector<StillInside> inside = still_inside(trajectory);
    std::string text = fmt::format("{} of {} DID NOT GET OUT\n", inside.size(), leaving.all.people);
    for (std::size_t i = 0; i < std::min(kShown, inside.size()); ++i) {
        text += fmt::format("  {} at ({:.2f} {:.2f}): {}\n", inside[i].id, inside[i].place.x, inside[i].place.y,
                            printable(inside[i].why));
    }
    if (inside.size() > kShown) text += fmt::format("  and {} more (people.csv has all)\n", inside.size() - kShown);
    return text;
}

Json inside_json(const Trajectory& trajectory) {
    Json list = Json::array();
    for (const StillInside& one : still_inside(trajectory)) {
        list.push_back({{"id", one.id}, {"place", {one.place.x, one.place.y}}, {"why", one.why}});
    }
    return list;
}

}  // namespace

int evacuate_command(const EvacuateCommand& command) {
    const std::filesystem::path folder = output_folder(command);
    const std::array inputs{command.plan};
    if (!command.scene.empty()) refuse_replacing(command.scene, inputs);
    refuse_existing(command.scene, command.force);
    const std::vector<std::uint64_t> seeds =
        command.seeds.empty() ? std::vector{command.seed} : seeds_of(command.seeds, command.seed);
    const std::string page = require_page();
    const ImportedMap plan = read_plan(command);
    EvacuationScene scene = scene_of(command, plan);
    scene.scenario.seed = seeds[0];
    static_cast<void>(Simulation(scene.scenario));  // what cannot be set up leaves nothing behind

    std::error_code error;  // whoever writes says what is wrong
    std::filesystem::create_directories(folder, error);
    const auto in_folder = [&](const char* name) { return (folder / name).string(); };
    const Made made = run_recorded(scene.scenario, in_folder("result.sqlite"), command);
    const Leaving leaving = leaving_of(made.trajectory);
    std::vector<std::uint64_t> unhealthy;
    std::vector<Leaving> runs{leaving};
    if (seeds.size() > 1 && interrupted_by() == 0) {
        runs = run_others(scene.scenario, seeds, leaving, command.threads, unhealthy);
    }

    if (!command.scene.empty()) write_file(command.scene, scene_text(scene.scenario));
    write_file(in_folder("curve.csv"), curve_csv(leaving));
    write_file(in_folder("curve.svg"),
               plot::figure(leaving_chart(leaving), kFigureWidth, kFigureHeight, plot::Theme::plain));
    write_file(in_folder("people.csv"), people_csv(made.trajectory));
    const std::array reported{ReportInput{scene.scenario.name, made.trajectory}};
    write_file(in_folder("report.html"), report_html(reported));
    write_file(in_folder("replay.html"), view::export_html(in_folder("result.sqlite"), page, 1));

    std::vector<std::string> remarks = plan.report.warnings;
    remarks.insert(remarks.end(), scene.remarks.begin(), scene.remarks.end());
    Json document{{"plan", command.plan},
                  {"model", command.model},
                  {"seed", seeds[0]},
                  {"area_m2", scene.area},
                  {"cut_off_m2", scene.cut_off},
                  {"all", to_json(leaving.all)},
                  {"exits", exits_json(leaving, scene.exits)},
                  {"inside", inside_json(made.trajectory)},
                  {"remarks", remarks},
                  {"sim_s", made.summary.sim_s},
                  {"state_hash", hex(made.summary.state_hash)},
                  {"health", Json::parse(to_json(made.summary.health))},
                  {"folder", folder.string()},
                  {"scene", command.scene.empty() ? Json(nullptr) : Json(command.scene)}};
    if (seeds.size() > 1) {
        document["runs"] = runs.size();
        document["numbers"] = to_json(spread_of(runs), scene.scenario);
        document["unhealthy_seeds"] = unhealthy;
    }
    if (const std::string signal = interruption(); !signal.empty()) document["interrupted"] = signal;
    write_file(in_folder("summary.json"), document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
    if (command.json) {
        print(document);
    } else {
        std::string text =
            fmt::format("{}: {} people on {:.1f} m², model {}, seed {}\n", printable(scene.scenario.name),
                        command.people, scene.area, command.model, seeds[0]);
        for (const std::string& remark : remarks) text += fmt::format("note: {}\n", printable(remark));
        if (const std::string signal = interruption(); !signal.empty()) {
            text += fmt::format("ended early by {}\n", signal);
        }
        text += outcome_text(made.trajectory, leaving) + "\n" + leaving_table(leaving, scene.exits);
        text += "seconds until so many were out: in the first line of all people, then of those who took the exit\n\n";
        text += verdict_text(made.summary.health);
        if (seeds.size() > 1) {
            text += fmt::format("\n{} runs, {}; the numbers above are of the first\n{}", runs.size(), seeds_text(seeds),
                                spread_table(spread_of(runs)));
            if (!unhealthy.empty()) text += fmt::format("not healthy: seed {}\n", fmt::join(unhealthy, ", "));
        }
        text += fmt::format(
            "\nwrote {}/: report.html, replay.html, curve.svg, curve.csv, people.csv, summary.json, "
            "result.sqlite\n",
            folder.string());
        if (!command.scene.empty()) text += fmt::format("scene: {}\n", command.scene);
        print(text);
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return made.summary.health.as_expected() && unhealthy.empty() ? kHealthy : kUnhealthy;
}

}  // namespace sidestep::cli
