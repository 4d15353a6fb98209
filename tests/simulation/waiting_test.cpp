// Who waits stands, under every model; only bodies that touch make room.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

TEST(Waiting, NobodyMovesBeforeItsTime) {
    for (const PartInfo* model : models()) {
        Scenario s = scene(profile("walker", model->name, {{"radius", 0.2}, {"pref_speed", 1.3}}), 30);
        s.map.wkt = "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))";
        for (int i = 0; i < 60; ++i) {
            AgentSpec& a = put(s, {1 + 0.7 * (i % 9), 1 + 0.7 * (i / 9)}, to_point({7.5, 7.5}));
            a.start_delay = Distribution::fixed(30);
        }
        Simulation simulation(s);
        std::vector<Vec2d> before;
        for (const AgentState& a : simulation.agents()) before.push_back(a.position);
        while (simulation.time() < 25) simulation.step();
        const auto agents = simulation.agents();
        double farthest = 0;
        for (std::size_t i = 0; i < agents.size(); ++i)
            farthest = std::max(farthest, norm(agents[i].position - before[i]));
        EXPECT_EQ(farthest, 0) << model->name;
    }
}

// One walks past and against people who wait.
TEST(Waiting, WhoIsNotTouchedStays) {
    for (const PartInfo* model : models()) {
        Scenario s = scene(profile("walker", model->name, {{"radius", 0.2}, {"pref_speed", 1.3}}), 30, 0.05);
        put(s, {0, 0}, to_point({10, 0}));
        for (const Vec2d at : {Vec2d{4, 0.1}, Vec2d{5, 0.7}, Vec2d{6, -0.6}}) {
            put(s, at, to_point({-9, 0})).start_delay = Distribution::fixed(60);
        }
        Simulation simulation(s);
        while (simulation.time() < 12) {
            simulation.step();
            const auto agents = simulation.agents();
            for (std::size_t i = 1; i < agents.size(); ++i) {
                const double gap = norm(agents[i].position - agents[0].position) - 0.4;
                if (gap > 0.05) {
                    EXPECT_LT(norm(agents[i].velocity), 1e-6) << model->name << " " << i;
                }
            }
        }
        const Vec2d at[] = {{4, 0.1}, {5, 0.7}, {6, -0.6}};
        for (std::size_t i = 1; i < 4; ++i) {
            EXPECT_LE(norm(simulation.agents()[i].position - at[i - 1]), 0.3) << model->name << " " << i;
        }
    }
}

TEST(Waiting, IsTold) {
    Scenario s = scene(profile("walker", "orca", {{"radius", 0.2}, {"pref_speed", 1.3}}), 30);
    put(s, {0, 0}, to_point({3, 0})).start_delay = Distribution::fixed(2);
    put(s, {0, 5}, to_point({9, 5}, true));
    Simulation simulation(s);
    std::vector<std::pair<EventKind, double>> of_first;
    const auto note = [&] {
        for (const Event& e : simulation.events()) {
            if (e.agent == 1) of_first.emplace_back(e.kind, simulation.time());
        }
    };
    note();
    ASSERT_EQ(of_first, (std::vector<std::pair<EventKind, double>>{{EventKind::waits, 0}})) << "from the beginning";
    EXPECT_TRUE(agent(simulation, 1).waits);
    EXPECT_FALSE(agent(simulation, 2).waits);
    const auto says = [&](AgentId id) {
        const Explanation why = *simulation.explain(id);
        for (const Shape& shape : why.shapes) {
            if (shape.label.starts_with("waits")) return shape.label;
        }
        return std::string();
    };
    EXPECT_EQ(says(1), "waits for its start");
    EXPECT_EQ(says(2), "");
    const Simulation& seen = simulation;
    EXPECT_TRUE(seen.frame().rows[0].waits);
    EXPECT_FALSE(seen.frame().rows[1].waits);
    std::vector<std::byte> snapshot;
    while (simulation.time() < 8) {
        if (simulation.steps() == 10) snapshot = simulation.snapshot();
        simulation.step();
        note();
    }
    ASSERT_EQ(of_first.size(), 4u);
    EXPECT_EQ(of_first[1].first, EventKind::walks);
    EXPECT_NEAR(of_first[1].second, 2.1, 1e-9) << "told in the step that begins at its start";
    EXPECT_EQ(of_first[2].first, EventKind::arrived);
    EXPECT_EQ(of_first[3].first, EventKind::waits);
    EXPECT_EQ(says(1), "waits at its goal");
    EXPECT_TRUE(agent(simulation, 1).waits);

    simulation.set_goal(simulation.handle_of(1), {0, 0});
    ASSERT_EQ(simulation.events().back().kind, EventKind::walks);
    EXPECT_FALSE(agent(simulation, 1).waits);

    Simulation resumed(s);
    resumed.restore(snapshot);
    int starts = 0;
    while (resumed.time() < 4) {
        resumed.step();
        for (const Event& e : resumed.events()) starts += e.kind == EventKind::walks;
    }
    EXPECT_EQ(starts, 1) << "after a snapshot too";
}

}  // namespace
}  // namespace sidestep
