#include "report/waiting_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sidestep/plot.h"
#include "sidestep/statistics.h"
#include "sidestep/waiting.h"

namespace sidestep {
namespace {

using plot::escaped;
constexpr double kWidth = 960, kHeight = 320;  // pixels

std::string seconds(double time) {
    return std::isfinite(time) ? fmt::format("{:.1f}", time) : "–";
}

std::string row(const std::string& name, const WaitingTimes& w) {
    std::string html = fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
                                   escaped(name), w.came, w.served, w.gave_up, w.waiting, seconds(w.mean_wait()));
    for (const double share : kToldWaits) html += fmt::format("<td>{}</td>", seconds(w.within(share)));
    return html + fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0f} %</td></tr>\n",
                              seconds(w.waited.empty() ? NAN : w.waited.back()), seconds(summarise(w.service).mean),
                              plot::plain(w.mean_length(), 3), w.longest(), 100 * w.busy);
}

plot::Line line_of(const WaitingTimes& w, const std::string& name) {
    plot::Line line{name, {}};
    for (const LineLength& l : w.length) {
        if (!line.points.empty()) line.points.push_back({l.time, line.points.back().y});
        line.points.push_back({l.time, static_cast<double>(l.people)});
    }
    line.points.push_back({std::max(w.end, line.points.back().x), line.points.back().y});
    return line;
}

/// Each line, or, of more than there are colours, the longest.
plot::LineChart length_chart(const std::vector<WaitingTimes>& queues) {
    plot::LineChart chart;
    chart.title = "People waiting";
    chart.x = {"time", "s"};
    chart.y = {"people in line", ""};
    std::vector<const WaitingTimes*> shown;
    for (const WaitingTimes& w : queues) shown.push_back(&w);
    std::ranges::stable_sort(shown, std::greater<>(), [](const WaitingTimes* w) { return w->mean_length(); });
    if (shown.size() > plot::kCategories) {
        chart.title += fmt::format(", the {} longest of {} lines", plot::kCategories, shown.size());
        shown.resize(plot::kCategories);
    }
    for (const WaitingTimes* w : shown) chart.lines.push_back(line_of(*w, w->queue));
    return chart;
}

plot::BarChart wait_chart(const WaitingTimes& all) {
    const Histogram h = histogram(all.waited);
    plot::BarChart chart;
    chart.title = "Waiting time";
    chart.x = {"time until served", "s"};
    chart.y = {"people", ""};
    chart.lower = h.lower;
    chart.width = h.width;
    chart.heights.assign(h.count.begin(), h.count.end());
    chart.mark = all.mean_wait();
    chart.mark_name = fmt::format("mean {} s", seconds(all.mean_wait()));
    return chart;
}

}  // namespace

std::string waiting_section(const Trajectory& trajectory, const std::string& prefix) {
    const std::vector<WaitingTimes> queues = waiting_of(trajectory.info);
    if (queues.empty()) return {};
    const WaitingTimes all = all_waiting(trajectory.info);
    const auto figure = [](const std::string& svg) {
        return fmt::format("<figure class=\"wide\"><div>{}</div></figure>\n", svg);
    };
    std::string html = figure(plot::figure(length_chart(queues), kWidth, kHeight, plot::Theme::page, prefix + "ql"));
    if (!all.waited.empty()) {
        html += figure(plot::figure(wait_chart(all), kWidth, kHeight, plot::Theme::page, prefix + "qw"));
    }
    html +=
        "<div class=\"scroll\"><table><thead><tr><th>Queue</th><th>Came</th><th>Served</th><th>Gave up</th>"
        "<th>Waiting</th><th>Mean wait [s]</th><th>50 % [s]</th><th>90 % [s]</th><th>95 % [s]</th><th>Longest [s]</th>"
        "<th>Service [s]</th><th>Mean length</th><th>Longest line</th><th>Busy</th></tr></thead><tbody>\n";
    if (queues.size() > 1) html += row("all", all);
    for (const WaitingTimes& w : queues) html += row(w.queue, w);
    return html +
           "</tbody></table></div>\n<p class=\"small\">Waits count from when somebody came to the end of the line "
           "until it was served, of those who were; 90 %: so many waited no longer. Lengths count those who wait, not "
           "who is served. Waiting: in line when the run ended. Busy: share of the time in which points served "
           "somebody.</p>\n";
}

}  // namespace sidestep
