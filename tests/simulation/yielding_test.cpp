// People in a jam take turns: "deadlocks": "yield".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// Forty people before a door that two cannot pass abreast; under this model they stand there for good.
Scenario jam(Deadlocks deadlocks, std::string_view model = "paris") {
    Scenario s = scene(profile("walker", model, {{"radius", 0.2}, {"pref_speed", 1.3}}), 400);
    s.profiles[0].route.name = "hierarchical";
    s.map.wkt =
        "POLYGON ((-8 -4, 0 -4, 0 -0.35, 0.2 -0.35, 0.2 -4, 4 -4, 4 4, 0.2 4, 0.2 0.35, 0 0.35, 0 4, -8 4, -8 -4))";
    s.contacts = Contacts::project;
    s.deadlocks = deadlocks;
    put_many(s, box(-6, -3.5, -1, 3.5), 40, to_point({3.5, 0}, true), 0.5);
    return s;
}

TEST(Yielding, ResolvesWhatWouldStandForGood) {
    Simulation alone(jam(Deadlocks::none));
    while (alone.time() < 120) alone.step();
    EXPECT_GT(alone.agent_count(), 10u);
    EXPECT_FALSE(alone.summary().health.stuck.empty());
    EXPECT_EQ(alone.summary().health.yielded_s, 0);

    Simulation turns(jam(Deadlocks::yield));
    while (!turns.finished()) {
        turns.step();
        for (const AgentState& a : turns.agents()) ASSERT_LE(norm(a.velocity), 2.0 * 1.05) << "nobody is thrown about";
    }
    EXPECT_EQ(turns.agent_count(), 0u);
    EXPECT_GT(turns.summary().health.yielded_s, 1);
    const std::vector<std::string> said = to_sentences(turns.summary().health);
    EXPECT_TRUE(std::any_of(said.begin(), said.end(), [](const std::string& s) {
        return s.starts_with("People gave way to each other in jams, ");
    }));
    EXPECT_EQ(health_from_json(to_json(turns.summary().health))->yielded_s, turns.summary().health.yielded_s);
}

TEST(Yielding, SameBitsOnAnyNumberOfThreadsAndFromASnapshot) {
    const Scenario s = jam(Deadlocks::yield);
    Simulation one(s, 1), four(s, 4);
    std::vector<std::byte> snapshot;
    for (int i = 0; i < 400; ++i) {
        if (i == 250) snapshot = one.snapshot();
        one.step();
        four.step();
        ASSERT_EQ(one.state_hash(), four.state_hash()) << "step " << i;
        if (i % 50 == 0) one.explain(1);  // looking changes nothing
    }
    ASSERT_GT(one.summary().health.yielded_s, 1);
    Simulation resumed(s, 2);
    resumed.restore(snapshot);
    run_steps(resumed, 150);
    EXPECT_EQ(resumed.state_hash(), one.state_hash());
    EXPECT_EQ(resumed.summary().health.yielded_s, one.summary().health.yielded_s);
}

TEST(Yielding, ChangesNothingWhereEverybodyGetsOn) {
    for (const Deadlocks deadlocks : {Deadlocks::none, Deadlocks::yield}) {
        Scenario s = scene(profile("walker", "orca"), 30);
        s.deadlocks = deadlocks;
        put_many(s, box(0, 0, 8, 8), 40, by_offset({20, 0}, true), 0.7);
        put_many(s, box(20, 0, 28, 8), 40, by_offset({-20, 0}, true), 0.7);
        Simulation simulation(s);
        static std::uint64_t alone = 0;
        run_steps(simulation, 60);
        if (deadlocks == Deadlocks::none) alone = simulation.state_hash();
        EXPECT_EQ(simulation.state_hash(), alone);
    }
}

TEST(Yielding, AJamThatNobodyCanResolveIsStillOne) {
    Scenario s = jam(Deadlocks::yield);
    s.profiles[0].route.name = "direct";
    s.map.wkt = "POLYGON ((-8 -4, 0 -4, 0 4, -8 4, -8 -4))";
    for (AgentSpec& a : s.agents) a.target = by_offset({5, 0}, true);
    s.agents[0].region = box(-7, -3.5, -5.2, 3.5);
    s.agents[0].count = 12;
    // A wall they do not know how to walk round.
    s.map.wkt = "GEOMETRYCOLLECTION (POLYGON ((-8 -4, 0 -4, 0 4, -8 4, -8 -4)), LINESTRING (-3 -3.9, -3 3.9))";
    s.duration = 60;
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    EXPECT_GE(simulation.summary().health.stuck.size(), 10u);
    EXPECT_FALSE(simulation.summary().health.ok);
}

TEST(Yielding, IsExplained) {
    Simulation simulation(jam(Deadlocks::yield));
    bool told = false;
    while (simulation.time() < 60 && !told) {
        run_steps(simulation, 10);
        std::vector<AgentId> all;
        for (const AgentState& a : simulation.agents()) all.push_back(a.id);
        for (const Explanation& e : simulation.explain(all)) {
            told |= std::any_of(e.shapes.begin(), e.shapes.end(),
                                [](const Shape& shape) { return shape.label == "gives way"; });
        }
    }
    EXPECT_TRUE(told);
}

}  // namespace
}  // namespace sidestep
