// Where people can leave a plan.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <algorithm>

#include "evacuate/openings.h"
#include "evacuate/plans.h"
#include "scenario/polygon.h"
#include "sidestep/error.h"
#include "sidestep/evacuation.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

using namespace test;

constexpr double kRadius = 0.2;

std::string groups(std::initializer_list<std::pair<int, std::string>> list) {
    std::string text;
    for (const auto& [code, value] : list) text += std::to_string(code) + "\n" + value + "\n";
    return text;
}
std::string rectangle(const std::string& layer, double x0, double y0, double x1, double y1) {
    std::string text = groups({{0, "LWPOLYLINE"}, {8, layer}, {90, "4"}, {70, "1"}});
    const double corners[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    for (const auto& c : corners) text += groups({{10, std::to_string(c[0])}, {20, std::to_string(c[1])}});
    return text;
}
ImportedMap drawing(const std::string& entities) {
    return import_text(MapFormat::dxf,
                       groups({{0, "SECTION"}, {2, "ENTITIES"}}) + entities + groups({{0, "ENDSEC"}, {0, "EOF"}}));
}

TEST(Exits, AreThoseOfTheLayer) {
    const ImportedMap plan = drawing(rectangle("walkablearea", 0, 0, 10, 6) + rectangle("jps-exits", 9.5, 2, 10, 3) +
                                     rectangle("jps-exits", 0, 4, 0.5, 5.5));
    const std::vector<PlanExit> exits = find_exits(plan, kRadius);
    ASSERT_EQ(exits.size(), 2u);
    EXPECT_EQ(exits[0].name, "jps-exits 1");
    EXPECT_EQ(exits[0].source, ExitSource::layer);
    EXPECT_NEAR(exits[0].middle.x, 9.75, 1e-9);
    EXPECT_NEAR(exits[0].width, 1, 1e-9);
    EXPECT_NEAR(exits[1].width, 1.5, 1e-9);
    EXPECT_NEAR(std::abs(polygon_area(exits[1].region)), 0.75, 1e-9) << "as drawn";
}

TEST(Exits, DrawnOnTheWallAreWalkedThrough) {
    const ImportedMap plan = drawing(rectangle("walkablearea", 0, 0, 10, 6) + rectangle("Ausgang", 10, 2, 10.2, 3));
    const std::vector<PlanExit> exits = find_exits(plan, kRadius);
    ASSERT_EQ(exits.size(), 1u);
    EXPECT_EQ(exits[0].name, "Ausgang");
    EXPECT_NEAR(exits[0].width, 1, 1e-6);
    EXPECT_FALSE(contains(exits[0].region, {10.3, 2.5}));
    EXPECT_TRUE(contains(exits[0].region, {10.7, 2.5}));
}

TEST(Exits, DrawnAskewOnTheWallAreWalkedThroughAlongTheirWholeLength) {
    // One corner is where a body can stand, the rest is not.
    const ImportedMap plan = test::plan("POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0))");
    EvacuationOptions options;
    options.people = 5;
    options.exits = {{Vec2d{10.1, 1}, Vec2d{9.85, 5}}};
    const EvacuationScene scene = evacuation_scene(plan, "plan", options);
    ASSERT_EQ(scene.exits.size(), 1u);
    for (const double y : {1.5, 2.5, 3.5, 4.5}) EXPECT_TRUE(contains(scene.exits[0].region, {10.7, y})) << y;
    Simulation simulation(scene.scenario);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u) << "everybody is out";
}

TEST(Exits, SmallerThanADoorAreLeftByTouchingThem) {
    const ImportedMap plan = drawing(rectangle("walkablearea", 0, 0, 10, 6) + rectangle("exits", 8, 2, 8.2, 2.4));
    const std::vector<PlanExit> exits = find_exits(plan, kRadius);
    ASSERT_EQ(exits.size(), 1u);
    EXPECT_NEAR(exits[0].width, 0.4, 1e-9) << "as drawn";
    EXPECT_TRUE(contains(exits[0].region, {7.81, 2.2}));
    EXPECT_FALSE(contains(exits[0].region, {7.79, 2.2}));
}

TEST(Exits, ThatNobodyCanGetToAreLeftOut) {
    const ImportedMap plan = drawing(rectangle("walkablearea", 0, 0, 10, 6) + rectangle("exits", 9.5, 2, 10, 3) +
                                     rectangle("exits", 30, 2, 31, 3));
    EvacuationOptions options;
    options.people = 5;
    const EvacuationScene scene = evacuation_scene(plan, "plan", options);
    ASSERT_EQ(scene.exits.size(), 1u);
    EXPECT_EQ(scene.exits[0].name, "exits 1");
    ASSERT_EQ(scene.remarks.size(), 1u);
    EXPECT_NE(scene.remarks[0].find("exits 2 at (30.50 2.50) was left out"), std::string::npos) << scene.remarks[0];
}

TEST(Exits, AreGapsOfTheWalls) {
    for (const bool second : {false, true}) {
        const ImportedMap walls = plan(thin_walls(second));
        EXPECT_TRUE(is_open(walls));
        std::vector<PlanExit> exits = find_exits(walls, kRadius);
        ASSERT_EQ(exits.size(), second ? 2u : 1u);
        std::ranges::sort(exits, {}, &PlanExit::width);
        EXPECT_EQ(exits[0].source, ExitSource::opening);
        EXPECT_NEAR(exits[0].width, 1.2, 1e-3);
        EXPECT_NEAR(exits[0].middle.x, 10, 1e-3);
        EXPECT_FALSE(contains(exits[0].region, {10.3, 2.6})) << "people walk through";
        EXPECT_TRUE(contains(exits[0].region, {10.7, 2.6}));
        EXPECT_NEAR(exits[0].middle.y, 2.6, 1e-3);
        if (!second) continue;
        EXPECT_NEAR(exits[1].width, 2, 1e-3);
        EXPECT_TRUE(contains(exits[1].region, {5, 6.7}));
    }
}

TEST(Exits, GapsInsideAreDoorsAndTooNarrowOnesNone) {
    // A wall across the room with a door in it, and a slit of 0.3 m to the outside.
    const ImportedMap walls =
        plan("MULTILINESTRING ((10 2, 10 0, 0 0, 0 3), (0 3.3, 0 6, 10 6, 10 3.2), (5 0, 5 2), (5 3, 5 6))");
    const std::vector<PlanExit> exits = find_exits(walls, kRadius);
    ASSERT_EQ(exits.size(), 1u);
    EXPECT_NEAR(exits[0].width, 1.2, 1e-3);
}

TEST(Exits, AGateIsOneWhereNothingElseIsInside) {
    // 5 m wide: more than any door.
    const ImportedMap walls = plan("LINESTRING (20 4, 20 0, 0 0, 0 12, 20 12, 20 9)");
    const std::vector<PlanExit> exits = find_exits(walls, kRadius);
    ASSERT_EQ(exits.size(), 1u);
    EXPECT_NEAR(exits[0].width, 5, 1e-3);
}

TEST(Exits, ThickWallsHaveTheirGapsToo) {
    const ImportedMap walls = import_text(MapFormat::geojson,
                                          R"({"type": "MultiLineString", "coordinates": [
            [[0,0],[10,0],[10,2],[9.8,2],[9.8,0.2],[0.2,0.2],[0.2,5.8],[9.8,5.8],[9.8,3.2],[10,3.2],[10,6],[0,6],[0,0]]]})");
    const std::vector<PlanExit> exits = find_exits(walls, kRadius);
    ASSERT_EQ(exits.size(), 1u);
    EXPECT_NEAR(exits[0].width, 1.2, 1e-3);
    EXPECT_NEAR(exits[0].middle.y, 2.6, 1e-3);
    EXPECT_GT(exits[0].middle.x, 9.8);
}

TEST(Exits, AClosedPlanHasNone) {
    EXPECT_TRUE(find_exits(plan(room_with_door()), kRadius).empty());
    EXPECT_TRUE(find_exits(plan("LINESTRING (0 0, 10 0, 10 6, 0 6, 0 0)"), kRadius).empty());
}

TEST(Exits, OfFeatures) {
    const ImportedMap plan = import_text(MapFormat::geojson, R"({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry":
            {"type": "Polygon", "coordinates": [[[0,0],[10,0],[10,6],[0,6],[0,0]]]}},
        {"type": "Feature", "properties": {"exit": true, "name": "North door"}, "geometry":
            {"type": "LineString", "coordinates": [[4,6],[5,6]]}},
        {"type": "Feature", "properties": {"Layer": "Exits"}, "geometry":
            {"type": "Polygon", "coordinates": [[[9,2],[10,2],[10,3],[9,3],[9,2]]]}}]})");
    const std::vector<PlanExit> exits = find_exits(plan, kRadius);
    ASSERT_EQ(exits.size(), 2u);
    EXPECT_EQ(exits[0].name, "North door");
    EXPECT_EQ(exits[1].name, "Exits");
    EXPECT_NEAR(area_of(plan.outline), 60, 1e-3) << "an exit is no floor";
}

}  // namespace
}  // namespace sidestep
