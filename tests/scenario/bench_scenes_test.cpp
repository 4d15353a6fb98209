#include "sidestep/bench_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace sidestep {
namespace {

constexpr auto kTable = [] {
    std::array<Parameter, 2> table;
    table[0].name = "first";
    table[1].name = "time_horizon";
    return table;
}();

const PartInfo kModel = [] {
    PartInfo model;
    model.name = "test";
    model.parameters = kTable;
    return model;
}();

double area(const Polygon& ring) {
    double twice = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) twice += cross(ring[i], ring[(i + 1) % ring.size()]);
    return twice / 2;
}

std::size_t agents_named(const std::string& suffix) {
    if (suffix == "bench") return 2000;  // named for its map
    if (suffix.ends_with('k')) return 1000 * std::stoul(suffix);
    if (suffix.ends_with('m')) return 1'000'000 * std::stoul(suffix);
    return std::stoul(suffix);
}

TEST(BenchScenes, EveryNameGivesTheAgentsItSays) {
    for (const std::string_view name : bench_scene_names()) {
        const auto scene = bench_scene(name, kModel);
        ASSERT_TRUE(scene) << name;
        EXPECT_EQ(scene->name, name);
        std::size_t agents = 0;
        for (const AgentSpec& agent : scene->agents) agents += agent.count;
        EXPECT_EQ(agents, agents_named(std::string(name.substr(name.find('_') + 1)))) << name;
    }
    EXPECT_FALSE(bench_scene("circle_7", kModel));
    EXPECT_FALSE(bench_scene("", kModel));
}

TEST(BenchScenes, TheCityHas2600Houses) {
    const auto scene = bench_scene("city_bench", kModel);
    const std::string& wkt = scene->map.wkt;
    EXPECT_EQ(std::count(wkt.begin(), wkt.end(), '('), 1 + 1 + 2600);
    EXPECT_NE(wkt.find("1300.5 1300.5"), std::string::npos);
    EXPECT_EQ(scene->profiles[0].route.name, "hierarchical");
}

TEST(BenchScenes, RegionsHaveTheDensity) {
    for (const std::string_view name : {"cross4_1k", "cross4_100k", "sandbox_1k", "sandbox_1m", "room_1k"}) {
        const auto scene = bench_scene(name, kModel);
        for (const AgentSpec& agent : scene->agents) {
            EXPECT_NEAR(agent.count / area(agent.region), 0.9, 1e-9) << name;
        }
    }
}

TEST(BenchScenes, InTheRoomPeopleDifferAndWallsAreNear) {
    const auto scene = bench_scene("room_1k", kModel);
    EXPECT_EQ(std::count(scene->map.wkt.begin(), scene->map.wkt.end(), '('), 1 + 1 + 2);
    EXPECT_EQ(scene->profiles[0].common[kRadius]->kind, Distribution::Kind::uniform);
}

TEST(BenchScenes, RingHasTheSpacingAndAntipodalGoals) {
    const auto scene = bench_scene("circle_1k", kModel);
    for (std::size_t i = 0; i < scene->agents.size(); ++i) {
        const AgentSpec& agent = scene->agents[i];
        const Vec2d next = *scene->agents[(i + 1) % scene->agents.size()].position;
        EXPECT_NEAR(norm(next - *agent.position), 0.7, 1e-4);
        EXPECT_EQ(agent.target.value, -*agent.position);
    }
}

TEST(BenchScenes, CrossingBlocksSwapPlaces) {
    const auto scene = bench_scene("cross4_1k", kModel);
    ASSERT_EQ(scene->agents.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        const AgentSpec& from = scene->agents[i];
        const AgentSpec& to = scene->agents[i ^ 1];
        const Vec2d shift = to.region[0] - from.region[0];
        EXPECT_TRUE(from.target.is_offset);
        EXPECT_NEAR(norm(shift - from.target.value), 0, 1e-9);
    }
}

TEST(BenchScenes, HorizonIsSetWhereTheModelHasOne) {
    const auto scene = bench_scene("sandbox_1k", kModel);
    const ProfileSpec& profile = scene->profiles[0];
    ASSERT_EQ(profile.avoid.values.size(), kTable.size());
    EXPECT_FALSE(profile.avoid.values[0]);
    EXPECT_EQ(profile.avoid.values[1]->a, 2);
    EXPECT_EQ(profile.common[kMaxNeighbours]->a, 10);
    EXPECT_FALSE(profile.common[kGoalRadius]);
}

}  // namespace
}  // namespace sidestep
