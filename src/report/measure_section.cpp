#include "report/measure_section.h"

#include <fmt/format.h>

#include <cmath>

#include "sidestep/fundamental_diagram.h"
#include "sidestep/measure_figures.h"
#include "sidestep/statistics.h"

namespace sidestep {
namespace {

using plot::escaped;
using plot::plain;

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

std::string area_row(const MeasureArea& area, const AreaMeasures& m) {
    std::vector<double> classic, voronoi, speeds;
    for (const AreaSample& s : m.samples) {
        classic.push_back(s.density);
        voronoi.push_back(s.voronoi_density);
        if (std::isfinite(s.speed)) speeds.push_back(s.speed);
    }
    const auto cell = [](std::span<const double> values) {
        const Summary s = summarise(values);
        return fmt::format("<td>{} ± {}</td>", plain(s.mean, 3), plain(s.sd, 2));
    };
    std::string html = fmt::format("<tr><th>{}</th><td>{}</td>{}{}{}", escaped(area.name), plain(m.area), cell(classic),
                                   cell(voronoi), cell(speeds));
    for (const double share : service_shares(m.samples, ServiceTable::walkway)) {
        html += fmt::format("<td>{}</td>", percent(share));
    }
    const auto bins = diagram_bins(diagram_points(m.samples, DensityKind::voronoi));
    return html + fmt::format("<td>{}</td></tr>\n", plain(rms_difference(bins, weidmann_speed), 3));
}

std::string line_row(const MeasureLine& line, const LineMeasures& m, const QueueShape& queue) {
    std::vector<double> gaps;
    for (const TimeGap& gap : m.time_gaps()) gaps.push_back(gap.gap);
    return fmt::format(
        "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        escaped(line.name), plain(m.length), m.people(), m.to_left(), m.to_right(), plain(m.flow(), 3),
        plain(m.flow() / m.length, 3), plain(m.flow(0.15, 0.85), 3), plain(summarise(gaps).mean, 3),
        plain(queue.ratio(), 3));
}

std::string table(std::string_view head, const std::string& rows) {
    return fmt::format(
        "<div class=\"scroll\"><table class=\"close\"><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
        head, rows);
}

}  // namespace

std::string measure_section(const Measurement& measurement, const std::string& prefix) {
    const MeasurePlan& plan = measurement.plan();
    if (plan.empty()) return {};
    std::string html, rows;
    for (std::size_t i = 0; i < plan.areas.size(); ++i) rows += area_row(plan.areas[i], measurement.areas().areas[i]);
    if (!rows.empty()) {
        html += table(
            "<th>Area</th><th>m²</th><th>People per area [1/m²]</th><th>Voronoi density [1/m²]</th><th>Speed [m/s]</th>"
            "<th>A</th><th>B</th><th>C</th><th>D</th><th>E</th><th>F</th><th>From Weidmann [m/s]</th>",
            rows);
    }
    rows.clear();
    for (std::size_t i = 0; i < plan.lines.size(); ++i) {
        rows += line_row(plan.lines[i], measurement.lines()[i], measurement.queues()[i]);
    }
    if (!rows.empty()) {
        html += table(
            "<th>Line</th><th>m</th><th>Passed</th><th>To the left</th><th>To the right</th><th>Flow [1/s]</th>"
            "<th>Per width [1/(m s)]</th><th>Middle 70 % [1/s]</th><th>Mean time gap [s]</th><th>Queue: depth / half "
            "width</th>",
            rows);
    }
    std::string figures;
    std::size_t n = 0;
    for (const MeasureFigure& figure : measure_figures(measurement)) {
        constexpr double kHalf = 520;  // pixels
        figures +=
            fmt::format("<figure><div>{}</div>{}</figure>\n",
                        figure.draw(kHalf, plot::Theme::page, fmt::format("{}m{}", prefix, n++)),
                        figure.caption.empty() ? "" : "<figcaption>" + escaped(figure.caption) + "</figcaption>");
    }
    return html + "<div class=\"figures\">" + figures +
           fmt::format(
               "</div>\n<p class=\"small\">Means ± sd over all moments. A … F: share of the time at Fruin’s levels of "
               "service for walkways, by Voronoi density. Cells reach {} m, speeds are taken over {} s. Definitions: "
               "docs/measurement.md of Sidestep.</p>\n",
               plan.cutoff > 0 ? plain(plan.cutoff) : "any number of", plain(plan.speed_over));
}

}  // namespace sidestep
