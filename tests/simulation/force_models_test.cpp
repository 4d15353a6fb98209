// Models of forces and of speed functions in the engine: what they do at goals, at walls and to each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

TEST(ConstantVelocityScenes, StopsAtTheGoal) {
    // 1.3 m/s while the goal is far, then what is left of the way.
    for (const double distance : {10.0, 0.05}) {
        Scenario s = scene(profile("p", "constant_velocity", {{"pref_speed", 1.3}, {"goal_radius", 0.001}}), 1);
        put(s, {0, 0}, to_point({distance, 0}));
        Simulation simulation(s);
        simulation.step();
        EXPECT_NEAR(agent(simulation, 1).velocity.x, distance > 1 ? 1.3 : 0.5, 1e-6);
        run_steps(simulation, 3);
        EXPECT_LE(agent(simulation, 1).position.x, distance + 1e-6);
    }
}

TEST(ConstantVelocityScenes, WalksThroughOthersButNotThroughWalls) {
    Scenario s = scene(profile("p", "constant_velocity", {{"pref_speed", 1}}), 20);
    s.map.wkt = "LINESTRING (3 -2, 3 2)";
    put(s, {0, 0}, to_point({9, 0}));
    put(s, {1, 5}, to_point({9, 5}));
    put(s, {9, 5}, to_point({1, 5}));
    Simulation simulation(s);
    double least = kUnlimited;
    for (int i = 0; i < 100; ++i) {
        simulation.step();
        EXPECT_LE(agent(simulation, 1).position.x, 3 - 0.2 + 1e-4);
        least = std::min(least, norm(agent(simulation, 2).position - agent(simulation, 3).position));
    }
    EXPECT_LT(least, 0.11);
    EXPECT_NEAR(agent(simulation, 1).position.y, 0, 1e-6);
}

TEST(ConstantVelocityScenes, CurrentVelocityIsKept) {
    Scenario s = scene(profile("p", "constant_velocity", {{"keeps", 1}}), 20);
    put(s, {0, 0}, to_point({9, 0})).velocity = {0.3f, 0.8f};
    Simulation simulation(s);
    run_steps(simulation, 50);
    EXPECT_NEAR(agent(simulation, 1).position.x, 1.5, 1e-5);
    EXPECT_NEAR(agent(simulation, 1).position.y, 4, 1e-5);
}

TEST(PowerLawScenes, ExactHeadOnIsSolvedByNoise) {
    Scenario s = scene(profile("p", "power_law", {{"pref_speed", 1.3}}), 30);
    put(s, {-4, 0}, to_point({4, 0}, true));
    put(s, {4, 0}, to_point({-4, 0}, true));
    Simulation simulation(s);
    const Walks w = watch(simulation);
    EXPECT_TRUE(w.everybody_arrived);
    EXPECT_GE(w.least_distance, 0.5);
    EXPECT_LT(w.of.at(1).arrival, 9);
}

TEST(CollisionFreeSpeedScenes, QueueKeepsTheTimeGap) {
    // Three in file behind somebody slow: at rest relative to each other, gaps are speed × time gap.
    Scenario s = scene(profile("p", "collision_free_speed", {{"pref_speed", 1.2}}), 200);
    s.profiles.push_back(profile("slow", "collision_free_speed", {{"pref_speed", 0.6}}));
    put(s, {6, 0}, to_point({200, 0}), 1);
    for (const double x : {4.0, 2.5, 1.0}) put(s, {x, 0}, to_point({200, 0}));
    Simulation simulation(s);
    run_steps(simulation, 400);
    for (AgentId id = 2; id <= 4; ++id) {
        EXPECT_NEAR(agent(simulation, id).velocity.x, 0.6, 0.01);
        EXPECT_NEAR(agent(simulation, id - 1).position.x - agent(simulation, id).position.x, 0.4 + 0.6, 0.02);
    }
}

TEST(CollisionFreeSpeedScenes, WhoIsBehindAWallIsIgnored) {
    const auto sideways = [](bool wall) {
        Scenario s = scene(profile("p", "collision_free_speed"), 20);
        if (wall) s.map.wkt = "LINESTRING (-5 0, 15 0)";
        put(s, {0, -0.5}, to_point({10, -0.5}));
        s.profiles.push_back(profile("standing", "constant_velocity", {{"pref_speed", 0}, {"radius", 0.2}}));
        put(s, {3, 0.25}, to_point({3, 0.25}), 1);
        put(s, {3, -1.2}, to_point({3, -1.2}), 1);
        Simulation simulation(s);
        double most = 0;
        for (int i = 0; i < 60; ++i) {
            simulation.step();
            most = std::max(most, std::fabs(agent(simulation, 1).position.y + 0.5));
        }
        return most;
    };
    EXPECT_GT(sideways(true), sideways(false) * 1.2) << "only the one on this side pushes";
}

}  // namespace
}  // namespace sidestep
