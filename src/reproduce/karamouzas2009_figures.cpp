#include "reproduce/karamouzas2009_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "sidestep/plot.h"

namespace sidestep::karamouzas2009 {

namespace {

const std::vector<std::string> kDirections{"to the right", "to the left", "upwards", "downwards"};

/// Place in kDirections of where somebody got to.
std::size_t direction_of(const Track& track) {
    const Vec2d way = track.position.back() - track.position.front();
    if (std::abs(way.x) > std::abs(way.y)) return way.x > 0 ? 0 : 1;
    return way.y > 0 ? 2 : 3;
}

/// Those directions only that somebody takes.
void name_directions(plot::PathMap& figure) {
    std::array<std::size_t, 4> place{};
    std::array<bool, 4> used{};
    for (const plot::Path& path : figure.paths) used[path.category] = true;
    for (std::size_t i = 0; i < kDirections.size(); ++i) {
        if (!used[i]) continue;
        place[i] = figure.categories.size();
        figure.categories.push_back(kDirections[i]);
    }
    for (plot::Path& path : figure.paths) path.category = place[path.category];
}

plot::Ground ground_of(const Trajectory& trajectory) {
    plot::Ground ground;
    if (!trajectory.info.wkt.empty()) ground.outline = map_outline(trajectory.info.wkt);
    return ground;
}

void add(Study& study, std::string part, std::string name, const plot::PathMap& figure, double width) {
    study.result.figures.push_back({std::move(part), std::move(name), plot::figure(figure, width, plot::Theme::plain)});
}

}  // namespace

void draw_avoidance(Study& study) {
    for (const auto& [name, model, settings] : {std::tuple{"predictive", "predictive", std::vector<std::string>{}},
                                                {"helbing", "social_force", kSolidBodies}}) {
        const RecordedRun run = run_in_memory(back_of_another(study, model, settings));
        plot::PathMap figure;
        figure.title = fmt::format("Somebody who would walk into another's back: {}", name);
        figure.ground = ground_of(run.trajectory);
        figure.view = {{-6, -1.6}, {1, 1.6}};
        for (const Track& track : run.trajectory.tracks)
            figure.paths.push_back({{track.position}, direction_of(track)});
        name_directions(figure);
        add(study, "evasion", fmt::format("figure1_{}", name), figure, 760);
    }
}

void draw_force(Study& study) {
    plot::LineChart chart;
    chart.title = "Evasive force of two people who meet head-on";
    chart.x = {"distance D to the collision", "m"};
    chart.y = {"force on one kilogram", "m/s²"};
    chart.note = "Beyond what is foreseen at this speed there is none, wherever d_max is.";
    plot::Line line{"measured", {}};
    constexpr double kApart = 0.8, kFar = 26, kStep = 0.1;
    for (double apart = kApart; apart < kFar; apart += kStep) {
        Scenario s = study.lab.scenario({"head_on", "predictive", {"noise_max=0", "neighbour_range=30"}});
        for (std::size_t i : {0u, 1u}) s.agents[i].position = Vec2d{i == 0 ? -apart / 2 : apart / 2, 0};
        Simulation simulation(s, 1);
        const std::vector<AgentState> before = simulation.agents();
        // Half of the gap between the other's body and the personal space is walked, the rest of that space is left.
        const double bodies = before[0].radius + before[1].radius,
                     personal = *simulation.parameter(simulation.handle_of(before[0].id), "personal_radius") -
                                before[0].radius;
        const double gap = apart - bodies;
        const double distance = gap > personal ? (gap - personal) / 2 + personal : gap;
        simulation.step();
        line.points.push_back({distance, std::abs(simulation.agents()[0].velocity.x - before[0].velocity.x) / s.dt});
    }
    chart.lines.push_back(std::move(line));
    study.result.figures.push_back({"evasion", "figure2_force", plot::figure(chart, 760, 420, plot::Theme::plain)});
}

void draw_scenarios(Study& study) {
    struct Moment {
        const char* scene;
        const char* title;
        double time;
        plot::View view;
    };
    constexpr double kTail = 1.5;  // s of the way behind everybody
    for (const Moment& moment : {Moment{"hallway100", "Hallway", 14, {{-20, -8.5}, {20, 8.5}}},
                                 {"crossing4", "Four groups at a crossing", 9, {{-12, -12}, {12, 12}}},
                                 {"perpendicular_flows", "Crossing flows", 15, {{-12, -12}, {12, 12}}}}) {
        const RecordedRun run = run_in_memory(study.lab.scenario({moment.scene, "predictive"}));
        plot::PathMap figure;
        figure.title = fmt::format("{}, {:g} s after the start", moment.title, moment.time);
        figure.ground = ground_of(run.trajectory);
        figure.view = moment.view;
        for (const Track& track : run.trajectory.tracks) {
            std::vector<Vec2d> tail;
            for (std::size_t i = 0; i < track.frame.size(); ++i) {
                const double time = track.frame[i] / run.trajectory.info.fps;
                if (time > moment.time - kTail && time <= moment.time) tail.push_back(track.position[i]);
            }
            if (!tail.empty()) figure.paths.push_back({{std::move(tail)}, direction_of(track)});
        }
        name_directions(figure);
        add(study, "scenarios", fmt::format("figure3_{}", moment.scene), figure, 900);
    }
}

void draw_hallway_paths(Study& study) {
    for (const auto& [name, model, settings] : {std::tuple{"predictive", "predictive", std::vector<std::string>{}},
                                                {"helbing", "social_force", kSolidBodies},
                                                {"rvo", "rvo", {}}}) {
        study.lab.over_seeds({"hallway100", model, settings}, 1, [&](std::size_t, const RecordedRun& run) {
            plot::PathMap figure;
            figure.title = fmt::format("Paths in the hallway: {}", name);
            figure.ground = ground_of(run.trajectory);
            figure.view = {{-36, -8.5}, {36, 8.5}};
            for (const Track& track : run.trajectory.tracks) {
                figure.paths.push_back({{track.position}, direction_of(track)});
            }
            name_directions(figure);
            add(study, "table1", fmt::format("figure4_{}", name), figure, 1200);
        });
    }
}

}  // namespace sidestep::karamouzas2009
