// sidestep analyse: how people walked in a recording, and whether they walked differently in another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "against_output.h"
#include "analyse_output.h"
#include "arguments.h"
#include "commands.h"
#include "measure_output.h"
#include "meetings_output.h"
#include "named.h"
#include "output.h"
#include "output_file.h"
#include "recording.h"
#include "sidestep/analyse.h"
#include "sidestep/departures.h"
#include "sidestep/queue_visits.h"
#include "sidestep/report.h"
#include "single_file_output.h"
#include "today.h"

namespace sidestep::cli {
namespace {

struct AnalyseOptions {
    std::vector<std::string> results;  ///< one to measure, several to compare
    std::vector<std::string> metrics;  ///< names from `sidestep metrics`; empty: the usual ones of walkers
    std::optional<double> sampling;    ///< s, for smoothness and degrees
    bool json = false;
    bool profile = false;      ///< the constants of walkers instead
    bool single_file = false;  ///< people in single file instead
    bool meetings = false;     ///< two who pass each other instead
    std::string against;       ///< a recording beside which results are measured instead; empty for none
    std::string match{name_of(MatchBy::entry)};
    double begin = 0;         ///< s of that recording at which results begin
    LineChoice line{};        ///< along which they walk
    MeasureChoice measure{};  ///< areas and lines
    FigureChoice figures{};   ///< of either
    std::string per_agent;    ///< CSV file with one row per agent; empty for none
    std::string queues;       ///< CSV file with one row per visit to a waiting line; empty for none
    std::string report;       ///< HTML file; empty for none
    double from = 0, until = std::numeric_limits<double>::infinity();  ///< s, of what is measured
    RecordingChoice recording{};
    std::string project, author;  ///< for the report
    double cell = 0;              ///< m, of the report's fields; 0: chosen
    bool force = false;           ///< replace outputs that exist
};

[[noreturn]] void reject(std::string message, std::string file, std::string value, std::string allowed,
                         std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = std::move(file);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(problem);
}

/// Throws InputError.
CheckedRecording measured_part(const std::string& file, const AnalyseOptions& options) {
    CheckedRecording recording = check_and_read(file, options.recording);
    if (options.from > 0 || std::isfinite(options.until)) {
        recording.trajectory = between(recording.trajectory, options.from, options.until);
    }
    return recording;
}

/// Where only the numbers asked for are printed: what is wrong with the file goes beside them.
Trajectory measured_alone(const std::string& file, const AnalyseOptions& options) {
    CheckedRecording recording = measured_part(file, options);
    tell(recording, file);
    return std::move(recording.trajectory);
}

std::vector<const Metric*> chosen_metrics(const AnalyseOptions& options) {
    std::vector<const Metric*> chosen = choose_metrics(options.metrics);
    // Without a wish: those that say how people walked.
    if (options.metrics.empty()) std::erase_if(chosen, [](const Metric* m) { return m->per != MetricPer::walker; });
    return chosen;
}

/// What --meetings and --against print stands alone.
void check_alone(const AnalyseOptions& options) {
    const bool meetings = options.meetings;
    const char* what = meetings ? "--meetings" : "--against";
    const MeasureChoice& m = options.measure;
    const bool places = !m.areas.empty() || !m.lines.empty() || !m.file.empty() || m.cutoff || m.speed_over || m.window;
    if ((meetings && !options.against.empty()) || options.single_file || options.profile || !options.report.empty() ||
        !options.queues.empty() || !options.metrics.empty() || options.sampling || places ||
        (meetings ? !options.per_agent.empty() : !options.measure.series.empty() || !options.figures.folder.empty())) {
        reject(fmt::format("what {} tells is printed alone", what), {}, what,
               meetings ? "with --map, --series, --figures, --from, --until" : "with --match, --begin, --per-agent",
               "Call analyse twice.");
    }
}

void check(const AnalyseOptions& options) {
    const auto chosen = chosen_metrics(options);
    const auto any = [&](auto is) { return std::any_of(chosen.begin(), chosen.end(), is); };
    const bool walls = any([](const Metric* metric) { return metric->needs.walls || metric->needs.areas; }) ||
                       options.measure.said() || !options.figures.folder.empty() || options.meetings;
    if (options.report.empty() &&
        ((!options.recording.map.empty() && !options.profile && !walls) || options.cell > 0)) {
        reject("--map is for metrics that need walls and for the report, --cell for the report alone", {}, {}, {},
               "Add --report FILE.html, or leave them out.");
    }
    if (!options.per_agent.empty() && !options.per_agent.ends_with(".csv")) {
        reject("values per agent are written as CSV", options.per_agent, options.per_agent, "FILE.csv",
               "Let its name end in .csv; spreadsheets open it.");
    }
    if (!options.queues.empty() && !options.queues.ends_with(".csv")) {
        reject("visits to waiting lines are written as CSV", options.queues, options.queues, "FILE.csv",
               "Let its name end in .csv; spreadsheets open it.");
    }
    if (options.report.empty() && (!options.project.empty() || !options.author.empty())) {
        reject("--project and --author stand in a report", {}, {}, {}, "Add --report FILE.html, or leave them out.");
    }
    if (!options.per_agent.empty() && !any([](const Metric* metric) { return metric->per == MetricPer::walker; })) {
        reject("none of these metrics has a value per agent", {}, "--per-agent", "a metric of walkers",
               "Add one to --metric, or leave --per-agent out.");
    }
    if (options.single_file && (options.profile || !options.report.empty() || !options.per_agent.empty() ||
                                !options.queues.empty() || !options.metrics.empty() || options.sampling)) {
        reject("what is told of people in single file is printed alone", {}, "--single-file",
               "without --metric, --sampling, --report, --per-agent, --queues and --walking-profile",
               "Call analyse twice.");
    }
    if ((options.single_file || options.profile) && options.measure.said()) {
        reject("areas and lines are not measured together with --single-file or --walking-profile", {}, {}, {},
               "Call analyse twice.");
    }
    if (options.meetings || !options.against.empty()) check_alone(options);
    if (options.profile && !options.figures.folder.empty()) {
        reject("a walking profile has no figures", {}, "--figures", "without --walking-profile", "Leave it out.");
    }
    if ((options.figures.png || options.figures.pdf) && options.figures.folder.empty()) {
        reject("--png and --pdf say what figures are to be", {}, {}, {}, "Add --figures FOLDER, or leave them out.");
    }
    if (options.figures.png && options.figures.pdf) {
        reject("figures are PNG or PDF", {}, "--png --pdf", "one of them", "Call analyse twice.");
    }
    const bool file = any([](const Metric* metric) { return metric->needs.file; });
    if (!options.line.line.empty() && !options.single_file && options.report.empty() && !file) {
        reject("--line is for metrics of single file, for the report and for --single-file", {}, {}, {},
               "Add one of them, or leave it out.");
    }
    if (!(options.from < options.until)) {
        reject("what is to be measured ends before it begins", {},
               fmt::format("--from {:g} --until {:g}", options.from, options.until), "--from less than --until",
               "Exchange them, or leave one out.");
    }
    if (options.profile && (!options.report.empty() || !options.per_agent.empty() || !options.queues.empty() ||
                            !options.metrics.empty())) {
        reject("a walking profile is printed alone", {}, "--walking-profile",
               "without --metric, --report, --per-agent and --queues", "Call analyse twice.");
    }
    std::vector<std::string> inputs = options.results;
    if (!options.recording.map.empty()) inputs.push_back(options.recording.map);
    for (const std::string& output : {options.per_agent, options.queues, options.report}) {
        refuse_replacing(output, inputs);
        refuse_existing(output, options.force);
    }
    if (!options.report.empty() && !options.report.ends_with(".html")) {
        reject("a report is an HTML page", options.report, options.report, "FILE.html", "Let its name end in .html.");
    }
}

/// Says which file it is that has too few frames.
double usable_sampling(const std::string& file, const TrajectoryInfo& info, const MetricOptions& options) {
    try {
        return sampling_for(info, options);
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        problem.file = file;
        throw InputError(problem);
    }
}

Analysed analyse_result(const std::string& file, const Measurement& measurement,
                        const std::vector<const Metric*>& chosen) {
    const Trajectory& trajectory = measurement.trajectory();
    Analysed result;
    result.file = file;
    result.info = trajectory.info;
    result.people = measurement.walks().size();
    result.skipped = trajectory.tracks.size() - result.people;
    result.closest = closest_ever(trajectory);
    result.exits = exits_of(trajectory.info);
    result.visits = queues_of(trajectory.info);
    result.waiting = waiting_of(trajectory.info);
    result.places = measure_text(measurement);
    if (!measurement.plan().empty()) result.measured = measure_json(measurement);
    for (const Metric* metric : chosen) {
        result.columns.push_back({metric, metric->measure(measurement)});
        if (std::string missing = missing_for(*metric, measurement); !missing.empty())
            result.remarks.push_back(missing);
    }
    if (!trajectory.tracks.empty()) {
        std::uint32_t first = trajectory.tracks[0].frame.front(), last = first;
        for (const Track& track : trajectory.tracks) {
            first = std::min(first, track.frame.front());
            last = std::max(last, track.frame.back());
        }
        result.frames = last - first + 1;
    }
    return result;
}

int print_profiles(const AnalyseOptions& options) {
    Json document{{"results", Json::array()}};
    std::string text;
    for (const std::string& file : options.results) {
        const WalkingProfile profile = walking_profile(measured_alone(file, options));
        Json constants = Json::object();
        text += fmt::format("{}: {} walks\n{:<16} {:<5} {:>8} {:>8} {:>6} {:>24}\n", file, profile.walks, "", "",
                            "mean", "sd", "n", "Brogan and Johnson 2003");
        for (const ProfileConstant& constant : profile_table()) {
            const Summary s = summarise(profile.*constant.values);
            constants[std::string(constant.name)] = {
                {"unit", constant.unit}, {"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)}, {"n", s.n}};
            const auto shown = [](double value) { return std::isnan(value) ? "-" : fmt::format("{:.3f}", value); };
            text += fmt::format("{:<16} {:<5} {:>8} {:>8} {:>6} {:>24.2f}\n", constant.name, constant.unit,
                                shown(s.mean), shown(s.sd), s.n, constant.paper);
        }
        document["results"].push_back(
            {{"file", file}, {"walks", profile.walks}, {"walking_profile", std::move(constants)}});
    }
    if (options.json) {
        print(document);
    } else {
        print(text);
    }
    return kHealthy;
}

int print_single_files(const AnalyseOptions& options) {
    const SingleFileOptions line = options.line.options();
    std::vector<MeasuredFile> files;
    for (const std::string& file : options.results) {
        files.push_back(measure_single_file(file, measured_alone(file, options), line));
    }
    const std::vector<FigureFile> figures = single_file_figures(files, options.figures);
    for (const FigureFile& figure : figures) refuse_existing(figure.file, options.force);
    std::error_code error;  // whoever writes says what is wrong
    if (!figures.empty()) std::filesystem::create_directories(options.figures.folder, error);
    for (const FigureFile& figure : figures) write_file(figure.file, figure.content);
    Json document = options.json ? single_file_json(files) : Json();
    std::string text = options.json ? std::string() : single_file_text(files);
    for (const FigureFile& figure : figures) {
        document["figures"].push_back(figure.file);
        text += fmt::format("figure: {}\n", figure.file);
    }
    if (options.json) {
        print(document);
    } else {
        print(text);
    }
    return kHealthy;
}

int print_meetings(const AnalyseOptions& options) {
    std::vector<FileOfMeetings> files;
    for (const std::string& file : options.results) {
        const Trajectory trajectory = measured_alone(file, options);
        files.push_back({file, Measurement(trajectory).meetings()});
    }
    std::vector<FigureFile> written = meetings_series(options.measure.series, files);
    for (FigureFile& figure : meetings_figures(files, options.figures)) written.push_back(std::move(figure));
    for (const FigureFile& file : written) refuse_existing(file.file, options.force);
    std::error_code error;  // whoever writes says what is wrong
    for (const std::string& folder : {options.measure.series, options.figures.folder}) {
        if (!folder.empty()) std::filesystem::create_directories(folder, error);
    }
    for (const FigureFile& file : written) write_file(file.file, file.content);
    if (options.json) {
        Json document = meetings_json(files);
        for (const FigureFile& file : written) document["files"].push_back(file.file);
        print(document);
    } else {
        std::string text = meetings_text(files);
        for (const FigureFile& file : written) text += fmt::format("file: {}\n", file.file);
        print(text);
    }
    return kHealthy;
}

int print_against(const AnalyseOptions& options) {
    const MatchOptions match{.by = require_named<MatchBy>(options.match, "way to match"), .begin = options.begin};
    const Trajectory recording = read_and_tell(options.against, options.recording);
    std::vector<ResultAgainst> results;
    AnalyseOptions of_results = options;  // what a file leaves open is said of the recording
    of_results.recording.reading = {};
    for (const std::string& file : options.results)
        results.push_back({file, displacements(measured_part(file, of_results).trajectory, recording, match)});
    for (const ResultAgainst& result : results) {
        if (!result.found.people.empty()) continue;
        throw InputError({.message = "nobody of the result stands for anybody of the recording",
                          .file = result.name,
                          .value = options.against,
                          .allowed = match.by == MatchBy::id
                                         ? "the same ids in both"
                                         : fmt::format("people who come within {:g} s and {:g} m of where one of the "
                                                       "recording was",
                                                       match.late, match.apart),
                          .remedy = "Say with --begin at which second of the recording the result begins, or --match "
                                    "id."});
    }
    if (!options.per_agent.empty()) write_file(options.per_agent, against_csv(results));
    if (options.json) {
        print(against_json(results, options.against, match));
    } else {
        print(against_text(results, options.against, match));
    }
    return kHealthy;
}

/// Throws InputError. Returns an exit code.
int analyse_command(const AnalyseOptions& options) {
    check(options);
    if (options.profile) return print_profiles(options);
    if (options.single_file) return print_single_files(options);
    if (options.meetings) return print_meetings(options);
    if (!options.against.empty()) return print_against(options);
    std::vector<CheckedRecording> recordings;
    MetricOptions measuring{options.sampling, options.line.options(), {}};
    double sampling = 0;
    for (const std::string& file : options.results) {
        recordings.push_back(measured_part(file, options));
        sampling = std::max(sampling, usable_sampling(file, recordings.back().trajectory.info, measuring));
    }
    measuring.sampling = sampling;
    std::vector<Analysed> results;
    std::vector<Measurement> measurements;
    std::vector<NamedMeasurement> places;
    measurements.reserve(recordings.size());  // others point at them
    for (std::size_t i = 0; i < recordings.size(); ++i) {
        const std::string& file = options.results[i];
        Trajectory& trajectory = recordings[i].trajectory;
        MetricOptions here = measuring;
        here.places = options.measure.plan(trajectory.info);
        if (options.cell > 0) here.places.cell = options.cell;
        // What the report measures again is what the result then says itself.
        if (!here.places.empty()) trajectory.info.metadata["measure"] = to_json(here.places);
        measurements.emplace_back(trajectory, here);
        if (!measurements[i].plan().empty()) places.push_back({file, &measurements[i]});
        Analysed& result = results.emplace_back(analyse_result(file, measurements[i], chosen_metrics(options)));
        result.findings = std::move(recordings[i].findings);
        result.remarks.insert(result.remarks.begin(), recordings[i].remarks.begin(), recordings[i].remarks.end());
    }
    if (places.empty() && (!options.figures.folder.empty() || options.measure.said())) {
        reject("nobody says where to measure", {}, {},
               "--measure-area, --measure-line, --measure or a scene with \"measure\"",
               "Give an area or a line, or ask for --single-file.");
    }
    // All is made before anything is written: bad input leaves nothing behind.
    std::vector<FigureFile> files = measure_series(options.measure.series, places);
    for (FigureFile& figure : measure_pictures(options.figures, places)) files.push_back(std::move(figure));
    for (const FigureFile& file : files) refuse_existing(file.file, options.force);
    std::string report;
    if (!options.report.empty()) {
        std::vector<ReportInput> reported;
        for (std::size_t i = 0; i < recordings.size(); ++i) {
            reported.push_back(
                {std::filesystem::path(options.results[i]).filename().string(), std::move(recordings[i].trajectory)});
        }
        report = report_html(reported, {.sampling = options.sampling,
                                        .cell = options.cell,
                                        .project = options.project,
                                        .author = options.author,
                                        .date = today(),
                                        .single_file = measuring.single_file});
    }
    std::error_code error;  // whoever writes says what is wrong
    for (const std::string& folder : {options.measure.series, options.figures.folder}) {
        if (!folder.empty()) std::filesystem::create_directories(folder, error);
    }
    for (const FigureFile& file : files) write_file(file.file, file.content);
    if (!options.per_agent.empty()) write_file(options.per_agent, per_agent_csv(results, sampling));
    if (!options.queues.empty()) write_file(options.queues, visits_csv(results));
    if (!options.report.empty()) write_file(options.report, report);
    if (options.json) {
        Json document = analyse_json(results, sampling);
        for (const FigureFile& file : files) document["files"].push_back(file.file);
        print(document);
    } else {
        print(analyse_table(results, sampling, !options.metrics.empty()));
        for (const FigureFile& file : files) print(fmt::format("file: {}\n", file.file));
        if (!options.report.empty()) print(fmt::format("report: {}\n", options.report));
    }
    return kHealthy;
}

}  // namespace

void add_analyse(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("analyse", "measure recorded trajectories; several results are compared");
    AnalyseOptions& analyse = arguments_of(*command, action, analyse_command);
    command->add_option("RESULT", analyse.results, "recordings: " + trajectory_extensions())->required();
    command->add_option("--metric", analyse.metrics, kMetricHelp)->allow_extra_args(false);
    command
        ->add_option("--sampling", analyse.sampling,
                     "seconds between samples for smoothness and turning; 0.5, or the time between frames if longer")
        ->check(CLI::PositiveNumber);
    command->add_flag("--walking-profile", analyse.profile,
                      "top speed, speed in turns, distances of speeding up and slowing down, instead");
    command->add_option("--from", analyse.from, "seconds, measure nothing of what was before")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--until", analyse.until, "seconds, measure nothing of what came after")
        ->check(CLI::PositiveNumber);
    command->add_flag("--single-file", analyse.single_file,
                      "people one behind the other: density, speed, headways and waves, instead");
    command->add_flag(
        "--meetings", analyse.meetings,
        "two who pass each other: predicted distance and time until then, and the three periods, instead");
    CLI::Option* against = command->add_option(
        "--against", analyse.against, "a recording that the results repeat: how far everybody is from it, instead");
    command->add_option("--match", analyse.match, "who stands for whom in it: entry (time and place), id")
        ->needs(against)
        ->capture_default_str();
    command->add_option("--begin", analyse.begin, "s of it at which the results begin")->needs(against);
    add_line(*command, analyse.line);
    add_measure(*command, analyse.measure);
    command->add_option("--figures", analyse.figures.folder,
                        "write figures of areas and lines, of the single file or of meetings to this folder");
    command->add_flag("--png", analyse.figures.png, "figures as PNG instead of SVG");
    command->add_flag("--pdf", analyse.figures.pdf, "figures as PDF");
    command->add_option("--per-agent", analyse.per_agent, "write one row per agent to FILE.csv");
    command->add_option("--queues", analyse.queues, "write one row per visit to a waiting line to FILE.csv");
    command->add_option("--report", analyse.report, "write a report with figures to FILE.html");
    command->add_option("--project", analyse.project, "stands in the report, instead of the scene's");
    command->add_option("--author", analyse.author, "likewise");
    command->add_option("--map", analyse.recording.map, kMapHelp);
    add_reading(*command, analyse.recording);
    add_smoothing(*command, analyse.recording);
    command->add_option("--cell", analyse.cell, "size in metres of the cells of the report's density and speed maps")
        ->check(CLI::Range(0.01, 1000.0));
    command->add_flag("--force", analyse.force, "overwrite an existing output");
    command->add_flag("--json", analyse.json, kJsonHelp);
}

}  // namespace sidestep::cli
