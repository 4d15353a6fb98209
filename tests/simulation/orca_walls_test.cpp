// ORCA among walls: stops, slides, passes doors and corners.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

ProfileSpec walker() {
    return profile("walker", "orca", {{"radius", 0.25}, {"pref_speed", 1.3}});
}

TEST(OrcaWalls, StopsBeforeAWall) {
    Scenario s = scene(walker(), 30);
    s.map.wkt = "LINESTRING (5 -20, 5 20)";
    put(s, {0, 0}, to_point({10, 0}));
    Simulation simulation(s);
    for (int i = 0; i < 200; ++i) {
        simulation.step();
        EXPECT_LE(agent(simulation, 1).position.x, 4.75 + 1e-4);
    }
    const AgentState a = agent(simulation, 1);
    EXPECT_LT(norm(a.velocity), 0.02);
    EXPECT_GT(a.position.x, 4.5) << "near the wall, not far from it";
    EXPECT_EQ(simulation.summary().health.wall_contacts, 0u) << "by itself, not because the guarantee caught it";
}

TEST(OrcaWalls, SlidesAlongAWall) {
    for (const std::string pieces :
         {"LINESTRING (-50 -0.3, 50 -0.3)",
          "LINESTRING (-50 -0.3, -3 -0.3, -1 -0.3, 0.5 -0.3, 2 -0.3, 2.1 -0.3, 9 -0.3, 50 -0.3)"}) {
        Scenario s = scene(walker(), 60);
        s.map.wkt = pieces;
        // The goal lies behind the wall: along it remains what the wall leaves of the wish.
        put(s, {-10, 2}, to_point({10, -3}));
        Simulation simulation(s);
        double slowest = 1e9;
        while (!simulation.finished()) {
            simulation.step();
            const AgentState a = agent(simulation, 1);
            EXPECT_GE(a.position.y, -0.05 - 1e-4);
            if (a.position.x > -9 && a.position.x < 5) slowest = std::min<double>(slowest, norm(a.velocity));
        }
        EXPECT_GT(agent(simulation, 1).position.x, 8);
        EXPECT_GT(slowest, 0.8) << pieces;
    }
}

TEST(OrcaWalls, WalksAlongAWallItTouches) {
    Scenario s = scene(walker(), 60);
    s.map.wkt = "LINESTRING (-50 -0.25, -3 -0.25, -1 -0.25, 0.5 -0.25, 2 -0.25, 2.1 -0.25, 9 -0.25, 50 -0.25)";
    put(s, {-10, 0}, to_point({10, 0}));
    Simulation simulation(s);
    const Walks w = watch(simulation);
    EXPECT_TRUE(w.everybody_arrived);
    EXPECT_LT(w.of.at(1).arrival, 20 / 1.3 * 1.1);
}

TEST(OrcaWalls, PassesADoor) {
    for (const double width : {0.6, 0.8, 1.2}) {
        for (const double start : {-1.5, -0.3, 0.0, 0.4, 2.0}) {
            Scenario s = scene(walker(), 60);
            const std::string half = std::to_string(width / 2);
            s.map.wkt = "MULTILINESTRING ((0 -20, 0 -" + half + "), (0 " + half + ", 0 20))";
            GoalSpec before, after;
            before.name = "before", before.point = {-0.8, 0}, before.next = 1;
            after.name = "after", after.point = {6, 0};
            s.goals = {before, after};
            put(s, {-6, start}, to_goal(0));
            Simulation simulation(s);
            const Walks w = watch(simulation);
            EXPECT_TRUE(w.everybody_arrived) << "width " << width << ", start " << start;
            EXPECT_LT(w.of.at(1).arrival, 12.5 / 1.3 * 1.35) << "width " << width << ", start " << start;
        }
    }
}

TEST(OrcaWalls, WalksThroughACorridor) {
    Scenario s = scene(walker(), 60);
    s.map.wkt = "MULTILINESTRING ((-5 0.4, 5 0.4), (-5 -0.4, 5 -0.4))";
    put(s, {-10, 0}, to_point({10, 0}));
    Simulation simulation(s);
    const Walks w = watch(simulation);
    EXPECT_TRUE(w.everybody_arrived);
    EXPECT_LT(w.of.at(1).arrival, 20 / 1.3 * 1.1);
}

TEST(OrcaWalls, DoesNotStopAtAConvexCornerItPasses) {
    for (const double clearance : {0.02, 0.1, 0.3, 1.0}) {
        Scenario s = scene(walker(), 60);
        // A block whose upper left corner is at (0, 0); the way leads past above it.
        s.map.wkt = "LINESTRING (0 -6, 0 0, 6 0, 6 -6, 0 -6)";
        put(s, {-8, 0.25 + clearance}, by_offset({20, 0})).walking = true;
        Simulation simulation(s);
        float slowest = 10;
        while (!simulation.finished()) {
            simulation.step();
            if (!agent(simulation, 1).arrived) slowest = std::min(slowest, norm(agent(simulation, 1).velocity));
        }
        EXPECT_TRUE(agent(simulation, 1).arrived) << clearance;
        EXPECT_GT(slowest, 1.1) << clearance;
        EXPECT_NEAR(simulation.time(), 19.5 / 1.3, 0.5) << clearance;
    }
}

TEST(OrcaWalls, CrowdLeavesARoom) {
    Scenario s = scene(walker(), 120);
    s.map.wkt = "MULTILINESTRING ((0 4.4, 0 0, 8 0, 8 10, 0 10, 0 5.6))";
    GoalSpec door, outside;
    door.name = "door", door.point = {-0.2, 5}, door.next = 1;
    outside.name = "outside", outside.point = {-8, 5}, outside.exit = true;
    s.goals = {door, outside};
    put_many(s, box(1, 1, 7, 9), 40, to_goal(0));
    Simulation simulation(s);
    const Walks w = watch(simulation);
    EXPECT_TRUE(w.everybody_arrived);
}

}  // namespace
}  // namespace sidestep
