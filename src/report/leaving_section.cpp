#include "report/leaving_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "report/scene_inside.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using plot::escaped;
constexpr double kWidth = 960, kHeight = 320;  // pixels
constexpr double kHardlyMoved = 0.1;           // m: who waits may be pushed a little
constexpr std::size_t kShown = 30;             // of those who stayed

plot::Line line_of(const LeavingTimes& times, const std::string& name, double end) {
    plot::Line line{name, {{0, 0}}};
    double out = 0;
    for (const double t : times.time) {
        line.points.push_back({t, out});
        line.points.push_back({t, ++out});
    }
    line.points.push_back({end, out});
    return line;
}

std::string seconds(double time) {
    return std::isfinite(time) ? fmt::format("{:.1f}", time) : "–";
}

std::string row(const std::string& name, const std::string& width, const LeavingTimes& times, std::size_t everybody) {
    std::string html =
        fmt::format("<tr><th>{}</th>{}<td>{}</td><td>{:.0f} %</td><td>{}</td>", escaped(name), width, times.time.size(),
                    everybody > 0 ? 100.0 * static_cast<double>(times.time.size()) / static_cast<double>(everybody) : 0,
                    seconds(times.time.empty() ? NAN : times.time.front()));
    for (const double share : kToldShares) html += fmt::format("<td>{}</td>", seconds(times.when(share)));
    return html + fmt::format("<td>{:.1f}</td></tr>\n", times.most_per_second());
}

std::string table(const Leaving& leaving, const std::map<std::string, double>& widths) {
    const auto width = [&](const std::string& exit) -> std::string {
        if (widths.empty()) return {};
        const auto found = widths.find(exit);
        return found == widths.end() ? "<td></td>" : fmt::format("<td>{:.2f}</td>", found->second);
    };
    std::string html = fmt::format(
        "<div class=\"scroll\"><table><thead><tr><th>Exit</th>{}<th>People</th><th>Share</th><th>First [s]</th>"
        "<th>50 % [s]</th><th>90 % [s]</th><th>95 % [s]</th><th>Last [s]</th><th>Most [1/s]</th></tr></thead><tbody>\n",
        widths.empty() ? "" : "<th>Width [m]</th>");
    html += row("all", width(""), leaving.all, leaving.all.people);
    for (const LeavingTimes& exit : leaving.exits) html += row(exit.exit, width(exit.exit), exit, leaving.all.people);
    return html +
           fmt::format(
               "</tbody></table></div>\n<p class=\"small\">Seconds from the start of the run. In the first line "
               "shares are of everybody who was there, – where so many never got out; in the others of those who "
               "took that exit. Most: people a second in the fullest {:.0f} s.</p>\n",
               kFullestStretch);
}

/// What the times depend on most, and the scene only assumes.
std::string assumed(const TrajectoryInfo& info) {
    const std::optional<Scenario> scene = scene_inside(info);
    if (!scene) return {};
    std::vector<std::string> lines;
    const auto add = [&](std::string line) {
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    };
    for (const AgentSpec& entry : scene->agents) {
        add("Time before people set out: " + to_text(entry.start_delay, "s") + ".");
    }
    for (const ProfileSpec& profile : scene->profiles) {
        if (profile.common.size() > kPrefSpeed && profile.common[kPrefSpeed]) {
            add("Speed when nothing is in the way: " + to_text(*profile.common[kPrefSpeed], "m/s") + ".");
        }
    }
    constexpr std::size_t kMost = 6;
    if (lines.empty() || lines.size() > kMost) return {};
    std::string html = "<p>";
    for (const std::string& line : lines) html += escaped(line) + " ";
    return html + "</p>\n";
}

std::string stayed(const Trajectory& trajectory) {
    const std::vector<StillInside> inside = still_inside(trajectory);
    if (inside.empty()) return "<p>Nobody was left inside.</p>\n";
    std::string html =
        fmt::format("<p>{} still inside when the run ended:</p>\n<ul>",
                    inside.size() == 1 ? "One person was" : fmt::format("{} people were", inside.size()));
    for (std::size_t i = 0; i < std::min(kShown, inside.size()); ++i) {
        html += fmt::format("<li>{} at ({:.2f} {:.2f}): {}</li>", inside[i].id, inside[i].place.x, inside[i].place.y,
                            escaped(inside[i].why));
    }
    if (inside.size() > kShown) html += fmt::format("<li>and {} more</li>", inside.size() - kShown);
    return html + "</ul>\n";
}

}  // namespace

plot::LineChart leaving_chart(const Leaving& leaving) {
    plot::LineChart chart;
    chart.title = "People out";
    chart.x = {"time", "s"};
    chart.y = {"people out", ""};
    const double end = leaving.all.time.empty() ? 1 : leaving.all.time.back();
    chart.lines.push_back(line_of(leaving.all, fmt::format("all ({})", leaving.all.time.size()), end));
    if (leaving.exits.size() < 2) return chart;
    // Those that most people took have a colour of their own.
    std::vector<const LeavingTimes*> exits;
    for (const LeavingTimes& exit : leaving.exits) exits.push_back(&exit);
    const bool many = exits.size() + 1 > plot::kCategories;
    if (many) {
        std::ranges::stable_sort(exits, std::greater<>(), [](const LeavingTimes* e) { return e->time.size(); });
    }
    const std::size_t own = many ? plot::kCategories - 2 : exits.size();
    for (std::size_t i = 0; i < own; ++i) {
        chart.lines.push_back(line_of(*exits[i], fmt::format("{} ({})", exits[i]->exit, exits[i]->time.size()), end));
    }
    if (!many) return chart;
    LeavingTimes others;
    for (std::size_t i = own; i < exits.size(); ++i) {
        others.time.insert(others.time.end(), exits[i]->time.begin(), exits[i]->time.end());
    }
    std::ranges::sort(others.time);
    chart.lines.push_back(
        line_of(others, fmt::format("{} other exits ({})", exits.size() - own, others.time.size()), end));
    return chart;
}

std::vector<StillInside> still_inside(const Trajectory& trajectory) {
    const auto text = trajectory.info.metadata.find("health");
    const auto health = text == trajectory.info.metadata.end() ? std::nullopt : health_from_json(text->second);
    std::vector<StillInside> inside;
    for (const AgentId id : leaving_of(trajectory).inside) {
        const auto track = std::ranges::lower_bound(trajectory.tracks, id, {}, &Track::id);
        StillInside one{id, track->position.back(), "on its way when the run ended"};
        const bool waits = norm(track->position.back() - track->position.front()) < kHardlyMoved;
        if (waits) one.why = "had not set out when the run ended";
        if (health) {
            const auto stuck = std::ranges::find(health->stuck, id, &RunHealth::Stuck::id);
            if (stuck != health->stuck.end()) one.why = to_text(*stuck);
        }
        inside.push_back(std::move(one));
    }
    return inside;
}

std::string leaving_section(const Trajectory& trajectory, const std::string& prefix, const ReportOptions& said) {
    const Leaving leaving = leaving_of(trajectory);
    if (leaving.exits.empty()) return {};
    std::string notes;
    for (const std::string& note : said.notes) notes += fmt::format("<p>Note: {}.</p>\n", escaped(note));
    return fmt::format("<figure class=\"wide\"><div>{}</div></figure>\n{}{}{}{}",
                       plot::figure(leaving_chart(leaving), kWidth, kHeight, plot::Theme::page, prefix + "o"),
                       table(leaving, said.exit_widths), notes, stayed(trajectory), assumed(trajectory.info));
}

}  // namespace sidestep
