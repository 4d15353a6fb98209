// What a simulation tells those who record it.
#include <gtest/gtest.h>

#include "sidestep/trajectory.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

TEST(RecordingInfo, TellsWhereItComesFrom) {
    Scenario s = scene(profile("p", "predictive"), 30);
    s.name = "crossing";
    s.seed = 42;
    s.map.wkt = "LINESTRING (-20 -20, 20 -20)";
    s.profiles[0] = profile("p", "predictive", {{"personal_radius", 0.75}});
    const TrajectoryInfo info = Simulation(s).trajectory_info();
    EXPECT_EQ(info.metadata.at("seed"), "42");
    EXPECT_EQ(info.metadata.at("scene_name"), "crossing");
    EXPECT_EQ(info.metadata.at("sidestep_version"), version());
    EXPECT_NE(info.metadata.at("parameters").find("p.avoid.personal_radius=0.75"), std::string::npos);
    EXPECT_EQ(info.wkt, s.map.wkt);
}

TEST(RecordingInfo, FramesAreInOrderOfId) {
    Scenario s = scene(profile("p", "orca"), 10);
    put_many(s, box(0, 0, 20, 20), 50, by_offset({5, 0}));
    Simulation simulation(s);
    run_steps(simulation, 5);
    const TrajectoryFrame f = simulation.frame();
    EXPECT_EQ(f.frame, 5u);
    ASSERT_EQ(f.rows.size(), 50u);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(f.rows[i].id, i + 1);
        EXPECT_EQ(f.rows[i].position, agent(simulation, static_cast<AgentId>(i + 1)).position);
    }
}

}  // namespace
}  // namespace sidestep
