#include "measure_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "picture.h"
#include "place.h"
#include "sidestep/error.h"
#include "sidestep/measure_figures.h"
#include "sidestep/scene.h"

namespace sidestep::cli {
namespace {

constexpr double kWidth = 1000;     // pixels
constexpr double kShortest = 0.01;  // m, of a line, as in scenes

[[noreturn]] void reject(const std::string& what, const std::string& value, const std::string& allowed) {
    throw InputError({.message = what,
                      .value = value,
                      .allowed = allowed,
                      .remedy = "Write a name, a colon, and numbers with commas and no blanks between them."});
}

std::pair<std::string, std::vector<Vec2d>> named_places(const std::string& text, const char* what,
                                                        const std::string& allowed) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) {
        reject(fmt::format("the measurement {} has no name", what), text, allowed);
    }
    return {text.substr(0, colon), parse_places(text.substr(colon + 1), fmt::format("measurement {}", what).c_str())};
}

/// One of the same name is replaced.
template <class Place>
void put(std::vector<Place>& places, Place place) {
    const auto same = std::ranges::find(places, place.name, &Place::name);
    if (same != places.end()) {
        *same = std::move(place);
    } else {
        places.push_back(std::move(place));
    }
}

template <double AreaSample::* value>
std::vector<double> column(const AreaMeasures& area) {
    std::vector<double> values;
    for (const AreaSample& s : area.samples) {
        if (std::isfinite(s.*value)) values.push_back(s.*value);
    }
    return values;
}

std::vector<double> gaps_of(const LineMeasures& line) {
    std::vector<double> gaps;
    for (const TimeGap& gap : line.time_gaps()) gaps.push_back(gap.gap);
    return gaps;
}

double median(std::vector<double> values) {
    if (values.empty()) return std::nan("");
    std::ranges::sort(values);
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

Json summary_json(const std::vector<double>& values) {
    const Summary s = summarise(values);
    const double most = values.empty() ? std::nan("") : *std::ranges::max_element(values);
    return {{"mean", finite_or_null(s.mean)}, {"sd", finite_or_null(s.sd)}, {"max", finite_or_null(most)}, {"n", s.n}};
}

Json service_json(const AreaMeasures& area, ServiceTable table) {
    const std::vector<double> shares = service_shares(area.samples, table);
    Json json = Json::object();
    for (std::size_t i = 0; i < shares.size(); ++i) json[std::string(1, static_cast<char>('A' + i))] = shares[i];
    return json;
}

std::string service_text(const AreaMeasures& area, ServiceTable table) {
    std::string text;
    const std::vector<double> shares = service_shares(area.samples, table);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] < 0.005) continue;
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", static_cast<char>('A' + i), 100 * shares[i]);
    }
    return text;
}

std::string shown(const std::vector<double>& values) {
    const Summary s = summarise(values);
    return fmt::format("{} ± {}", significant(s.mean, 3), significant(s.sd, 2));
}

/// Rows of cells under names; numbers that are none stay empty.
struct Table {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<Json>> rows{};

    std::string csv() const {
        std::string text;
        for (std::size_t i = 0; i < columns.size(); ++i) text += (i > 0 ? "," : "") + columns[i];
        text += '\n';
        for (const std::vector<Json>& row : rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (i > 0) text += ',';
                if (row[i].is_string()) {
                    text += csv_cell(row[i].get_ref<const std::string&>());
                } else if (!row[i].is_null()) {
                    text += row[i].dump();
                }
            }
            text += '\n';
        }
        return text;
    }
    Json json() const { return {{"columns", columns}, {"rows", rows}}; }
};

}  // namespace

bool MeasureChoice::said() const {
    return !areas.empty() || !lines.empty() || !file.empty() || cutoff || speed_over || window || !series.empty();
}

MeasurePlan MeasureChoice::plan(const TrajectoryInfo& info) const {
    MeasurePlan plan;
    const auto inside = info.metadata.find("measure");
    if (!file.empty()) {
        plan = load_measure_plan(file);
    } else if (inside != info.metadata.end()) {
        plan = measure_plan_inside(inside->second);
    }
    for (const std::string& text : areas) {
        const std::string allowed = "NAME:X,Y,X,Y,X,Y,… in metres, three corners or more";
        auto [name, corners] = named_places(text, "area", allowed);
        if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
        if (corners.size() < 3) reject("a measurement area has three corners at least", text, allowed);
        put(plan.areas, MeasureArea{std::move(name), std::move(corners)});
    }
    for (const std::string& text : lines) {
        const std::string allowed = "NAME:X,Y,X,Y in metres";
        const auto [name, ends] = named_places(text, "line", allowed);
        if (ends.size() != 2) reject("a measurement line has two ends", text, allowed);
        if (norm(ends[1] - ends[0]) < kShortest) {
            reject("the measurement line is too short", text,
                   fmt::format("{}, {} m apart or more", allowed, kShortest));
        }
        put(plan.lines, MeasureLine{name, ends[0], ends[1]});
    }
    if (cutoff) plan.cutoff = *cutoff;
    if (speed_over) plan.speed_over = *speed_over;
    if (window) plan.window = *window;
    return plan;
}

void add_measure(CLI::App& command, MeasureChoice& choice) {
    command
        .add_option("--measure-area", choice.areas,
                    "NAME:X,Y,X,Y,… of a polygon in which density and speed are measured; several times for several")
        ->allow_extra_args(false);
    command
        .add_option("--measure-line", choice.lines,
                    "NAME:X,Y,X,Y of a line at which passings and flow are; several times for several")
        ->allow_extra_args(false);
    command.add_option("--measure", choice.file, "areas and lines from FILE.json, instead of what the result carries");
    command.add_option("--cutoff", choice.cutoff, "metres that a Voronoi cell reaches at most; 0: as far as the floor")
        ->check(CLI::Range(0.0, 1000.0));
    command.add_option("--speed-over", choice.speed_over, "seconds over which a speed is taken, there and at lines; 1")
        ->check(CLI::PositiveNumber);
    command.add_option("--window", choice.window, "seconds over which flows are counted; 10")
        ->check(CLI::PositiveNumber);
    command.add_option("--series", choice.series, "write what was measured there over time to this folder: CSV, JSON");
}

std::string measure_text(const Measurement& measurement) {
    const MeasurePlan& plan = measurement.plan();
    std::string text;
    for (std::size_t i = 0; i < plan.areas.size(); ++i) {
        const AreaMeasures& area = measurement.areas().areas[i];
        const std::vector<double> density = column<&AreaSample::voronoi_density>(area);
        text += fmt::format("    area {} ({} m²): {} people/m², Voronoi {} 1/m² (at most {}), speed {} m/s\n",
                            printable(plan.areas[i].name), significant(area.area, 4),
                            shown(column<&AreaSample::density>(area)), shown(density),
                            density.empty() ? "-" : significant(*std::ranges::max_element(density), 3),
                            shown(column<&AreaSample::speed>(area)));
        const auto bins = diagram_bins(diagram_points(area.samples, DensityKind::voronoi));
        text += fmt::format("        level of service: walkway {}; queue {}; speed over density {} m/s from Weidmann\n",
                            service_text(area, ServiceTable::walkway), service_text(area, ServiceTable::queue),
                            significant(rms_difference(bins, weidmann_speed), 3));
    }
    for (std::size_t i = 0; i < plan.lines.size(); ++i) {
        const LineMeasures& line = measurement.lines()[i];
        text +=
            fmt::format("    line {} ({} m): {} passed, {} to the left, {} to the right", printable(plan.lines[i].name),
                        significant(line.length, 4), line.people(), line.to_left(), line.to_right());
        if (std::isfinite(line.flow())) {
            text += fmt::format("; flow {} 1/s, {} 1/(m s), of the middle 70 % {} 1/s; time gaps {} s, median {} s",
                                significant(line.flow(), 3), significant(line.flow() / line.length, 3),
                                significant(line.flow(0.15, 0.85), 3), shown(gaps_of(line)),
                                significant(median(gaps_of(line)), 3));
        }
        const QueueShape& queue = measurement.queues()[i];
        if (queue.moments > 0) {
            text += fmt::format("; queue of {} people, {} m deep, {} m to either side: {}",
                                significant(queue.people, 2), significant(queue.depth, 3),
                                significant(queue.half_width, 3), significant(queue.ratio(), 3));
        }
        text += '\n';
    }
    if (!plan.areas.empty() && measurement.trajectory().info.wkt.empty()) {
        text += fmt::format(
            "    no walkable area is known, so Voronoi cells end {:g} m from people, whatever walls stand "
            "there\n",
            plan.cutoff);
    }
    if (!plan.areas.empty() && measurement.areas().beside > 0) {
        text += fmt::format("    {} places of people lie beside the walkable area\n", measurement.areas().beside);
    }
    return text;
}

Json measure_json(const Measurement& measurement) {
    const MeasurePlan& plan = measurement.plan();
    Json areas = Json::object(), lines = Json::object();
    for (std::size_t i = 0; i < plan.areas.size(); ++i) {
        const AreaMeasures& area = measurement.areas().areas[i];
        Json diagram = Json::array();
        const auto bins = diagram_bins(diagram_points(area.samples, DensityKind::voronoi));
        for (const DiagramBin& bin : bins) {
            diagram.push_back({{"lower", bin.lower},
                               {"density", bin.density},
                               {"speed", bin.speed},
                               {"sd", finite_or_null(bin.sd)},
                               {"flow", bin.flow},
                               {"n", bin.n}});
        }
        areas[plan.areas[i].name] = {{"area_m2", area.area},
                                     {"classic_density", summary_json(column<&AreaSample::density>(area))},
                                     {"voronoi_density", summary_json(column<&AreaSample::voronoi_density>(area))},
                                     {"area_speed", summary_json(column<&AreaSample::speed>(area))},
                                     {"voronoi_speed", summary_json(column<&AreaSample::voronoi_speed>(area))},
                                     {"service",
                                      {{"walkway", service_json(area, ServiceTable::walkway)},
                                       {"queue", service_json(area, ServiceTable::queue)}}},
                                     {"diagram", std::move(diagram)},
                                     {"weidmann_rms", finite_or_null(rms_difference(bins, weidmann_speed))}};
    }
    for (std::size_t i = 0; i < plan.lines.size(); ++i) {
        const LineMeasures& line = measurement.lines()[i];
        const QueueShape& queue = measurement.queues()[i];
        Json windows = Json::array();
        for (const FlowWindow& w : line.windows) {
            windows.push_back({{"from_s", w.from},
                               {"to_s", w.to},
                               {"people", w.people},
                               {"flow", w.flow},
                               {"speed", finite_or_null(w.speed)}});
        }
        Json gaps = summary_json(gaps_of(line));
        gaps["median"] = finite_or_null(median(gaps_of(line)));
        lines[plan.lines[i].name] = {{"length_m", line.length},
                                     {"people", line.people()},
                                     {"to_left", line.to_left()},
                                     {"to_right", line.to_right()},
                                     {"flow", finite_or_null(line.flow())},
                                     {"specific_flow", finite_or_null(line.flow() / line.length)},
                                     {"flow_middle", finite_or_null(line.flow(0.15, 0.85))},
                                     {"time_gaps_s", std::move(gaps)},
                                     {"windows", std::move(windows)},
                                     {"queue",
                                      {{"moments", queue.moments},
                                       {"people", queue.people},
                                       {"depth_m", finite_or_null(queue.depth)},
                                       {"half_width_m", finite_or_null(queue.half_width)},
                                       {"arch", finite_or_null(queue.ratio())}}}};
    }
    return {{"areas", std::move(areas)}, {"lines", std::move(lines)}};
}

std::vector<FigureFile> measure_series(const std::string& folder, const std::vector<NamedMeasurement>& results) {
    std::vector<FigureFile> files;
    if (folder.empty()) return files;
    Table areas{"areas",
                {"result", "area", "frame", "time [s]", "people", "density [1/m2]", "voronoi_density [1/m2]",
                 "speed [m/s]", "voronoi_speed [m/s]", "covered"}};
    Table lines{"lines", {"result", "line", "frame", "time [s]", "n", "to_left", "to_right"}};
    Table passings{"passings",
                   {"result", "line", "id", "frame", "time [s]", "speed [m/s]", "direction", "first", "gap [s]"}};
    Table flow{"flow", {"result", "line", "from [s]", "to [s]", "people", "flow [1/s]", "speed [m/s]"}};
    Table diagram{
        "diagram",
        {"result", "area", "lower [1/m2]", "density [1/m2]", "speed [m/s]", "sd [m/s]", "flow [1/(m s)]", "n"}};
    Table profiles{"profiles", {"result", "x [m]", "y [m]", "density [1/m2]", "speed [m/s]", "flow [1/(m s)]"}};
    Table collective{"collective", {"result", "frame", "time [s]", "people", "collectiveness", "vorticity [1/s]"}};
    for (const NamedMeasurement& result : results) {
        const Measurement& m = *result.measurement;
        const MeasurePlan& plan = m.plan();
        const double fps = m.trajectory().info.fps;
        for (std::size_t i = 0; i < plan.areas.size(); ++i) {
            const AreaMeasures& area = m.areas().areas[i];
            for (const AreaSample& s : area.samples) {
                areas.rows.push_back({result.file, plan.areas[i].name, s.frame, s.time, s.people, s.density,
                                      s.voronoi_density, finite_or_null(s.speed), s.voronoi_speed, s.covered});
            }
            for (const DiagramBin& b : diagram_bins(diagram_points(area.samples, DensityKind::voronoi))) {
                diagram.rows.push_back(
                    {result.file, plan.areas[i].name, b.lower, b.density, b.speed, finite_or_null(b.sd), b.flow, b.n});
            }
        }
        for (std::size_t i = 0; i < plan.lines.size(); ++i) {
            const LineMeasures& line = m.lines()[i];
            const std::string& name = plan.lines[i].name;
            std::size_t next = 0, left = 0, right = 0;
            for (std::uint64_t frame = line.first_frame; frame <= line.last_frame; frame += line.interval) {
                for (; next < line.passings.size() && line.passings[next].frame <= frame; ++next) {
                    if (line.passings[next].first) ++(line.passings[next].to_left ? left : right);
                }
                lines.rows.push_back(
                    {result.file, name, frame, static_cast<double>(frame) / fps, left + right, left, right});
            }
            std::map<AgentId, double> gap_of;
            for (const TimeGap& gap : line.time_gaps()) gap_of[gap.id] = gap.gap;
            for (const LinePassing& p : line.passings) {
                const auto gap = gap_of.find(p.id);
                passings.rows.push_back({result.file, name, p.id, p.frame, p.time, finite_or_null(p.speed),
                                         p.to_left ? "left" : "right", p.first ? 1 : 0,
                                         p.first && gap != gap_of.end() ? Json(gap->second) : Json(nullptr)});
            }
            for (const FlowWindow& w : line.windows) {
                flow.rows.push_back({result.file, name, w.from, w.to, w.people, w.flow, finite_or_null(w.speed)});
            }
        }
        const Profiles& p = m.areas().profiles;
        for (std::uint32_t r = 0; r < p.density.rows; ++r) {
            for (std::uint32_t c = 0; c < p.density.columns; ++c) {
                if (!(p.density.at(c, r) > 0)) continue;
                profiles.rows.push_back({result.file, p.density.lower.x + (c + 0.5) * p.density.cell,
                                         p.density.lower.y + (r + 0.5) * p.density.cell, p.density.at(c, r),
                                         finite_or_null(p.speed.at(c, r)), p.flow.at(c, r)});
            }
        }
        for (const CollectiveSample& s : m.collective()) {
            collective.rows.push_back({result.file, s.frame, s.time, s.people, finite_or_null(s.collectiveness),
                                       finite_or_null(s.vorticity)});
        }
    }
    Json all = Json::object();
    for (const Table* table : {&areas, &lines, &passings, &flow, &diagram, &profiles, &collective}) {
        if (table->rows.empty()) continue;
        files.push_back({(std::filesystem::path(folder) / (table->name + ".csv")).string(), table->csv()});
        all[table->name] = table->json();
    }
    files.push_back({(std::filesystem::path(folder) / "series.json").string(), all.dump() + "\n"});
    return files;
}

std::vector<FigureFile> measure_pictures(const FigureChoice& choice, const std::vector<NamedMeasurement>& results) {
    std::vector<FigureFile> files;
    if (choice.folder.empty()) return files;
    std::set<std::string> stems, names;
    for (const NamedMeasurement& result : results) {
        const std::string base = std::filesystem::path(result.file).stem().string();
        std::string stem = base;
        for (int i = 2; !stems.insert(stem).second; ++i) stem = fmt::format("{}_{}", base, i);
        for (const MeasureFigure& figure : measure_figures(*result.measurement)) {
            // Names of areas and lines are anybody's; those of files are not.
            std::string name = stem + "_" + figure.name;
            for (char& c : name) {
                if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
            }
            const std::string wanted = name;
            for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
            const std::string file = (std::filesystem::path(choice.folder) / (name + choice.extension())).string();
            files.push_back({file, picture_of(file, kWidth, [&](double width) {
                                 return figure.draw(width, plot::Theme::plain, {});
                             })});
        }
    }
    return files;
}

}  // namespace sidestep::cli
