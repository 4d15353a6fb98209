// sidestep chart: a heading chart of a scene as a picture, with the ways that people walk by it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "map_picture.h"
#include "output.h"
#include "output_file.h"
#include "picture.h"
#include "scene_choice.h"
#include "sidestep/heading_chart.h"
#include "sidestep/map.h"
#include "sidestep/plot.h"
#include "sidestep/run.h"
#include "sidestep/spelling.h"

namespace sidestep::cli {
namespace {

struct ChartCommand {
    SceneChoice choice;
    std::string output;        ///< .svg or .png
    std::string goal;          ///< a name of the scene; empty: the first that somebody walks to
    double turn_radius = 0.5;  ///< m; the nearest chart is drawn
    std::string view;          ///< "X,Y,X,Y", empty: the whole map
    double width = 1000;       ///< pixels of the picture
    bool force = false;
    bool json = false;
};

constexpr double kArrowsApart = 26;       // pixels
constexpr std::size_t kMostShortest = 3;  // people whose shortest way is drawn too: more would hide what they walk

[[noreturn]] void refuse_goal(const std::string& goal, const std::vector<GoalCharts>& all) {
    std::vector<std::string> names;
    for (const GoalCharts& charts : all) names.insert(names.end(), charts.goals.begin(), charts.goals.end());
    throw InputError({.message = fmt::format("nobody walks to a goal named \"{}\" by heading charts", goal),
                      .value = goal,
                      .allowed = names.empty() ? "no name: goals are plain points" : list_of(names),
                      .remedy = did_you_mean(goal, names, "Choose one of these, or leave --goal out.")});
}

GoalCharts charts_of(const Scenario& scene, const std::string& goal) {
    const std::vector<GoalCharts> all = Simulation(scene).charts();
    if (all.empty()) {
        throw InputError({.message = "nobody in this scene walks by heading charts",
                          .allowed = "a scene with a profile whose route is heading_chart or grid",
                          .remedy = "Add --set PROFILE.route=heading_chart, with the name of a profile."});
    }
    if (goal.empty()) return all.front();
    for (const GoalCharts& charts : all) {
        if (std::ranges::find(charts.goals, goal) != charts.goals.end()) return charts;
    }
    refuse_goal(goal, all);
}

std::size_t nearest_chart(const ChartSummary& summary, double radius) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < summary.charts.size(); ++i) {
        if (std::abs(summary.charts[i].radius - radius) < std::abs(summary.charts[best].radius - radius)) best = i;
    }
    return best;
}

struct Way {
    std::vector<Vec2d> places;
    double length = 0, time = 0;
};

/// Of those who walk to the goal of the charts.
std::vector<Way> ways_walked(const Scenario& scene, const GoalCharts& charts) {
    const Trajectory trajectory = run_in_memory(scene).trajectory;
    std::vector<Way> ways;
    for (const Track& track : trajectory.tracks) {
        const auto agent = std::ranges::find(trajectory.agents, track.id, &AgentInfo::id);
        const bool elsewhere = agent != trajectory.agents.end() && !charts.goals.empty() &&
                               std::ranges::find(charts.goals, agent->goal) == charts.goals.end();
        if (elsewhere || track.position.size() < 2) continue;
        Way way{track.position, 0, (track.frame.back() - track.frame.front()) / trajectory.info.fps};
        for (std::size_t i = 1; i < way.places.size(); ++i) way.length += norm(way.places[i] - way.places[i - 1]);
        ways.push_back(std::move(way));
    }
    return ways;
}

/// As far apart as pixels say, in rows.
std::vector<plot::HeatMap::Arrow> arrows_of(const ChartField& field, double metres_per_pixel) {
    const auto every =
        static_cast<std::uint32_t>(std::max(1.0, std::ceil(kArrowsApart * metres_per_pixel / field.cell)));
    std::vector<plot::HeatMap::Arrow> arrows;
    for (std::uint32_t row = every / 2; row < field.rows; row += every) {
        for (std::uint32_t column = every / 2; column < field.columns; column += every) {
            const std::size_t cell = std::size_t{row} * field.columns + column;
            const auto heading = static_cast<double>(field.heading[cell]);
            if (field.blocked[cell] != 0 || std::isnan(heading)) continue;
            arrows.push_back(
                {field.lower + field.cell * Vec2d{column + 0.5, row + 0.5}, {std::cos(heading), std::sin(heading)}});
        }
    }
    return arrows;
}

plot::HeatMap figure_of(const ChartCommand& command, const Scenario& scene, const GoalCharts& charts,
                        const ChartField& field, const std::vector<Way>& ways) {
    plot::HeatMap figure;
    const std::string goal = charts.goals.empty() ? "" : fmt::format(" to {}", charts.goals.front());
    figure.title = fmt::format("{}: heading chart{}, turning radius {:.2f} m", scene.name, goal, field.radius);
    figure.note = "empty: no place for a body, or no way with this radius";
    figure.value = {"way left to the goal", "m"};
    figure.field = {field.lower, field.cell, field.columns, field.rows, {field.left.begin(), field.left.end()}};
    figure.zero_counts = true;
    figure.ground.outline = built_map(scene)->outline();
    const auto view = parse_view(command.view);
    figure.view = view ? *view : plot::view_of(figure.ground, std::nullopt);
    figure.arrows =
        arrows_of(field, (figure.view.upper.x - figure.view.lower.x) / (std::min(command.width, 1000.0) - 72));
    figure.arrow_name = "headings";
    plot::LineSet walked{.name = "walked", .lines = {}, .ink = plot::Ink::mark, .width = 2.8},
        shortest{.name = "shortest over cells (A*)", .lines = {}, .ink = plot::Ink::text, .width = 1.6, .dashed = true};
    plot::MarkSet starts{.name = "start", .places = {}, .category = 1, .radius = 4.5, .counted = false};
    for (const Way& way : ways) {
        walked.lines.push_back(way.places);
        starts.places.push_back(way.places.front());
        if (ways.size() <= kMostShortest) shortest.lines.push_back(grid_path(*charts.charts, way.places.front()));
    }
    shortest.counted = walked.counted = ways.size() > 1;
    figure.lines = {std::move(shortest), std::move(walked)};
    figure.marks = {std::move(starts),
                    {.name = "goal",
                     .places = {charts.goal.place},
                     .category = 1,
                     .radius = 4.5,
                     .filled = true,
                     .counted = false}};
    return figure;
}

int chart_command(const ChartCommand& command) {
    refuse_extension(command.output, {".svg", ".png", ".pdf"});
    parse_view(command.view);
    refuse_existing(command.output, command.force);
    const Scenario scene = chosen_scene(command.choice);
    const GoalCharts charts = charts_of(scene, command.goal);
    const ChartSummary summary = summary_of(*charts.charts);
    const std::size_t chart = nearest_chart(summary, command.turn_radius);
    const ChartField field = field_of(*charts.charts, chart);
    const std::vector<Way> ways = ways_walked(scene, charts);
    write_file(command.output, picture_of(command.output, command.width, [&](double width) {
                   return plot::figure(figure_of(command, scene, charts, field, ways), width, plot::Theme::plain);
               }));

    const std::size_t undefined = summary.charts[chart].undefined;
    if (command.json) {
        Json radii = Json::array(), walked = Json::array();
        for (const ChartSummary::Chart& other : summary.charts) radii.push_back(other.radius);
        for (const Way& way : ways) walked.push_back({{"length_m", way.length}, {"time_s", way.time}});
        print(Json{{"scene", scene.name},
                   {"goals", charts.goals},
                   {"turn_radius", field.radius},
                   {"turn_radii", std::move(radii)},
                   {"cell", field.cell},
                   {"free_cells", summary.free_cells},
                   {"without_way", undefined},
                   {"walked", std::move(walked)},
                   {"output", command.output}});
        return kHealthy;
    }
    std::string text = fmt::format("{} charts of turning radii {:.2f} to {:.2f} m, cells of {:g} m; drawn: {:.2f} m\n",
                                   summary.charts.size(), summary.charts.front().radius, summary.charts.back().radius,
                                   field.cell, field.radius);
    text += fmt::format("{} of {} free cells have no way with this radius\n", undefined, summary.free_cells);
    for (const Way& way : ways) text += fmt::format("walked {:.2f} m in {:.1f} s\n", way.length, way.time);
    print(text + fmt::format("wrote {}\n", command.output));
    return kHealthy;
}

}  // namespace

void add_chart(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("chart", "draw a heading chart of a scene, and the ways walked by it");
    ChartCommand& chart = arguments_of(*command, action, chart_command);
    add_scene(*command, chart.choice);
    command->add_option("-o,--output", chart.output, "FILE.svg or FILE.png")->required();
    command->add_option("--goal", chart.goal, "to which the chart leads; the first that somebody walks to without");
    command->add_option("--turn-radius", chart.turn_radius, "metres; the chart with the nearest is drawn")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    add_view_of_picture(*command, chart.view, chart.width);
    command->add_flag("--force", chart.force, "overwrite an existing picture");
    command->add_flag("--json", chart.json, kJsonHelp);
}

}  // namespace sidestep::cli
