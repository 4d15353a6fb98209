// What may be written as a map, and what is said about the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "map/map.h"
#include "sidestep/error.h"
#include "sidestep/map.h"

namespace sidestep {
namespace {

InputProblem problem_of(const std::string& wkt) {
    try {
        Map::from_wkt(wkt);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << wkt;
    return {};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Wkt, PolygonsAreWalkableAreaAndHolesObstacles) {
    const std::string text = "POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0), (4 4, 5 4, 5 5, 4 5, 4 4))";
    const Map map = Map::from_wkt(text);
    EXPECT_EQ(map.walls().size(), 8u);
    EXPECT_EQ(map.lower(), (Vec2d{0, 0}));
    EXPECT_EQ(map.upper(), (Vec2d{10, 8}));
    EXPECT_TRUE(map.walkable({1, 1}));
    EXPECT_FALSE(map.walkable({4.5, 4.5}));
    EXPECT_FALSE(map.walkable({11, 1}));
    EXPECT_FALSE(map.walkable({-1e9, 1}));
}

TEST(Wkt, OutlineKeepsRingsAndLines) {
    const MapOutline outline = map_outline(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0), (4 4, 5 4, 5 4, 5 5, 4 4)), LINESTRING (1 1, 2 1, 2 "
        "2))");
    ASSERT_EQ(outline.floor.size(), 1u);
    EXPECT_EQ(outline.floor[0].outer, (std::vector<Vec2d>{{0, 0}, {10, 0}, {10, 8}, {0, 8}}));
    ASSERT_EQ(outline.floor[0].holes.size(), 1u);
    EXPECT_EQ(outline.floor[0].holes[0], (std::vector<Vec2d>{{4, 4}, {5, 4}, {5, 5}}));
    ASSERT_EQ(outline.walls.size(), 1u);
    EXPECT_EQ(outline.walls[0], (std::vector<Vec2d>{{1, 1}, {2, 1}, {2, 2}}));
    EXPECT_TRUE(map_outline("").empty());
    EXPECT_THROW(map_outline("POINT (1 1)"), InputError);
    EXPECT_EQ(map_outline("MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((5 0, 6 0, 6 1, 5 0)))").floor.size(), 2u);
}

TEST(Wkt, OverlappingPolygonsAreUnited) {
    for (const std::string type :
         {"MULTIPOLYGON (((%)), ((#)))", "GEOMETRYCOLLECTION (POLYGON ((%)), POLYGON ((#)))"}) {
        std::string text = type;
        text.replace(text.find('%'), 1, "0 0, 6 0, 6 2, 0 2, 0 0");
        text.replace(text.find('#'), 1, "4 0, 10 0, 10 2, 4 2, 4 0");
        const Map map = Map::from_wkt(text);
        EXPECT_TRUE(map.walkable({5, 1})) << "an even-odd rule alone would call the overlap outside";
        EXPECT_FALSE(map.crosses_wall({1, 1}, {9, 1})) << "no wall is left inside the union";
        double length = 0;
        for (const Wall& wall : map.walls()) length += norm(wall.b - wall.a);
        EXPECT_DOUBLE_EQ(length, 24);
    }
}

TEST(Wkt, LinesAreThinWallsOnAnOpenPlane) {
    const Map map = Map::from_wkt("MULTILINESTRING ((-40 8, 40 8), (-40 -8, 40 -8))");
    EXPECT_EQ(map.walls().size(), 2u);
    EXPECT_TRUE(map.walkable({0, 0}));
    EXPECT_TRUE(map.walkable({0, 100}));
    EXPECT_TRUE(map.crosses_wall({0, 0}, {0, 9}));

    const Map room = Map::from_wkt("GEOMETRYCOLLECTION (POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0)), LINESTRING (2 0, 2 3))");
    EXPECT_EQ(room.walls().size(), 5u);
    EXPECT_TRUE(room.walkable({1, 1}));
    EXPECT_TRUE(room.walkable({3, 1}));
    EXPECT_TRUE(room.crosses_wall({1, 1}, {3, 1}));
}

TEST(Wkt, RepeatedPointsOfARingAreDropped) {
    EXPECT_EQ(Map::from_wkt("POLYGON ((0 0, 4 0, 4 0, 4 4, 0 0))").walls().size(), 3u);
}

TEST(Wkt, MalformedTextIsRefused) {
    EXPECT_EQ(problem_of("").message, "the map text is empty");
    EXPECT_EQ(problem_of(" \n").message, "the map text is empty");
    for (const std::string text : {"hello", "POLYGON", "POLYGON (0 0)", "POLYGON ((0 0, 1 0, 1 1",
                                   "POLYGON ((0 0, x 1))", "LINESTRING (0 0)", "POLYGON ((0 0, 1 0, 1 1, 0 1))"}) {
        const InputProblem problem = problem_of(text);
        EXPECT_TRUE(contains(problem.message, "the map is not well-known text: ")) << problem.message;
        EXPECT_EQ(problem.value, text);
        EXPECT_TRUE(contains(problem.allowed, "POLYGON"));
        EXPECT_FALSE(problem.remedy.empty());
    }
    EXPECT_TRUE(contains(problem_of("POLYGON ((0 0, 1 0, 1 1, 0 1))").message, "begins at (0 0) and ends at (0 1)"));
    EXPECT_TRUE(contains(problem_of("POLYGON ((0 0, x 1))").message, "a number should stand at character 16"));
    EXPECT_TRUE(contains(problem_of("LINESTRING (0 0, 1 1x)").message, "not well-known text"));
    const InputProblem rest = problem_of("LINESTRING (0 0, 1 1) LINESTRING (5 5, 6 6)");
    EXPECT_EQ(rest.message, "the map is not well-known text: something follows the geometry");
    EXPECT_EQ(rest.value, "LINESTRING (5 5, 6 6)");
    const InputProblem hidden = problem_of(std::string("LINESTRING (0 0, 1 1)\0 (2 2, 3 3)", 33));
    EXPECT_EQ(hidden.message, "the map text contains a zero byte");
}

TEST(Wkt, InvalidPolygonsAreRefusedWithThePlace) {
    const InputProblem bow = problem_of("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))");
    EXPECT_EQ(bow.message, "a polygon of the map is not valid: Self-intersection at or near (2 2)");
    EXPECT_EQ(bow.value, "(2 2)");
    const InputProblem hole = problem_of("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (9 9, 10 9, 10 10, 9 9))");
    EXPECT_TRUE(contains(hole.message, "Hole lies outside shell at or near (9 9)")) << hole.message;
    EXPECT_TRUE(contains(hole.remedy, "Mend the polygon"));
    const std::vector<std::pair<std::string, std::string>> others{
        {"POLYGON ((0 0, 4 0, 0 0))", "Too few points in geometry component at or near (0 0)"},
        {"POLYGON ((0 0, 4 0, 4 4, 2 0, 0 4, 0 0))", "Ring Self-intersection at or near (2 0)"},
        {"POLYGON ((0 0, 4 0, 4 4, 6 4, 4 4, 0 4, 0 0))", "Ring Self-intersection at or near (4 4)"},
        {"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 8 1, 8 8, 1 8, 1 1), (2 2, 3 2, 3 3, 2 2))",
         "Holes are nested at or near (2 2)"},
        {"POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (0 2, 2 0, 4 2, 2 4, 0 2))", "Interior is disconnected"},
        {"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 5 2, 5 5, 2 5, 2 2), (5 3, 8 3, 8 4, 5 4, 5 3))",
         "Self-intersection at or near (5 3)"}};
    for (const auto& [text, expected] : others) {
        EXPECT_TRUE(contains(problem_of(text).message, expected)) << problem_of(text).message;
    }
}

TEST(Wkt, UnusableCoordinatesAndWallsAreRefused) {
    EXPECT_EQ(problem_of("LINESTRING (0 0, 1e8 0)").message, "a coordinate of the map is not usable");
    EXPECT_EQ(problem_of("LINESTRING (0 0, 1e8 0)").value, "(100000000 0)");
    EXPECT_TRUE(contains(problem_of("LINESTRING (0 0, nan 0)").message, "the map"));
    EXPECT_TRUE(contains(problem_of("POLYGON ((0 0, nan 0, 1 1, 0 0))").message, "the map"));
    EXPECT_TRUE(contains(problem_of("LINESTRING (0 0, 1e999 0)").message, "the map"));
    const InputProblem zero = problem_of("LINESTRING (0 0, 3 1, 3 1)");
    EXPECT_EQ(zero.message, "a wall of the map has no length");
    EXPECT_EQ(zero.value, "(3 1)");
    EXPECT_EQ(zero.remedy, "Remove the repeated point.");
}

TEST(Wkt, OtherGeometryIsRefused) {
    EXPECT_EQ(problem_of("POINT (1 2)").message, "a map cannot contain a POINT");
    EXPECT_EQ(problem_of("GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POINT (1 2))").value, "POINT");
    for (const std::string text : {"POLYGON EMPTY", "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), EMPTY)",
                                   "POLYGON ((0 0, 1 0, 1 1, 0 0), EMPTY)", "GEOMETRYCOLLECTION EMPTY"}) {
        EXPECT_EQ(problem_of(text).message, "the map contains an empty geometry");
    }
}

TEST(Wkt, HeightsAreLeftOut) {
    for (const std::string text :
         {"polygon z ((0 0 1, 4 0 1, 4 4 1, 0 0 1))", "POLYGON M ((0 0 1, 4 0 2, 4 4 3, 0 0 4))",
          "POLYGON ZM((0 0 1 2,4 0 1 2,4 4 1 2,0 0 1 2));"}) {
        EXPECT_EQ(map_outline(text).floor.at(0).outer, (std::vector<Vec2d>{{0, 0}, {4, 0}, {4, 4}})) << text;
    }
    EXPECT_TRUE(contains(problem_of("LINESTRING (0 0 1 2 3, 1 1)").message, "not well-known text"));
}

TEST(Wkt, DeepNestingIsRefusedInsteadOfExhaustingTheStack) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += "GEOMETRYCOLLECTION (";
    EXPECT_EQ(problem_of(text).message, "the map text is nested too deeply");
    EXPECT_LT(problem_of(text).value.size(), 100u);
}

}  // namespace
}  // namespace sidestep
