// The front door: maps, finders and what they say.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "map/map_file.h"
#include "sidestep/error.h"
#include "sidestep/path.h"
#include "support/maps.h"

namespace sidestep {
namespace {

TEST(PathFinder, FindsAWayWithEveryMethod) {
    const PlanningMap map(test::notch_room());
    EXPECT_EQ(map.cell_count(), 2u);
    EXPECT_EQ(map.portal_count(), 1u);
    for (const PathMethod method : path_methods()) {
        SCOPED_TRACE(name_of(method));
        PathOptions options;
        options.method = method;
        PathFinder finder(map, options);
        const Path path = finder.find({3, 9}, {7, 9});
        ASSERT_EQ(path.status, PathStatus::found);
        // Round the notch's tip: the way over (5, 3) without a body is 12.65 m.
        EXPECT_GT(path.length, 12.65);
        EXPECT_LT(path.length, 13.5) << "corners that are cut with mitres take most";
        EXPECT_EQ(path.portals, std::vector<std::uint32_t>{0});
        EXPECT_EQ(
            explain(path, options), "There is a way of " + [&] {
                char text[32];
                std::snprintf(text, sizeof text, "%.2f", path.length);
                return std::string(text);
            }() + " m through 1 portal.");
    }
}

TEST(PathFinder, MethodsAreKnownByName) {
    for (const PathMethod method : path_methods()) EXPECT_EQ(named<PathMethod>(name_of(method)), method);
    EXPECT_EQ(named<PathMethod>("flat"), PathMethod::flat);
    EXPECT_EQ(named<PathMethod>("Flat"), std::nullopt);
}

TEST(PathFinder, CopiesShareDoorsAndGiveTheSame) {
    const PlanningMap::Door door{{5, 0}, {5, 3}};
    const PlanningMap map(test::notch_room(), {&door, 1});
    PathFinder finder(map, {});
    PathFinder copy = finder;
    EXPECT_EQ(finder.find({3, 9}, {7, 9}).points, copy.find({3, 9}, {7, 9}).points);
    finder.set_door(0, false);
    const Path path = copy.find({3, 9}, {7, 9});
    EXPECT_EQ(path.status, PathStatus::unreachable);
    EXPECT_EQ(explain(path, copy.options()), "There is a way, but only through a closed door.");
    copy.set_door(0, true);
    EXPECT_EQ(finder.find({3, 9}, {7, 9}).status, PathStatus::found);
}

TEST(PathFinder, SaysWhyThereIsNoWay) {
    PathOptions options;
    options.radius = 1.75;
    PathFinder finder(PlanningMap(test::notch_room()), options);
    EXPECT_EQ(explain(finder.find({2, 2}, {8, 2}), options),
              "Every way is too narrow: the widest has a place of 3.00 m, and the body is 3.50 m wide.");
    EXPECT_NE(explain(finder.find({-9, 2}, {8, 2}), options).find("The start lies in a wall"), std::string::npos);
    EXPECT_NE(explain(finder.find({2, 2}, {80, 2}), options).find("The goal lies in a wall"), std::string::npos);
}

TEST(PathFinder, RefusesWhatIsOutOfRange) {
    const PlanningMap map(test::notch_room());
    PathOptions options;
    options.radius = 0;
    EXPECT_THROW(PathFinder(map, options), InputError);
    options = {};
    options.key_points = 6;
    EXPECT_THROW(PathFinder(map, options), InputError);
}

TEST(PlanningMap, DrawsClearPlacesOfTheLargestPart) {
    MapOutline outline = test::notch_room();
    outline.floor.push_back({test::rectangle({20, 0}, {24, 4}), {}});
    const PlanningMap map(outline);
    Vec2d sum{};
    constexpr int kPlaces = 2000;
    for (int i = 0; i < kPlaces; ++i) {
        const Vec2d p = map.random_place(1, static_cast<std::uint64_t>(i), 0.5);
        EXPECT_LT(p.x, 10);
        EXPECT_GE(map.clearance(p, 1), 0.5);
        EXPECT_EQ(p, map.random_place(1, static_cast<std::uint64_t>(i), 0.5));
        sum += p;
    }
    EXPECT_NEAR(sum.x / kPlaces, 5, 0.2) << "the room is symmetric";
    EXPECT_THROW(map.random_place(1, 0, 6), InputError);
    EXPECT_EQ(map.clearance({-3, 0}, 1), 0);
}

TEST(PlanningMap, TheRoadMapLinksKeyPointsOfOneCell) {
    // A cross of five squares: four portals round the middle.
    MapOutline outline;
    outline.floor.push_back(
        {{{2, 0}, {4, 0}, {4, 2}, {6, 2}, {6, 4}, {4, 4}, {4, 6}, {2, 6}, {2, 4}, {0, 4}, {0, 2}, {2, 2}}, {}});
    const PlanningMap map(outline);
    ASSERT_EQ(map.portal_count(), 4u);
    const PlanningMap::RoadMap one = map.road_map(0.5);
    EXPECT_EQ(one.places.size(), 4u);
    EXPECT_EQ(one.links.size(), 6u) << "each with each";
    for (const Vec2d p : one.places) EXPECT_NEAR(norm(p - Vec2d{3, 3}), 1, 1e-6) << "the middle of a portal";
    const PlanningMap::RoadMap two = map.road_map(1, 2);
    EXPECT_EQ(two.places.size(), 8u);
    EXPECT_EQ(two.links.size(), 24u) << "but not those of one portal";
    for (const Vec2d p : two.places) EXPECT_NEAR(norm(p - Vec2d{3, 3}), std::hypot(1, 0.25), 1e-6);
    for (const auto& [a, b] : two.links) EXPECT_GT(norm(two.places[a] - two.places[b]), 1);
    EXPECT_TRUE(map.road_map(2).places.empty()) << "as wide as the portals";
}

TEST(PlanningMap, WallsAreJoinedAsFarAsIsSaid) {
    MapOutline outline;
    outline.floor.push_back({{{0, 0}, {10, 0.03}, {20, 0}, {20, 10}, {0, 10}}, {}});
    const auto walls = [&](double join) { return PlanningMap(outline, {}, {.join = join}).statistics().walls; };
    EXPECT_EQ(walls(0.04), 4u);
    EXPECT_EQ(walls(0.02), PlanningMap(outline).statistics().walls);
    EXPECT_GT(walls(0.02), 4u);
    EXPECT_THROW(walls(0.06), InputError);
    EXPECT_THROW(walls(-0.01), InputError);
}

TEST(PlanningMap, LoadsBuiltMapsAndText) {
    const auto folder = std::filesystem::temp_directory_path() / "sidestep_path_finder_test";
    std::filesystem::create_directories(folder);
    const std::string text = folder / "room.wkt", built = folder / "room.sidestepmap";
    std::ofstream(text) << "POLYGON((0 0,10 0,10 10,6 10,5 3,4 10,0 10,0 0))";
    PathOptions wide;
    wide.radius = 0.4;
    const PathOptions ready[] = {wide, {}};
    PlanningMap(test::notch_room()).save(built, ready);
    EXPECT_TRUE(MapFile::read(built).section("TREE", 1).has_value());
    Path paths[2];
    for (int i = 0; i < 2; ++i) {
        PathFinder finder(PlanningMap::load(i == 0 ? text : built), {});
        paths[i] = finder.find({3, 9}, {7, 9});
    }
    EXPECT_EQ(paths[0].points, paths[1].points);
    EXPECT_THROW(PlanningMap::load(folder / "absent.wkt"), InputError);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sidestep
