#include "report/single_file_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analyse/file_order.h"

namespace sidestep {
namespace {

constexpr double kHalf = 520, kWhole = 1040, kHeight = 330, kTallHeight = 430;  // pixels
constexpr std::size_t kFewest = 5;                                              // people of a section
constexpr double kColourTime = 1;  // s over which a colour's speed is taken
constexpr double kShown = 0.995;   // of the points, along x
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostWaves = 12;  // drawn

std::string number(double value, int digits = 3) {
    return plot::plain(value, digits);
}

std::string estimated(const Estimate& e, std::string_view unit) {
    if (!std::isfinite(e.value)) return "–";
    const std::string error = std::isfinite(e.error) ? " ± " + number(e.error, 2) : "";
    return fmt::format("{}{} {}", number(e.value), error, unit);
}

/// Up to where most of the points lie: a few headways along an open line are its whole length.
double most_of(std::vector<double> values) {
    if (values.empty()) return 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(kShown * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

std::string fit_name(const HeadwayFit& fit) {
    if (!std::isfinite(fit.time_to_react.value)) return fmt::format("{} m/s", number(fit.free_speed.value));
    const double distance = fit.standstill.value;
    return fmt::format("(h {} {} m) / {} s", distance < 0 ? "+" : "−", number(std::abs(distance)),
                       number(fit.time_to_react.value));
}

std::string wave_text(const SpeedWaves& waves) {
    if (waves.waves.empty()) return "none";
    const SpeedWave& w = waves.waves.front();
    return fmt::format("{}; the strongest passed through {} people in {} s, {} m/s deep, at {} m/s along the line, {}",
                       waves.waves.size(), w.minima.size(), number(w.duration), number(w.amplitude), number(w.speed),
                       name_of(w.trend));
}

}  // namespace

plot::TraceChart space_time_chart(const SingleFile& file, const SpeedWaves& waves, const std::string& title) {
    plot::TraceChart chart;
    chart.title = title;
    chart.x = {"time", "s"};
    chart.y = {file.ring > 0 ? "place round the line" : "place along the line", "m"};
    chart.value = {"speed", "m/s"};
    const auto half =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(0.5 * kColourTime / file.interval)));
    double low = 0, high = file.ring;
    bool any = false;
    for (const LineWalk& walk : file.walks) {
        plot::TraceChart::Trace trace;
        for (std::size_t i = 0; i < walk.along.size(); ++i) {
            const std::size_t step = walk.first + i;
            const Vec2d p{static_cast<double>(step) * file.interval, round_the_ring(walk.along[i], file.ring)};
            if (!trace.points.empty() && file.ring > 0 && std::abs(p.y - trace.points.back().y) > 0.5 * file.ring) {
                trace.points.push_back({kUndefined, kUndefined});
                trace.values.push_back(kUndefined);
            }
            trace.points.push_back(p);
            trace.values.push_back(speed_along(walk, step, half, file.interval));
            if (file.ring > 0) continue;
            low = any ? std::min(low, p.y) : p.y;
            high = any ? std::max(high, p.y) : p.y;
            any = true;
        }
        chart.traces.push_back(std::move(trace));
    }
    chart.y_low = low;
    chart.y_high = high;
    for (const SpeedWave& wave : waves.waves) {
        if (chart.marked.size() == kMostWaves) break;
        std::vector<Vec2d> line;
        double last = 0;
        for (const SpeedMinimum& m : wave.minima) {
            const double turn = file.ring > 0 ? std::floor(m.along / file.ring) : 0;
            if (!line.empty() && turn != last) line.push_back({kUndefined, kUndefined});
            last = turn;
            line.push_back({m.time, round_the_ring(m.along, file.ring)});
        }
        chart.marked.push_back(std::move(line));
    }
    if (!waves.waves.empty()) {
        chart.marked_name = waves.waves.size() > kMostWaves
                                ? fmt::format("the strongest {} of {} waves", kMostWaves, waves.waves.size())
                                : fmt::format("waves ({})", waves.waves.size());
    }
    return chart;
}

plot::PointChart density_chart(std::span<const Following> samples, const HeadwayFit& fit, const std::string& title) {
    plot::PointChart chart;
    chart.title = title;
    chart.x = {"density, 1/headway", "1/m"};
    chart.y = {"speed", "m/s"};
    plot::PointChart::Cloud cloud{.name = "a person at one moment", .points = {}};
    std::vector<double> densities;
    for (const Following& s : samples) {
        if (!(s.headway > 0)) continue;
        cloud.points.push_back({s.density(), s.speed});
        densities.push_back(s.density());
    }
    chart.x_most = most_of(std::move(densities));
    plot::PointChart::Spread means{.name = "mean ± sd of 0.1 1/m", .bars = {}};
    for (const DensityBin& bin : density_diagram(samples)) {
        if (bin.density <= chart.x_most) means.bars.push_back({{bin.density, bin.speed}, bin.sd});
    }
    // Below what was measured the fit may rise beyond all speeds.
    const double least = means.bars.empty() ? chart.x_most : means.bars.front().at.x;
    chart.clouds.push_back(std::move(cloud));
    chart.spreads.push_back(std::move(means));
    if (!std::isfinite(fit.speed(1))) return chart;
    plot::PointChart::Curve curve{.name = "fit of speed over headway", .points = {}};
    for (int i = 0; i <= 200; ++i) {
        const double density = least + (chart.x_most - least) * i / 200;
        curve.points.push_back({density, fit.speed(1 / density)});
    }
    chart.curves.push_back(std::move(curve));
    return chart;
}

plot::PointChart headway_chart(std::span<const Following> samples, const HeadwayFit& fit, const std::string& title) {
    plot::PointChart chart;
    chart.title = title;
    chart.x = {"headway", "m"};
    chart.y = {"speed", "m/s"};
    plot::PointChart::Cloud cloud{.name = "a person at one moment", .points = {}};
    std::vector<double> headways;
    for (const Following& s : samples) {
        cloud.points.push_back({s.headway, s.speed});
        headways.push_back(s.headway);
    }
    chart.x_most = most_of(std::move(headways));
    chart.clouds.push_back(std::move(cloud));
    if (!std::isfinite(fit.speed(1))) return chart;
    plot::PointChart::Curve curve{.name = fit_name(fit), .points = {}};
    for (int i = 0; i <= 400; ++i) {
        const double headway = chart.x_most * i / 400;
        curve.points.push_back({headway, fit.speed(headway)});
    }
    chart.curves.push_back(std::move(curve));
    return chart;
}

std::string single_file_section(const Measurement& measurement, const std::string& prefix) {
    const RecordedFile& found = measurement.single_file();
    if (!found.found()) return {};
    std::set<std::uint32_t> followers;
    for (const Following& f : measurement.followings()) followers.insert(f.walk);
    if (followers.size() < kFewest) return {};
    const SpeedWaves& waves = measurement.waves();
    const HeadwayFit& fit = measurement.headway_fit();
    const LineState state = line_states(found.file).at(0);
    std::string rows;
    const auto row = [&](std::string_view name, const std::string& value) {
        rows += fmt::format("<tr><th>{}</th><td class=\"text\">{}</td></tr>\n", name, plot::escaped(value));
    };
    row("Line", found.file.ring > 0 ? fmt::format("a loop of {} m", number(found.file.ring, 4))
                                    : fmt::format("{} m", number(found.file.length(), 4)));
    row("Density", fmt::format("{} 1/m, {} people on average", number(state.density), number(state.people)));
    row("Speed, flow", fmt::format("{} m/s, {} 1/s", number(state.speed), number(state.flow)));
    row("Time to react", estimated(fit.time_to_react, "s"));
    row("Standstill distance", estimated(fit.standstill, "m"));
    row("Free speed", estimated(fit.free_speed, "m/s"));
    row("Explained by headways", fmt::format("{} % of the variance of speeds", number(100 * fit.r2, 2)));
    row("Waves", waves.time > 0 ? wave_text(waves) : "recorded for too short a time");
    if (waves.time > 0) {
        row("Wave score", fmt::format("{} m/s, {}", number(waves.score()),
                                      waves.score() >= kWaveScore ? "a stop-and-go wave"
                                      : waves.waves.empty()       ? "none"
                                                                  : "a perturbation"));
    }
    const auto framed = [](const std::string& svg, bool wide) {
        return fmt::format("<figure{}><div>{}</div></figure>\n", wide ? " class=\"wide\"" : "", svg);
    };
    const auto theme = plot::Theme::page;
    std::string figures = framed(plot::figure(space_time_chart(found.file, waves, "Places along the line over time"),
                                              kWhole, kTallHeight, theme, prefix + "fx"),
                                 true);
    figures += framed(plot::figure(density_chart(measurement.followings(), fit, "Speed over density"), kHalf, kHeight,
                                   theme, prefix + "fd"),
                      false);
    figures += framed(plot::figure(headway_chart(measurement.followings(), fit, "Speed over headway"), kHalf, kHeight,
                                   theme, prefix + "fh"),
                      false);
    return fmt::format(
        "<div class=\"scroll\"><table class=\"narrow\"><tbody>\n{}</tbody></table></div>\n<div "
        "class=\"figures\">{}</div>\n"
        "<p class=\"small\">± standard errors, from drawing people. Definitions: docs/single_file.md of "
        "Sidestep.</p>\n",
        rows, figures);
}

}  // namespace sidestep
