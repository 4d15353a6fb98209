// The border of a goal region as people enter it.
#include "route/threshold.h"

#include <gtest/gtest.h>

namespace sidestep {
namespace {

/// The lowest metre of a room of 12 m, half a metre off its side walls.
const Polygon kExit{{0.5, 0}, {11.5, 0}, {11.5, 1}, {0.5, 1}};
const Map kRoom = Map::from_wkt("POLYGON ((0 0, 12 0, 12 8, 0 8, 0 0))");

TEST(Threshold, IsWhereABodyFits) {
    const Threshold threshold(kExit, kRoom);
    const auto near = threshold.nearest({6, 7}, 0.25);
    ASSERT_TRUE(near);
    const Vec2d at = threshold.inside(static_cast<double>(*near));
    EXPECT_NEAR(at.x, 6, 0.15);
    EXPECT_NEAR(at.y, 0.5, 1e-9) << "a little inside";
    EXPECT_FALSE(threshold.nearest({6, 7}, 1.5)) << "nowhere for a giant";
    EXPECT_FALSE(Threshold().nearest({6, 7}, 0.1)) << "no region, no border";
    EXPECT_FALSE(Threshold({{20, 0}, {21, 0}, {21, 1}}, kRoom).nearest({6, 7}, 0.1)) << "outside";
}

TEST(Threshold, GoesRoundAllThatCanBeEntered) {
    const Threshold threshold(kExit, kRoom);
    const auto middle = *threshold.nearest({6, 7}, 0.25);
    const Threshold::Stretch all = threshold.about(middle, 0.25);
    for (double t = 0; t <= 1; t += 0.01) {
        const Vec2d p = threshold.inside(all.first + (all.last - all.first) * t);
        EXPECT_GE(kRoom.clearance(p, 1), 0.25 - 1e-9);
    }
    const Vec2d first = threshold.inside(all.first), last = threshold.inside(all.last);
    EXPECT_GT(std::max(first.x, last.x), 10.8);
    EXPECT_LT(std::min(first.x, last.x), 1.2);
}

TEST(Threshold, NearIsWhatIsNearEnough) {
    const Threshold threshold(kExit, kRoom);
    const Vec2d from{3, 4.5};
    const auto middle = *threshold.nearest(from, 0.25);
    const Threshold::Stretch stretch = threshold.about(middle, from, 5, 0.25);
    // 4 m down and 3 m aside.
    const double a = threshold.inside(stretch.first).x, b = threshold.inside(stretch.last).x;
    EXPECT_NEAR(std::max(a, b), 6, 0.2);
    EXPECT_LE(std::min(a, b), 1.01) << "the other end of the exit is nearer than that";
    for (const double place : {stretch.first, stretch.last}) EXPECT_LE(norm(threshold.inside(place) - from), 5);
}

TEST(Threshold, InTheOpenGoesOnceRound) {
    const Map field = Map::from_wkt("POLYGON ((-50 -50, 50 -50, 50 50, -50 50, -50 -50))");
    const Polygon square{{-5, -5}, {5, -5}, {5, 5}, {-5, 5}};
    const Threshold threshold(square, field);
    const auto middle = *threshold.nearest({0, -20}, 0.25);
    const Threshold::Stretch all = threshold.about(middle, 0.25);
    EXPECT_NEAR(norm(threshold.inside(all.first) - threshold.inside(all.last)), 0, 0.5) << "the ends meet";
    const Vec2d behind = threshold.inside(all.last);
    EXPECT_NEAR(behind.x, 0, 0.5);
    EXPECT_NEAR(behind.y, 4.5, 1e-9);
}

}  // namespace
}  // namespace sidestep
