// `sidestep evaluate`: models against recorded people.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "named.h"
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

ProfileSpec profile_in(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        throw InputError({.message = "the profile cannot be read",
                          .file = file,
                          .value = file,
                          .allowed = "a JSON file with what stands behind a name in \"profiles\" of a scene",
                          .remedy = "Check the name of the file."});
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string before =
        R"({"sidestep": 1, "map": {}, "agents": [], "profiles": {")" + std::string(kProfile) + "\": ";
    try {
        return parse_scene(before + text + "}}", file).profiles.at(0);
    } catch (const InputError& error) {
        // Places are those of the file, not of the scene made of it.
        InputProblem problem = error.problem();
        if (problem.line == 1) problem.column -= static_cast<int>(before.size());
        throw InputError(problem);
    }
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
            {.name = equals == std::string::npos ? file : written.substr(0, equals), .profile = profile_in(file)});
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

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json document(const Evaluation& evaluation) {
    const auto metrics = evaluate_metrics(evaluation.options.mode);
    Json rows = Json::array();
    for (const EvaluateRow& row : evaluation.rows) {
        Json numbers = Json::object();
        for (std::size_t m = 0; m < metrics.size(); ++m) {
            const EvaluateCell& cell = row.cells[m];
            numbers[std::string(metrics[m].name)] = {
                {"unit", metrics[m].unit},
                {"value", number(cell.value * metrics[m].scale)},
                {"ci95", {number(cell.interval.low * metrics[m].scale), number(cell.interval.high * metrics[m].scale)}},
                {"p", number(cell.p)}};
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

constexpr std::string_view kFlow = "flow";

struct FlowColumn {
    std::string_view name, title, unit;
    double FlowNumbers::* value;
    bool compared;  ///< as a difference in per cent; else as it is
};
constexpr FlowColumn kFlowColumns[] = {{"flow", "flow", "1/s", &FlowNumbers::flow, true},
                                       {"density", "density", "1/m²", &FlowNumbers::density, true},
                                       {"speed", "speed", "m/s", &FlowNumbers::speed, true},
                                       {"lanes", "lanes", "", &FlowNumbers::lanes, false}};

/// Over the runs in which it is defined.
Summary over_runs(const FlowRow& row, double FlowNumbers::* value) {
    std::vector<double> values;
    for (const FlowRun& run : row.runs) {
        if (run.refused.empty() && std::isfinite(run.numbers.*value)) values.push_back(run.numbers.*value);
    }
    return summarise(values);
}

struct FlowCounts {
    std::size_t refused = 0, stalled = 0, jammed = 0, no_way = 0;
    double through = 0, deepest = 0;  ///< mean, most
    std::string why;
};
FlowCounts counts_of(const FlowRow& row) {
    FlowCounts counts;
    for (const FlowRun& run : row.runs) {
        counts.refused += !run.refused.empty();
        if (counts.why.empty()) counts.why = run.refused;
        if (!run.refused.empty()) continue;
        counts.stalled += run.stalled;
        counts.jammed += run.jammed;
        counts.no_way = std::max(counts.no_way, run.no_way);
        counts.through += run.numbers.through;
        counts.deepest = std::max(counts.deepest, run.deepest);
    }
    if (const std::size_t runs = row.runs.size() - counts.refused; runs > 0)
        counts.through /= static_cast<double>(runs);
    return counts;
}

std::vector<std::string> flow_cells(const FlowResult& result, const FlowRow& row) {
    std::vector<std::string> cells;
    for (const FlowColumn& column : kFlowColumns) {
        const double real = result.recorded.*column.value, here = over_runs(row, column.value).mean;
        if (!std::isfinite(here)) {
            cells.emplace_back("-");
        } else if (column.compared && real > 0) {
            cells.push_back(fmt::format("{:.2f} ({:+.0f} %)", here, 100 * (here / real - 1)));
        } else {
            cells.push_back(fmt::format("{:.2f}", here));
        }
    }
    const FlowCounts counts = counts_of(row);
    cells.push_back(fmt::format("{:.0f} %", 100 * counts.through));
    cells.push_back(fmt::format("{}", counts.stalled));
    cells.push_back(fmt::format("{}", counts.jammed));
    cells.push_back(fmt::format("{}", counts.no_way));
    cells.push_back(counts.refused == row.runs.size() ? "refused" : fmt::format("{:.2f}", counts.deepest));
    return cells;
}

std::vector<std::string> flow_titles(bool with_units) {
    std::vector<std::string> titles;
    for (const FlowColumn& column : kFlowColumns) {
        titles.push_back(with_units && !column.unit.empty() ? fmt::format("{} [{}]", column.title, column.unit)
                                                            : std::string(column.title));
    }
    for (const char* title : {"through", "stalled", "jammed", "no way"}) titles.emplace_back(title);
    titles.emplace_back(with_units ? "overlap [m]" : "overlap");
    return titles;
}

std::vector<std::string> recorded_cells(const FlowResult& result) {
    std::vector<std::string> cells;
    for (const FlowColumn& column : kFlowColumns) {
        const double value = result.recorded.*column.value;
        cells.push_back(std::isfinite(value) ? fmt::format("{:.2f}", value) : "-");
    }
    return cells;
}

constexpr auto kFlowWords =
    "Means over seeds; in brackets against the recorded. flow: from the 15th to the 85th of a hundred, undefined where "
    "fewer got through; stalled: seeds in which not everybody got through or nobody moves; jammed: seeds in which "
    "everybody did, in more than twice the recorded time; no way: people without a route; overlap: deepest of two "
    "bodies.\n";

std::string readable(const std::vector<FlowResult>& results) {
    std::string text;
    for (const FlowResult& result : results) {
        std::vector<std::vector<std::string>> rows{{"walker"}};
        for (std::string& title : flow_titles(true)) rows[0].push_back(std::move(title));
        rows.push_back({"recorded"});
        for (std::string& cell : recorded_cells(result)) rows.back().push_back(std::move(cell));
        for (const FlowRow& row : result.rows) {
            rows.push_back({row.walker});
            for (std::string& cell : flow_cells(result, row)) rows.back().push_back(std::move(cell));
        }
        text += printable(result.experiment) + "\n" + aligned(rows);
        for (const FlowRow& row : result.rows) {
            if (const FlowCounts counts = counts_of(row); counts.refused > 0)
                text += fmt::format("{}: refused, {}\n", row.walker, printable(counts.why));
        }
        text += '\n';
    }
    return text + kFlowWords;
}

Json document(const std::vector<FlowResult>& results, bool finished) {
    Json experiments = Json::array();
    const auto numbers = [](const FlowNumbers& n) {
        Json json = Json::object();
        for (const FlowColumn& column : kFlowColumns) json[std::string(column.name)] = number(n.*column.value);
        json["through"] = n.through;
        json["window"] = {n.from, n.to};
        return json;
    };
    for (const FlowResult& result : results) {
        Json rows = Json::array();
        for (const FlowRow& row : result.rows) {
            Json runs = Json::array();
            for (const FlowRun& run : row.runs) {
                Json entry = numbers(run.numbers);
                entry["stalled"] = run.stalled;
                entry["jammed"] = run.jammed;
                entry["no_way"] = run.no_way;
                entry["deepest_m"] = run.deepest;
                entry["refused"] = run.refused.empty() ? Json(nullptr) : Json(run.refused);
                runs.push_back(std::move(entry));
            }
            rows.push_back({{"walker", row.walker}, {"runs", std::move(runs)}});
        }
        experiments.push_back({{"experiment", result.experiment},
                               {"people", result.people},
                               {"recorded", numbers(result.recorded)},
                               {"rows", std::move(rows)}});
    }
    return {{"mode", kFlow}, {"finished", finished}, {"experiments", std::move(experiments)}};
}

std::string flow_csv(const std::vector<FlowResult>& results) {
    std::string text =
        "experiment,walker,run,flow,density,speed,lanes,through,stalled,jammed,no_way,deepest_m,refused\n";
    const auto add = [&](const FlowResult& result, const std::string& walker, const std::string& run,
                         const FlowNumbers& numbers) {
        text += fmt::format("{},{},{}", csv_cell(result.experiment), csv_cell(walker), run);
        for (const FlowColumn& column : kFlowColumns) {
            const double value = numbers.*column.value;
            text += std::isfinite(value) ? fmt::format(",{}", value) : std::string(",");
        }
        text += fmt::format(",{}", numbers.through);
    };
    for (const FlowResult& result : results) {
        add(result, "recorded", "", result.recorded);
        text += ",,,,,\n";
        for (const FlowRow& row : result.rows) {
            for (std::size_t i = 0; i < row.runs.size(); ++i) {
                const FlowRun& run = row.runs[i];
                add(result, row.walker, std::to_string(i + 1), run.numbers);
                text += fmt::format(",{:d},{:d},{},{},{}\n", run.stalled, run.jammed, run.no_way, run.deepest,
                                    csv_cell(run.refused));
            }
        }
    }
    return text;
}

/// The experiments one after the other in one table, with the paths of the first seeds.
std::string flow_report(std::vector<FlowResult>& results) {
    ComparisonTable table;
    table.title = "Flows of recorded experiments";
    table.remark = kFlowWords;
    table.columns = flow_titles(true);
    for (FlowResult& result : results) {
        std::vector<std::string> real = recorded_cells(result);
        real.resize(table.columns.size());
        table.rows.push_back({result.experiment + ", recorded", std::move(real), {}, result.experiment});
        for (FlowRow& row : result.rows) {
            table.rows.push_back({fmt::format("{}, {}", result.experiment, row.walker), flow_cells(result, row),
                                  std::move(row.paths), result.experiment});
        }
    }
    return comparison_html(table);
}

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
        print(document(results, finished));
    } else {
        print(readable(results));
    }
    if (!command.csv.empty()) write_file(command.csv, flow_csv(results));
    if (!command.report.empty()) write_file(command.report, flow_report(results));
    return finished ? static_cast<int>(kHealthy) : 128 + interrupted_by();
}

// ---- The command ----

EvaluateMode require_mode(const std::string& name) {
    if (const auto mode = named<EvaluateMode>(name)) return *mode;
    std::vector<std::string_view> known(names<EvaluateMode>().begin(), names<EvaluateMode>().end());
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
    options.mode = require_mode(command.mode);
    options.half = require_named<EvaluateHalf>(command.half, "half");
    options.companions = require_named<CompanionSight>(command.companions, "choice");
    std::vector<FilmedPeople> people;
    for (const std::string& file : command.data) people.push_back(read_filmed(file, command.recording.reading));
    options.progress = watch();
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
    command->add_option("--mode", evaluate.mode, choices<EvaluateMode>() + ", " + std::string(kFlow))
        ->capture_default_str();
    command
        ->add_option("--models", evaluate.models,
                     "models, separated by commas; \"all\" for every one, \"none\" for the baselines alone")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->capture_default_str();
    command->add_option("--profile", evaluate.profiles, "FILE or NAME=FILE: a profile as in scenes; may be repeated")
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
