// Sources whose newcomers are listed one by one, and newcomers who enter walking.
#include <gtest/gtest.h>

#include <map>

#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

const char* const kScene = R"({"sidestep": 1, "simulation": {"dt": 0.1, "duration": 30},
  "profiles": {"walker": {"model": "constant_velocity"}, "slow": {"model": "orca", "pref_speed": 0.6}},
  "goals": {"east": {"point": [20, 0], "exit": true}},
  "sources": [{"profile": "walker", "goal": "east", "group": "first", "newcomers": [
    {"time": 0, "position": [0, 0], "velocity": [1.2, 0]},
    {"time": 0.5, "position": [0, 3], "profile": "slow", "goal": {"point": [0, 9], "exit": true}, "group": "second"},
    {"time": 2.05, "position": [1, -3], "velocity": [0, -0.7], "pref_speed": 0.9, "radius": 0.31}]}]})";

TEST(Newcomers, EnterWhereAndWhenTheListSays) {
    Simulation simulation(parse_scene(kScene, "list"));
    std::map<AgentId, std::pair<double, AgentState>> first;
    while (simulation.time() < 3) {
        const double before = simulation.time();
        simulation.step();
        for (const Event& e : simulation.events()) {
            if (e.kind == EventKind::born) {
                first.emplace(e.agent, std::pair(before, agent(simulation, e.agent)));
            }
        }
    }
    ASSERT_EQ(first.size(), 3u);
    const auto at = [&](std::size_t i) { return std::next(first.begin(), static_cast<std::ptrdiff_t>(i))->second; };
    EXPECT_DOUBLE_EQ(at(0).first, 0);
    EXPECT_NEAR(at(1).first, 0.5, 1e-9);
    EXPECT_NEAR(at(2).first, 2.1, 1e-9) << "in the first step at or after its time";
    EXPECT_NEAR(at(0).second.position.x, 0.134, 0.02) << "after its first step";
    EXPECT_EQ(at(1).second.profile, 1);
    EXPECT_NEAR(at(2).second.radius, 0.31, 1e-6);
    const auto infos = simulation.agent_infos();
    EXPECT_EQ(infos[0].group, "first");
    EXPECT_EQ(infos[1].group, "second");
    EXPECT_EQ(simulation.parameter(simulation.handle_of(infos[2].id), "pref_speed"), static_cast<double>(0.9f));
    EXPECT_EQ(simulation.parameter(simulation.handle_of(infos[0].id), "pref_speed"), static_cast<double>(1.34f));
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u) << "the run goes on until the list is done and everybody is out";
    EXPECT_EQ(simulation.summary().health.placed_aside, 0u);
}

TEST(Newcomers, StartWithTheirVelocity) {
    // With so little acceleration, what one walks in the first step is what one entered with.
    Scenario s = parse_scene(kScene, "list");
    for (ProfileSpec& p : s.profiles) p.set(kMaxAccel, Distribution::fixed(0.01));
    Simulation simulation(s);
    simulation.step();
    EXPECT_NEAR(simulation.agents()[0].velocity.x, 1.2, 0.01);
    while (simulation.agent_count() < 3) simulation.step();
    EXPECT_NEAR(simulation.agents()[2].velocity.y, -0.7, 0.01);

    Scenario walking = scene(profile("walker", "constant_velocity", {{"max_accel", 0.01}, {"pref_speed", 1.3}}), 20);
    SourceSpec source;
    source.region = box(0, 0, 1, 1);
    source.target = to_point({30, 0.5}, true);
    source.times = {0};
    source.walking = true;
    walking.sources = {source};
    Simulation entering(walking);
    entering.step();
    EXPECT_NEAR(norm(entering.agents()[0].velocity), 1.3, 0.01);
}

TEST(Newcomers, FindRoomBesideATakenPlaceOrWait) {
    Scenario s = scene(profile("walker", "constant_velocity", {{"radius", 0.2}, {"pref_speed", 1}}), 20);
    put(s, {0, 0}, by_offset({0, 0}));  // stands in the way for good
    SourceSpec source;
    source.target = to_point({8, 0}, true);
    source.newcomers = {{.time = 0, .position = {0.3, 0}}, {.time = 0, .position = {0.3, 0}}};
    s.sources = {source};
    Simulation simulation(s);
    while (!simulation.finished() && simulation.time() < 15) {
        simulation.step();
        for (const Event& e : simulation.events()) {
            if (e.kind != EventKind::born) continue;
            for (const AgentState& other : simulation.agents()) {
                if (other.id == e.agent) continue;
                EXPECT_GE(norm(other.position - agent(simulation, e.agent).position), 0.4 - 0.12);
            }
        }
    }
    EXPECT_EQ(simulation.summary().agents_created, 3u);
    const RunHealth health = simulation.summary().health;
    EXPECT_EQ(health.placed_aside, 2u);
    EXPECT_GT(health.placed_aside_m, 0.05);
    EXPECT_LE(health.placed_aside_m, 0.4);
    EXPECT_EQ(health_from_json(to_json(health))->placed_aside, 2u);
}

TEST(Newcomers, WhatCannotBeIsRefused) {
    const auto refused = [](const std::string& list) {
        try {
            Simulation simulation(
                parse_scene(R"json({"sidestep": 1, "map": {"wkt": "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))"},
              "profiles": {"walker": {"model": "orca"}}, "sources": [{"profile": "walker", "goal": [8, 8], "newcomers": )json" +
                                list + "}]}",
                            "list"));
        } catch (const InputError& error) {
            return error.problem();
        }
        ADD_FAILURE() << "accepted: " << list;
        return InputProblem{};
    };
    EXPECT_EQ(refused(R"([{"time": 2, "position": [1, 1]}, {"time": 1, "position": [2, 2]}])").pointer,
              "/sources/0/newcomers/1/time");
    EXPECT_EQ(refused(R"([{"time": 0, "position": [12, 1]}])").pointer, "/sources/0/newcomers/0/position");
    EXPECT_EQ(refused(R"([{"time": 0, "position": [1, 1], "radius": 9}])").pointer, "/sources/0/newcomers/0/radius");
    EXPECT_EQ(refused(R"([{"time": 0, "position": [1, 1], "goal": [20, 20]}])").pointer, "/sources/0/newcomers/0/goal");
    EXPECT_EQ(refused(R"([{"time": 0}])").message, "a newcomer needs \"position\"");
    EXPECT_EQ(refused("[]").pointer, "/sources/0/newcomers");
    EXPECT_EQ(refused(R"([{"time": 0, "position": [1, 1]}], "rate": 2)").remedy,
              "Each newcomer has a time and a place; remove it.");
}

}  // namespace
}  // namespace sidestep
