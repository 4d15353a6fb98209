// The first bend of the taut way, against the whole string.
#include "route/taut.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "path/taut_string.h"
#include "support/dice.h"

namespace sidestep {
namespace {

LookAhead look(const std::vector<Gate>& gates, Vec2d goal, double radius, Vec2d at = {}) {
    return look_taut(at, gates.size(), [&](std::size_t k) { return gates[k]; }, goal, radius);
}

TEST(Taut, StraightToAGoalInView) {
    const LookAhead view = look({{{2, -1}, {2, 1}}, {{4, -1}, {4, 1}}}, {6, 0.5}, 0.25);
    EXPECT_TRUE(view.at_goal);
    EXPECT_EQ(view.direction, unit(Vec2d{6, 0.5}));
    EXPECT_DOUBLE_EQ(view.distance, norm(Vec2d{6, 0.5}));
    EXPECT_TRUE(look({}, {3, 4}, 0.25).at_goal);
    EXPECT_EQ(look({}, {}, 0.25).direction, Vec2d{}) << "at the goal itself";
}

TEST(Taut, PastACornerAtTheRadius) {
    // The goal lies round the left corner of the gate.
    const double radius = 0.25;
    const LookAhead view = look({{{2, -1}, {2, 1}}}, {2.5, 9}, radius);
    EXPECT_FALSE(view.at_goal);
    EXPECT_NEAR(cross(view.direction, {2, 1}), radius, 1e-12) << "the corner stays at the left, a radius away";
    EXPECT_NEAR(view.distance, std::sqrt(5 - radius * radius) + radius, 1e-12);
}

TEST(Taut, WhoTouchesACornerGoesRoundIt) {
    const Vec2d corner{0.1, 0.2};
    for (const double radius : {norm(corner), 0.25, 0.4}) {
        const LookAhead view = look({{{0.1, -3}, corner}}, {0.2, 9}, radius);
        EXPECT_NEAR(dot(view.direction, corner), 0, 1e-9) << "neither into the wall nor away from it";
        EXPECT_NEAR(norm(view.direction), 1, 1e-12);
        EXPECT_GE(view.distance, radius) << "the way point is never where somebody stands";
    }
}

TEST(Taut, AGateSeenFromTheSideIsEnteredAtItsNearCorner) {
    // Along a wall to a door in it: both corners' circles close it, but the far one is in nobody's way.
    for (const double side : {1.0, -1.0}) {
        const Gate door = side > 0 ? Gate{{3, -0.3}, {4, -0.3}} : Gate{{4, 0.3}, {3, 0.3}};
        const LookAhead view = look({door}, {3.5, -5 * side}, 0.25);
        EXPECT_NEAR(cross(view.direction, {3, -0.3 * side}), -0.25 * side, 1e-12) << side;
    }
}

TEST(Taut, CornersOfTheCellAreKeptOff) {
    LookAhead view = taut::towards({5, 0});
    keep_off(view, {-1, 0.1}, 0.25);
    EXPECT_EQ(view.direction, (Vec2d{1, 0})) << "behind";
    keep_off(view, {5.5, 0.1}, 0.25);
    EXPECT_EQ(view.direction, (Vec2d{1, 0})) << "beyond the goal";
    keep_off(view, {2, 0.3}, 0.25);
    EXPECT_EQ(view.direction, (Vec2d{1, 0})) << "far enough";
    keep_off(view, {2, 0.1}, 0.25);
    EXPECT_FALSE(view.at_goal);
    EXPECT_NEAR(cross(view.direction, {2, 0.1}), 0.25, 1e-12);
}

TEST(Taut, BeginsLikeTheWholeString) {
    // Corridors that wind at random, walked from their beginning.
    test::Dice dice(5);
    const double radius = 0.25;
    int bends = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        std::vector<Gate> gates;
        TautString string;
        Vec2d middle{1.5, 0};
        double heading = 0;
        std::uint32_t id = 0;
        const int count = 1 + dice.below(12);
        for (int k = 0; k < count; ++k) {
            const Vec2d ahead{std::cos(heading), std::sin(heading)};
            const double half = dice.between(0.4, 1.2);
            gates.push_back({middle - left_of(ahead) * half, middle + left_of(ahead) * half});
            string.cross({gates.back().left, id}, {gates.back().right, id + 1});
            id += 2;
            heading += dice.between(-0.45, 0.45);
            middle += Vec2d{std::cos(heading), std::sin(heading)} * 2.6;
        }
        const Vec2d goal = middle;
        std::vector<Vec2d> whole;
        string.pull({}, goal, radius, whole);
        const LookAhead view = look(gates, goal, radius);
        const Vec2d first = unit(whole[1]);
        ASSERT_NEAR(cross(view.direction, first), 0, 1e-9) << "trial " << trial;
        ASSERT_GT(dot(view.direction, first), 0) << "trial " << trial;
        ASSERT_EQ(view.at_goal, whole.size() == 2) << "trial " << trial;
        bends += !view.at_goal;
    }
    EXPECT_GT(bends, 500);
}

TEST(Taut, LooksNoFartherThanItMust) {
    // Hundreds of gates in a row: a look at the first of them is enough.
    std::size_t asked = 0;
    const auto gate = [&](std::size_t k) {
        ++asked;
        const double x = 2.0 + static_cast<double>(k);
        return Gate{{x, -1}, {x, 1}};
    };
    const LookAhead view = look_taut({}, 500, gate, {600, 0}, 0.25);
    EXPECT_EQ(asked, kGatesAhead);
    EXPECT_FALSE(view.at_goal);
    EXPECT_NEAR(view.direction.x, 1, 1e-12);
}

}  // namespace
}  // namespace sidestep
