// People who walk by heading charts, and along the grid they are compared with, inside a simulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "sidestep/error.h"
#include "sidestep/heading_chart.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

constexpr double kRadian = 3.14159265358979323846 / 180;
constexpr const char* kRoom = "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))";
constexpr const char* kUTurn =
    "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 2.95, 2.5 2.95, 2.5 3.05, 7.9 3.05, 7.9 5.9, 0.1 5.9, 0.1 0.1))";
constexpr const char* kHall = "POLYGON ((0 0, 20 0, 20 4, 30 7.6, 28.5 11.4, 18.5 8, 0 8, 0 0))";
const char* const kRooms[] = {"no_turn", "wide_turn", "sharp_turn", "u_turn", "s_turn", "library_exit", "hallway"};

ProfileSpec walker(std::string_view model = "constant_velocity", Settings settings = {},
                   std::string_view kind = "heading_chart") {
    settings.insert(settings.begin(), {{"radius", 0.1245}, {"pref_speed", 1.36}, {"max_speed", 2}});
    ProfileSpec p = profile("walker", model, settings);
    p.route.name = kind;
    return p;
}

Scenario room(const char* wkt, ProfileSpec p, double duration = 60, double dt = 0.066) {
    Scenario s = scene(std::move(p), duration, dt);
    s.map.wkt = wkt;
    return s;
}

GoalSpec goal_at(std::string name, Vec2d point, std::optional<double> heading = {}, double speed = 0) {
    GoalSpec goal{.name = std::move(name), .region = {}, .point = point, .exit = true};
    goal.heading = heading;
    goal.speed = speed;
    return goal;
}

Scenario shipped(const std::string& name) {
    return load_scene(std::string(SIDESTEP_SOURCE_DIR) + "/scenes/" + name + ".json");
}

InputProblem problem_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty()) << error.what();
        return error.problem();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Places of agent 1 from the start until it is gone or the run ends.
std::vector<Vec2d> places(Simulation& simulation) {
    std::vector<Vec2d> all{agent(simulation, 1).position};
    while (!simulation.finished()) {
        simulation.step();
        if (!is_here(simulation, 1)) break;
        all.push_back(agent(simulation, 1).position);
    }
    return all;
}

TEST(Charts, ALoneWalkerWalksAsWalkChartDoes) {
    for (const std::string_view kind : {"heading_chart", "grid"}) {
        for (const double goal_speed : {0.0, 1.36}) {
            Scenario s = room(kUTurn, walker("constant_velocity", {}, kind));
            s.goals = {goal_at("end", {7, 4.2}, 0.0, goal_speed)};
            put(s, {7, 1.8}, to_goal(0)).velocity = Vec2d{-0.9, 0};
            Simulation simulation(s);
            const std::vector<Vec2d> walked = places(simulation);

            const ChartValues values = chart_values();
            const auto charts = make_charts(kUTurn, {{7, 4.2}, 0.0, goal_speed}, values);
            const WalkStart start{{7, 1.8}, 180 * kRadian, 0.9};
            const WalkedPath path =
                kind == "grid" ? walk_grid(*charts, values, start) : walk_chart(*charts, values, start);
            ASSERT_EQ(path.status, WalkStatus::arrived);
            // The last step is not seen: who arrives is gone.
            EXPECT_NEAR(static_cast<double>(walked.size()), static_cast<double>(path.place.size()) - 1, 3);
            for (std::size_t i = 0; i < std::min(walked.size(), path.place.size()); ++i) {
                ASSERT_LT(norm(walked[i] - path.place[i]), 0.02) << "step " << i << ", goal speed " << goal_speed;
            }
            EXPECT_TRUE(simulation.summary().health.ok) << to_json(simulation.summary().health);
        }
    }
}

TEST(Charts, EveryShippedSceneIsHealthy) {
    for (const char* name : kRooms) {
        for (const bool alone : {true, false}) {
            Scenario s = shipped(name);
            if (alone) s.agents.resize(1);
            Simulation simulation(s);
            const Walks walks = watch(simulation);
            EXPECT_TRUE(walks.everybody_arrived) << name;
            EXPECT_TRUE(simulation.summary().health.ok) << name << to_json(simulation.summary().health);
            EXPECT_LT(simulation.time(), 16) << name;
        }
    }
}

TEST(Charts, WorkUnderEveryModel) {
    for (const PartInfo* model : models()) {
        Scenario s = shipped("s_turn");
        use_model(s, model->name);
        // Forces of walls hold who walks slowly off a goal near them.
        set_parameter(s.profiles[0], "goal_radius", Distribution::fixed(0.3));
        Simulation simulation(s);
        EXPECT_TRUE(watch(simulation).everybody_arrived) << model->name;
    }
}

TEST(Charts, ArriveWithHeadingAndSpeed) {
    for (const double degrees : {0.0, 45.0, 90.0}) {
        Scenario s = room(kRoom, walker());
        s.goals = {goal_at("end", {4, 3}, degrees * kRadian, 1.0)};
        put(s, {1, 1}, to_goal(0));
        Simulation simulation(s);
        AgentState last = agent(simulation, 1);
        while (!simulation.finished()) {
            simulation.step();
            if (is_here(simulation, 1)) last = agent(simulation, 1);
        }
        EXPECT_EQ(simulation.agent_count(), 0u);
        EXPECT_NEAR(norm(last.velocity), 1.0, 0.2) << degrees;
        const Vec2d wanted{std::cos(degrees * kRadian), std::sin(degrees * kRadian)};
        EXPECT_GT(dot(wanted, unit(Vec2d{last.velocity.x, last.velocity.y})), 0.85) << degrees;
    }
}

TEST(Charts, WhoWasStoppedBeginsAnew) {
    for (const std::string_view kind : {"heading_chart", "grid"}) {
        Scenario s = room("POLYGON ((0 0, 30 0, 30 6, 0 6, 0 0))", walker("constant_velocity", {}, kind));
        put(s, {1, 3}, to_point({28, 3}));
        Simulation simulation(s);
        run_steps(simulation, 80);
        EXPECT_NEAR(norm(agent(simulation, 1).velocity), 1.36, 1e-3);
        simulation.set_velocity(simulation.handle_of(1), {0.3f, 0});
        run_steps(simulation, 1);
        EXPECT_NEAR(norm(agent(simulation, 1).velocity), 1.36, 1e-3) << "slow is not stopped";
        simulation.set_velocity(simulation.handle_of(1), {0.01f, 0});
        run_steps(simulation, 1);
        EXPECT_NEAR(norm(agent(simulation, 1).velocity), 1.36 * std::exp(-2), 1e-3);
        run_steps(simulation, 20);
        EXPECT_LT(norm(agent(simulation, 1).velocity), 1.0) << "speed grows with the way";
        run_steps(simulation, 60);
        EXPECT_NEAR(norm(agent(simulation, 1).velocity), 1.36, 1e-3);
    }
}

TEST(Charts, WaitForTheirStart) {
    Scenario s = room(kRoom, walker());
    put(s, {1, 3}, to_point({7, 3}, true)).start_delay = Distribution::fixed(3);
    s.agents[0].velocity = Vec2d{1.36, 0};
    Simulation simulation(s);
    run_steps(simulation, 40);
    EXPECT_LT(norm(agent(simulation, 1).position - Vec2d{1, 3}), 1e-9);
    while (norm(agent(simulation, 1).velocity) == 0) simulation.step();
    EXPECT_LT(norm(agent(simulation, 1).velocity), 0.25) << "its start is a standing one";
    EXPECT_TRUE(watch(simulation).everybody_arrived);
}

TEST(Charts, AreSharedByThoseOfOneGoalAndBody) {
    Scenario s = room(kRoom, walker());
    s.profiles.push_back(walker("orca"));
    s.profiles[1].name = "other";
    s.profiles[1].route.set(kTurnCoefficient, Distribution::fixed(0.3));  // charts do not depend on it
    s.goals = {goal_at("a", {7, 3}, 0.0), goal_at("b", {7, 5}, 0.0), goal_at("same", {7, 3}, 0.0)};
    put(s, {1, 1}, to_goal(0));
    put(s, {1, 3}, to_goal(0), 1);
    put(s, {1, 5}, to_goal(2));
    ASSERT_EQ(Simulation(s).charts().size(), 1u);
    EXPECT_EQ(Simulation(s).charts()[0].goals, (std::vector<std::string>{"a", "same"}));
    s.agents[0].target = to_goal(1);
    ASSERT_EQ(Simulation(s).charts().size(), 2u);
    s.profiles[1].route.set(kCell, Distribution::fixed(0.08));
    const auto all = Simulation(s).charts();
    ASSERT_EQ(all.size(), 3u);
    // Valid without the simulation, and to be drawn.
    EXPECT_EQ(all[1].body_radius, 0.1245);
    const ChartField field = field_of(*all[1].charts, 0);
    EXPECT_EQ(field.cell, 0.08);
    EXPECT_EQ(field.heading.size(), std::size_t{field.columns} * field.rows);
    EXPECT_EQ(summary_of(*all[1].charts).charts.size(), 20u);
}

TEST(Charts, DrawnBodiesShareTheNextLarger) {
    Scenario s = room(kRoom, walker("orca"));
    set_parameter(s.profiles[0], "radius", Distribution::between(0.16, 0.24));
    s.goals = {goal_at("end", {7, 3}, 0.0)};
    put_many(s, box(0.5, 0.5, 4, 5.5), 12, to_goal(0));
    const auto all = Simulation(s).charts();
    ASSERT_EQ(all.size(), 2u);
    for (const GoalCharts& charts : all) {
        EXPECT_TRUE(std::abs(charts.body_radius - 0.2) < 1e-9 || std::abs(charts.body_radius - 0.25) < 1e-9);
    }
    // Those of a source are there before anybody comes.
    s.agents.clear();
    SourceSpec source;
    source.region = box(0.5, 0.5, 2, 5.5);
    source.target = to_goal(0);
    source.rate = 1;
    source.max = 4;
    s.sources = {source};
    Simulation simulation(s);
    EXPECT_EQ(simulation.charts().size(), 2u);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.charts().size(), 2u);
    EXPECT_TRUE(simulation.summary().health.ok) << to_json(simulation.summary().health);
}

TEST(Charts, GoOnToTheNextGoalAndChooseTheNearest) {
    for (const std::string_view kind : {"heading_chart", "grid"}) {
        Scenario s = room(kUTurn, walker("orca", {}, kind));
        s.goals = {goal_at("way", {4, 1.5}, 180 * kRadian, 1.2), goal_at("end", {6, 4.5}, 0.0),
                   goal_at("near", {1, 5}, 90 * kRadian)};
        s.goals[0].exit = false;
        s.goals[0].next = 3;
        GoalSpec choice{.name = "choice", .region = {}};
        choice.any = {1, 2};
        s.goals.push_back(choice);
        put(s, {7, 1.5}, to_goal(0));
        put(s, {6, 2.4}, to_goal(3));
        Simulation simulation(s);
        EXPECT_EQ(simulation.charts().size(), 3u) << "all there before the first step";
        const Walks walks = watch(simulation);
        EXPECT_TRUE(walks.everybody_arrived);
        for (const AgentId id : {1u, 2u}) {
            EXPECT_LT(norm(walks.of.at(id).last - Vec2d{1, 5}), 0.3) << "around the end of the wall it is nearer";
        }
        EXPECT_TRUE(simulation.summary().health.ok) << to_json(simulation.summary().health);
    }
}

TEST(Charts, ProgramsAddPeopleAndGoals) {
    Scenario s = room(kRoom, walker("orca"));
    Simulation simulation(s);
    const AgentHandle someone =
        simulation.add({.profile = "walker", .position = {1, 1}, .goal = {7, 1}, .exit_at_goal = true});
    run_steps(simulation, 30);
    EXPECT_TRUE(simulation.set_goal(someone, {1, 5}));
    EXPECT_EQ(simulation.charts().size(), 2u);
    EXPECT_TRUE(simulation.charts()[1].goals.empty());
    EXPECT_THROW(simulation.set_goal(someone, {30, 5}), InputError);
    const Walks walks = watch(simulation);
    EXPECT_TRUE(walks.everybody_arrived);
    EXPECT_LT(norm(walks.of.at(1).last - Vec2d{1, 5}), 0.3);
}

Scenario crowd(std::string_view model, std::uint32_t count) {
    ProfileSpec p = walker(model, {{"radius", 0.2}});
    p.route.set(kCell, Distribution::fixed(0.1));
    p.route.set(kLineTolerance, Distribution::fixed(1.2));  // side by side through the exit
    Scenario s = room(kHall, p, 90, 0.1);
    set_parameter(s.profiles[0], "pref_speed", Distribution{Distribution::Kind::normal, 1.36, 0.162, 1.0, 1.7});
    s.goals = {goal_at("out", {28, 8.9}, 20 * kRadian, 1.36)};
    put_many(s, box(0.5, 0.5, 14, 7.5), count, to_goal(0), 0.6);
    return s;
}

TEST(Charts, ACrowdGetsThroughAHallway) {
    for (const char* model : {"orca", "predictive"}) {
        Simulation simulation(crowd(model, 50));
        const Walks walks = watch(simulation);
        EXPECT_TRUE(walks.everybody_arrived) << model;
        const RunHealth health = simulation.summary().health;
        EXPECT_TRUE(health.ok) << model << to_json(health);
    }
}

TEST(Charts, TheSameOnAnyNumberOfThreads) {
    for (const std::string_view kind : {"heading_chart", "grid"}) {
        std::uint64_t hash = 0;
        for (const int threads : {1, 2, 4}) {
            Scenario s = crowd("orca", 170);
            s.profiles[0].route.name = kind;
            set_parameter(s.profiles[0], "radius", Distribution::between(0.12, 0.2));
            Simulation simulation(s, threads);
            run_steps(simulation, 120);
            if (threads == 1) hash = simulation.state_hash();
            EXPECT_EQ(simulation.state_hash(), hash) << threads;
        }
    }
}

TEST(Charts, LookingChangesNothingAndTellsWhatWasDecided) {
    Scenario s = shipped("s_turn");
    use_model(s, "constant_velocity");
    Simulation watched(s), alone(s);
    const auto find = [](const Explanation& e, std::string_view label) {
        const auto found =
            std::find_if(e.shapes.begin(), e.shapes.end(), [&](const Shape& x) { return x.label == label; });
        return found == e.shapes.end() ? nullptr : &*found;
    };
    for (int i = 0; i < 100; ++i) {
        const auto e = watched.explain(1);
        watched.step();
        alone.step();
        ASSERT_EQ(watched.state_hash(), alone.state_hash());
        if (i == 0 || !is_here(watched, 1)) continue;
        ASSERT_TRUE(e);
        for (const char* label : {"chart heading", "subgoal", "turning radius", "desired speed", "desired velocity"}) {
            ASSERT_NE(find(*e, label), nullptr) << label;
        }
        const Vec2f v = agent(watched, 1).velocity;
        EXPECT_LT(norm(find(*e, "desired velocity")->b - Vec2d{v.x, v.y}), 1e-5) << "alone, it does as it wishes";
        const double speed = find(*e, "desired speed")->value;
        EXPECT_NEAR(norm(find(*e, "chart heading")->b), speed, 1e-9);
        // Not tighter than this speed allows, nor wider than the greatest does, by half the step between charts.
        const double radius = find(*e, "turning radius")->value;
        EXPECT_GT(radius, 0.448 * speed * speed - 0.04);
        EXPECT_LT(radius, 0.448 * 1.36 * 1.36 + 0.04);
    }
    s.profiles[0].route.name = "grid";
    Simulation grid(s);
    grid.step();
    EXPECT_NE(find(*grid.explain(1), "way"), nullptr);
}

TEST(Charts, SlowRegionsSlow) {
    Scenario s = room(kRoom, walker());
    s.regions = {{box(0, 0, 8, 6), 0.5}};
    put(s, {1, 3}, to_point({7, 3}, true));
    Simulation simulation(s);
    double fastest = 0;
    while (!simulation.finished()) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) fastest = std::max<double>(fastest, norm(a.velocity));
    }
    EXPECT_NEAR(fastest, 0.68, 1e-3);
}

// ---- What is refused, and where ----

std::string scene_text(const std::string& goal, const std::string& route = R"("heading_chart")",
                       const std::string& map = kRoom, const std::string& rest = "") {
    return R"({"sidestep": 1, "map": {"wkt": ")" + map + R"("}, "profiles": {"w": {"model": "orca", "radius": 0.1245,
        "route": )" +
           route + R"(}}, "goals": {"end": {)" + goal + R"(}},
        "agents": [{"profile": "w", "position": [1, 3], "goal": "end"}])" +
           rest + "}";
}

InputProblem refused(const std::string& text) {
    return problem_of([&] { Simulation(parse_scene(text, "scene.json")); });
}

TEST(ChartErrors, GoalInAnObstacle) {
    const std::string pillar = "POLYGON ((0 0, 8 0, 8 6, 0 6, 0 0), (4 2, 6 2, 6 4, 4 4, 4 2))";
    const InputProblem inside = refused(scene_text(R"("point": [5, 3])", R"("heading_chart")", pillar));
    EXPECT_EQ(inside.pointer, "/goals/end/point");
    EXPECT_TRUE(says(inside.message, "outside the walkable area")) << inside.message;
    const InputProblem near = refused(scene_text(R"("point": [3.95, 3])", R"("heading_chart")", pillar));
    EXPECT_EQ(near.pointer, "/goals/end/point");
    EXPECT_TRUE(says(near.message, "closer to one than the body's radius")) << near.message;
    EXPECT_EQ(near.value, "(3.95, 3)");
    EXPECT_GT(near.line, 0);
}

TEST(ChartErrors, StartInAWall) {
    const InputProblem p =
        refused(scene_text(R"("point": [7, 3])", R"("grid")", "POLYGON ((2.9 0, 8 0, 8 6, 2.9 6, 2.9 0))"));
    EXPECT_EQ(p.pointer, "/agents/0/position");
    EXPECT_TRUE(says(p.message, "outside the walkable area")) << p.message;
}

TEST(ChartErrors, UnreachableGoal) {
    const std::string rooms = "GEOMETRYCOLLECTION (POLYGON ((0 0, 8 0, 8 6, 0 6, 0 0)), LINESTRING (4 0, 4 6))";
    for (const char* route : {R"("heading_chart")", R"("grid")"}) {
        const InputProblem p = refused(scene_text(R"("point": [7, 3])", route, rooms));
        EXPECT_EQ(p.pointer, "/agents/0");
        EXPECT_TRUE(says(p.message, "no way leads")) << p.message;
        EXPECT_EQ(p.value, "(1, 3) to (7, 3)");
    }
    // Newcomers are not refused in the middle of a run: they stand, and health tells.
    Scenario s = room(rooms.c_str(), walker(), 10);
    s.goals = {goal_at("end", {7, 3})};
    SourceSpec source;
    source.region = box(0.5, 0.5, 3, 5);
    source.target = to_goal(0);
    source.times = {0.5};
    s.sources = {source};
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    const RunHealth health = simulation.summary().health;
    EXPECT_FALSE(health.ok);
    ASSERT_EQ(health.stuck.size(), 1u);
    EXPECT_EQ(to_text(health.stuck[0]), "no route: the goal cannot be reached");
}

TEST(ChartErrors, CellLargerThanACorridor) {
    const std::string rooms = "POLYGON ((0 0, 3 0, 3 2.8, 5 2.8, 5 0, 8 0, 8 6, 5 6, 5 3.15, 3 3.15, 3 6, 0 6, 0 0))";
    const std::string coarse = R"({"method": "heading_chart", "params": {"cell": 0.3}})";
    const InputProblem p = refused(scene_text(R"("point": [7, 3])", coarse, rooms));
    EXPECT_EQ(p.pointer, "/agents/0");
    EXPECT_TRUE(says(p.message, "narrower than the cells")) << p.message;
    EXPECT_EQ(p.value, "cell 0.3 m");
    const std::string fine = R"({"method": "heading_chart", "params": {"cell": 0.04}})";
    Simulation simulation(parse_scene(scene_text(R"("point": [7, 3])", fine, rooms), "scene.json"));
    EXPECT_TRUE(watch(simulation).everybody_arrived);

    Scenario s = room(rooms.c_str(), walker(), 5);
    s.profiles[0].route.set(kCell, Distribution::fixed(0.3));
    s.goals = {goal_at("end", {7, 3})};
    SourceSpec source;
    source.region = box(0.5, 0.5, 2.5, 5);
    source.target = to_goal(0);
    source.times = {0.5};
    s.sources = {source};
    Simulation later(s);
    while (!later.finished()) later.step();
    ASSERT_EQ(later.summary().health.stuck.size(), 1u);
    EXPECT_EQ(to_text(later.summary().health.stuck[0]),
              "no route: the way is narrower than the cells of the heading charts");
}

TEST(ChartErrors, ImpossibleHeading) {
    // Away from the wall right behind the goal. Who comes to rest can turn on the spot, who walks cannot.
    const InputProblem p = refused(scene_text(R"("point": [7.7, 3], "heading_deg": 180, "speed": 1.36)"));
    EXPECT_EQ(p.pointer, "/goals/end/heading_deg");
    EXPECT_TRUE(says(p.message, "nobody can arrive with the goal's heading")) << p.message;
    EXPECT_TRUE(says(p.value, "180")) << p.value;
    Simulation simulation(parse_scene(scene_text(R"("point": [7.7, 3], "heading_deg": 180)"), "scene.json"));
    EXPECT_TRUE(watch(simulation).everybody_arrived);
}

TEST(ChartErrors, MemoryLimit) {
    const InputProblem p = refused(
        scene_text(R"("point": [7, 3])", R"("heading_chart")", kRoom, R"(, "simulation": {"chart_memory_mb": 2})"));
    EXPECT_EQ(p.pointer, "/profiles/w/route");
    EXPECT_TRUE(says(p.message, "would need")) << p.message;
    EXPECT_EQ(p.allowed, "2 MB for all charts of the scene");
    EXPECT_TRUE(says(p.remedy, "chart_memory_mb")) << p.remedy;
    // It is the sum that counts.
    Scenario s = room(kRoom, walker());
    s.chart_memory_mb = 5;
    put(s, {1, 1}, to_point({7, 1}));
    EXPECT_EQ(Simulation(s).charts().size(), 1u);
    put(s, {1, 3}, to_point({7, 3}));
    EXPECT_TRUE(says(problem_of([&] { Simulation simulation(s); }).message, "would need"));
}

TEST(ChartErrors, WhatChartsCannotDo) {
    EXPECT_EQ(refused(scene_text(R"("region": [[6, 1], [7, 1], [7, 5]])")).pointer, "/goals/end/region");
    EXPECT_EQ(refused(scene_text(R"("point": [7, 3])", R"("heading_chart")", "LINESTRING (0 0, 1 0)")).pointer, "/map");
    EXPECT_EQ(refused(scene_text(R"("point": [7, 3])", R"("grid")", kRoom,
                                 R"(, "doors": {"d": {"segment": [[4, 0.1], [4, 5.9]]}})"))
                  .pointer,
              "/doors");
    Scenario standing = room(kRoom, walker());
    set_parameter(standing.profiles[0], "pref_speed", Distribution::between(0, 1));
    EXPECT_EQ(problem_of([&] { Simulation simulation(standing); }).pointer, "/profiles/walker/pref_speed");
    Scenario periodic = room(kRoom, walker());
    periodic.map.periodic = {8, 0};
    EXPECT_EQ(problem_of([&] { Simulation simulation(periodic); }).pointer, "/map/periodic");
}

}  // namespace
}  // namespace sidestep
