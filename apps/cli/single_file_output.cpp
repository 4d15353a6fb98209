#include "single_file_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "output.h"
#include "picture.h"
#include "place.h"
#include "sidestep/error.h"
#include "sidestep/report.h"

namespace sidestep::cli {
namespace {

constexpr std::size_t kFewest = 10;                          // samples of a line of the diagram, in text
constexpr double kWindow = 10;                               // s
constexpr double kWidth = 1000, kHeight = 560, kTall = 520;  // pixels

Json json_of(const Estimate& e) {
    return {{"value", finite_or_null(e.value)}, {"error", finite_or_null(e.error)}};
}

Json json_of(const HeadwayFit& fit) {
    return {{"time_to_react_s", json_of(fit.time_to_react)},
            {"standstill_m", json_of(fit.standstill)},
            {"free_speed", json_of(fit.free_speed)},
            {"r2", finite_or_null(fit.r2)},
            {"n", fit.n},
            {"constrained", fit.constrained},
            {"free", fit.free},
            {"people", fit.people}};
}

Json json_of(const std::vector<DensityBin>& diagram) {
    Json bins = Json::array();
    for (const DensityBin& bin : diagram) {
        bins.push_back({{"lower", bin.lower},
                        {"density", bin.density},
                        {"speed", bin.speed},
                        {"sd", finite_or_null(bin.sd)},
                        {"n", bin.n}});
    }
    return bins;
}

Json json_of(const LineState& state) {
    return {{"from_s", state.from},     {"to_s", state.to},   {"people", state.people},
            {"density", state.density}, {"flow", state.flow}, {"speed", state.speed}};
}

Json json_of(const SpeedWaves& waves, const SingleFile& file) {
    Json all = Json::array();
    for (const SpeedWave& wave : waves.waves) {
        Json minima = Json::array();
        for (const SpeedMinimum& m : wave.minima) {
            minima.push_back({{"id", file.walks[m.walk].id},
                              {"time_s", m.time},
                              {"along_m", m.along},
                              {"speed", m.speed},
                              {"amplitude", m.amplitude}});
        }
        all.push_back({{"score", wave.score},
                       {"people", wave.people},
                       {"amplitude", wave.amplitude},
                       {"duration_s", wave.duration},
                       {"speed", finite_or_null(wave.speed)},
                       {"growth", wave.growth},
                       {"growth_p", wave.growth_p},
                       {"trend", name_of(wave.trend)},
                       {"minima", std::move(minima)}});
    }
    return {{"time_s", waves.time}, {"score", waves.score()}, {"waves", std::move(all)}};
}

std::string estimated(const Estimate& e, std::string_view unit) {
    if (!std::isfinite(e.value)) return "-";
    const std::string error = std::isfinite(e.error) ? fmt::format(" ± {}", significant(e.error, 2)) : "";
    return fmt::format("{}{} {}", significant(e.value, 3), error, unit);
}

std::string text_of(const HeadwayFit& fit, const std::string& what = "speed over headway",
                    std::string_view whose = "people") {
    return fmt::format("    {}: time to react {}, standstill distance {}, free speed {}; R² {} ({} points of {} {})\n",
                       what, estimated(fit.time_to_react, "s"), estimated(fit.standstill, "m"),
                       estimated(fit.free_speed, "m/s"), significant(fit.r2, 2), fit.n, fit.people, whose);
}

std::string text_of(const SpeedWaves& waves) {
    if (!(waves.time > 0)) return "    waves: recorded for too short a time\n";
    if (waves.waves.empty()) return "    waves: none, score 0\n";
    const SpeedWave& w = waves.waves.front();
    return fmt::format(
        "    waves: {}; the strongest has score {} m/s ({}): {} minima of {} people in {} s, {} m/s deep, at {} m/s "
        "along the line, {} ({} a person, p {})\n",
        waves.waves.size(), significant(w.score, 3), w.score >= kWaveScore ? "a stop-and-go wave" : "a perturbation",
        w.minima.size(), w.people, significant(w.duration, 3), significant(w.amplitude, 3), significant(w.speed, 3),
        name_of(w.trend), significant(w.growth, 3), significant(w.growth_p, 2));
}

std::string text_of(const std::vector<DensityBin>& diagram) {
    std::string text = fmt::format("    {:>13} {:>11} {:>9} {:>8}\n", "density [1/m]", "speed [m/s]", "sd", "n");
    std::size_t left_out = 0;
    for (const DensityBin& bin : diagram) {
        if (bin.n < kFewest) {
            ++left_out;
            continue;
        }
        text += fmt::format("    {:>13} {:>11} {:>9} {:>8}\n", significant(bin.density, 3), significant(bin.speed, 3),
                            significant(bin.sd, 3), bin.n);
    }
    if (left_out > 0) text += fmt::format("    {} more with fewer than {} samples\n", left_out, kFewest);
    return text;
}

std::size_t people_of(const SingleFile& file) {
    std::set<AgentId> ids;
    for (const LineWalk& walk : file.walks) ids.insert(walk.id);
    return ids.size();
}

/// People of different recordings are different people.
std::vector<Following> together(const std::vector<MeasuredFile>& files) {
    std::vector<Following> all;
    std::uint32_t before = 0;
    for (const MeasuredFile& file : files) {
        for (Following f : file.samples) {
            f.walk += before;
            f.leader += before;
            all.push_back(f);
        }
        before += static_cast<std::uint32_t>(file.found.file.walks.size());
    }
    return all;
}

/// Windows of all recordings, one after the other.
std::vector<LineState> windows_of(const std::vector<MeasuredFile>& files) {
    std::vector<LineState> all;
    for (const MeasuredFile& file : files) all.insert(all.end(), file.windows.begin(), file.windows.end());
    return all;
}

/// Points of means beside those of people, and the line through them.
void add_windows(plot::PointChart& chart, const std::vector<LineState>& windows) {
    plot::PointChart::Spread means{.name = fmt::format("means of {:g} s", kWindow), .bars = {}, .category = 2};
    for (const HeadwayPoint& p : headway_points(windows)) {
        means.bars.push_back({{p.headway, p.speed}, std::numeric_limits<double>::quiet_NaN()});
    }
    chart.spreads.push_back(std::move(means));
    const HeadwayFit fit = fit_headways(headway_points(windows));
    if (!std::isfinite(fit.time_to_react.value)) return;
    plot::PointChart::Curve curve{.name = fmt::format("means: (h − {} m) / {} s", significant(fit.standstill.value, 2),
                                                      significant(fit.time_to_react.value, 2)),
                                  .points = {},
                                  .category = 2};
    for (const Vec2d p : chart.curves.empty() ? std::vector<Vec2d>{} : chart.curves.front().points) {
        curve.points.push_back({p.x, fit.speed(p.x)});
    }
    chart.curves.push_back(std::move(curve));
}

}  // namespace

SingleFileOptions LineChoice::options() const {
    SingleFileOptions options;
    if (line.empty()) {
        if (around > 0) {
            throw InputError({.message = "--around is the distance of a loop from the line that it goes around",
                              .remedy = "Add --line X,Y,X,Y (or X,Y for a circle), or leave it out."});
        }
        return options;
    }
    const std::vector<Vec2d> places = parse_places(line, "line");
    if (around > 0) {
        if (places.size() > 2) {
            throw InputError({.message = "a loop goes around a point or a straight line",
                              .value = line,
                              .allowed = "X,Y or X,Y,X,Y",
                              .remedy = "Give a loop of another shape by its corners, without --around."});
        }
        options.line = WalkLine::around(places.front(), places.back(), around);
    } else if (places.size() > 3 && places.front() == places.back()) {
        options.line = WalkLine::loop(places);
    } else {
        options.line = WalkLine::open(places);
    }
    return options;
}

void add_line(CLI::App& command, LineChoice& choice) {
    command.add_option(
        "--line", choice.line,
        "X,Y,X,Y,… along which people walk in single file, closed where it ends as it begins; else found");
    command
        .add_option("--around", choice.around, "metres: the loop at this distance around the line, or around a point")
        ->check(CLI::PositiveNumber);
}

MeasuredFile measure_single_file(const std::string& name, const Trajectory& trajectory,
                                 const SingleFileOptions& options) {
    MeasuredFile measured;
    measured.name = name;
    try {
        measured.found = require_single_file(trajectory, options);
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        problem.file = name;
        throw InputError(problem);
    }
    const SingleFile& file = measured.found.file;
    measured.samples = followings(file);
    measured.fit = fit_headways(headway_points(measured.samples));
    measured.waves = speed_waves(file);
    if (const auto states = line_states(file); !states.empty()) measured.state = states.front();
    measured.windows = line_states(file, kWindow);
    return measured;
}

std::string single_file_text(const std::vector<MeasuredFile>& files) {
    std::string text;
    for (const MeasuredFile& f : files) {
        const SingleFile& file = f.found.file;
        text += fmt::format("{}: {} people {} of {} m, {} % of places within {} m of it\n", f.name, people_of(file),
                            file.ring > 0 ? "round a line" : "along a line", significant(file.length(), 4), 95,
                            significant(f.found.across, 2));
        text += fmt::format("    density {} 1/m, mean speed {} m/s, flow {} 1/s, over {} s\n",
                            significant(f.state.density, 3), significant(f.state.speed, 3),
                            significant(f.state.flow, 3), significant(f.state.to - f.state.from, 4));
        text += text_of(f.fit) + text_of(f.waves) + text_of(density_diagram(f.samples));
    }
    if (files.size() > 1) {
        const std::vector<Following> all = together(files);
        text += "all together:\n" + text_of(fit_headways(headway_points(all)));
        text += text_of(fit_headways(headway_points(windows_of(files))),
                        fmt::format("mean speed over mean headway, {:g} s each", kWindow), "windows");
        text += text_of(density_diagram(all));
    }
    return text;
}

Json single_file_json(const std::vector<MeasuredFile>& files) {
    Json document{{"results", Json::array()}};
    for (const MeasuredFile& f : files) {
        Json windows = Json::array();
        for (const LineState& state : f.windows) windows.push_back(json_of(state));
        document["results"].push_back({{"file", f.name},
                                       {"people", people_of(f.found.file)},
                                       {"ring", f.found.file.ring > 0},
                                       {"length_m", f.found.file.length()},
                                       {"across_m", f.found.across},
                                       {"whole", json_of(f.state)},
                                       {"windows", std::move(windows)},
                                       {"diagram", json_of(density_diagram(f.samples))},
                                       {"headway_fit", json_of(f.fit)},
                                       {"waves", json_of(f.waves, f.found.file)}});
    }
    if (files.size() > 1) {
        const std::vector<Following> all = together(files);
        document["together"] = {{"diagram", json_of(density_diagram(all))},
                                {"headway_fit", json_of(fit_headways(headway_points(all)))},
                                {"window_fit", json_of(fit_headways(headway_points(windows_of(files))))}};
    }
    return document;
}

std::vector<FigureFile> single_file_figures(const std::vector<MeasuredFile>& files, const FigureChoice& choice) {
    std::vector<FigureFile> figures;
    if (choice.folder.empty()) return figures;
    const auto add = [&](const std::string& name, double height, const auto& chart) {
        const std::string file = (std::filesystem::path(choice.folder) / (name + choice.extension())).string();
        figures.push_back({file, picture_of(file, kWidth, [&](double width) {
                               return plot::figure(chart, width, height, plot::Theme::plain);
                           })});
    };
    std::set<std::string> names;
    for (const MeasuredFile& f : files) {
        const std::string stem = std::filesystem::path(f.name).stem().string();
        std::string name = stem;
        for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}_{}", stem, i);
        add(name + "_space_time", kTall,
            space_time_chart(f.found.file, f.waves, stem + ": places along the line over time"));
        add(name + "_density_speed", kHeight, density_chart(f.samples, f.fit, stem + ": speed over density"));
        add(name + "_headway_speed", kHeight, headway_chart(f.samples, f.fit, stem + ": speed over headway"));
    }
    if (files.size() > 1) {
        const std::vector<Following> all = together(files);
        const HeadwayFit fit = fit_headways(headway_points(all));
        add("together_density_speed", kHeight, density_chart(all, fit, "All together: speed over density"));
        plot::PointChart headways = headway_chart(all, fit, "All together: speed over headway");
        add_windows(headways, windows_of(files));
        add("together_headway_speed", kHeight, headways);
    }
    return figures;
}

}  // namespace sidestep::cli
