// People who plan their way: around corners, to the nearest of several exits, through doors that open and close.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

constexpr const char* kNotchRoom = "POLYGON ((0 0, 10 0, 10 10, 6 10, 5 3, 4 10, 0 10, 0 0))";
/// Two rooms of 10 m by 10 m with a passage of 2 m between them at either end of the wall.
constexpr const char* kTwoDoors =
    "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING (10 2, 10 8))";

ProfileSpec planner(std::string_view kind, const Settings& settings = {}) {
    ProfileSpec p = profile("walker", "predictive", settings);
    p.route.name = kind;
    return p;
}

Scenario rooms(const char* wkt, double duration = 60, std::string_view kind = "hierarchical") {
    Scenario s = scene(planner(kind), duration);
    s.map.wkt = wkt;
    return s;
}

/// kTwoDoors with its passages as doors "low" and "high".
Scenario two_doors(double duration = 60) {
    Scenario s = rooms(kTwoDoors, duration);
    s.doors = {{"low", {10, 0}, {10, 2}}, {"high", {10, 8}, {10, 10}}};
    return s;
}

TEST(Routes, LeadAroundACorner) {
    for (const std::string_view kind : {"flat", "hierarchical", "corner", "exact"}) {
        Scenario s = rooms(kNotchRoom, 60, kind);
        put(s, {2, 9}, to_point({8, 9}, true));
        Simulation simulation(s);
        const Walks walks = watch(simulation);
        EXPECT_TRUE(walks.everybody_arrived);
        // Around the tip of the notch, which is 3 m off the wall; 0.25 m of the body and some rounding off.
        const double shortest = 2 * norm(Vec2d{3, 6.25});
        EXPECT_GE(walks.of.at(1).length, shortest - 1);
        EXPECT_LE(walks.of.at(1).length, shortest * 1.1);
        EXPECT_TRUE(simulation.summary().health.ok);
    }
    Scenario straight = rooms(kNotchRoom, 30, "direct");
    put(straight, {2, 9}, to_point({8, 9}, true));
    Simulation simulation(straight);
    EXPECT_FALSE(watch(simulation).everybody_arrived) << "which is why";
}

TEST(Routes, TooNarrowIsTold) {
    Scenario s = scene(planner("hierarchical", {{"radius", 1.6}}), 20);
    s.map.wkt = kNotchRoom;
    put(s, {2, 5}, to_point({8, 5}, true));
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    const RunHealth h = simulation.summary().health;
    EXPECT_FALSE(h.ok);
    ASSERT_EQ(h.stuck.size(), 1u);
    EXPECT_EQ(h.stuck[0].cause, StuckCause::no_route);
    EXPECT_EQ(h.stuck[0].reason, "too narrow");
    EXPECT_NE(to_json(h).find(R"("no route: too narrow")"), std::string::npos);
    EXPECT_EQ(agent(simulation, 1).route, PathStatus::too_narrow);
    EXPECT_LT(norm(agent(simulation, 1).position - Vec2d{2, 5}), 0.5) << "it stands, off the walls";
}

TEST(Routes, TheNearestExitIsNearestToWalkTo) {
    // As the crow flies the exit behind the wall is nearer.
    Scenario s = two_doors();
    s.doors[0].closed = true;
    GoalSpec behind{.name = "behind", .region = {}, .point = {11, 1}, .exit = true};
    GoalSpec here{.name = "here", .region = {}, .point = {4, 1}, .exit = true};
    GoalSpec out{.name = "out", .region = {}};
    out.any = {0, 1};
    s.goals = {behind, here, out};
    put(s, {9, 1}, to_goal(2));
    Simulation simulation(s);
    const Walks walks = watch(simulation);
    EXPECT_TRUE(walks.everybody_arrived);
    EXPECT_LT(walks.of.at(1).last.x, 5);
    // Without a plan it is taken literally.
    s.profiles[0].route.name = "direct";
    s.doors[0].closed = false;
    Simulation direct(s);
    EXPECT_GT(watch(direct).of.at(1).last.x, 9.4);
}

TEST(Routes, AgentsTakeUpGoalsThatArePoints) {
    Scenario s = rooms(kTwoDoors);
    put(s, {2, 5}, to_point({18, 5}));
    Simulation simulation(s);
    run_steps(simulation, 50);
    ASSERT_TRUE(simulation.set_goal(simulation.handle_of(1), {2, 9}));
    const Walks walks = watch(simulation);
    EXPECT_TRUE(walks.everybody_arrived);
    EXPECT_LT(norm(walks.of.at(1).last - Vec2d{2, 9}), 1);
}

TEST(Doors, AreWallsWhileClosed) {
    // Nobody plans here: a door is a wall for everybody.
    Scenario s = scene(profile("p", "social_force"), 30);
    s.map.wkt = "MULTILINESTRING ((10 -20, 10 -1), (10 1, 10 20))";
    s.doors = {{"gate", {10, -1}, {10, 1}, true}};
    s.events = {{5, 0, false}};
    for (int i = 0; i < 8; ++i) put(s, {5.0 - i, 0.3 * (i % 3) - 0.3}, by_offset({20, 0}, true));
    Simulation simulation(s);
    for (int i = 0; i < 50; ++i) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            EXPECT_LE(a.position.x, 10 - a.radius + 1e-4) << "step " << i;
        }
    }
    EXPECT_TRUE(simulation.is_door_closed("gate"));
    while (!simulation.finished()) simulation.step();
    EXPECT_FALSE(simulation.is_door_closed("gate"));
    EXPECT_EQ(simulation.agent_count(), 0u) << "it opened after 5 s";
}

TEST(Doors, WhoStandsInAClosingDoorIsMovedAside) {
    Scenario s = two_doors();
    put(s, {9.9, 1}, to_point({2, 5}));
    put(s, {10.1, 9.2}, to_point({18, 5}));
    put(s, {10, 0.3}, to_point({2, 5}));  // exactly on the line
    for (AgentSpec& a : s.agents) a.start_delay = Distribution::fixed(100);
    Simulation simulation(s);
    simulation.close_door("low");
    simulation.close_door("high");
    const double radius = agent(simulation, 1).radius;
    EXPECT_NEAR(agent(simulation, 1).position.x, 10 - radius, 1e-4);
    EXPECT_NEAR(agent(simulation, 2).position.x, 10 + radius, 1e-4);
    EXPECT_NEAR(std::abs(agent(simulation, 3).position.x - 10), radius, 1e-4);
    run_steps(simulation, 20);
    for (const AgentState& a : simulation.agents()) EXPECT_GE(std::abs(a.position.x - 10), radius - 1e-4);
    EXPECT_THROW(simulation.close_door("side"), InputError);
    EXPECT_THROW(simulation.is_door_closed("side"), InputError);
}

TEST(Doors, ThoseOnTheirWayTakeAnother) {
    Scenario s = two_doors();
    for (int i = 0; i < 6; ++i) put(s, {2, 1.0 + i}, to_point({18, 1.0 + i}, true));
    s.events = {{3, 0, true}};
    Simulation simulation(s);
    std::set<AgentId> upper;
    while (!simulation.finished()) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            if (std::abs(a.position.x - 10) < 0.2 && a.position.y > 8) upper.insert(a.id);
            if (simulation.time() > 3.05) {
                EXPECT_FALSE(std::abs(a.position.x - 10) < 0.24 && a.position.y < 8) << a.id;
            }
        }
    }
    EXPECT_EQ(simulation.agent_count(), 0u);
    EXPECT_GE(upper.size(), 3u) << "who was bound for the lower door";
    EXPECT_TRUE(simulation.summary().health.ok);
}

TEST(Doors, NobodyIsLeftWithoutAReason) {
    Scenario s = two_doors(20);
    for (int i = 0; i < 6; ++i) put(s, {2, 1.0 + i}, to_point({18, 1.0 + i}, true));
    put(s, {15, 5}, to_point({18, 8}, true));
    s.events = {{2, 0, true}, {2, 1, true}};
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    const RunHealth h = simulation.summary().health;
    EXPECT_EQ(h.never_arrived, 6u);
    EXPECT_EQ(h.outside_map, 0u);
    ASSERT_EQ(h.stuck.size(), 6u);
    for (const RunHealth::Stuck& who : h.stuck) {
        EXPECT_EQ(who.cause, StuckCause::no_route);
        EXPECT_EQ(who.reason, "door low, high closed");
    }
    EXPECT_EQ(agent(simulation, 1).route, PathStatus::unreachable);
    // They walk on when one opens.
    simulation.open_door("high");
    for (int i = 0; i < 400 && simulation.agent_count() > 0; ++i) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u);
}

TEST(Doors, AGoalInAWallIsToldAsWell) {
    Scenario s = rooms("POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 4, 12 4, 12 6, 8 6, 8 4))", 15);
    put(s, {2, 5}, to_point({18, 5}));
    Simulation simulation(s);
    simulation.set_goal(simulation.handle_of(1), {10, 5});
    while (!simulation.finished()) simulation.step();
    const RunHealth h = simulation.summary().health;
    ASSERT_EQ(h.stuck.size(), 1u);
    EXPECT_NE(h.stuck[0].reason.find("the goal lies in a wall"), std::string::npos);
}

TEST(Routes, TheSameForAnyNumberOfThreads) {
    Scenario s = two_doors(60);
    set_parameter(s.profiles[0], "replan", Distribution::fixed(1));
    s.planning_expansions = 50;  // people wait for their turn
    s.events = {{2, 0, true}, {8, 0, false}, {9, 1, true}};
    put_many(s, box(0.5, 0.5, 9.5, 9.5), 60, to_point({18, 2}, true));
    put_many(s, box(10.5, 0.5, 19.5, 9.5), 60, to_point({2, 8}, true));
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 4}) {
        Simulation simulation(s, threads);
        run_steps(simulation, 60);
        if (threads == 4) simulation.set_threads(2);
        run_steps(simulation, 60);
        hashes.insert(simulation.state_hash());
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(Routes, LookingDoesNotDisturb) {
    Scenario s = rooms(kNotchRoom);
    set_parameter(s.profiles[0], "look", Distribution::fixed(1));  // cone
    put_many(s, box(0.5, 5, 3.5, 9), 8, to_point({8, 9}, true));
    Simulation watched(s), alone(s);
    for (int i = 0; i < 60; ++i) {
        const auto why = watched.explain(3);
        if (why && i > 0) {  // ways are planned in the first step
            const auto is = [](std::string_view label) { return [label](const Shape& x) { return x.label == label; }; };
            EXPECT_TRUE(std::any_of(why->shapes.begin(), why->shapes.end(), is("way"))) << "step " << i;
            if (i == 10) {
                EXPECT_TRUE(std::any_of(why->shapes.begin(), why->shapes.end(), is("portal")));
                EXPECT_TRUE(std::any_of(why->shapes.begin(), why->shapes.end(), is("cone")));
            }
        }
        watched.step();
        alone.step();
    }
    EXPECT_EQ(watched.state_hash(), alone.state_hash());
}

TEST(Routes, TheTautWayIsDrawn) {
    Scenario s = rooms(kNotchRoom);
    put(s, {2, 9}, to_point({8, 9}, true));
    Simulation simulation(s);
    run_steps(simulation, 2);
    const auto why = simulation.explain(1);
    ASSERT_TRUE(why);
    std::vector<const Shape*> way;
    for (const Shape& shape : why->shapes) {
        if (shape.label == "way") way.push_back(&shape);
    }
    ASSERT_GE(way.size(), 3u) << "down, round the tip of the notch, up";
    double length = 0;
    for (const Shape* leg : way) length += leg->value;
    EXPECT_NEAR(length, 2 * norm(Vec2d{3, 6.25}), 0.4);
}

TEST(Routes, StayInsideTheMap) {
    Scenario s = rooms(
        "POLYGON ((0 0, 30 0, 30 30, 0 30, 0 0), (5 5, 12 5, 12 12, 5 12, 5 5), (18 4, 26 8, 22 13, 18 4),"
        "(4 18, 13 18, 13 26, 10 26, 10 21, 4 21, 4 18), (18 18, 26 18, 26 26, 18 26, 18 18))",
        100);
    GoalSpec anywhere{.name = "anywhere", .region = box(0, 0, 30, 30)};
    anywhere.wander = true;
    s.goals = {anywhere};
    put_many(s, box(0, 0, 30, 30), 150, to_goal(0));
    Simulation simulation(s, 2);
    while (!simulation.finished()) simulation.step();
    const RunSummary r = simulation.summary();
    EXPECT_EQ(r.health.outside_map, 0u);
    EXPECT_EQ(r.health.never_arrived, 0u);
    EXPECT_GT(r.stages_ms[static_cast<std::size_t>(Stage::plan)], 0);
}

TEST(Routes, RefusePeriodicAxes) {
    Scenario s = rooms(kTwoDoors);
    s.map.periodic = {20, 0};
    put(s, {2, 5}, to_point({18, 5}));
    EXPECT_THROW(Simulation{s}, InputError);
}

}  // namespace
}  // namespace sidestep
