// Many people who plan their way through a city.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "sidestep/bench_scenes.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// Nobody leaves the map, and who has no way knows why.
void expect_order(const Simulation& simulation) {
    const RunSummary run = simulation.summary();
    EXPECT_EQ(run.health.outside_map, 0u);
    EXPECT_LE(run.health.deepest_m, kHealthyDepth);
    std::size_t without_way = 0;
    for (const AgentState& a : simulation.agents()) {
        ASSERT_TRUE(a.route.has_value());
        without_way += *a.route != PathStatus::found;
    }
    EXPECT_LE(without_way, simulation.agent_count() / 1000);
    std::size_t told = 0;
    for (const RunHealth::Stuck& who : run.health.stuck) told += !who.reason.empty();
    EXPECT_EQ(told, without_way);
}

TEST(City, PeopleFindTheirWayAmongHouses) {
    auto scene = bench_scene("city_bench", *find_model("orca"));
    scene->duration = 6;
    Simulation simulation(*scene, 2);
    double moved = 0;
    const std::vector<AgentState> before = simulation.agents();
    while (!simulation.finished()) simulation.step();
    const std::vector<AgentState> after = simulation.agents();
    for (std::size_t i = 0; i < after.size(); ++i) moved += norm(after[i].position - before[i].position);
    EXPECT_GT(moved / static_cast<double>(after.size()), 0.8 * 6 * 1.33) << "they walk where they want to go";
    expect_order(simulation);
}

TEST(City, TwentyThousandInPrague) {
    const char* set = std::getenv("SIDESTEP_DATA");
    const std::filesystem::path data = set != nullptr ? set : SIDESTEP_SOURCE_DIR "/../shared/data";
    if (!std::filesystem::exists(data / "maps" / "cities" / "prague1m.wkt")) {
        GTEST_SKIP() << "no map of Prague at " << data << "; set SIDESTEP_DATA";
    }
    Simulation simulation(load_scene(SIDESTEP_SOURCE_DIR "/scenes/city_prague.json"), 2);
    EXPECT_EQ(simulation.agent_count(), 20000u);
    run_steps(simulation, 20);
    expect_order(simulation);
}

}  // namespace
}  // namespace sidestep
