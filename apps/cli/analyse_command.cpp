#include "analyse_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "output_file.h"
#include "recording.h"
#include "sidestep/report.h"

namespace sidestep::cli {
namespace {

std::vector<double> column(const Analysed& result, const WalkMetric& metric) {
    std::vector<double> values;
    values.reserve(result.agents.size());
    for (const WalkMetrics& agent : result.agents) values.push_back(agent.*metric.value);
    return values;
}

/// Undefined values (nobody, a single agent) become null rather than an invalid number.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json summary_json(const Analysed& result, const WalkMetric& metric, double sampling) {
    const Summary s = summarise(column(result, metric));
    Json out{{"unit", metric.unit}, {"mean", number(s.mean)}, {"sd", number(s.sd)}};
    if (metric.sampled) out["sampling_s"] = sampling;
    return out;
}

std::string cell(const Summary& s) {
    if (std::isnan(s.mean)) return "-";
    if (std::isnan(s.sd)) return fmt::format("{:.4g}", s.mean);
    return fmt::format("{:.4g} ± {:.3g}", s.mean, s.sd);
}

std::string cell(double p) {
    return std::isnan(p) ? "-" : fmt::format("{:.2g}", p);
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

void check(const AnalyseOptions& options) {
    if (options.results.empty() || options.results.size() > 2) {
        reject("analyse takes one result, or two to compare", {}, fmt::format("{} results", options.results.size()),
               "1 or 2", "Call it once per pair.");
    }
    if (!(options.sampling > 0) || !std::isfinite(options.sampling)) {
        reject("the sampling interval is not usable", {}, fmt::format("--sampling {}", options.sampling),
               "a number of seconds above 0", "0.5 is what published values use.");
    }
    if (options.report.empty() && ((!options.map.empty() && !options.profile) || options.cell > 0)) {
        reject("--map and --cell are for the report", {}, {}, {}, "Add --report FILE.html, or leave them out.");
    }
    if (options.profile && (!options.report.empty() || !options.per_agent.empty())) {
        reject("a walking profile is printed alone", {}, "--walking-profile", "without --report and --per-agent",
               "Call analyse twice.");
    }
    std::vector<std::string> inputs = options.results;
    if (!options.map.empty()) inputs.push_back(options.map);
    for (const std::string& output : {options.per_agent, options.report}) {
        refuse_replacing(output, inputs);
        refuse_existing(output, options.force);
    }
    if (!options.report.empty() && !options.report.ends_with(".html")) {
        reject("a report is an HTML page", options.report, options.report, "FILE.html", "Let its name end in .html.");
    }
}

void write_per_agent(const std::string& file, const std::vector<Analysed>& results, double sampling) {
    std::string text = "result,id,sampling_s";
    for (const WalkMetric& metric : walk_metric_table()) text += fmt::format(",{} [{}]", metric.name, metric.unit);
    text += '\n';
    for (const Analysed& result : results) {
        // A name may hold a comma or a quote, which CSV doubles.
        std::string name = "\"";
        for (const char c : result.file) name += c == '"' ? std::string("\"\"") : std::string(1, c);
        name += '"';
        for (const WalkMetrics& agent : result.agents) {
            text += fmt::format("{},{},{}", name, agent.id, sampling);
            for (const WalkMetric& metric : walk_metric_table()) text += fmt::format(",{}", agent.*metric.value);
            text += '\n';
        }
    }
    write_file(file, text);
}

std::string make_report(const std::vector<ReportInput>& results, const AnalyseOptions& options) {
    try {
        return report_html(results, {options.sampling, options.cell});
    } catch (const std::invalid_argument& error) {
        reject(error.what(), {}, fmt::format("--cell {:g}", options.cell), "larger cells",
               "Leave --cell out to have a size chosen.");
    }
}

}  // namespace

Analysed analyse_result(const std::string& file, const Trajectory& trajectory, double sampling) {
    // Relative, so that an interval of exactly one frame passes whatever its rounding.
    if (sampling * trajectory.info.fps < 1 - 1e-9) {
        reject(
            "the sampling interval is shorter than the time between frames, so corners would be those of the "
            "interpolation",
            file, fmt::format("{} s", sampling), fmt::format("at least {:g} s", 1 / trajectory.info.fps),
            fmt::format("Use --sampling {:g} or more.", 1 / trajectory.info.fps));
    }
    Analysed result;
    result.file = file;
    result.info = trajectory.info;
    result.agents = walk_metrics(trajectory, sampling);
    result.skipped = trajectory.tracks.size() - result.agents.size();
    result.closest = closest_ever(trajectory);
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

Json analyse_json(const std::vector<Analysed>& results, double sampling) {
    Json document{{"sampling_s", sampling}, {"results", Json::array()}};
    for (const Analysed& result : results) {
        Json entry{{"file", result.file},     {"agents", result.agents.size()}, {"skipped", result.skipped},
                   {"frames", result.frames}, {"fps", result.info.fps},         {"metrics", Json::object()},
                   {"closest", nullptr}};
        for (const WalkMetric& metric : walk_metric_table()) {
            entry["metrics"][std::string(metric.name)] = summary_json(result, metric, sampling);
        }
        if (result.closest) {
            entry["closest"] = {{"distance_m", result.closest->distance},
                                {"time_s", result.closest->time},
                                {"ids", {result.closest->a, result.closest->b}}};
        }
        document["results"].push_back(std::move(entry));
    }
    if (results.size() != 2) return document;
    for (const WalkMetric& metric : walk_metric_table()) {
        const auto a = column(results[0], metric), b = column(results[1], metric);
        const WelchTest welch = welch_test(a, b);
        const MannWhitneyTest ranks = mann_whitney_test(a, b);
        document["comparison"][std::string(metric.name)] = {
            {"welch", {{"t", number(welch.t)}, {"df", number(welch.df)}, {"p", number(welch.p)}}},
            {"mann_whitney",
             {{"u", number(ranks.u)}, {"z", number(ranks.z)}, {"p", number(ranks.p)}, {"exact", ranks.exact}}}};
    }
    return document;
}

std::string analyse_table(const std::vector<Analysed>& results, double sampling) {
    const bool compare = results.size() == 2;
    std::string text;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Analysed& r = results[i];
        text +=
            fmt::format("{}{}: {} agents, {} frames at {:g} fps ({:g} s)", compare ? fmt::format("[{}] ", i + 1) : "",
                        r.file, r.agents.size(), r.frames, r.info.fps, (r.frames > 0 ? r.frames - 1 : 0) / r.info.fps);
        if (r.skipped > 0) text += fmt::format(", {} with a single sample left out", r.skipped);
        text += '\n';
        if (r.closest) {
            text += fmt::format("    closest: {:.3f} m between agents {} and {} at {:g} s\n", r.closest->distance,
                                r.closest->a, r.closest->b, r.closest->time);
        }
    }
    text += fmt::format("\n{:<15} {:<4}", "mean ± sd", "");
    for (std::size_t i = 0; i < results.size(); ++i)
        text += fmt::format(" {:>18}", compare ? fmt::format("[{}]", i + 1) : "");
    if (compare) text += fmt::format(" {:>9} {:>7} {:>9} {:>10}", "Welch t", "df", "p", "ranks p");
    text += '\n';
    for (const WalkMetric& metric : walk_metric_table()) {
        text += fmt::format("{:<15} {:<4}",
                            metric.sampled ? fmt::format("{} *", metric.name) : std::string(metric.name), metric.unit);
        for (const Analysed& r : results) text += fmt::format(" {:>18}", cell(summarise(column(r, metric))));
        if (compare) {
            const auto a = column(results[0], metric), b = column(results[1], metric);
            const WelchTest welch = welch_test(a, b);
            text += fmt::format(" {:>9.2f} {:>7.1f} {:>9} {:>10}", welch.t, welch.df, cell(welch.p),
                                cell(mann_whitney_test(a, b).p));
        }
        text += '\n';
    }
    text +=
        fmt::format("* path resampled every {:g} s; _raw: every recorded step. sd: of the sample (n - 1).\n", sampling);
    if (compare) text += "p: two-sided, Welch's t-test and Mann-Whitney U.\n";
    return text;
}

namespace {

int print_profiles(const AnalyseOptions& options) {
    Json document{{"results", Json::array()}};
    std::string text;
    for (const std::string& file : options.results) {
        const WalkingProfile profile = walking_profile(read_recording(file, options.map));
        Json constants = Json::object();
        text += fmt::format("{}: {} walks\n{:<16} {:<5} {:>8} {:>8} {:>6} {:>24}\n", file, profile.walks, "", "",
                            "mean", "sd", "n", "Brogan and Johnson 2003");
        for (const ProfileConstant& constant : profile_table()) {
            const Summary s = summarise(profile.*constant.values);
            constants[std::string(constant.name)] = {
                {"unit", constant.unit}, {"mean", number(s.mean)}, {"sd", number(s.sd)}, {"n", s.n}};
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

}  // namespace

int analyse_command(const AnalyseOptions& options) {
    check(options);
    if (options.profile) return print_profiles(options);
    std::vector<Analysed> results;
    std::vector<ReportInput> reported;
    for (const std::string& file : options.results) {
        Trajectory trajectory = read_recording(file, options.map);
        results.push_back(analyse_result(file, trajectory, options.sampling));
        if (options.report.empty()) continue;
        reported.push_back({std::filesystem::path(file).filename().string(), std::move(trajectory)});
    }
    // Both are made before either is written: bad input leaves nothing behind.
    std::string report;
    if (!options.report.empty()) report = make_report(reported, options);
    if (!options.per_agent.empty()) write_per_agent(options.per_agent, results, options.sampling);
    if (!options.report.empty()) write_file(options.report, report);
    if (options.json) {
        print(analyse_json(results, options.sampling));
    } else {
        print(analyse_table(results, options.sampling));
        if (!options.report.empty()) print(fmt::format("report: {}\n", options.report));
    }
    return kHealthy;
}

}  // namespace sidestep::cli
