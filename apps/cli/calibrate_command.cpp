#include "calibrate_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "arguments.h"
#include "commands.h"
#include "find_scene.h"
#include "interrupt.h"
#include "model_fit_command.h"
#include "named.h"
#include "output.h"
#include "output_file.h"
#include "recording.h"
#include "scene_fit_command.h"
#include "search_output.h"
#include "sidestep/calibrate.h"
#include "sidestep/path_errors.h"
#include "sidestep/people_fit.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "sidestep/walks.h"

namespace sidestep::cli {
namespace {

constexpr PathMetric kMetrics[] = {PathMetric::distance, PathMetric::area, PathMetric::speed};

/// Place of a name in a list; refuses others.
std::size_t index_of(const std::string& name, std::span<const std::string_view> list, const char* what) {
    const auto at = std::ranges::find(list, name);
    if (at == list.end()) refuse_name(name, list, what);
    return static_cast<std::size_t>(at - list.begin());
}

ChartSetting setting_of(const std::string& text) {
    std::vector<std::string_view> names;
    for (const Parameter& p : chart_parameters()) names.push_back(p.name);
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        throw InputError({.message = "a setting has a name and a value",
                          .value = text,
                          .allowed = "PARAM=VALUE",
                          .remedy = "Write for example --set cell=0.08."});
    }
    const std::size_t parameter = index_of(text.substr(0, equals), names, "parameter");
    const std::string value = text.substr(equals + 1);
    const auto choices = chart_parameters()[parameter].choices;
    const auto which = static_cast<ChartParameter>(parameter);
    if (!choices.empty()) return {which, static_cast<double>(index_of(value, choices, "choice"))};
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || value.empty()) {
        throw InputError({.message = fmt::format("the value of \"{}\" is no number", names[parameter]),
                          .value = text,
                          .allowed = "PARAM=NUMBER",
                          .remedy = "Write it as 0.08."});
    }
    return {which, number};
}

/// A file whose rows are where and when heels touched the ground.
std::vector<ObservedWalk> walks_of_heels(const Trajectory& trajectory, double step) {
    std::vector<ObservedWalk> walks;
    for (const Track& track : trajectory.tracks) {
        std::vector<HeelStrike> strikes;
        for (std::size_t i = 0; i < track.frame.size(); ++i)
            strikes.push_back({track.frame[i] / trajectory.info.fps, track.position[i]});
        walks.push_back({track.id, 0, path_of_heel_strikes(strikes, step)});
    }
    return walks;
}

std::vector<ObservedWalk> walks_in(const Trajectory& trajectory, bool whole, double step) {
    std::vector<ObservedWalk> walks;
    for (const Track& track : trajectory.tracks) {
        const std::vector<Track> parts = whole ? std::vector{track} : walks_of(track, trajectory.info);
        for (const Track& part : parts) walks.push_back({part.id, 0, sampled_path(part, trajectory.info, step)});
    }
    return walks;
}

struct Answer {
    PathMetric metric = PathMetric::distance;
    std::vector<Unknown> unknowns;
    SearchResult found;
    WalkScores scores, usual;  ///< with what was found, and with the defaults
    bool trusted = true;
};

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json document(const CalibrateCommand& command, const WalkFit& fit, const Answer& answer) {
    Json left_out = Json::array(), comparison = Json::object();
    for (const auto& walk : fit.left_out()) left_out.push_back({{"id", walk.id}, {"why", walk.why}});
    for (const PathMetric metric : kMetrics) {
        const PairedTest test = answer.scores.test(metric);
        const Summary model = summarise(answer.scores.column(metric, false)),
                      baseline = summarise(answer.scores.column(metric, true)),
                      usual = summarise(answer.usual.column(metric, false));
        comparison[std::string(name_of(metric))] = {{"unit", unit_of(metric)},       {"model", model.mean},
                                                    {"model_sd", number(model.sd)},  {"default", usual.mean},
                                                    {"a_star", baseline.mean},       {"a_star_sd", number(baseline.sd)},
                                                    {"difference", test.difference}, {"t", number(test.t)},
                                                    {"df", number(test.df)},         {"p", number(test.p)}};
    }
    Json result{{"model", command.subject},
                {"data", command.data[0]},
                {"metric", name_of(answer.metric)},
                {"method", command.search.method},
                {"walks", fit.walks().size()},
                {"left_out", std::move(left_out)},
                {"arrived", answer.scores.arrived},
                {"finished", answer.found.finished},
                {"cost", answer.found.best().cost},
                {"parameters", parameters_json(answer.unknowns, answer.found)},
                {"runs", runs_json(answer.found)},
                {"comparison", std::move(comparison)},
                {"checkpoint", command.search.resume.empty() ? Json(nullptr) : Json(command.search.resume)},
                {"per_walk", command.per_walk.empty() ? Json(nullptr) : Json(command.per_walk)}};
    return result;
}

std::string readable(const CalibrateCommand& command, const WalkFit& fit, const Answer& answer) {
    const std::size_t most_shown = 5;
    std::string text =
        fmt::format("{}: {} walks, {} left out\n", command.data[0], fit.walks().size(), fit.left_out().size());
    for (std::size_t i = 0; i < std::min(most_shown, fit.left_out().size()); ++i) {
        text += fmt::format("    {}: {}\n", fit.left_out()[i].id, fit.left_out()[i].why);
    }
    if (fit.left_out().size() > most_shown) text += "    … all with --json\n";
    text += fmt::format("{}, {} error, {} seeds of {} evaluations{}\n\n", command.search.method, name_of(answer.metric),
                        answer.found.runs.size(), command.search.evaluations,
                        answer.found.finished ? "" : ", NOT FINISHED");
    text += parameters_text(answer.unknowns, answer.found);
    text += fmt::format("\n{:<22} {:>9} {:>9} {:>9} {:>8} {:>9}\n", "mean error", "model", "defaults", "A*", "t", "p");
    for (const PathMetric metric : kMetrics) {
        const PairedTest test = answer.scores.test(metric);
        text += fmt::format("{:<22} {:>9.4f} {:>9.4f} {:>9.4f} {:>8.2f} {:>9.2g}{}\n",
                            fmt::format("{} [{}]", name_of(metric), unit_of(metric)),
                            summarise(answer.scores.column(metric, false)).mean,
                            summarise(answer.usual.column(metric, false)).mean,
                            summarise(answer.scores.column(metric, true)).mean, test.t, test.p,
                            metric == answer.metric ? "  fitted" : "");
    }
    text += fmt::format("p: two-sided paired t-test, model against A*. {} of {} walkers arrive.\n",
                        answer.scores.arrived, fit.walks().size());
    if (!answer.trusted)
        text += "NOT TRUSTWORTHY: most walks were left out, or most of the model's walkers do not arrive\n";
    if (!command.search.resume.empty()) text += fmt::format("checkpoint: {}\n", command.search.resume);
    return text;
}

void write_per_walk(const std::string& file, const WalkFit& fit, const WalkScores& scores) {
    std::string text = "id,steps";
    for (const char* who : {"model", "a_star"}) text += fmt::format(",{0}_distance,{0}_area,{0}_speed", who);
    text += '\n';
    for (std::size_t i = 0; i < fit.walks().size(); ++i) {
        const PathErrors &m = scores.model[i], &b = scores.baseline[i];
        text += fmt::format("{},{},{},{},{},{},{},{}\n", fit.walks()[i].id, m.steps, m.distance, m.area, m.speed,
                            b.distance, b.area, b.speed);
    }
    write_file(file, text);
}

constexpr std::string_view kCharts = "heading_chart";

void check(const CalibrateCommand& command) {
    const bool of_scenes = !command.fit.empty() || !command.objectives.empty() || !command.like.empty() ||
                           command.duration || command.dt || command.runs != CalibrateCommand{}.runs;
    if (of_scenes) {
        throw InputError({.message = "--fit, --objective, --like, --runs, --duration and --dt belong to scenes",
                          .value = std::string(kCharts),
                          .remedy = "Name a scene instead, or leave them out."});
    }
    refuse_model_options(command);
    if (command.data.size() != 1) {
        throw InputError({.message = "heading charts are fitted to one recording",
                          .value = fmt::format("{} files", command.data.size()),
                          .allowed = "a file of walks: " + trajectory_extensions(),
                          .remedy = "Name it behind heading_chart."});
    }
}

int charts_command(const CalibrateCommand& command) {
    check(command);
    Answer answer;
    if (!command.metric.empty()) answer.metric = require_named<PathMetric>(command.metric, "metric");
    SearchOptions options = options_of(command.search);
    std::vector<ChartSetting> settings;
    for (const std::string& setting : command.settings) settings.push_back(setting_of(setting));
    const double step = chart_values(settings)[kWalkStep];
    refuse_replacing(command.per_walk, command.data);
    refuse_replacing(command.search.resume, command.data);
    refuse_existing(command.per_walk, command.force);

    Trajectory recording = read_recording(command.data[0], command.recording);
    if (!command.scene.empty()) recording.info.wkt = load_scene(find_scene(command.scene)).map.wkt;
    const std::vector<std::string> maps{recording.info.wkt};
    const WalkFit fit(command.heel_strikes ? walks_of_heels(recording, step) : walks_in(recording, command.whole, step),
                      maps, settings, {.threads = command.search.threads});
    if (fit.walks().empty()) {
        throw InputError({.message = "the recording has no walk that charts could follow",
                          .file = command.data[0],
                          .value = fmt::format("{} walks left out{}", fit.left_out().size(),
                                               fit.left_out().empty() ? "" : ": " + fit.left_out()[0].why),
                          .allowed = "people who walk at least half a metre, from and to free places of the map",
                          .remedy = "Check the map, or give another one with --map or --scene."});
    }
    answer.unknowns = fit.unknowns(command.parameters);
    options.subject = fit.subject(answer.metric);
    {
        const SearchWatch watch(options);
        answer.found = search(fit.objective(answer.metric, answer.unknowns), answer.unknowns, options);
    }
    answer.scores = score(fit, fit.values(answer.unknowns, answer.found.best().best));
    answer.usual = score(fit, fit.values());
    const std::size_t walks = fit.walks().size();
    answer.trusted = fit.left_out().size() <= walks && 2 * answer.scores.arrived >= walks;

    if (!command.per_walk.empty()) write_per_walk(command.per_walk, fit, answer.scores);
    if (command.json) {
        print(document(command, fit, answer));
    } else {
        print(readable(command, fit, answer));
    }
    if (const int signal = interrupted_by()) return 128 + signal;
    return answer.trusted ? kHealthy : kUnhealthy;
}

int calibrate_command(const CalibrateCommand& written) {
    CalibrateCommand command = written;
    const bool charts = command.subject == kCharts, model = !charts && is_model_fit(command);
    if (command.search.method.empty()) {
        const SearchMethod usual = !model                           ? SearchMethod::annealing
                                   : available(SearchMethod::cmaes) ? SearchMethod::cmaes
                                                                    : SearchMethod::simplex;
        command.search.method = name_of(usual);
    }
    return charts ? charts_command(command) : model ? model_fit_command(command) : scene_fit_command(command);
}

void add_search(CLI::App& command, SearchArguments& search) {
    command.add_option("--method", search.method,
                       fmt::format("{}; without it annealing, of models cmaes where the program has it",
                                   fmt::join(names<SearchMethod>(), ", ")));
    command.add_option("--seeds", search.seeds, "searches")->check(CLI::Range(1, 1000))->capture_default_str();
    command.add_option("--seed", search.seed, "of the first search")->check(seed_check())->capture_default_str();
    command.add_option("--evaluations", search.evaluations, "of each search")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    add_threads(command, search.threads);
    command.add_option("--resume", search.resume, "keep what was tried in FILE, and go on from there if it exists");
}

}  // namespace

void add_calibrate(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("calibrate", "find parameters from recorded motion, or from what is wanted");
    CalibrateCommand& calibrate = arguments_of(*command, action, calibrate_command);
    command
        ->add_option("MODEL|SCENE|heading_chart", calibrate.subject,
                     "model or profile that is fitted to DATA, scene as for run, or heading_chart")
        ->required();
    command->add_option("DATA", calibrate.data,
                        "models: recordings, " + trajectory_extensions() +
                            ", and files of experiments, .json; heading charts: one recording of walks");
    add_search(*command, calibrate.search);
    command
        ->add_option("--set", calibrate.settings,
                     "PROFILE.PARAM=VALUE instead of the scene's, PARAM=VALUE of models and charts; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", calibrate.json, kJsonHelp);

    command
        ->add_option(
            "--fit", calibrate.fit,
            "scene: PROFILE.PARAM or PROFILE.PART.PARAM, with =LOW,HIGH behind for other bounds; model: PARAM, "
            "PART.PARAM or PART; may be repeated")
        ->allow_extra_args(false);
    command
        ->add_option("--objective", calibrate.objectives,
                     "scene: METRIC=VALUE or METRIC=VALUE,SCALE to come near to; METRIC with --like; may be repeated; "
                     "model: " +
                         fmt::format("{}", fmt::join(names<FitTerm>(), ", ")) + " as TERM=WEIGHT,TERM=WEIGHT,…")
        ->allow_extra_args(false);
    command->add_option("--like", calibrate.like, "scene: recording that has the values of objectives without one");
    command->add_option("--runs", calibrate.runs, "scene: runs of each evaluation, N or seeds A-B")
        ->capture_default_str();
    command->add_option("--duration", calibrate.duration, "scene: simulated seconds instead of the scene's");
    command->add_option("--dt", calibrate.dt, "scene: time step in seconds instead of the scene's");

    command->add_option("--metric", calibrate.metric, "charts: error to minimise, distance (default), area or speed");
    command
        ->add_option("--parameters", calibrate.parameters,
                     "model, charts: to be fitted, separated by commas; without all of the model, c_turn,c_inertia")
        ->delimiter(',')
        ->allow_extra_args(false);
    auto* map = command->add_option("--map", calibrate.recording.map, std::string("charts: ") + kMapHelp);
    add_reading(*command, calibrate.recording);
    command->add_option("--scene", calibrate.scene, "charts: scene whose map to take instead")->excludes(map);
    auto* whole =
        command->add_flag("--whole", calibrate.whole, "charts: tracks as they are, instead of cut where people stand");
    command
        ->add_flag("--heel-strikes", calibrate.heel_strikes,
                   "charts: rows of DATA are where a heel touched the ground; the path is made of them")
        ->excludes(whole);
    command->add_option("--per-walk", calibrate.per_walk, "charts: write the errors of each walk to FILE.csv");
    command->add_flag("--force", calibrate.force, "model, charts: overwrite an existing output");

    command->add_flag("--following", calibrate.following, "model: it also has the intent following");
    command
        ->add_option("--half", calibrate.half,
                     "model: of each recording that is learnt from, first, second or whole; the other is held out")
        ->capture_default_str();
    command
        ->add_option("--goals", calibrate.goals,
                     fmt::format("model: of replaced people, both, {}", fmt::join(names<ReplayGoal>(), ", ")))
        ->capture_default_str();
    command
        ->add_option("--hold-out", calibrate.hold_out,
                     "model: name of an experiment that is held out; without, every second; may be repeated")
        ->allow_extra_args(false);
    command->add_option("--cases", calibrate.cases,
                        "model: of each recording that an evaluation looks at, at most; 0: all; 60 without");
    command->add_option("--polish", calibrate.polish,
                        "model: evaluations of each seed that a simplex has; a quarter without");
    command->add_option("--flow-seeds", calibrate.flow_seeds, "model: runs of each experiment")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--resamples", calibrate.resamples, "model: draws for intervals and noise")
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    command->add_option("--folder", calibrate.folder,
                        "model: where the files of experiments are; $SIDESTEP_DATA without, else beside DATA");
    command->add_flag("--quick", calibrate.quick, "model: do not look what the data tell of each parameter");
    command->add_option("-o,--output", calibrate.output, "model: write the fitted profile to FILE.json");
}

}  // namespace sidestep::cli
