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

}  // namespace
}  // namespace sidestep
