// Run health: each thing that can be wrong, provoked once.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "simulation/stage_times.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

RunHealth health_after(const Scenario& s) {
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    return simulation.summary().health;
}

TEST(Health, NothingIsWrong) {
    Scenario s = scene(profile("p", "predictive"), 60);
    put(s, {0, 0}, by_offset({10, 0}, true));
    put(s, {0, 5}, by_offset({10, 0}));
    const RunHealth h = health_after(s);
    EXPECT_TRUE(h.ok);
    EXPECT_EQ(h.overlaps, 0u);
    EXPECT_EQ(h.deepest_m, 0);
    EXPECT_EQ(h.wall_contacts, 0u);
    EXPECT_EQ(h.never_arrived, 0u);
    EXPECT_EQ(h.speed_outliers, 0u);
    EXPECT_EQ(h.accel_outliers, 0u);
    EXPECT_TRUE(h.stuck.empty());
}

TEST(Health, PushedFasterThanAnybodyWalks) {
    Scenario s = scene(profile("p", "orca", {{"radius", 0.25}}), 2);
    s.contacts = Contacts::project;
    put(s, {0, 0}, by_offset({50, 0}));
    Simulation simulation(s);
    // Put nearly inside the other one: parting within a step takes more than the 2 m/s that either can walk.
    simulation.add({.profile = "p", .position = {0.02, 0}, .goal = {50, 0}});
    simulation.step();
    const RunHealth h = simulation.summary().health;
    EXPECT_GE(h.speed_outliers, 1u);
    EXPECT_FALSE(h.ok);
}

TEST(Health, Overlap) {
    for (const Contacts contacts : {Contacts::none, Contacts::project}) {
        // Nobody evades: neighbours are seen only when they overlap.
        Scenario s = scene(calm_profile("social_force", {{"repulsion_strength", 0}, {"radius", 0.3}}), 60);
        s.contacts = contacts;
        put(s, {0, 0}, by_offset({10, 0.2}, true));
        put(s, {10, 0.05}, by_offset({-10, 0}, true));
        Simulation simulation(s);
        double deepest = 0;
        std::uint64_t begins = 0;
        bool overlap = false;
        while (!simulation.finished()) {
            simulation.step();
            const auto all = simulation.agents();
            const double depth = all.size() == 2 ? 0.6 - norm(all[0].position - all[1].position) : 0;
            deepest = std::max(deepest, depth);
            begins += depth > 1e-3 && !overlap;
            overlap = depth > 1e-3;
        }
        const RunHealth h = simulation.summary().health;
        EXPECT_NEAR(h.deepest_m, std::max(0.0, deepest), 1e-4) << "what a recording shows, after projection";
        EXPECT_EQ(h.overlaps, 2 * begins) << "both of them";
        if (contacts == Contacts::none) {
            EXPECT_FALSE(h.ok);
            EXPECT_EQ(begins, 1u);
            EXPECT_GT(h.deepest_m, 0.3);
        } else {
            EXPECT_TRUE(h.ok);
            EXPECT_EQ(begins, 0u) << "what was pushed apart is no overlap";
        }
    }
}

TEST(Health, SmallOverlapIsNotUnhealthy) {
    Scenario s = scene(calm_profile("social_force", {{"repulsion_strength", 0}, {"radius", 0.3}}), 60);
    put(s, {0, 0}, by_offset({10, 0}, true));
    put(s, {10, 0.57}, by_offset({-10, 0}, true));
    const RunHealth h = health_after(s);
    EXPECT_EQ(h.overlaps, 2u);
    EXPECT_NEAR(h.deepest_m, 0.03, 0.01);
    EXPECT_TRUE(h.ok);
}

TEST(Health, NeverArrived) {
    Scenario s = scene(profile("p", "orca"), 5);
    put(s, {0, 0}, by_offset({50, 0}));
    put(s, {0, 5}, by_offset({2, 0}));
    const RunHealth h = health_after(s);
    EXPECT_EQ(h.never_arrived, 1u);
    EXPECT_FALSE(h.ok);
    EXPECT_TRUE(h.stuck.empty()) << "on its way";
}

TEST(Health, AccelerationOutlier) {
    // ORCA jumps to its wish: 1.5 m/s within 0.1 s.
    Scenario s = scene(profile("p", "orca", {{"pref_speed", 1.5}}), 20);
    put(s, {0, 0}, by_offset({5, 0}, true));
    EXPECT_GE(health_after(s).accel_outliers, 1u);
    EXPECT_EQ(health_after(s).accel_share, 0) << "setting out is forgiven";
    EXPECT_TRUE(health_after(s).ok);
    s.profiles[0] = profile("p", "orca", {{"pref_speed", 1.5}, {"max_accel", 5}});
    EXPECT_EQ(health_after(s).accel_outliers, 0u);
}

TEST(Health, ManyAccelerationOutliers) {
    // Whoever is set against the wall anew in every other step jumps in every step.
    Scenario s = scene(profile("p", "orca", {{"pref_speed", 1.5}}), 20);
    put(s, {0, 0}, by_offset({500, 0}, true));
    Simulation simulation(s);
    for (int i = 0; i < 100; ++i) {
        simulation.step();
        if (i < 14) simulation.set_velocity(simulation.handle_of(1), {0, 0});
    }
    // Fifteen starts, of which four are forgiven, in a hundred steps.
    RunHealth h = simulation.summary().health;
    EXPECT_EQ(h.accel_outliers, 15u);
    EXPECT_NEAR(h.accel_share, 0.11, 1e-12);
    h.never_arrived = 0;
    EXPECT_FALSE(is_healthy(h));
    run_steps(simulation, 1000);
    h = simulation.summary().health;
    EXPECT_NEAR(h.accel_share, 0.01, 1e-12);
    h.never_arrived = 0;
    EXPECT_TRUE(is_healthy(h));
}

/// So many walkers side by side, of whom the first ones are shaken from side to side in every third step.
class Shaken {
public:
    Shaken(int walkers, int shaken) : simulation_(scenario(walkers)), shaken_(shaken) {}
    void walk(int steps) {
        for (int i = 0; i < steps; ++i) {
            const float aside = simulation_.steps() / 3 % 2 == 0 ? 0.4f : -0.4f;
            for (int id = 1; id <= shaken_; ++id) {
                simulation_.set_velocity(simulation_.handle_of(static_cast<AgentId>(id)), {1.3, aside});
            }
            simulation_.step();
        }
    }
    double share() const { return simulation_.summary().health.shivering; }
    Simulation& simulation() { return simulation_; }

private:
    static Scenario scenario(int walkers) {
        Scenario s = scene(profile("p", "orca", {{"pref_speed", 1.3}, {"max_accel", 2}}), 60);
        for (int i = 0; i < walkers; ++i) put(s, {0, 5.0 * i}, by_offset({500, 0}, true));
        return s;
    }
    Simulation simulation_;
    int shaken_;
};

TEST(Health, Shivering) {
    for (const auto& [walkers, shaken] : {std::pair{5, 0}, {5, 1}, {4, 1}, {3, 1}, {2, 1}}) {
        Shaken crowd(walkers, shaken);
        crowd.walk(30);
        EXPECT_EQ(crowd.share(), 0) << "nobody has been watched for long";
        crowd.walk(100);
        EXPECT_NEAR(crowd.share(), static_cast<double>(shaken) / walkers, 1e-12);
        RunHealth h = crowd.simulation().summary().health;
        h.never_arrived = 0;  // the run is not over
        EXPECT_EQ(is_healthy(h), 3 * shaken <= walkers) << shaken << " of " << walkers;
    }
}

TEST(Health, ShiveringGoesOnFromASnapshot) {
    Shaken whole(3, 1), rest(3, 1);
    whole.walk(30);  // in the middle of a spell
    const std::vector<std::byte> snapshot = whole.simulation().snapshot();
    rest.simulation().restore(snapshot);
    EXPECT_EQ(rest.simulation().snapshot(), snapshot);
    whole.walk(15);
    rest.walk(15);
    EXPECT_NEAR(whole.share(), 1.0 / 3, 1e-12);
    EXPECT_EQ(rest.share(), whole.share());
}

TEST(Health, WallContact) {
    // Repelled by no wall, it walks into one.
    Scenario s = scene(profile("p", "social_force", {{"wall_strength", 0}}), 20);
    s.map.wkt = "LINESTRING (5 -5, 5 5)";
    put(s, {0, 0}, to_point({10, 0}));
    const RunHealth h = health_after(s);
    EXPECT_GT(h.wall_contacts, 10u);
    EXPECT_FALSE(h.ok);
}

TEST(Health, StuckWithoutRoute) {
    Scenario s = scene(profile("p", "orca"), 40);
    s.map.wkt = "LINESTRING (5 -5, 5 5)";
    put(s, {0, 0}, to_point({10, 0}));
    const RunHealth h = health_after(s);
    ASSERT_EQ(h.stuck.size(), 1u);
    EXPECT_EQ(h.stuck[0].id, 1u);
    EXPECT_EQ(h.stuck[0].cause, StuckCause::no_route);
    EXPECT_EQ(name_of(h.stuck[0].cause), "no route");
    EXPECT_NE(h.stuck[0].reason.find(R"("route": "hierarchical")"), std::string::npos) << "the remedy is named";
    EXPECT_FALSE(h.ok);
}

TEST(Health, StuckBlocked) {
    // Somebody who has arrived and gives way to nobody stands in the way; the way leads between walls.
    Scenario s = scene(profile("p", "orca"), 40);
    s.profiles.push_back(profile("post", "social_force", {{"repulsion_strength", 0}, {"wall_strength", 0}}));
    s.map.wkt = "MULTILINESTRING ((-5 0.31, 15 0.31), (-5 -0.31, 15 -0.31))";
    put(s, {0, 0}, to_point({10, 0}));
    put(s, {5, 0}, to_point({5, 0}), 1);
    const RunHealth h = health_after(s);
    ASSERT_EQ(h.stuck.size(), 1u);
    EXPECT_EQ(h.stuck[0].id, 1u);
    EXPECT_EQ(h.stuck[0].cause, StuckCause::blocked);
    EXPECT_EQ(name_of(h.stuck[0].cause), "blocked");
}

TEST(Health, StuckInADeadlock) {
    // Two want to pass each other where there is room for one.
    Scenario s = scene(profile("p", "orca"), 40);
    s.map.wkt = "MULTILINESTRING ((-5 0.31, 15 0.31), (-5 -0.31, 15 -0.31))";
    put(s, {0, 0}, to_point({10, 0}));
    put(s, {10, 0}, to_point({0, 0}));
    const RunHealth h = health_after(s);
    ASSERT_EQ(h.stuck.size(), 2u);
    for (const auto& stuck : h.stuck) EXPECT_EQ(stuck.cause, StuckCause::deadlock);
    EXPECT_EQ(name_of(h.stuck[0].cause), "deadlock");
    EXPECT_EQ(h.never_arrived, 2u);
    EXPECT_FALSE(h.ok);
}

TEST(Health, WhoTremblesOrSwingsIsStuck) {
    // A program leads them; each is faster than a tenth of its preferred speed in every single step.
    Scenario s = scene(profile("p", "orca"), 100);
    put(s, {0, 0}, to_point({30, 0}));
    put(s, {0, 10}, to_point({30, 10}));
    put(s, {0, 20}, to_point({30, 20}));
    Simulation simulation(s);
    const auto place_at = [](AgentId id, int step) {
        const double t = 0.1 * step;
        const double side = step % 2 == 0 ? 0.1 : -0.1;
        if (id == 1) return Vec2d{side, 0};                      // trembles
        if (id == 2) return Vec2d{2 * std::sin(0.6 * t), 10.0};  // swings 2 m to and fro
        return Vec2d{0.1 * t + side, 20.0};                      // gets on, by a metre in ten seconds
    };
    std::vector<AgentId> told;
    for (int step = 1; step <= 400; ++step) {
        simulation.step();
        for (const Event& e : simulation.events()) {
            if (e.kind == EventKind::stuck) told.push_back(e.agent);
        }
        for (const AgentId id : {1u, 2u, 3u}) simulation.set_position(simulation.handle_of(id), place_at(id, step));
        if (step != 80) continue;
        EXPECT_TRUE(simulation.summary().health.stuck.empty()) << "not for ten seconds yet";
    }
    const RunHealth h = simulation.summary().health;
    ASSERT_EQ(h.stuck.size(), 2u);
    EXPECT_EQ(h.stuck[0].id, 1u);
    EXPECT_EQ(h.stuck[1].id, 2u);
    EXPECT_EQ(told, (std::vector<AgentId>{1, 2})) << "each once";
}

TEST(Health, WhoFindsAnotherWayIsNotStuck) {
    // The near door closes when they have come to it; the other is 30 m off.
    Scenario s = scene(profile("p", "orca"), 100);
    s.profiles[0].route.name = "hierarchical";
    s.map.wkt =
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 40 0, 40 20, 0 20, 0 0)), "
        "LINESTRING (0 10, 4 10), LINESTRING (6 10, 34 10), LINESTRING (36 10, 40 10))";
    s.doors.push_back({"near", {4, 10}, {6, 10}, false});
    s.events.push_back({5, 0, true});
    put(s, {5, 2}, to_point({5, 18}, true));
    Simulation simulation(s);
    while (!simulation.finished()) {
        simulation.step();
        EXPECT_TRUE(simulation.summary().health.stuck.empty()) << simulation.time();
    }
    EXPECT_TRUE(simulation.summary().health.ok);
    EXPECT_GT(simulation.time(), 40);
}

TEST(Health, WhoQueuesAtItsGoalIsNotStuck) {
    // Where one stands the next cannot; whoever comes to it waits its turn, though it never arrives.
    Scenario s = scene(profile("p", "orca", {{"radius", 0.3}, {"goal_radius", 0.1}}), 60);
    s.map.wkt = "MULTILINESTRING ((-12 0.31, 1 0.31), (-12 -0.31, 1 -0.31), (1 -0.31, 1 0.31))";
    for (int i = 0; i < 3; ++i) put(s, {-2.0 - 3 * i, 0}, to_point({0.4, 0}));
    const RunHealth h = health_after(s);
    EXPECT_EQ(h.never_arrived, 2u);
    EXPECT_TRUE(h.stuck.empty());
}

TEST(Health, RingsAreHealthy) {
    Scenario s = scene(profile("p", "orca"), 60);
    s.map.periodic = {13, 0};
    put(s, {0, 0}, by_offset({1e5, 0}));
    put(s, {6, 0}, by_offset({1e5, 0}));
    RunHealth h = health_after(s);
    EXPECT_EQ(h.never_arrived, 0u);
    EXPECT_TRUE(h.ok);
    // Less than a round is a goal like any other.
    s.agents[1].target = by_offset({12, 0});
    s.duration = 5;
    h = health_after(s);
    EXPECT_EQ(h.never_arrived, 1u);
    EXPECT_FALSE(h.ok);
}

TEST(Health, WhatASceneExpectsIsNoOtherVerdict) {
    Scenario s = scene(profile("p", "orca"), 5);
    put(s, {0, 0}, by_offset({50, 0}));
    s.expect = Expectation::unhealthy;
    RunHealth h = health_after(s);
    EXPECT_FALSE(h.ok);
    EXPECT_TRUE(h.as_expected());
    use_model(s, "orca");
    EXPECT_TRUE(health_after(s).as_expected()) << "the same model";
    use_model(s, "predictive");
    EXPECT_FALSE(health_after(s).as_expected()) << "of this model nothing was said";
}

TEST(Health, WhoWaitsIsNotStuck) {
    Scenario s = scene(profile("p", "orca"), 60);
    put(s, {0, 0}, by_offset({5, 0})).start_delay = Distribution::fixed(30);
    put(s, {0, 5}, by_offset({2, 0}));
    Simulation simulation(s);
    run_steps(simulation, 250);
    EXPECT_TRUE(simulation.summary().health.stuck.empty());
    while (!simulation.finished()) simulation.step();
    EXPECT_TRUE(simulation.summary().health.ok);
}

TEST(Finished, WhenTheTimeIsOver) {
    Scenario s = scene(profile("p", "orca"), 2);
    put(s, {0, 0}, by_offset({50, 0}));
    Simulation simulation(s);
    int steps = 0;
    while (!simulation.finished()) simulation.step(), ++steps;
    EXPECT_EQ(steps, 20);
    EXPECT_NEAR(simulation.time(), 2, 1e-9);
}

TEST(Finished, WhenNobodyIsLeft) {
    Scenario s = scene(profile("p", "orca"), 100);
    EXPECT_TRUE(Simulation(s).finished()) << "nobody, no source";
    SourceSpec source;
    source.region = box(0, 0, 1, 1);
    source.target = to_point({5, 0.5}, true);
    source.times = {10};
    s.sources = {source};
    Simulation simulation(s);
    EXPECT_FALSE(simulation.finished()) << "somebody will come";
    while (!simulation.finished()) simulation.step();
    EXPECT_GT(simulation.time(), 12);
    EXPECT_LT(simulation.time(), 16);
}

TEST(StageTimes, MeasuredStretchesStandForAll) {
    StretchSample sample;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < 16'000; ++i) {
        const std::uint32_t weight = sample.next();
        sum += weight;
        if (i >= StretchSample::kAll) continue;
        EXPECT_EQ(weight, 1u);
    }
    EXPECT_EQ(sum, 16'000u);
}

TEST(StageTimes, WhoSleepsTakesNoTime) {
    StageTimes times;
    {
        const StageTimer timer(times, Stage::avoid);
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
    }
    const double ms = 1e-6 * static_cast<double>(times.ns[static_cast<std::size_t>(Stage::avoid)]);
    EXPECT_GT(ms, 0);
    EXPECT_LT(ms, 30);
}

TEST(Summary, Counts) {
    Scenario s = scene(profile("p", "orca"), 3);
    put(s, {0, 0}, by_offset({50, 0}));
    put(s, {0, 5}, by_offset({50, 0}));
    Simulation simulation(s);
    run_steps(simulation, 30);
    const RunSummary r = simulation.summary();
    EXPECT_EQ(r.steps, 30u);
    EXPECT_EQ(r.agent_steps, 60u);
    EXPECT_EQ(r.agents_created, 2u);
    EXPECT_NEAR(r.sim_s, 3, 1e-9);
    EXPECT_EQ(r.state_hash, simulation.state_hash());
    EXPECT_GT(r.stages_ms[static_cast<std::size_t>(Stage::avoid)], 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(Stage::count); ++i) {
        EXPECT_FALSE(name_of(static_cast<Stage>(i)).empty());
    }
}

}  // namespace
}  // namespace sidestep
