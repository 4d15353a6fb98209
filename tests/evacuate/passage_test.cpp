// Exits let out what their width lets out: people walk through them, whatever way the plan is drawn.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <algorithm>

#include "evacuate/plans.h"
#include "map/region.h"
#include "scenario/polygon.h"
#include "sidestep/evacuation.h"
#include "sidestep/map.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using namespace test;

using Lines = std::vector<std::array<Vec2d, 2>>;

EvacuationScene scene_of(const std::string& wkt, const Lines& exits, std::uint32_t people = 40,
                         std::uint64_t seed = 1) {
    EvacuationOptions o;
    o.people = people;
    o.seed = seed;
    o.exits = exits;
    o.premovement = Distribution::fixed(0);
    return evacuation_scene(plan(wkt), "plan", o);
}

/// When each got out, s.
std::vector<double> times_out(const EvacuationScene& scene) {
    Simulation simulation(scene.scenario);
    std::vector<double> times;
    std::size_t inside = simulation.agent_count();
    while (!simulation.finished()) {
        simulation.step();
        for (; inside > simulation.agent_count(); --inside) times.push_back(simulation.time());
    }
    EXPECT_EQ(inside, 0u) << "everybody gets out";
    return times;
}

/// People a second from the first fifth to the last, mean of three crowds.
double flow(const std::string& wkt, const Lines& exits, std::uint32_t people) {
    double sum = 0;
    for (const std::uint64_t seed : {1, 2, 3}) {
        const std::vector<double> times = times_out(scene_of(wkt, exits, people, seed));
        const std::size_t first = times.size() / 5, last = times.size() * 4 / 5;
        if (last < times.size()) sum += static_cast<double>(last - first) / (times[last] - times[first]);
    }
    return sum / 3;
}

const std::string kHall = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";

/// Of a map: what is walked on, m².
double walked_on(const EvacuationScene& scene) {
    return area_of(built_map(scene.scenario)->outline());
}

TEST(Passage, ADoorLetsOutTheSameHoweverItIsDrawn) {
    const double bare = flow(kHall, {{Vec2d{10, 4.5}, Vec2d{10, 5.5}}}, 80);
    const double in_a_wall = flow("POLYGON ((0 0, 10 0, 10 4.5, 10.2 4.5, 10.2 5.5, 10 5.5, 10 10, 0 10, 0 0))",
                                  {{Vec2d{10.2, 4.5}, Vec2d{10.2, 5.5}}}, 80);
    const double a_gap = flow("LINESTRING (10 4.5, 10 0, 0 0, 0 10, 10 10, 10 5.5)", {}, 80);
    // A hall in a yard, the exit between the two.
    const double in_a_yard = flow(
        "GEOMETRYCOLLECTION (POLYGON ((-1 -1, 14 -1, 14 11, -1 11, -1 -1)), "
        "LINESTRING (10 4.5, 10 0, 0 0, 0 10, 10 10, 10 5.5))",
        {{Vec2d{10, 4.5}, Vec2d{10, 5.5}}}, 80);
    EXPECT_NEAR(in_a_wall, bare, 0.1 * bare);
    EXPECT_NEAR(a_gap, bare, 0.1 * bare);
    EXPECT_NEAR(in_a_yard, bare, 0.1 * bare);
    EXPECT_LT(bare, 3) << "people: 1.9";
    EXPECT_GT(bare, 1.2);
}

TEST(Passage, AWiderExitLetsOutMore) {
    const auto through = [](double width) {
        return flow(kHall, {{Vec2d{10, 5 - width / 2}, Vec2d{10, 5 + width / 2}}}, 150);
    };
    const double one = through(1), two = through(2), three = through(3);
    EXPECT_GT(two, 1.5 * one);
    EXPECT_LT(two, 3 * one);
    EXPECT_GT(three, 1.25 * two);
    EXPECT_LT(three, 2 * two);
}

TEST(Passage, PeopleHaveLeftWhenTheyAreThrough) {
    const EvacuationScene scene = scene_of(kHall, {{Vec2d{10, 4}, Vec2d{10, 5}}});
    ASSERT_EQ(scene.exits.size(), 1u);
    const PlanExit& exit = scene.exits[0];
    EXPECT_TRUE(scene.remarks.empty());
    EXPECT_NEAR(exit.width, 1, 1e-9);
    EXPECT_NEAR(exit.middle.x, 10, 1e-9);
    EXPECT_FALSE(contains(exit.region, {10.3, 4.5})) << "the body is still in the doorway";
    EXPECT_TRUE(contains(exit.region, {10.6, 4.5}));
    const auto map = built_map(scene.scenario);
    EXPECT_TRUE(map->walkable(Vec2d{10.3, 4.5}));
    EXPECT_FALSE(map->walkable(Vec2d{10.3, 3.95})) << "as wide as the exit";
    EXPECT_NEAR(scene.area, 100, 1e-3) << "nobody starts in a passage";
    times_out(scene);
}

TEST(Passage, AtCornersAndRoundThem) {
    // To the corner itself, past it, and across it.
    const EvacuationScene at = scene_of(kHall, {{Vec2d{10, 9}, Vec2d{10, 10}}});
    EXPECT_NEAR(at.exits[0].width, 1, 1e-6);
    times_out(at);
    const EvacuationScene past = scene_of(kHall, {{Vec2d{10, 8.8}, Vec2d{10, 11}}});
    EXPECT_NEAR(past.exits[0].width, 1.2, 0.01) << "there is no floor along the rest";
    ASSERT_EQ(past.remarks.size(), 1u);
    EXPECT_NE(past.remarks[0].find("exit 1 is 1.20 m wide: of its 2.20 m"), std::string::npos) << past.remarks[0];
    times_out(past);
    const EvacuationScene across = scene_of(kHall, {{Vec2d{10, 9}, Vec2d{9, 10}}});
    EXPECT_NEAR(across.exits[0].width, std::sqrt(2), 0.02);
    EXPECT_GT(nearest_point(across.exits[0].region, {9.5, 9.5}).x, 9.6) << "on the other side of the line";
    times_out(across);
}

TEST(Passage, ThroughObliqueAndBentWalls) {
    // A wall at 37°, and one of several pieces that bulges by 0.2 m beyond the exit's line.
    const EvacuationScene oblique =
        scene_of("POLYGON ((0 0, 10 0, 18 6, 8 8, 0 8, 0 0))", {{Vec2d{12, 1.5}, Vec2d{13.2, 2.4}}});
    EXPECT_NEAR(oblique.exits[0].width, 1.5, 1e-6);
    EXPECT_TRUE(oblique.remarks.empty());
    times_out(oblique);
    const std::string bulging = "POLYGON ((0 0, 10 0, 10 3, 10.2 4, 10.2 6, 10 7, 10 10, 0 10, 0 0))";
    const EvacuationScene bent = scene_of(bulging, {{Vec2d{10, 3}, Vec2d{10, 7}}});
    EXPECT_NEAR(bent.exits[0].width, 4, 0.05);
    EXPECT_TRUE(contains(bent.exits[0].region, {10.7, 5}));
    times_out(bent);
    // The same wall from outside: the line touches it in its middle alone.
    const EvacuationScene outside = scene_of(bulging, {{Vec2d{10.2, 4.2}, Vec2d{10.2, 5.8}}});
    EXPECT_NEAR(outside.exits[0].width, 1.6, 1e-6);
    times_out(outside);
}

TEST(Passage, IntoAHole) {
    const EvacuationScene scene =
        scene_of("POLYGON ((0 0, 12 0, 12 12, 0 12, 0 0), (4 4, 8 4, 8 8, 4 8, 4 4))", {{Vec2d{4, 5}, Vec2d{4, 6.2}}});
    EXPECT_TRUE(scene.remarks.empty());
    EXPECT_TRUE(contains(scene.exits[0].region, {4.6, 5.5})) << "in the hole";
    times_out(scene);
}

TEST(Passage, OfTwoExitsDoNotMeet) {
    // Round a corner of the wall that reaches into the room, where both would lead to the same place.
    const std::string angle = "POLYGON ((0 0, 10 0, 10 5, 5 5, 5 10, 0 10, 0 0))";
    const EvacuationScene round = scene_of(angle, {{Vec2d{5, 5.2}, Vec2d{5, 6.4}}, {Vec2d{5.2, 5}, Vec2d{6.4, 5}}});
    ASSERT_EQ(round.exits.size(), 2u);
    EXPECT_EQ(round.remarks.size(), 1u) << "the second has no room";
    times_out(round);
    // Beside each other without a post: as one of both widths.
    const double both = flow(kHall, {{Vec2d{10, 4}, Vec2d{10, 5}}, {Vec2d{10, 5}, Vec2d{10, 6}}}, 80);
    const double one = flow(kHall, {{Vec2d{10, 4}, Vec2d{10, 6}}}, 80);
    EXPECT_GT(both, 0.7 * one);
    EXPECT_LT(both, 1.1 * one);
}

TEST(Passage, DoesNotLeadIntoTheRoomNextDoor) {
    const auto rooms = [](double wall) {
        return fmt::format("MULTIPOLYGON (((0 0, 6 0, 6 6, 0 6, 0 0)), (({0} 0, 14 0, 14 6, {0} 6, {0} 0)))", 6 + wall);
    };
    const Lines exits{{Vec2d{6, 2}, Vec2d{6, 3.2}}, {Vec2d{14, 2}, Vec2d{14, 3.2}}};
    const EvacuationScene thick = scene_of(rooms(0.8), exits);
    EXPECT_TRUE(thick.remarks.empty());
    EXPECT_LT(nearest_point(thick.exits[0].region, {9, 2.5}).x, 6.75) << "some wall is left";
    EXPECT_EQ(built_map(thick.scenario)->outline().floor.size(), 2u) << "two rooms";
    times_out(thick);
    const EvacuationScene thin = scene_of(rooms(0.2), exits);
    ASSERT_EQ(thin.remarks.size(), 1u);
    EXPECT_NE(thin.remarks[0].find("exit 1: who comes near has left"), std::string::npos) << thin.remarks[0];
    EXPECT_NEAR(walked_on(thin), 6 * 6 + 7.8 * 6 + 1.2, 0.05) << "only behind the second";
    times_out(thin);
}

TEST(Passage, BreaksThroughAWallThatIsALine) {
    // The border of the floor is drawn as a wall too, without a gap where the exit is.
    const EvacuationScene scene =
        scene_of("GEOMETRYCOLLECTION (" + kHall + ", LINESTRING (10 0, 10 10))", {{Vec2d{10, 4}, Vec2d{10, 5}}});
    EXPECT_TRUE(scene.remarks.empty());
    times_out(scene);
    // And one amid the floor.
    const EvacuationScene amid =
        scene_of("GEOMETRYCOLLECTION (POLYGON ((0 0, 16 0, 16 10, 0 10, 0 0)), LINESTRING (10 0, 10 10))",
                 {{Vec2d{10, 4}, Vec2d{10, 5}}});
    EXPECT_NEAR(amid.beyond, 60, 0.1);
    times_out(amid);
}

TEST(Passage, NotThroughWhatIsTooNarrow) {
    const EvacuationScene scene = scene_of(kHall, {{Vec2d{10, 4}, Vec2d{10, 4.3}}}, 5);
    ASSERT_EQ(scene.remarks.size(), 1u);
    EXPECT_NE(scene.remarks[0].find("0.30 m are too narrow"), std::string::npos) << scene.remarks[0];
    times_out(scene);
}

}  // namespace
}  // namespace sidestep
