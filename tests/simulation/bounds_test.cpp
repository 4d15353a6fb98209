// As many of everything as there may be, and one more; and doors that close on people without room.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/walls.h"
#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

InputProblem refused(const Scenario& scenario) {
    try {
        const Simulation simulation(scenario);
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty());
        return error.problem();
    }
    ADD_FAILURE() << "accepted";
    return {};
}

/// Goals far away, and the last one near.
Scenario many_goals(int count, std::string_view route) {
    ProfileSpec walker = profile("walker", "constant_velocity");
    walker.route.name = route;
    Scenario s = scene(walker, 20);
    s.map.wkt = "POLYGON ((-10 -10, 210 -10, 210 10, -10 10, -10 -10))";
    for (int i = 0; i + 1 < count; ++i) {
        s.goals.push_back({.name = std::to_string(i), .region = {}, .point = {100 + 1e-3 * i, 5}, .exit = true});
    }
    s.goals.push_back({.name = "last", .region = {}, .point = {4, 0}, .exit = true});
    return s;
}

// Indices once had sixteen bits: people walked to another goal, and the run was healthy.
TEST(Bounds, TheLastOfManyGoalsIsReached) {
    for (const int count : {32'768, 32'769, 65'537, 70'000}) {
        for (const std::string_view route : {"direct", "hierarchical"}) {
            Scenario s = many_goals(count, route);
            put(s, {0, 0}, to_goal(count - 1));
            Simulation simulation(s);
            simulation.step();
            EXPECT_EQ(agent(simulation, 1).goal, count - 1);
            EXPECT_EQ(agent(simulation, 1).goal_point, (Vec2d{4, 0}));
            EXPECT_EQ(simulation.agent_infos(0).at(0).goal, "last");
            const std::vector<std::byte> state = simulation.snapshot();
            const Walks walks = watch(simulation);
            EXPECT_TRUE(walks.everybody_arrived) << count << " " << route;
            EXPECT_LT(simulation.time(), 5);
            const std::uint64_t end = simulation.state_hash();
            Simulation again(s);
            again.restore(state);
            while (!again.finished()) again.step();
            EXPECT_EQ(again.state_hash(), end);
        }
    }
}

TEST(Bounds, TheNearestOfManyGoalsIsChosen) {
    constexpr int kCount = 66'000;
    Scenario s = many_goals(kCount, "hierarchical");
    s.goals.push_back({.name = "out", .region = {}, .any = {7, kCount - 1, 40'000}});
    put(s, {0, 0}, to_goal(kCount));
    Simulation simulation(s);
    simulation.step();
    EXPECT_EQ(agent(simulation, 1).goal, kCount - 1);
    EXPECT_TRUE(watch(simulation).everybody_arrived);
    EXPECT_LT(simulation.time(), 5);
}

TEST(Bounds, Profiles) {
    Scenario s = scene(profile("walker", "constant_velocity"), 1);
    put(s, {0, 0}, to_point({1, 0}));
    while (s.profiles.size() < 60'000) s.profiles.push_back(s.profiles.front());
    s.agents[0].profile = 59'999;
    Simulation simulation(s);
    EXPECT_EQ(agent(simulation, 1).profile, 59'999);
    s.profiles.push_back(s.profiles.front());
    EXPECT_EQ(refused(s).message, "there are too many profiles");
    EXPECT_EQ(refused(s).allowed, "at most 60000");
}

TEST(Bounds, KindsOfNeighbours) {
    Scenario s = scene(profile("walker", "orca"), 1);
    s.profiles.clear();
    for (int i = 0; i < 254; ++i) {
        ProfileSpec& p = s.profiles.emplace_back(profile("walker" + std::to_string(i), "orca"));
        p.neighbours = NeighbourSpec{.field_of_view_deg = 100.0 + i};
        put(s, {2.0 * i, 0}, to_point({2.0 * i, 5}));
        s.agents.back().profile = i;
    }
    // The last kind and puppets, who are of none, are told apart.
    Simulation simulation(s);
    NewAgent puppet;
    puppet.profile = "walker0";
    puppet.position = {-10, 0};
    puppet.puppet = true;
    const AgentHandle moved = simulation.add(puppet);
    run_steps(simulation, 5);
    EXPECT_GT(agent(simulation, 254).position.y, 0.2) << "it decides";
    EXPECT_EQ(simulation.find(moved)->position, (Vec2d{-10, 0}));
    s.profiles.emplace_back(profile("one more", "orca"));
    EXPECT_EQ(refused(s).allowed, "at most 254 combinations");
}

TEST(Bounds, RoutesAndRadii) {
    Scenario s = scene(profile("walker", "constant_velocity"), 1);
    s.map.wkt = "POLYGON ((-10 -10, 1000 -10, 1000 10, -10 10, -10 -10))";
    s.profiles.clear();
    const auto add_profile = [&](int i) {
        ProfileSpec& p = s.profiles.emplace_back(
            profile("walker" + std::to_string(i), "constant_velocity", {{"radius", 0.2 + 1e-3 * i}}));
        p.route.name = "hierarchical";
        put(s, {3.0 * i, 0}, to_point({3.0 * i, 5}));
        s.agents.back().profile = i;
    };
    for (int i = 0; i < 250; ++i) add_profile(i);
    EXPECT_NO_THROW(Simulation{s});
    add_profile(250);
    EXPECT_EQ(refused(s).allowed, "at most 250 combinations");
}

TEST(Bounds, Times) {
    Scenario s = scene(profile("walker", "constant_velocity"), 1);
    put(s, {0, 0}, to_point({1, 0}));
    for (const double dt : {5e-324, 0.0, 9e-7, 1.1, std::nan("")}) {
        s.dt = dt;
        EXPECT_EQ(refused(s).pointer, "/simulation/dt") << dt;
        EXPECT_EQ(refused(s).allowed, "1e-06 to 1 s");
    }
    s.dt = 1e-6;
    EXPECT_NO_THROW(Simulation{s});
    s.duration = 4001;
    EXPECT_EQ(refused(s).pointer, "/simulation/duration");
    EXPECT_EQ(refused(s).allowed, "at most 4e+09 steps");
    s.duration = std::numeric_limits<double>::infinity();
    EXPECT_NO_THROW(Simulation{s}) << "a program that steps by itself";
}

TEST(Bounds, MemoryOfCharts) {
    Scenario s = scene(profile("walker", "constant_velocity"), 1);
    put(s, {0, 0}, to_point({1, 0}));
    s.chart_memory_mb = 100'000'000;
    EXPECT_EQ(refused(s).pointer, "/simulation/chart_memory_mb");
    EXPECT_EQ(refused(s).value, "100000000");
}

TEST(Bounds, IdsOfNewcomers) {
    Scenario s = scene(profile("walker", "constant_velocity"), 1e6);
    s.sources.resize(3);
    for (SourceSpec& source : s.sources) {
        source.region = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
        source.target = to_point({1, 0});
        source.rate = 1;
    }
    EXPECT_NO_THROW(Simulation{s});
    s.sources[1].rate = 1500;
    EXPECT_EQ(refused(s).pointer, "/sources/1");
    EXPECT_EQ(refused(s).message, "the source would send more people than there are ids");
    s.sources[1].max = 1000;
    EXPECT_NO_THROW(Simulation{s});
}

TEST(Bounds, MoreAgentsThanARegionHolds) {
    Scenario s = scene(profile("walker", "constant_velocity", {{"radius", 0.25}}), 1);
    AgentSpec& crowd = s.agents.emplace_back();
    crowd.region = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    crowd.target = to_point({1, 0});
    crowd.count = 90'000'000;
    const InputProblem problem = refused(s);
    EXPECT_EQ(problem.pointer, "/agents/0/region");
    // A honeycomb of 462, half a person for each half metre of border, and one.
    EXPECT_EQ(problem.allowed, "at most 502 agents 0.5 m apart on 100 m²");
    crowd.count = 200;
    EXPECT_NO_THROW(Simulation{s});
}

TEST(Bounds, SourcesLieWithinPeriodicAxes) {
    Scenario s = scene(profile("walker", "constant_velocity"), 5);
    s.map.periodic = {20, 0};
    SourceSpec& source = s.sources.emplace_back();
    source.target.is_offset = true;
    source.target.value = {50, 0};
    source.rate = 5;
    for (const double left : {100.0, 15.0, -1.0}) {
        source.region = {{left, 0}, {left + 10, 0}, {left + 10, 10}, {left, 10}};
        EXPECT_EQ(refused(s).pointer, "/sources/0/region") << left;
        EXPECT_EQ(refused(s).message, "the source's region lies beyond a periodic axis");
    }
    source.region = {{10, -50}, {20, -50}, {20, 50}, {10, 50}};
    Simulation simulation(s);
    run_steps(simulation, 20);
    EXPECT_GT(simulation.agent_count(), 2u);
}

/// A door across a corridor of 2 m, 0.3 m before its end; somebody of radius 0.25 m stands in the door.
Scenario closing_door(double end) {
    Scenario s = scene(profile("walker", "orca", {{"radius", 0.25}}), 20);
    s.map.wkt = "POLYGON ((" + std::to_string(-end) + " -1, 10 -1, 10 1, " + std::to_string(-end) + " 1, " +
                std::to_string(-end) + " -1))";
    s.doors = {{"d", {0, -1}, {0, 1}}};
    s.events = {{1, 0, true}};
    return s;
}

double distance_from_door(const Simulation& s, AgentId id) {
    return std::abs(agent(s, id).position.x);
}

TEST(ClosingDoor, PushesToTheOtherSideWithoutRoomOnItsOwn) {
    Scenario s = closing_door(0.3);
    put(s, {-0.05, 0}, by_offset({}));
    Simulation simulation(s);
    run_steps(simulation, 11);
    EXPECT_TRUE(simulation.is_door_closed("d"));
    EXPECT_GE(distance_from_door(simulation, 1), 0.25 - 1e-4);
    EXPECT_EQ(simulation.summary().health.doors_held, 0u);
}

TEST(ClosingDoor, WaitsForWhoeverHasNoRoomAtAll) {
    // Walls 0.3 m off on either side: nobody of 0.5 m fits beside the door.
    Scenario s = closing_door(0.3);
    s.map.wkt = "POLYGON ((-0.3 -1, 0.3 -1, 0.3 5, -0.3 5, -0.3 -1))";
    put(s, {0, 0}, to_point({0, 4}));
    s.agents.back().start_delay = {.kind = Distribution::Kind::constant, .a = 3};
    Simulation simulation(s);
    while (!simulation.finished() && simulation.time() < 15) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            if (simulation.is_door_closed("d") && a.position.y < 1) {
                EXPECT_GE(std::abs(a.position.x), 0.25 - 1e-4) << simulation.time();
            }
        }
        if (simulation.time() < 3) {
            EXPECT_FALSE(simulation.is_door_closed("d"));
        }
        if (std::abs(simulation.time() - 2) < 1e-6) {
            const RunHealth held = simulation.summary().health;
            EXPECT_EQ(held.doors_held, 1u);
            EXPECT_EQ(held.doors_not_closed, 1u);
            EXPECT_FALSE(held.ok);
            EXPECT_EQ(
                std::ranges::count(to_sentences(held), "1 door could not close on people without room to step aside."),
                1);
            Simulation again(s);
            again.restore(simulation.snapshot());
            EXPECT_EQ(again.state_hash(), simulation.state_hash());
            EXPECT_EQ(again.summary().health.doors_not_closed, 1u);
        }
    }
    EXPECT_TRUE(simulation.is_door_closed("d")) << "as soon as it has left";
    EXPECT_EQ(simulation.summary().health.doors_held, 1u);
    EXPECT_EQ(simulation.summary().health.doors_not_closed, 0u);
}

TEST(ClosingDoor, OpeningEndsTheWait) {
    Scenario s = closing_door(0.3);
    s.map.wkt = "POLYGON ((-0.3 -1, 0.3 -1, 0.3 5, -0.3 5, -0.3 -1))";
    put(s, {0, 0}, by_offset({}));
    Simulation simulation(s);
    run_steps(simulation, 15);
    EXPECT_EQ(simulation.summary().health.doors_not_closed, 1u);
    simulation.open_door("d");
    EXPECT_EQ(simulation.summary().health.doors_not_closed, 0u);
    run_steps(simulation, 5);
    EXPECT_FALSE(simulation.is_door_closed("d"));
}

}  // namespace
}  // namespace sidestep
