// sidestep analyse: how people walked in a recording, and whether they walked differently in another.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "measure_output.h"
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
    LineChoice line{};         ///< along which they walk
    MeasureChoice measure{};   ///< areas and lines
    FigureChoice figures{};    ///< of either
    std::string per_agent;     ///< CSV file with one row per agent; empty for none
    std::string queues;        ///< CSV file with one row per visit to a waiting line; empty for none
    std::string report;        ///< HTML file; empty for none
    double from = 0, until = std::numeric_limits<double>::infinity();  ///< s, of what is measured
    RecordingChoice recording{};
    std::string project, author;  ///< for the report
    double cell = 0;              ///< m, of the report's fields; 0: chosen
    bool force = false;           ///< replace outputs that exist
};

struct Column {
    const Metric* metric;
    std::vector<MetricValue> values;
};

/// One result with everything that is printed about it.
struct Analysed {
    std::string file;
    TrajectoryInfo info;
    std::size_t people = 0;    ///< with at least two samples
    std::size_t skipped = 0;   ///< with a single one
    std::uint32_t frames = 0;  ///< from the first to the last, both counted
    std::vector<Column> columns;
    std::optional<ClosestPair> closest;
    std::vector<std::string> remarks;
    std::vector<ToldFinding> findings;  ///< what is wrong with the file
    std::vector<ExitUse> exits;         ///< of a run whose scene has any
    std::vector<QueueUse> visits;       ///< likewise of waiting lines
    std::vector<WaitingTimes> waiting;  ///< by line
    std::string places;                 ///< what was measured in areas and at lines, in words …
    Json measured;                      ///< … and as JSON; null without any
};

Json summary_json(const Column& column, double sampling) {
    const MetricSummary s = summarise(column.values);
    Json out{{"unit", column.metric->unit},    {"per", name_of(column.metric->per)}, {"n", s.n},
             {"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)},         {"min", finite_or_null(s.min)},
             {"max", finite_or_null(s.max)}};
    if (column.metric->sampled) out["sampling_s"] = sampling;
    if (const auto people = people_range(column.metric->name, sampling)) {
        out["people"] = {{"low", people->low}, {"high", people->high}};
    }
    return out;
}

std::string cell(const Summary& s) {
    if (std::isnan(s.mean)) return "-";
    if (std::isnan(s.sd)) return significant(s.mean, 4);
    return fmt::format("{} ± {}", significant(s.mean, 4), significant(s.sd, 3));
}

std::string cell(double value, int digits) {
    return significant(value, digits);
}

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
    for (const std::string& remark : recording.remarks) fmt::print(stderr, "{}: {}\n", file, printable(remark));
    for (const ToldFinding& told : recording.findings) fmt::print(stderr, "{}: {}\n", file, text_of(told));
    return std::move(recording.trajectory);
}

std::vector<const Metric*> chosen_metrics(const AnalyseOptions& options) {
    std::vector<const Metric*> chosen = choose_metrics(options.metrics);
    // Without a wish: those that say how people walked.
    if (options.metrics.empty()) std::erase_if(chosen, [](const Metric* m) { return m->per != MetricPer::walker; });
    return chosen;
}

void check(const AnalyseOptions& options) {
    const auto chosen = chosen_metrics(options);
    const auto any = [&](auto is) { return std::any_of(chosen.begin(), chosen.end(), is); };
    const bool walls = any([](const Metric* metric) { return metric->needs.walls || metric->needs.areas; }) ||
                       options.measure.said() || !options.figures.folder.empty();
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

/// A cell per column, empty where a metric has no value of somebody: who is in no group has no distance to it.
std::map<AgentId, std::vector<std::string>> by_walker(const std::vector<const Column*>& columns) {
    std::map<AgentId, std::vector<std::string>> rows;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const MetricValue& v : columns[i]->values) {
            auto& cells = rows.try_emplace(v.a, columns.size()).first->second;
            cells[i] = fmt::format("{}", v.value);
        }
    }
    return rows;
}

void write_per_agent(const std::string& file, const std::vector<Analysed>& results, double sampling) {
    const auto of_walkers = [](const Analysed& result) {
        std::vector<const Column*> columns;
        for (const Column& column : result.columns) {
            if (column.metric->per == MetricPer::walker) columns.push_back(&column);
        }
        return columns;
    };
    std::string text = "result,id,sampling_s";
    for (const Column* column : of_walkers(results.front())) {
        text += fmt::format(",{} [{}]", column->metric->name, column->metric->unit);
    }
    const bool exits = std::ranges::any_of(results, [](const Analysed& result) { return !result.exits.empty(); });
    text += exits ? ",exit\n" : "\n";
    for (const Analysed& result : results) {
        const std::string name = csv_cell(result.file);
        std::map<AgentId, std::string_view> exit_of;
        for (const ExitUse& use : result.exits) {
            for (const ExitUse::Departure& one : use.left) exit_of[one.id] = use.exit;
        }
        for (const auto& [id, cells] : by_walker(of_walkers(result))) {
            text += fmt::format("{},{},{},{}", name, id, sampling, fmt::join(cells, ","));
            const auto exit = exit_of.find(id);
            if (exits) text += exit == exit_of.end() ? "," : "," + csv_cell(exit->second);
            text += '\n';
        }
    }
    write_file(file, text);
}

void write_visits(const std::string& file, const std::vector<Analysed>& results) {
    const auto time = [](double t) { return std::isfinite(t) ? fmt::format("{}", t) : std::string(); };
    std::string text = "result,queue,id,came [s],begun [s],ended [s],waited [s],point,outcome\n";
    for (const Analysed& result : results) {
        for (const QueueUse& use : result.visits) {
            for (const Visit& v : use.visits) {
                text += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_cell(result.file), csv_cell(use.queue), v.id,
                                    time(v.came), time(v.begun), time(v.ended), time(v.waited()), v.point,
                                    name_of(v.outcome));
            }
        }
    }
    write_file(file, text);
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

/// Frames follow each other, and everybody is in many pairs: their number says nothing of how sure a mean is.
bool can_be_tested(const Metric& metric) {
    return metric.per == MetricPer::walker;
}

Json comparison_json(const Analysed& first, const Analysed& second) {
    Json document = Json::object();
    for (std::size_t i = 0; i < first.columns.size(); ++i) {
        if (!can_be_tested(*first.columns[i].metric)) continue;
        const auto a = numbers_of(first.columns[i].values), b = numbers_of(second.columns[i].values);
        const WelchTest welch = welch_test(a, b);
        const MannWhitneyTest ranks = mann_whitney_test(a, b);
        document[std::string(first.columns[i].metric->name)] = {
            {"welch",
             {{"t", finite_or_null(welch.t)}, {"df", finite_or_null(welch.df)}, {"p", finite_or_null(welch.p)}}},
            {"mann_whitney",
             {{"u", finite_or_null(ranks.u)},
              {"z", finite_or_null(ranks.z)},
              {"p", finite_or_null(ranks.p)},
              {"exact", ranks.exact}}}};
    }
    return document;
}

Json waiting_json(const WaitingTimes& w) {
    Json wait{{"mean_s", finite_or_null(w.mean_wait())}};
    for (const double share : kToldWaits) wait[fmt::format("p{:g}_s", 100 * share)] = finite_or_null(w.within(share));
    Json length = Json::array();
    for (const LineLength& l : w.length) length.push_back(Json::array({l.time, l.people}));
    return {{"came", w.came},          {"served", w.served},
            {"gave_up", w.gave_up},    {"waiting", w.waiting},
            {"wait", std::move(wait)}, {"service_mean_s", finite_or_null(summarise(w.service).mean)},
            {"busy", w.busy},          {"mean_length", finite_or_null(w.mean_length())},
            {"longest", w.longest()},  {"length", std::move(length)}};
}

Json analyse_json(const std::vector<Analysed>& results, double sampling) {
    Json document{{"sampling_s", sampling}, {"results", Json::array()}};
    for (const Analysed& result : results) {
        Json entry{{"file", result.file},     {"agents", result.people}, {"skipped", result.skipped},
                   {"frames", result.frames}, {"fps", result.info.fps},  {"metrics", Json::object()},
                   {"closest", nullptr}};
        for (const Column& column : result.columns) {
            entry["metrics"][std::string(column.metric->name)] = summary_json(column, sampling);
        }
        if (result.closest) {
            entry["closest"] = {{"distance_m", result.closest->distance},
                                {"time_s", result.closest->time},
                                {"ids", {result.closest->a, result.closest->b}}};
        }
        for (const ExitUse& use : result.exits) entry["exits"][use.exit] = use.left.size();
        for (const WaitingTimes& w : result.waiting) entry["queues"][w.queue] = waiting_json(w);
        if (!result.measured.is_null()) entry["measured"] = result.measured;
        if (!result.remarks.empty()) entry["remarks"] = result.remarks;
        if (!result.findings.empty()) entry["findings"] = json_of(result.findings);
        document["results"].push_back(std::move(entry));
    }
    if (results.size() == 2) document["comparison"] = comparison_json(results[0], results[1]);
    if (results.size() > 2) {
        document["comparisons"] = Json::array();
        for (std::size_t i = 1; i < results.size(); ++i) {
            document["comparisons"].push_back(
                {{"file", results[i].file}, {"with_first", comparison_json(results[0], results[i])}});
        }
    }
    return document;
}

std::string heading(const Analysed& r, const std::string& mark) {
    std::string text =
        fmt::format("{}{}: {} agent{}, {} frames at {:g} fps ({:g} s)", mark, r.file, r.people,
                    r.people == 1 ? "" : "s", r.frames, r.info.fps, (r.frames > 0 ? r.frames - 1 : 0) / r.info.fps);
    if (r.skipped > 0) text += fmt::format(", {} with a single sample left out", r.skipped);
    text += '\n';
    if (r.closest) {
        text += fmt::format("    closest: {:.3f} m between agents {} and {} at {:g} s\n", r.closest->distance,
                            r.closest->a, r.closest->b, r.closest->time);
    }
    std::string exits;
    for (const ExitUse& use : r.exits) {
        exits += fmt::format("{}{} {}", exits.empty() ? "" : ", ", use.left.size(), printable(use.exit));
    }
    if (!exits.empty()) text += fmt::format("    left by exits: {}\n", exits);
    for (const WaitingTimes& w : r.waiting) {
        text += fmt::format("    queue {}: {} came, {} served, {} gave up, {} still waiting", printable(w.queue),
                            w.came, w.served, w.gave_up, w.waiting);
        if (!w.waited.empty()) {
            text += fmt::format("; waited {} s on average", significant(w.mean_wait(), 3));
            for (const double share : kToldWaits) {
                text += fmt::format(", {:g} % at most {} s", 100 * share, significant(w.within(share), 3));
            }
        }
        text += fmt::format("; {} waited at most at once\n", w.longest());
    }
    text += r.places;
    for (const std::string& remark : r.remarks) text += fmt::format("    {}\n", printable(remark));
    for (const ToldFinding& told : r.findings) text += fmt::format("    {}\n", text_of(told));
    return text;
}

/// `wide`: also what each value is of, how many there are and between what they lie.
std::string analyse_table(const std::vector<Analysed>& results, double sampling, bool wide) {
    const bool compare = results.size() == 2, several = results.size() > 1;
    const bool people = std::ranges::any_of(results[0].columns, [&](const Column& column) {
        return people_range(column.metric->name, sampling).has_value();
    });
    std::string text;
    for (std::size_t i = 0; i < results.size(); ++i) {
        text += heading(results[i], several ? fmt::format("[{}] ", i + 1) : "");
    }
    std::size_t widest = 15;
    for (const Column& column : results[0].columns) widest = std::max(widest, column.metric->name.size());
    text += fmt::format("\n{:<{}} {:<7}", "mean ± sd", widest, "");
    if (wide) text += fmt::format(" {:<6}", "per");
    for (std::size_t i = 0; i < results.size(); ++i) {
        text += fmt::format(" {:>18}", several ? fmt::format("[{}]", i + 1) : "");
        if (several && i > 0 && !compare) text += fmt::format(" {:>8}", "p");
        if (wide) text += fmt::format(" {:>7} {:>9} {:>9}", "n", "min", "max");
    }
    if (people) text += fmt::format(" {:>14}", "people");
    if (compare) text += fmt::format(" {:>9} {:>7} {:>9} {:>10}", "Welch t", "df", "p", "ranks p");
    text += '\n';
    for (std::size_t i = 0; i < results[0].columns.size(); ++i) {
        const Metric& metric = *results[0].columns[i].metric;
        text +=
            fmt::format("{:<{}} {:<7}", metric.sampled ? fmt::format("{} *", metric.name) : std::string(metric.name),
                        widest, metric.unit);
        if (wide) text += fmt::format(" {:<6}", name_of(metric.per));
        for (const Analysed& r : results) {
            const MetricSummary s = summarise(r.columns[i].values);
            text += fmt::format(" {:>18}", cell(Summary{s.n, s.mean, s.sd}));
            if (results.size() > 2 && &r != &results.front()) {
                const auto a = numbers_of(results[0].columns[i].values), b = numbers_of(r.columns[i].values);
                text += fmt::format(" {:>8}", can_be_tested(metric) ? cell(welch_test(a, b).p, 2) : "-");
            }
            if (wide) text += fmt::format(" {:>7} {:>9} {:>9}", s.n, cell(s.min, 4), cell(s.max, 4));
        }
        if (people) text += fmt::format(" {:>14}", people_text(metric.name, sampling));
        if (compare && !can_be_tested(metric)) {
            text += fmt::format(" {:>9} {:>7} {:>9} {:>10}", "-", "-", "-", "-");
        } else if (compare) {
            const auto a = numbers_of(results[0].columns[i].values), b = numbers_of(results[1].columns[i].values);
            const WelchTest welch = welch_test(a, b);
            text += fmt::format(" {:>9.2f} {:>7.1f} {:>9} {:>10}", welch.t, welch.df, cell(welch.p, 2),
                                cell(mann_whitney_test(a, b).p, 2));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    text +=
        fmt::format("* path resampled every {:g} s; _raw: every recorded step. sd: of the sample (n - 1).\n", sampling);
    if (people) text += "people: least and greatest mean of recordings (docs/quality_of_motion.md).\n";
    if (compare)
        text +=
            "p: two-sided, Welch's t-test and Mann-Whitney U, of walkers alone: frames and pairs are not "
            "independent.\n";
    if (several && !compare) text += "p: against [1], two-sided, Welch's t-test, of walkers alone.\n";
    return text;
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

/// Throws InputError. Returns an exit code.
int analyse_command(const AnalyseOptions& options) {
    check(options);
    if (options.profile) return print_profiles(options);
    if (options.single_file) return print_single_files(options);
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
    if (!options.per_agent.empty()) write_per_agent(options.per_agent, results, sampling);
    if (!options.queues.empty()) write_visits(options.queues, results);
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
    add_line(*command, analyse.line);
    add_measure(*command, analyse.measure);
    command->add_option("--figures", analyse.figures.folder,
                        "write figures of areas and lines, or of the single file, to this folder");
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
