// Where walls come closest, as somebody on its way minds it.
#include <gtest/gtest.h>

#include "avoid/lanes.h"

namespace sidestep::baseline {
namespace {

using V = Vec<double>;
constexpr double kBody = 0.2;
constexpr V kWish{1.3, 0};

TEST(MindedWall, InTheWayStaysWhereItIs) {
    const V foot = as_minded<double>({1, 0.05}, kWish, 5, kBody);
    EXPECT_NEAR(foot.x, 1, 1e-12);
    EXPECT_NEAR(foot.y, 0.05, 1e-12);
}

TEST(MindedWall, PassedIsBesideAndAsFar) {
    for (const double side : {1.0, -1.0}) {
        const V foot = as_minded<double>({1, 0.2 * side}, kWish, 5, kBody);
        EXPECT_NEAR(norm(foot), std::hypot(1, 0.2), 1e-12);
        EXPECT_LT(foot.x, 0);
        EXPECT_GT(foot.y * side, 1);
    }
}

TEST(MindedWall, BeyondTheWayPointRecedes) {
    double before = 0;
    for (const double way : {3.0, 2.0, 1.95, 1.9, 1.85, 1.8, 1.5}) {
        const double distance = norm(as_minded<double>({2, 0}, kWish, way, kBody));
        EXPECT_GE(distance, before);
        before = distance;
    }
    EXPECT_EQ(norm(as_minded<double>({2, 0}, kWish, 2.0, kBody)), 2);
    EXPECT_GT(before, 30);
}

TEST(TurningSpeed, IsThatOfTheCircleThroughTheWayPoint) {
    Own<double> own{};
    own.pref = {0, 1.3};
    // A way point beside: half a circle whose diameter is the distance.
    EXPECT_NEAR(speed_to_turn<double>(own, {1, 0}, 0.5, 2), 0.25, 1e-12);
    EXPECT_NEAR(speed_to_turn<double>(own, {1, 0}, 50, 2), 1.3, 1e-12);
    EXPECT_NEAR(speed_to_turn<double>(own, {0, 1}, 0.01, 2), 1.3, 1e-12);
    EXPECT_NEAR(speed_to_turn<double>(own, {0, -1}, 0.5, 2), 0.25, 1e-12);
}

}  // namespace
}  // namespace sidestep::baseline
