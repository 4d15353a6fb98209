#include "path/taut_string.h"

#include <gtest/gtest.h>

#include <cmath>

#include "map/wall.h"

namespace sidestep {
namespace {

struct Pulled {
    std::vector<Vec2d> points;
    double length;
};
Pulled pull(TautString& string, Vec2d start, Vec2d goal, double radius) {
    Pulled pulled;
    pulled.length = string.pull(start, goal, radius, pulled.points);
    return pulled;
}

double clearance(const Pulled& pulled, Vec2d corner) {
    double nearest = 1e9;
    for (std::size_t i = 0; i + 1 < pulled.points.size(); ++i) {
        nearest = std::min(nearest, distance(Wall{pulled.points[i], pulled.points[i + 1]}, corner));
    }
    return nearest;
}

TEST(TautString, IsStraightWhereNothingIsInTheWay) {
    TautString string;
    string.cross({{1, 2}, 1}, {{1, -2}, 2});
    const Pulled pulled = pull(string, {0, 0}, {3, 0.5}, 0.25);
    EXPECT_EQ(pulled.points.size(), 2u);
    EXPECT_DOUBLE_EQ(pulled.length, std::sqrt(9.25));
}

TEST(TautString, TouchesCornersWithoutRadius) {
    TautString string;
    string.cross({{1, 4}, 1}, {{1, 1}, 2});
    const Pulled pulled = pull(string, {0, 0}, {2, 0}, 0);
    ASSERT_EQ(pulled.points.size(), 3u);
    EXPECT_EQ(pulled.points[1], (Vec2d{1, 1}));
}

TEST(TautString, RoundsACornerAtTheRadius) {
    // A quarter turn: two tangents and an arc, at most 0.3 % longer where it is cut.
    TautString string;
    string.cross({{0, 4}, 1}, {{0, 0}, 2});
    string.cross({{4, 0}, 3}, {{0, 0}, 2});
    const Pulled pulled = pull(string, {-3, 0.5}, {0.5, -3}, 0.5);
    EXPECT_NEAR(clearance(pulled, {0, 0}), 0.5, 1e-12);
    const double rounded = 6 + 0.5 * std::acos(-1.0) / 2;
    EXPECT_GE(pulled.length, rounded);
    EXPECT_LT(pulled.length, rounded * 1.003);
}

TEST(TautString, TurnsBackRoundTheEndOfAWall) {
    // A thin wall from the left ends at the origin; portals fan around it.
    TautString string;
    string.cross({{0, 5}, 1}, {{0, 0}, 2});
    string.cross({{5, 0}, 3}, {{0, 0}, 2});
    string.cross({{0, -5}, 4}, {{0, 0}, 2});
    const Pulled pulled = pull(string, {-4, 1}, {-4, -1}, 0.3);
    EXPECT_NEAR(clearance(pulled, {0, 0}), 0.3, 1e-12);
    EXPECT_GT(pulled.length, 8 + 0.3);
    EXPECT_LT(pulled.length, 10);
}

TEST(TautString, GoesThroughADoorSeenFromTheSide) {
    // 0.6 m wide, approached along the wall: the far circle closes it, and the near one is rounded first.
    TautString string;
    string.cross({{3, 0}, 1}, {{2.4, 0}, 2});
    const Pulled pulled = pull(string, {-5, 0.3}, {8, -0.4}, 0.25);
    EXPECT_GE(clearance(pulled, {2.4, 0}), 0.25 - 1e-12);
    EXPECT_GE(clearance(pulled, {3, 0}), 0.25 - 1e-12);
}

TEST(TautString, StopsInADoorWithoutGoingRoundIt) {
    // The goal stands between the circles of a door that is approached along the wall.
    TautString string;
    string.cross({{4, 0}, 1}, {{0, 0}, 2});
    const Pulled pulled = pull(string, {-5, 0.3}, {2, -0.1}, 0.25);
    EXPECT_LT(pulled.length, 7.1);
    EXPECT_GE(clearance(pulled, {0, 0}), 0.25 - 1e-12);
}

TEST(TautString, CutsCornersFinerWhereThereIsLittleRoom) {
    TautString tight, wide;
    for (TautString* string : {&tight, &wide}) {
        const double other = string == &tight ? 0.5005 : 3;
        string->cross({{0, other}, 1}, {{0, 0}, 2});
        string->cross({{other, 0}, 3}, {{0, 0}, 2});
    }
    const Pulled a = pull(tight, {-3, 0.26}, {0.26, -3}, 0.25), b = pull(wide, {-3, 0.26}, {0.26, -3}, 0.25);
    EXPECT_GT(a.points.size(), b.points.size());
    EXPECT_GE(clearance(a, {0, 0.5005}), 0.25 - 1e-4);
    EXPECT_GE(clearance(a, {0, 0}), 0.25 - 1e-12);
}

}  // namespace
}  // namespace sidestep
