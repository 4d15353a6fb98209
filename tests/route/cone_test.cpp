// Visual optimisation: the example of Lamarche & Donikian 2004 as the specification restates it, and what it leaves
// open.
#include "route/cone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/dice.h"

namespace sidestep {
namespace {

double degrees(Vec2d v) {
    return std::atan2(v.y, v.x) * 180 / M_PI;
}

LookAhead look(const std::vector<Gate>& gates, Vec2d goal, Vec2d at = {}) {
    return look_ahead(at, gates.size(), [&](std::size_t k) { return gates[k]; }, goal, {});
}

TEST(Cone, ExampleOfTheSpecification) {
    const std::vector<Gate> gates{{{2, -1}, {2, 1}}, {{4, 0.5}, {4, 2}}, {{6, -3}, {6, 0.2}}};
    const LookAhead first = look({gates[0], {{-1, 0}, {-1, 1}}}, {});
    EXPECT_NEAR(degrees(first.right), -26.565, 5e-4);
    EXPECT_NEAR(degrees(first.left), 26.565, 5e-4);
    const LookAhead view = look(gates, {9, -9});
    EXPECT_EQ(view.gates, 2u) << "the third does not meet what is seen through two";
    EXPECT_NEAR(degrees(view.right), 7.125, 5e-4);
    EXPECT_NEAR(degrees(view.left), 26.565, 5e-4);
    EXPECT_NEAR(degrees(view.direction), 16.845, 5e-4);
    EXPECT_FALSE(view.at_goal);
    EXPECT_NEAR((view.direction * view.distance).x, 4, 1e-12) << "the way point lies on the last gate seen through";
}

TEST(Cone, EndsWhereTheViewIsNarrow) {
    // A third gate leaves 5°, less than the 10° that are worth looking through.
    const double low = std::tan(20 * M_PI / 180), high = std::tan(25 * M_PI / 180);
    const std::vector<Gate> gates{{{2, -1}, {2, 1}}, {{4, 0.5}, {4, 2}}, {{6, 6 * low}, {6, 6 * high}}};
    EXPECT_EQ(look(gates, {9, 4}).gates, 2u);
    const LookAhead keen =
        look_ahead({}, 3, [&](std::size_t k) { return gates[k]; }, {9, 9}, {std::sin(4 * M_PI / 180)});
    EXPECT_EQ(keen.gates, 3u);
    EXPECT_NEAR(degrees(keen.direction), 25, 1e-9) << "the goal lies above: along the upper border";
    EXPECT_EQ(look({{{5, -0.01}, {5, 0.01}}}, {9, 3}).gates, 1u) << "the first gate counts however narrow";
}

TEST(Cone, TheGoalIsALastGate) {
    const std::vector<Gate> gates{{{2, -1}, {2, 1}}};
    const LookAhead seen = look(gates, {6, 1});
    EXPECT_TRUE(seen.at_goal);
    EXPECT_NEAR(seen.distance, std::sqrt(37), 1e-12);
    EXPECT_NEAR(degrees(seen.direction), degrees({6, 1}), 1e-9);
    const LookAhead left = look(gates, {3, 5}), right = look(gates, {3, -5});
    EXPECT_FALSE(left.at_goal);
    EXPECT_NEAR(degrees(left.direction), 26.565, 5e-4);
    EXPECT_NEAR(degrees(right.direction), -26.565, 5e-4);
    const LookAhead near = look({}, {3, 4});
    EXPECT_TRUE(near.at_goal);
    EXPECT_EQ(near.direction, (Vec2d{0.6, 0.8}));
    EXPECT_EQ(look({}, {}).direction, Vec2d{}) << "at the goal itself";
}

TEST(Cone, AGateSeenFromBehindEndsTheView) {
    // A hairpin: the second gate, in full view, is crossed walking back.
    const LookAhead view = look({{{2, -1}, {2, 1}}, {{3, 0.5}, {3, -0.5}}}, {-9, 5});
    EXPECT_EQ(view.gates, 1u);
    EXPECT_NEAR(view.direction.y, 0, 1e-12);
}

TEST(Cone, GatesShrinkByTheBody) {
    const Gate g = shrunk({{2, -1}, {2, 1}}, 0.25);
    EXPECT_EQ(g.right, (Vec2d{2, -0.75}));
    EXPECT_EQ(g.left, (Vec2d{2, 0.75}));
    const Gate narrow = shrunk({{2, -0.2}, {2, 0.2}}, 0.25);
    EXPECT_EQ(narrow.right, (Vec2d{2, 0}));
    EXPECT_EQ(narrow.left, (Vec2d{2, 0}));
    const LookAhead view = look({narrow}, {9, 0});
    EXPECT_NEAR(degrees(view.direction), 0, 1e-12);
    EXPECT_FALSE(has_crossed({{2, -1}, {2, 1}}, {0.5, 7}, 1.499));
    EXPECT_TRUE(has_crossed({{2, -1}, {2, 1}}, {0.5, 7}, 1.501));
    EXPECT_TRUE(has_crossed({{2, -1}, {2, 1}}, {2.5, 0}, 0));
}

// Whatever the gates, the direction is a finite unit vector that crosses the first gate.
TEST(Cone, AlwaysLeadsThroughTheFirstGate) {
    test::Dice dice(17);
    for (int trial = 0; trial < 20000; ++trial) {
        std::vector<Gate> gates;
        const int count = 1 + dice.below(5);
        for (int k = 0; k < count; ++k) {
            const Vec2d right{dice.between(-9, 9), dice.between(-9, 9)}, left{dice.between(-9, 9), dice.between(-9, 9)};
            gates.push_back({right, left});
        }
        if (has_crossed(gates[0], {}, 0.01)) continue;
        const LookAhead view = look(gates, {dice.between(-9, 9), dice.between(-9, 9)});
        ASSERT_NEAR(norm(view.direction), 1, 1e-9);
        ASSERT_TRUE(std::isfinite(view.distance));
        ASSERT_GE(view.distance, 0);
        ASSERT_GE(cross(gates[0].right, view.direction), -1e-6);
        ASSERT_GE(cross(view.direction, gates[0].left), -1e-6);
    }
}

}  // namespace
}  // namespace sidestep
