#include "sidestep/measure_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sidestep/fundamental_diagram.h"
#include "sidestep/report.h"
#include "sidestep/statistics.h"

namespace sidestep {
namespace {

constexpr double kAspect = 0.56;
constexpr double kBeyond = 1.15;  // times the greatest density is as far as curves are drawn

template <class Chart>
MeasureFigure chart_figure(std::string name, std::string caption, Chart chart, double aspect = kAspect) {
    return {std::move(name), std::move(caption),
            [chart = std::move(chart), aspect](double width, plot::Theme theme, const std::string& prefix) {
                return plot::figure(chart, width, std::round(aspect * width), theme, prefix);
            }};
}

plot::PointChart diagram(std::span<const AreaSample> samples, const std::string& title, bool flow) {
    plot::PointChart chart;
    chart.title = title;
    chart.x = {"density", "1/m²"};
    chart.y = flow ? plot::Axis{"specific flow", "1/(m s)"} : plot::Axis{"speed", "m/s"};
    const std::vector<DiagramPoint> points = diagram_points(samples, DensityKind::voronoi);
    plot::PointChart::Cloud cloud{.name = "one moment", .points = {}};
    double most = 0;
    for (const DiagramPoint& p : points) {
        cloud.points.push_back({p.density, flow ? p.flow() : p.speed});
        most = std::max(most, p.density);
    }
    chart.clouds.push_back(std::move(cloud));
    plot::PointChart::Spread means{
        .name = fmt::format("mean{} of {} 1/m²", flow ? "" : " ± sd", plot::plain(kDiagramBin)), .bars = {}};
    for (const DiagramBin& bin : diagram_bins(points)) {
        if (bin.n < kDiagramLeast) continue;
        means.bars.push_back({{bin.density, flow ? bin.flow : bin.speed}, flow ? std::nan("") : bin.sd});
    }
    chart.spreads.push_back(std::move(means));
    plot::PointChart::Curve curve{.name = "Weidmann 1993", .points = {}};
    const double until = std::max(1.0, kBeyond * most);
    for (int i = 1; i <= 200; ++i) {
        const double density = until * i / 200, speed = weidmann_speed(density);
        curve.points.push_back({density, flow ? density * speed : speed});
    }
    chart.curves.push_back(std::move(curve));
    chart.x_most = until;
    return chart;
}

plot::LineChart over_time(const std::string& title, const plot::Axis& y) {
    plot::LineChart chart;
    chart.title = title;
    chart.x = {"time", "s"};
    chart.y = y;
    return chart;
}

void add_area(const MeasureArea& area, const AreaMeasures& measured, std::vector<MeasureFigure>& figures) {
    plot::LineChart density = over_time("Density in area " + area.name, {"density", "1/m²"}),
                    speed = over_time("Speed in area " + area.name, {"speed", "m/s"});
    density.lines = {{"Voronoi", {}}, {"people per area", {}}};
    speed.lines = {{"mean of people", {}}, {"mean by Voronoi cells", {}}};
    for (const AreaSample& s : measured.samples) {
        density.lines[0].points.push_back({s.time, s.voronoi_density});
        density.lines[1].points.push_back({s.time, s.density});
        speed.lines[0].points.push_back({s.time, s.speed});
        speed.lines[1].points.push_back({s.time, s.speed_where_people_are()});
    }
    figures.push_back(chart_figure(area.name + "_density", "", std::move(density)));
    figures.push_back(chart_figure(area.name + "_speed", "", std::move(speed)));
    figures.push_back(
        chart_figure(area.name + "_density_speed",
                     "Voronoi density, and the mean speed by Voronoi cells. Moments follow each other and "
                     "are not independent.",
                     diagram_chart(measured.samples, "Speed over density in area " + area.name)));
    figures.push_back(chart_figure(area.name + "_density_flow", "Density times speed of the same moments.",
                                   flow_diagram_chart(measured.samples, "Flow over density in area " + area.name)));
}

void add_lines(const Measurement& m, std::vector<MeasureFigure>& figures) {
    const std::vector<MeasureLine>& lines = m.plan().lines;
    if (lines.empty()) return;
    const double fps = m.trajectory().info.fps;
    plot::LineChart passed = over_time("N–t: people who have passed", {"people", ""}),
                    flow = over_time("Flow", {"flow", "1/s"});
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const LineMeasures& line = m.lines()[i];
        plot::Line n{lines[i].name, {{line.first_frame / fps, 0}}}, j{lines[i].name, {}};
        for (const LinePassing& p : line.passings) {
            if (!p.first) continue;
            const double time = p.frame / fps, before = n.points.back().y;
            n.points.push_back({time, before});
            n.points.push_back({time, before + 1});
        }
        n.points.push_back({line.last_frame / fps, n.points.back().y});
        for (const FlowWindow& w : line.windows) {
            j.points.push_back({w.from, w.flow});
            j.points.push_back({w.to, w.flow});
        }
        passed.lines.push_back(std::move(n));
        flow.lines.push_back(std::move(j));
    }
    figures.push_back(chart_figure("passed", "Everybody counts once, when it passes for the first time.", passed));
    figures.push_back(chart_figure(
        "flow", fmt::format("Over about {} s, from one who passes to another.", plot::plain(m.plan().window)), flow));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::vector<double> gaps;
        for (const TimeGap& gap : m.lines()[i].time_gaps()) gaps.push_back(gap.gap);
        if (gaps.empty()) continue;
        const Histogram h = histogram(gaps);
        plot::BarChart chart;
        chart.title = "Time gaps at line " + lines[i].name;
        chart.x = {"time from one who passes to the next", "s"};
        chart.y = {"people", ""};
        chart.lower = h.lower;
        chart.width = h.width;
        chart.heights.assign(h.count.begin(), h.count.end());
        chart.mark = summarise(gaps).mean;
        chart.mark_name = fmt::format("mean {} s", plot::plain(*chart.mark, 3));
        figures.push_back(chart_figure(lines[i].name + "_time_gaps", "", std::move(chart)));
    }
}

void add_profiles(const Measurement& m, std::vector<MeasureFigure>& figures) {
    const Profiles& profiles = m.areas().profiles;
    if (profiles.density.value.empty()) return;
    const Trajectory& t = m.trajectory();
    plot::HeatMap map;
    map.ground = result_ground(t.info).ground;
    std::optional<plot::View> people;
    for (const Track& track : t.tracks) {
        for (const Vec2d p : track.position) {
            if (!people) people = plot::View{p, p};
            people->lower = {std::min(people->lower.x, p.x), std::min(people->lower.y, p.y)};
            people->upper = {std::max(people->upper.x, p.x), std::max(people->upper.y, p.y)};
        }
    }
    map.view = plot::view_of(map.ground, people);
    plot::LineSet areas{.name = "areas", .lines = {}, .ink = plot::Ink::mark, .width = 1.4, .dashed = true};
    plot::LineSet lines{.name = "lines", .lines = {}, .ink = plot::Ink::mark, .width = 2.2};
    for (const MeasureArea& area : m.plan().areas) {
        areas.lines.push_back(area.polygon);
        areas.lines.back().push_back(area.polygon.front());
    }
    for (const MeasureLine& line : m.plan().lines) lines.lines.push_back({line.a, line.b});
    map.lines = {areas, lines};
    const auto add = [&](const char* name, const char* title, const plot::Axis& value, const GridField& field,
                         bool zero_counts) {
        map.title = title;
        map.value = value;
        map.field = field;
        map.zero_counts = zero_counts;
        figures.push_back({name,
                           fmt::format("By Voronoi cells, on squares of {} m, mean over {} s.", plot::plain(field.cell),
                                       plot::plain(profiles.seconds)),
                           [drawn = map](double width, plot::Theme theme, const std::string& prefix) {
                               return plot::figure(drawn, width, theme, prefix);
                           }});
    };
    add("profile_density", "Density", {"density", "1/m²"}, profiles.density, false);
    add("profile_speed", "Mean speed", {"speed", "m/s"}, profiles.speed, true);
    add("profile_flow", "Specific flow", {"flow", "1/(m s)"}, profiles.flow, false);
}

}  // namespace

plot::PointChart diagram_chart(std::span<const AreaSample> samples, const std::string& title) {
    return diagram(samples, title, false);
}

plot::PointChart flow_diagram_chart(std::span<const AreaSample> samples, const std::string& title) {
    return diagram(samples, title, true);
}

plot::CellChart meeting_density_chart(const MeetingDensity& density, MeetingValue value, const std::string& title) {
    plot::CellChart chart;
    chart.title = title;
    chart.note = "every column sums to 100 %";
    chart.x = {"time since first sight, share of the time until closest", ""};
    chart.y = value == MeetingValue::mpd ? plot::Axis{"predicted distance", "m"} : plot::Axis{"time until then", "s"};
    chart.value = {"share of pairs", "%"};
    chart.upper = {1, density.highest};
    chart.columns = density.columns, chart.rows = density.rows;
    // What is beyond the highest row is counted in it, which is no place to show it.
    for (std::uint32_t row = 0; row < density.rows; ++row) {
        for (std::uint32_t column = 0; column < density.columns; ++column) {
            chart.values.push_back(row + 1 < density.rows ? 100 * density.at(column, row) : 0);
        }
    }
    return chart;
}

std::vector<MeasureFigure> measure_figures(const Measurement& measurement) {
    std::vector<MeasureFigure> figures;
    const MeasurePlan& plan = measurement.plan();
    if (plan.empty()) return figures;
    for (std::size_t i = 0; i < plan.areas.size(); ++i) {
        add_area(plan.areas[i], measurement.areas().areas[i], figures);
    }
    add_lines(measurement, figures);
    add_profiles(measurement, figures);
    return figures;
}

}  // namespace sidestep
