// The report: one page, no scripts, nothing from outside; dark and light on a screen, light on A4.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "report/leaving_section.h"
#include "report/measure_section.h"
#include "report/page.h"
#include "report/single_file_section.h"
#include "report/waiting_section.h"
#include "sidestep/error.h"
#include "sidestep/recorded_people.h"
#include "sidestep/report.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using plot::escaped;
constexpr double kHalf = 520, kWhole = 1040, kChartHeight = 290;  // pixels, of figures side by side

std::string metadata(const TrajectoryInfo& info, const std::string& key) {
    const auto found = info.metadata.find(key);
    return found == info.metadata.end() ? std::string() : found->second;
}

std::string number(double value, int digits = 4) {
    return plot::plain(value, digits);
}

std::string grouped(std::uint64_t value) {
    return plot::plain(static_cast<double>(value), 15);
}

/// What is said about one result, measured once.
struct Measured {
    const ReportInput& input;
    Measurement measurement;
    std::string title;
    ResultGround ground;
    std::optional<ClosestPair> closest;
    CrowdFields fields;
    std::uint32_t first = 0, last = 0;  // frames
    std::size_t samples = 0;
};

Measured measure(const ReportInput& input, const ReportOptions& options) {
    const Trajectory& t = input.trajectory;
    Measured m{.input = input,
               .measurement = Measurement(t, {options.sampling, options.single_file, options.places}),
               .title = metadata(t.info, "scene_name"),
               .ground = result_ground(t.info),
               .closest = closest_ever(t),
               .fields = crowd_fields(t, {options.cell})};
    if (m.title.empty()) m.title = input.name;
    bool anybody = false;
    for (const Track& track : t.tracks) {
        if (track.frame.empty()) continue;
        m.first = anybody ? std::min(m.first, track.frame.front()) : track.frame.front();
        m.last = std::max(m.last, track.frame.back());
        m.samples += track.frame.size();
        anybody = true;
    }
    return m;
}

std::vector<double> column(const Measured& m, const Metric& metric) {
    return numbers_of(metric.measure(m.measurement));
}

std::vector<double> column(const Measured& m, std::string_view metric) {
    return column(m, require_metric(metric));
}

/// Tables show the usual metrics: those of people with their spread, then those of the crowd as a whole.
std::vector<const Metric*> shown_metrics() {
    return choose_metrics({});
}

std::string_view unit_of(const Metric& metric) {
    return metric.unit == "deg" ? "°" : metric.unit == "1" ? "" : metric.unit;
}

// ---- Verdict ----

std::string closest_text(const Measured& m) {
    if (!m.closest) return "Nobody ever had company, so there is no closest approach.";
    return fmt::format("Closest approach: {} m between the centres of {} and {}, at {} s.",
                       number(m.closest->distance, 3), m.closest->a, m.closest->b, number(m.closest->time));
}

std::string items(const RunHealth& health) {
    std::string list;
    for (const std::string& sentence : to_sentences(health)) list += "<li>" + escaped(sentence) + "</li>";
    return list.empty() ? "" : "<ul>" + list + "</ul>";
}

std::string verdict(const Measured& m) {
    const auto health = health_from_json(metadata(m.input.trajectory.info, "health"));
    if (!health) {
        const bool ours = !metadata(m.input.trajectory.info, "sidestep_version").empty();
        return fmt::format("<div class=\"verdict none\"><strong>{}</strong><p>{}</p></div>\n",
                           ours ? "This result carries no verdict: its run was cut short or is older than verdicts"
                                : "Measured from a recording: no verdict of a run",
                           escaped(closest_text(m)));
    }
    return fmt::format("<div class=\"verdict {}\"><strong>{}</strong>{}<p>{}</p></div>\n", health->ok ? "good" : "bad",
                       health->ok                  ? "✓ Healthy run"
                       : health->expects_unhealthy ? "✗ Not healthy, as the scene expects"
                                                   : "✗ Not healthy: read this before using the result",
                       items(*health), escaped(closest_text(m)));
}

// ---- Facts ----

/// "walker: predictive" from the parameters inside the result.
std::string models_of(const TrajectoryInfo& info) {
    const std::string text = metadata(info, "parameters");
    std::string models;
    std::size_t shown = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        const std::size_t equals = line.find(".model=");
        if (equals == std::string::npos) continue;
        if (++shown > 8) return models + ", …";
        models += fmt::format("{}{} ({})", models.empty() ? "" : ", ", line.substr(equals + 7), line.substr(0, equals));
    }
    return models;
}

constexpr double kLongestFact = 60;  // letters, about

/// What the reader of a printed page asks first; `said` by whoever made it goes before what the result says.
std::string project_of(const Measured& m, const ReportOptions& said) {
    return said.project.empty() ? metadata(m.input.trajectory.info, "project") : said.project;
}
std::string author_of(const Measured& m, const ReportOptions& said) {
    return said.author.empty() ? metadata(m.input.trajectory.info, "author") : said.author;
}

std::string facts(const Measured& m, const ReportOptions& said) {
    const TrajectoryInfo& info = m.input.trajectory.info;
    std::string list;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (value.empty()) return;
        list +=
            fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", name, escaped(plot::shortened(value, 1, kLongestFact)));
    };
    add("Project", project_of(m, said));
    add("Author", author_of(m, said));
    add("Date of this report", said.date);
    add("File", m.input.name);
    add("Scene", metadata(info, "scene_name"));
    add("Model", models_of(info));
    add("Seed", metadata(info, "seed"));
    if (const std::string dt = metadata(info, "dt"); !dt.empty()) add("Time step", dt + " s");
    add("Engine", metadata(info, "sidestep_version").empty() ? "" : "sidestep " + metadata(info, "sidestep_version"));
    add("People", grouped(m.input.trajectory.tracks.size()));
    const std::uint64_t frames = m.samples > 0 ? std::uint64_t{m.last} - m.first + 1 : 0;
    add("Frames", fmt::format("{} at {}/s", grouped(frames), number(info.fps)));
    if (frames > 0) {
        add("Time", fmt::format("{} s, from {} s to {} s", number((m.last - m.first) / info.fps),
                                number(m.first / info.fps), number(m.last / info.fps)));
    }
    add("Samples", grouped(m.samples));
    if (m.ground.ground.outline.empty()) add("Map", m.ground.trouble.empty() ? "none in the file" : m.ground.trouble);
    return "<dl class=\"facts\">" + list + "</dl>\n";
}

// ---- Who walked, and with what ----

/// Of those with one profile, goal and group.
struct Share {
    std::size_t people = 0;
    float least = 0, most = 0;  ///< m, radius
};

std::string population(const Measured& m) {
    const Trajectory& t = m.input.trajectory;
    if (t.agents.empty()) return {};
    std::map<std::array<std::string, 3>, Share> shares;
    bool goals = false, groups = false;
    for (const AgentInfo& agent : t.agents) {
        Share& share = shares[{agent.profile, agent.goal, agent.group}];
        share.least = share.people == 0 ? agent.radius : std::min(share.least, agent.radius);
        share.most = std::max(share.most, agent.radius);
        ++share.people;
        goals |= !agent.goal.empty();
        groups |= !agent.group.empty();
    }
    constexpr std::size_t kMost = 24;
    std::string rows;
    std::size_t shown = 0, left = 0;
    for (const auto& [who, share] : shares) {
        if (++shown > kMost) {
            left += share.people;
            continue;
        }
        const std::string body = share.most <= 0             ? "–"
                                 : share.least == share.most ? number(2.0 * share.most, 3)
                                                             : fmt::format("{} to {}", number(2.0 * share.least, 3),
                                                                           number(2.0 * share.most, 3));
        rows +=
            fmt::format("<tr><th>{}</th>{}{}<td>{}</td><td>{}</td></tr>\n", escaped(who[0]),
                        goals ? "<td class=\"text\">" + escaped(who[1]) + "</td>" : "",
                        groups ? "<td class=\"text\">" + escaped(who[2]) + "</td>" : "", grouped(share.people), body);
    }
    return fmt::format(
        "<div class=\"scroll\"><table class=\"narrow\"><thead><tr><th>Profile</th>{}{}<th>People</th><th>Body [m]</th>"
        "</tr></thead><tbody>\n{}</tbody></table></div>\n{}",
        goals ? "<th class=\"text\">Goal</th>" : "", groups ? "<th class=\"text\">Group</th>" : "", rows,
        left > 0 ? fmt::format("<p class=\"small\">{} others not listed.</p>\n", grouped(left)) : "");
}

/// What is not at its default, as the result says it.
std::string parameters(const Measured& m) {
    std::string text = metadata(m.input.trajectory.info, "parameters"), rows;
    constexpr std::size_t kMost = 60;
    std::size_t shown = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find('='), dot = line.find('.');
        if (equals == std::string::npos || dot > equals) continue;
        if (++shown > kMost) break;
        rows += fmt::format("<tr><th>{}</th><td class=\"text\">{}</td><td class=\"text\">{}</td></tr>\n",
                            escaped(line.substr(0, dot)), escaped(line.substr(dot + 1, equals - dot - 1)),
                            escaped(plot::shortened(line.substr(equals + 1), 1, kLongestFact)));
    }
    if (rows.empty()) return {};
    return fmt::format(
        "<div class=\"scroll\"><table class=\"narrow\"><thead><tr><th>Profile</th><th class=\"text\">Parameter</th>"
        "<th class=\"text\">Value</th></tr></thead><tbody>\n{}</tbody></table></div>\n<p class=\"small\">What is not "
        "listed has its default{}.</p>\n",
        rows, shown > kMost ? ", but for some that are left out here" : "");
}

std::string who_walked(const Measured& m, const char* level) {
    const std::string people = population(m), values = parameters(m);
    if (people.empty() && values.empty()) return {};
    const auto part = [](const std::string& html) { return html.empty() ? "" : "<div>" + html + "</div>"; };
    return fmt::format("<{0}>Who walked, and how</{0}>\n<div class=\"pair\">{1}{2}</div>\n", level, part(people),
                       part(values));
}

// ---- Figures ----

std::string framed(const std::string& svg, const std::string& caption, bool wide = false) {
    return fmt::format("<figure{}><div>{}</div>{}</figure>\n", wide ? " class=\"wide\"" : "", svg,
                       caption.empty() ? "" : "<figcaption>" + escaped(caption) + "</figcaption>");
}

std::string map_figures(const Measured& m, const std::string& prefix) {
    const plot::PathMap paths =
        path_map(m.input.trajectory, m.ground, PathColour::direction, fmt::format("Trajectories: {}", m.title));
    const Vec2d size = paths.view.upper - paths.view.lower;
    // The paths get a row of their own, as high as a page bears; what is averaged stands below, two in a row.
    const bool wide = size.x > 1.2 * size.y;
    const double width = kHalf;
    std::string html =
        framed(plot::figure(paths, wide ? kWhole : 0.75 * kWhole, plot::Theme::page, prefix + "p"), "", true);
    plot::HeatMap heat;
    heat.ground = m.ground.ground;
    heat.view = paths.view;
    const double cell = m.fields.density.cell;
    heat.title = "Density";
    heat.value = {"density", "1/m²"};
    heat.field = m.fields.density;
    html += framed(plot::figure(heat, width, plot::Theme::page, prefix + "d"),
                   fmt::format("People per area in cells of {} m, averaged over {} s. Empty: nobody was ever there.",
                               number(cell), number(m.fields.seconds)));
    heat.title = "Mean speed";
    heat.value = {"speed", "m/s"};
    heat.field = m.fields.speed;
    heat.zero_counts = true;
    html += framed(plot::figure(heat, width, plot::Theme::page, prefix + "s"),
                   fmt::format("Mean over everybody's samples in a cell of {} m: weighted by the time spent there.",
                               number(cell)));
    return fmt::format("<div class=\"figures maps\">{}</div>\n", html);
}

plot::BarChart bars(const std::string& title, const plot::Axis& x, const std::string& counted,
                    std::span<const double> values) {
    const Histogram h = histogram(values);
    plot::BarChart chart;
    chart.title = title;
    chart.x = x;
    chart.y = {counted, ""};
    chart.lower = h.lower;
    chart.width = h.width;
    chart.heights.assign(h.count.begin(), h.count.end());
    const Summary s = summarise(values);
    if (s.n > 0) {
        chart.mark = s.mean;
        chart.mark_name = std::isnan(s.sd)
                              ? fmt::format("mean {} {}", number(s.mean, 3), x.unit)
                              : fmt::format("mean {} {}, sd {} {}", number(s.mean, 3), x.unit, number(s.sd, 3), x.unit);
    }
    return chart;
}

std::string chart_figures(const Measured& m, const std::string& prefix) {
    std::string html;
    const auto add = [&](const auto& chart, const char* id) {
        html += framed(plot::figure(chart, kHalf, kChartHeight, plot::Theme::page, prefix + id), "");
    };
    plot::LineChart people{"People over time", "", {"time", "s"}, {"people", ""}, {{"people", {}}}, true};
    plot::LineChart speed{"Mean speed over time", "", {"time", "s"}, {"mean speed", "m/s"}, {{"mean speed", {}}}, true};
    for (const CrowdSample& sample : m.measurement.series()) {
        people.lines[0].points.push_back({sample.time, static_cast<double>(sample.people)});
        speed.lines[0].points.push_back({sample.time, sample.speed});
    }
    add(people, "n");
    add(speed, "v");
    add(bars("Speed", {"speed", "m/s"}, "samples", all_speeds(m.input.trajectory)), "hs");
    add(bars("Travel time", {"time from first to last sample", "s"}, "people", column(m, "time")), "ht");
    add(bars("Path length", {"length", "m"}, "people", column(m, "length")), "hl");
    add(bars("Turning", {"degrees turned", "°"}, "people", column(m, "degrees")), "hd");
    return html;
}

// ---- Numbers ----

std::string metric_table(const Measured& m) {
    std::string html =
        "<div class=\"scroll\"><table><thead><tr><th>Metric</th><th>Unit</th><th>Mean</th><th>sd</th><th>n</th>"
        "<th>People</th><th class=\"text\">Definition</th></tr></thead><tbody>\n";
    for (const Metric* metric : shown_metrics()) {
        const Summary s = summarise(column(m, *metric));
        html += fmt::format(
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td></tr>\n",
            metric->name, unit_of(*metric), number(s.mean), number(s.sd, 3), grouped(s.n),
            people_text(metric->name, m.measurement.sampling()), escaped(metric->meaning));
    }
    return html + "</tbody></table></div>\n";
}

std::string table_note(const Measured& m) {
    const std::size_t skipped = m.input.trajectory.tracks.size() - m.measurement.walks().size();
    return fmt::format(
        "<p class=\"small\">Over people, or of the crowd as a whole (n = 1); sd of the sample (n − 1). Resampled every "
        "{} s.{} People: least and greatest mean of recordings. Full definitions: docs/metrics.md and "
        "docs/quality_of_motion.md of Sidestep.</p>\n",
        number(m.measurement.sampling()),
        skipped > 0 ? fmt::format(" {} with a single sample left out.", grouped(skipped)) : "");
}

/// Of the first with another, whose letter it is.
std::string comparison(const Measured& a, const Measured& b, char letter) {
    std::string html = fmt::format(
        "<section><h2>Comparison{}</h2>\n<div class=\"scroll\"><table><thead><tr><th>Metric</th><th>Unit</th><th>A: "
        "mean "
        "± "
        "sd</th><th>{}: mean ± sd</th><th>Welch t</th><th>p</th><th>ranks p</th></tr></thead><tbody>\n",
        letter == 'B' ? "" : fmt::format(" of A and {}", letter), letter);
    const auto cell = [](const Summary& s) {
        return std::isnan(s.sd) ? number(s.mean) : fmt::format("{} ± {}", number(s.mean), number(s.sd, 3));
    };
    for (const Metric* metric : shown_metrics()) {
        const auto x = column(a, *metric), y = column(b, *metric);
        const WelchTest welch = welch_test(x, y);
        html += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                            metric->name, unit_of(*metric), cell(summarise(x)), cell(summarise(y)), number(welch.t, 3),
                            number(welch.p, 2), number(mann_whitney_test(x, y).p, 2));
    }
    html += fmt::format(
        "</tbody></table></div>\n<p class=\"small\">A: {}; {}: {}. p: two-sided, Welch’s t-test and Mann–Whitney U. "
        "People of "
        "one run influence each other, so p values of a single pair of runs are too small.</p></section>\n",
        escaped(a.input.name), letter, escaped(b.input.name));
    return html;
}

std::string section(const Measured& m, const std::string& prefix, const std::string& heading,
                    const ReportOptions& said) {
    std::string html = "<section>\n";
    if (!heading.empty()) html += fmt::format("<h2>{}</h2>\n", escaped(heading));
    const char* level = heading.empty() ? "h2" : "h3";
    html += verdict(m) + facts(m, said);
    if (const std::string left = leaving_section(m.input.trajectory, prefix, said); !left.empty()) {
        html += fmt::format("<{}>Who got out when</{}>\n{}", level, level, left);
    }
    if (const std::string waited = waiting_section(m.input.trajectory, prefix); !waited.empty()) {
        html += fmt::format("<{}>Waiting lines</{}>\n{}", level, level, waited);
    }
    html += fmt::format("<{}>Where people walked</{}>\n{}", level, level, map_figures(m, prefix));
    html += fmt::format("<{}>Over time, and how it was distributed</{}>\n<div class=\"figures\">{}</div>\n", level,
                        level, chart_figures(m, prefix));
    if (const std::string file = single_file_section(m.measurement, prefix); !file.empty()) {
        html += fmt::format("<{}>In single file</{}>\n{}", level, level, file);
    }
    if (const std::string places = measure_section(m.measurement, prefix); !places.empty()) {
        html += fmt::format("<{}>In areas and at lines</{}>\n{}", level, level, places);
    }
    html += who_walked(m, level);
    html += fmt::format("<{}>Metrics</{}>\n{}{}", level, level, metric_table(m), table_note(m));
    return html + "</section>\n";
}

}  // namespace

std::string report_html(std::span<const ReportInput> results, const ReportOptions& options) {
    std::vector<Measured> measured;
    ReportOptions alike = options;
    for (const ReportInput& input : results) {
        const double sampling = sampling_for(input.trajectory.info, {options.sampling});
        alike.sampling = std::max(alike.sampling.value_or(0), sampling);  // else they could not be compared
    }
    for (const ReportInput& input : results) measured.push_back(measure(input, alike));
    std::string title;
    std::set<std::string> titles;
    for (const Measured& m : measured) {
        if (titles.insert(m.title).second || measured.size() == 2) title += (title.empty() ? "" : " and ") + m.title;
    }
    if (title.empty()) title = "nothing";
    std::string body = fmt::format("<header><h1>{}</h1></header>\n", escaped(title));
    const auto letter = [](std::size_t i) { return static_cast<char>('A' + i % 26); };
    for (std::size_t i = 0; i < measured.size(); ++i) {
        // Ids of figures differ beyond the alphabet too.
        const std::string mark = std::string(1, letter(i)) + (i < 26 ? "" : std::to_string(i / 26));
        body += section(measured[i], measured.size() > 1 ? mark : "",
                        measured.size() > 1 ? mark + ": " + measured[i].input.name : "", options);
    }
    for (std::size_t i = 1; i < measured.size(); ++i) body += comparison(measured[0], measured[i], letter(i));
    return report_page(title, body);
}

}  // namespace sidestep
