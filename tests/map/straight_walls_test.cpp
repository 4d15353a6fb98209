#include "map/straight_walls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/dice.h"

namespace sidestep {
namespace {

bool is(const Wall& w, Vec2d a, Vec2d b) {
    return (w.a == a && w.b == b) || (w.a == b && w.b == a);
}

TEST(StraightWalls, PiecesAreOneWall) {
    const Vec2d a{0.1, 0.3}, b{7.7, 3.1};
    for (const int pieces : {1, 3, 20, 100000}) {
        std::vector<Wall> walls;
        const auto at = [&](int i) { return i == pieces ? b : a + (b - a) * (static_cast<double>(i) / pieces); };
        for (int i = 0; i < pieces; ++i) walls.push_back({at(i), at(i + 1)});
        // In any order and direction.
        test::Dice dice(3);
        for (std::size_t i = walls.size(); i > 1; --i) {
            std::swap(walls[i - 1], walls[static_cast<std::size_t>(dice.between(0, static_cast<double>(i)))]);
            if (i % 2 == 0) std::swap(walls[i - 1].a, walls[i - 1].b);
        }
        const std::vector<Wall> all = joined(walls);
        ASSERT_EQ(all.size(), 1u) << pieces;
        EXPECT_TRUE(is(all[0], a, b)) << pieces;
    }
}

TEST(StraightWalls, CornersStayHoweverSmall) {
    EXPECT_EQ(joined(std::vector<Wall>{{{0, 0}, {1, 0}}, {{1, 0}, {2, 1e-4}}}).size(), 2u);
    // Straight back is not straight on.
    EXPECT_EQ(joined(std::vector<Wall>{{{0, 0}, {2, 0}}, {{2, 0}, {1, 0}}}).size(), 2u);
    // A curve of many small bends is no straight line: every point stays within reach of what is left.
    std::vector<Wall> curve;
    const auto at = [](int i) { return Vec2d{10 * std::cos(i * 1e-4), 10 * std::sin(i * 1e-4)}; };
    for (int i = 0; i < 5000; ++i) curve.push_back({at(i), at(i + 1)});
    const std::vector<Wall> all = joined(curve);
    EXPECT_LT(all.size(), 1000u);
    for (int i = 0; i <= 5000; i += 7) {
        double nearest = 1;
        for (const Wall& w : all) nearest = std::min(nearest, distance(w, at(i)));
        EXPECT_LT(nearest, 2 * kStraight) << i;
    }
}

TEST(StraightWalls, AJunctionLeavesWhatGoesOn) {
    const std::vector<Wall> all = joined(std::vector<Wall>{{{0, 0}, {1, 0}}, {{1, 0}, {1, 3}}, {{1, 0}, {2, 0}}});
    ASSERT_EQ(all.size(), 2u);
    EXPECT_TRUE(is(all[0], {0, 0}, {2, 0}));
    EXPECT_TRUE(is(all[1], {1, 0}, {1, 3}));
}

TEST(StraightWalls, DrawnTwiceIsOnce) {
    EXPECT_EQ(joined(std::vector<Wall>{{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}}).size(), 1u);
}

TEST(StraightWalls, RingsLoseMiddlePointsOnly) {
    const std::vector<Vec2d> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    EXPECT_EQ(without_middle_points(square), square);
    EXPECT_EQ(without_middle_points({{0.3, 0}, {0.7, 0}, {1, 0}, {1, 0.5}, {1, 1}, {0, 1}, {0, 0}}).size(), 4u);
    const std::vector<Vec2d> flat{{0, 0}, {1, 0}, {2, 0}};
    EXPECT_EQ(without_middle_points(flat), flat) << "nothing is left of it";
}

}  // namespace
}  // namespace sidestep
