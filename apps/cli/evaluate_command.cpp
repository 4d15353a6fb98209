// `sidestep evaluate`: models against recorded people.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "arguments.h"
#include "commands.h"
#include "flow_output.h"
#include "interrupt.h"
#include "named.h"
#include "one_step_output.h"
#include "output.h"
#include "output_file.h"
#include "recording.h"
#include "sidestep/evaluate.h"
#include "sidestep/flow_experiments.h"
#include "sidestep/report.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "study_output.h"

namespace sidestep::cli {

namespace {

struct EvaluateCommand {
    std::vector<std::string> data;
    std::vector<std::string> models{"all"};
    std::vector<std::string> profiles;  ///< [NAME=]FILE
    std::vector<std::string> settings;  ///< [NAME.]PARAM=VALUE
    std::string mode = "one_by_one", half = "whole", companions = "seen", preset;
    bool following = false;
    double tau = 0.5;
    EvaluateOptions options;
    double lag = OneStepOptions{}.lag;
    int seeds = 3;       ///< of flows
    std::string folder;  ///< of the recordings of experiments
    RecordingChoice recording;
    std::string csv, per_case, report;
    bool force = false;
    bool json = false;
};

// ---- Who walks ----

constexpr std::string_view kProfile = "walker";

/// A scene with one profile, so that parameters are read and checked as everywhere else.
Scenario scene_of(const ProfileSpec& profile) {
    Scenario scene;
    scene.profiles.push_back(profile);
    scene.profiles[0].name = kProfile;
    return scene;
}

std::vector<EvaluatedWalker> walkers_of(const EvaluateCommand& command) {
    std::vector<EvaluatedWalker> walkers = baseline_walkers(command.tau);
    const std::size_t baselines = walkers.size();
    const auto add_model = [&](std::string_view name) {
        ProfileSpec profile;
        profile.avoid = {std::string(name)};
        walkers.push_back({.name = std::string(name), .profile = std::move(profile)});
    };
    for (const std::string& name : command.models) {
        if (name == "none") continue;
        if (name == "all") {
            for (const PartInfo* model : models()) add_model(model->name);
        } else {
            add_model(require_model(name).name);
        }
    }
    if (!command.preset.empty()) {
        for (std::size_t i = baselines; i < walkers.size(); ++i) set_preset(walkers[i].profile, command.preset);
    }
    for (const std::string& written : command.profiles) {
        const std::size_t equals = written.find('=');
        const std::string file = equals == std::string::npos ? written : written.substr(equals + 1);
        walkers.push_back(
            {.name = equals == std::string::npos ? file : written.substr(0, equals), .profile = load_profile(file)});
    }
    // A baseline by the name of a model stays the baseline: constant_velocity is both.
    std::vector<std::string> names;
    for (EvaluatedWalker& walker : walkers) {
        if (walker.baseline == Baseline::none && walker.name == name_of(Baseline::constant_velocity))
            walker.name += " (model)";
        if (std::ranges::find(names, walker.name) != names.end()) {
            throw InputError({.message = "two walkers have the same name",
                              .value = walker.name,
                              .allowed = "each model once, other names for profiles",
                              .remedy = "Write --profile NAME=FILE with another name."});
        }
        names.push_back(walker.name);
    }
    for (std::size_t i = baselines; i < walkers.size(); ++i) {
        EvaluatedWalker& walker = walkers[i];
        if (command.following) walker.profile.intents.push_back({"following"});
        Scenario scene = scene_of(walker.profile);
        for (const std::string& setting : command.settings) {
            const std::size_t dot = setting.find('.');
            const std::string first = setting.substr(0, std::min(dot, setting.find('=')));
            const bool named = dot != std::string::npos && std::ranges::find(names, first) != names.end();
            if (named && first != walker.name) continue;
            apply_setting(scene, fmt::format("{}.{}", kProfile, named ? setting.substr(dot + 1) : setting));
        }
        walker.profile = scene.profiles[0];
    }
    return walkers;
}

// ---- Output ----

Json document(const Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    Json rows = Json::array();
    for (const EvaluateRow& row : evaluation.rows) {
        Json numbers = Json::object();
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            const EvaluateCell& cell = row.cells[m];
            numbers[std::string(metrics[m].name)] = {{"unit", metrics[m].unit},
                                                     {"value", finite_or_null(cell.value * metrics[m].scale)},
                                                     {"ci95",
                                                      {finite_or_null(cell.interval.low * metrics[m].scale),
                                                       finite_or_null(cell.interval.high * metrics[m].scale)}},
                                                     {"p", finite_or_null(cell.p)}};
        }
        rows.push_back({{"walker", row.walker},
                        {"goal", row.walker == name_of(Baseline::people) ? Json(nullptr) : Json(name_of(row.goal))},
                        {"failed", row.failed},
                        {"numbers", std::move(numbers)}});
    }
    return {{"mode", name_of(evaluation.options.mode)},
            {"recordings", evaluation.recordings},
            {"half", name_of(evaluation.options.half)},
            {"companions", name_of(evaluation.options.companions)},
            {"cases", evaluation.cases.size()},
            {"clusters", evaluation.clusters},
            {"reference", evaluation.options.reference},
            {"finished", evaluation.finished},
            {"rows", std::move(rows)}};
}

std::string shown(const EvaluateMetric& metric, double value) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value * metric.scale, metric.decimals) : "-";
}

std::string_view goal_text(const EvaluateRow& row) {
    return row.walker == name_of(Baseline::people) ? "" : name_of(row.goal);
}

/// "0.387*" and, with its interval, "0.387* (0.36…0.41)".
std::string cell_text(const EvaluateMetric& metric, const EvaluateCell& cell, bool interval) {
    std::string text = shown(metric, cell.value);
    text += cell.p < 0.01 ? '*' : ' ';
    if (interval && std::isfinite(cell.interval.low)) {
        text += fmt::format(" ({}…{})", shown(metric, cell.interval.low), shown(metric, cell.interval.high));
    }
    return text;
}

std::string remark(const Evaluation& evaluation) {
    std::string text = fmt::format(
        "Means over {} recording{}; 95 % intervals by drawing clusters again; *: p < 0.01 against {} (paired, by "
        "cluster).",
        evaluation.recordings.size(), evaluation.recordings.size() == 1 ? "" : "s", evaluation.options.reference);
    for (const EvaluateRow& row : evaluation.rows) {
        if (row.failed > 0) text += fmt::format(" {}: {} cases could not be simulated.", row.walker, row.failed);
    }
    return text;
}

std::string title(const Evaluation& evaluation) {
    std::string names;
    for (const std::string& name : evaluation.recordings) names += (names.empty() ? "" : ", ") + printable(name);
    return fmt::format(
        "{}: {}, {} {} in {} clusters{}", names, name_of(evaluation.options.mode), evaluation.cases.size(),
        evaluation.options.mode == EvaluateMode::pairs ? "meetings" : "people", evaluation.clusters,
        evaluation.options.half == EvaluateHalf::whole ? ""
                                                       : fmt::format(", {} half", name_of(evaluation.options.half)));
}

std::string readable(const Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    std::vector<std::vector<std::string>> rows{{"walker", "goal"}, {"", ""}};
    for (const EvaluateMetric& metric : metrics) {
        rows[0].push_back(std::string(metric.title) + " ");
        rows[1].push_back(std::string(metric.unit == "1" ? "" : metric.unit) + " ");
    }
    for (const EvaluateRow& row : evaluation.rows) {
        auto& cells = rows.emplace_back(std::vector<std::string>{row.walker, std::string(goal_text(row))});
        for (std::size_t m = 0; m < metrics.size(); ++m) cells.push_back(cell_text(metrics[m], row.cells[m], false));
    }
    std::string text = title(evaluation) + "\n" + aligned(rows);
    for (const EvaluateMetric& metric : metrics) text += fmt::format("{}: {}\n", metric.title, metric.meaning);
    return text + remark(evaluation) + " Intervals: --json, --csv, --report.\n";
}

std::string table_csv(const Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    std::string text = "walker,goal";
    for (const EvaluateMetric& metric : metrics) text += fmt::format(",{0},{0}_low,{0}_high,{0}_p", metric.name);
    text += '\n';
    const auto cell = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); };
    for (const EvaluateRow& row : evaluation.rows) {
        text += fmt::format("{},{}", csv_cell(row.walker), goal_text(row));
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            const EvaluateCell& c = row.cells[m];
            const double scale = metrics[m].scale;
            text += fmt::format(",{},{},{},{}", cell(c.value * scale), cell(c.interval.low * scale),
                                cell(c.interval.high * scale), cell(c.p));
        }
        text += '\n';
    }
    return text;
}

std::string cases_csv(const Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    std::string text = "recording,a,b,time,cluster,weight,walker,goal";
    for (const EvaluateMetric& metric : metrics) text += fmt::format(",{}", metric.name);
    text += '\n';
    for (const EvaluateRow& row : evaluation.rows) {
        for (std::size_t i = 0; i < evaluation.cases.size(); ++i) {
            const EvaluatedCase& c = evaluation.cases[i];
            text += fmt::format("{},{},{},{},{},{},{},{}", csv_cell(evaluation.recordings[c.recording]), c.a,
                                c.b == 0 ? "" : std::to_string(c.b), c.time, c.cluster, c.weight, csv_cell(row.walker),
                                goal_text(row));
            for (const auto& values : row.values)
                text += std::isfinite(values[i]) ? fmt::format(",{}", values[i]) : std::string(",");
            text += '\n';
        }
    }
    return text;
}

std::string report(Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    ComparisonTable table;
    table.title = title(evaluation);
    table.remark = remark(evaluation);
    for (const EvaluateMetric& metric : metrics) {
        table.columns.push_back(metric.unit == "1" ? std::string(metric.title)
                                                   : fmt::format("{} [{}]", metric.title, metric.unit));
        table.remark += fmt::format(" {}: {}.", metric.title, metric.meaning);
    }
    for (EvaluateRow& row : evaluation.rows) {
        std::vector<std::string> cells;
        for (std::size_t m = 0; m < metrics.size(); ++m) cells.push_back(cell_text(metrics[m], row.cells[m], true));
        const std::string name =
            std::string(row.walker) + (goal_text(row).empty() ? "" : ", ") + std::string(goal_text(row));
        // Paths to places where nobody went would make all the others small.
        Trajectory paths;
        if (row.goal == ReplayGoal::oracle && row.walker != name_of(Baseline::constant_velocity))
            paths = std::move(row.paths);
        table.rows.push_back({name, std::move(cells), std::move(paths), evaluation.recordings[0]});
    }
    return comparison_html(table);
}

// ---- Flows ----

/// Shares of what is done, on a terminal; SIGINT and SIGTERM end it.
std::function<bool(const EvaluateProgress&)> watch() {
    catch_interrupts();
    const bool terminal = isatty(STDERR_FILENO) != 0;
    return [terminal, last = std::size_t{0}](const EvaluateProgress& progress) mutable {
        if (terminal && (progress.done - last) * 200 >= progress.of) {
            last = progress.done;
            fmt::print(stderr, "\r{:3.0f} %",
                       100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.of));
            if (progress.done == progress.of) fmt::print(stderr, "\r     \r");
        }
        return interrupted_by() == 0;
    };
}

int flow_command(const EvaluateCommand& command, const std::vector<EvaluatedWalker>& walkers) {
    std::vector<FlowExperiment> experiments;
    for (const std::string& file : command.data) {
        std::string folder = command.folder;
        if (const char* data = std::getenv("SIDESTEP_DATA"); folder.empty() && data != nullptr) folder = data;
        if (folder.empty()) folder = std::filesystem::path(file).parent_path().string();
        for (FlowExperiment& experiment : read_flow_experiments(file, folder))
            experiments.push_back(std::move(experiment));
    }
    FlowOptions options;
    options.seed = command.options.seed;
    options.seeds = command.seeds;
    options.threads = command.options.threads;
    options.progress = watch();
    std::vector<FlowResult> results = evaluate_flows(experiments, walkers, options);
    const bool finished = interrupted_by() == 0;
    if (!finished) fmt::print(stderr, "sidestep: ended early by {}: only whole rows are told\n", interruption());
    if (command.json) {
        print(flow_document(results, finished));
    } else {
        print(flow_table(results));
    }
    if (!command.csv.empty()) write_file(command.csv, flow_csv(results));
    if (!command.report.empty()) write_file(command.report, flow_report(results));
    return finished ? static_cast<int>(kHealthy) : 128 + interrupted_by();
}

// ---- One step ----

int one_step_command(const EvaluateCommand& command, const std::vector<FilmedPeople>& people,
                     const std::vector<EvaluatedWalker>& walkers, const EvaluateOptions& options) {
    if (!command.report.empty()) {
        throw InputError({.message = "single steps make no picture",
                          .value = "--report",
                          .allowed = "--csv and --per-case with --mode one_step",
                          .remedy = "Leave it out."});
    }
    const OneStepResult result = evaluate_one_step(people, walkers, {.evaluate = options, .lag = command.lag});
    if (!result.finished)
        fmt::print(stderr, "sidestep: ended early by {}: {} rows are whole\n", interruption(), result.rows.size());
    if (command.json) {
        print(one_step_document(result));
    } else {
        print(one_step_table(result));
    }
    if (!command.csv.empty()) write_file(command.csv, one_step_csv(result));
    if (!command.per_case.empty()) write_file(command.per_case, one_step_cases_csv(result));
    return result.finished ? static_cast<int>(kHealthy) : 128 + interrupted_by();
}

// ---- The command ----

EvaluateMode require_mode(const std::string& name) {
    if (const auto mode = named<EvaluateMode>(name)) return *mode;
    std::vector<std::string_view> known(names<EvaluateMode>().begin(), names<EvaluateMode>().end());
    known.push_back(kOneStep);
    known.push_back(kFlow);
    refuse_name(name, known, "mode");
}

int evaluate_command(const EvaluateCommand& command) {
    const std::vector<EvaluatedWalker> walkers = walkers_of(command);
    for (const std::string* file : {&command.csv, &command.per_case, &command.report}) {
        refuse_replacing(*file, command.data);
        refuse_existing(*file, command.force);
    }
    if (command.mode == kFlow) return flow_command(command, walkers);
    EvaluateOptions options = command.options;
    const bool one_step = command.mode == kOneStep;
    if (!one_step) options.mode = require_mode(command.mode);
    options.half = require_named<EvaluateHalf>(command.half, "half");
    options.companions = require_named<CompanionSight>(command.companions, "choice");
    std::vector<FilmedPeople> people;
    for (const std::string& file : command.data)
        people.push_back(filmed_people(file, read_and_tell(file, command.recording)));
    options.progress = watch();
    if (one_step) return one_step_command(command, people, walkers, options);
    Evaluation evaluation = evaluate(people, walkers, options);
    if (!evaluation.finished) {
        fmt::print(stderr, "sidestep: ended early by {}: {} rows are whole\n", interruption(), evaluation.rows.size());
    }
    if (command.json) {
        print(document(evaluation));
    } else {
        print(readable(evaluation));
    }
    if (!command.csv.empty()) write_file(command.csv, table_csv(evaluation));
    if (!command.per_case.empty()) write_file(command.per_case, cases_csv(evaluation));
    if (!command.report.empty()) write_file(command.report, report(evaluation));
    return evaluation.finished ? static_cast<int>(kHealthy) : 128 + interrupted_by();
}

template <class E>
std::string choices() {
    std::string text;
    for (const std::string_view name : names<E>()) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    return text;
}

}  // namespace

void add_evaluate(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("evaluate", "replace recorded people by agents and measure what these do");
    EvaluateCommand& evaluate = arguments_of(*command, action, evaluate_command);
    EvaluateOptions& o = evaluate.options;
    const auto seconds = CLI::Range(0.01, 1e4);
    command
        ->add_option("DATA", evaluate.data,
                     "recordings, " + trajectory_extensions() + "; for flow a file of experiments, .json")
        ->required();
    command
        ->add_option("--mode", evaluate.mode,
                     choices<EvaluateMode>() + ", " + std::string(kOneStep) + ", " + std::string(kFlow))
        ->capture_default_str();
    command
        ->add_option("--models", evaluate.models,
                     "models, separated by commas; \"all\" for every one, \"none\" for the baselines alone")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->capture_default_str();
    command
        ->add_option(
            "--profile", evaluate.profiles,
            "PROFILE or NAME=PROFILE: a shipped profile by name, or a file with one as in scenes; may be repeated")
        ->allow_extra_args(false);
    command->add_option("--preset", evaluate.preset, "of the models, such as published");
    command
        ->add_option("--set", evaluate.settings,
                     "PARAM=VALUE of all models and profiles, NAME.PARAM=VALUE of one; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--following", evaluate.following, "models and profiles also have the intent following");
    command->add_option("--seeds", evaluate.seeds, "flow: runs of each experiment")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--folder", evaluate.folder,
                        "flow: where the files of experiments are; $SIDESTEP_DATA without, else beside DATA");
    command
        ->add_option("--companions", evaluate.companions,
                     "one_by_one: " + choices<CompanionSight>() +
                         ", whether an agent sees who walked with the person it replaces")
        ->capture_default_str();
    command->add_option("--half", evaluate.half, choices<EvaluateHalf>() + ": of each recording")
        ->capture_default_str();
    command->add_option("--tau", evaluate.tau, "s, of the baseline relaxed")->check(seconds)->capture_default_str();
    command->add_option("--reference", o.reference, "walker that others are tested against")->capture_default_str();
    command->add_option("--horizon", o.horizon, "s that are simulated, one_by_one")
        ->check(seconds)
        ->capture_default_str();
    command->add_option("--lag", evaluate.lag, "one_step: s from one look to the next, at least one sample")
        ->check(seconds)
        ->capture_default_str();
    command->add_option("--history", o.history, "s that are seen of a person before it is replaced")
        ->check(seconds)
        ->capture_default_str();
    command->add_option("--touch", o.touch, "m, between centres")->check(seconds)->capture_default_str();
    command->add_option("--near", o.near, "m, between centres")->check(seconds)->capture_default_str();
    command->add_option("--block", o.block, "s, people who enter within it are drawn together")
        ->check(seconds)
        ->capture_default_str();
    command->add_option("--resamples", o.resamples, "for the intervals")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    command->add_option("--seed", o.seed, "of simulations and resamples")->check(seed_check())->capture_default_str();
    add_threads(*command, o.threads);
    add_reading(*command, evaluate.recording);
    command->add_option("--csv", evaluate.csv, "write the table, with intervals, to FILE");
    command->add_option("--per-case", evaluate.per_case, "write the values of every person or meeting to FILE as CSV");
    command->add_option("--report", evaluate.report, "write table and paths side by side to FILE.html");
    command->add_flag("--force", evaluate.force, "overwrite existing files");
    command->add_flag("--json", evaluate.json, kJsonHelp);
}

}  // namespace sidestep::cli
