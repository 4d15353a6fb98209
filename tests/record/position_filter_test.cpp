#include "record/position_filter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sidestep {
namespace {

TrajectoryFrame frame_of(std::vector<std::pair<AgentId, Vec2d>> agents) {
    TrajectoryFrame frame;
    for (const auto& [id, at] : agents) frame.rows.push_back({id, at, {1, 0}});
    return frame;
}

TEST(PositionFilter, WhoWalksEvenlyIsWhereItIs) {
    PositionFilter filter(0.3, 0.1);
    for (int i = 0; i < 100; ++i) {
        TrajectoryFrame f = frame_of({{3, {0.14 * i, -0.05 * i}}});
        filter.apply(f);
        if (i > 40) {
            EXPECT_NEAR(f.rows[0].position.x, 0.14 * i, 1e-3);
            EXPECT_NEAR(f.rows[0].position.y, -0.05 * i, 1e-3);
        }
    }
}

TEST(PositionFilter, JerksAreGone) {
    PositionFilter filter(0.3, 0.1);
    double before = 0, speed = 0, jerk = 0;
    for (int i = 0; i < 200; ++i) {
        // 5 cm to and fro at every other frame.
        TrajectoryFrame f = frame_of({{1, {0.1 * i, 0.05 * (i % 2)}}});
        filter.apply(f);
        const double y = f.rows[0].position.y;
        if (i > 50) jerk = std::max(jerk, std::abs((y - before) - speed));
        speed = y - before;
        before = y;
    }
    EXPECT_LT(jerk, 0.06) << "of 0.1 m";
    EXPECT_NEAR(before, 0.025, 0.02);
}

TEST(PositionFilter, AgentsComeGoAndJump) {
    PositionFilter filter(0.5, 0.1);
    TrajectoryFrame a = frame_of({{1, {0, 0}}, {5, {3, 3}}});
    filter.apply(a);
    TrajectoryFrame b = frame_of({{2, {9, 9}}, {5, {3.1, 3}}});
    filter.apply(b);
    EXPECT_EQ(b.rows[0].position, (Vec2d{9, 9})) << "a newcomer stands where it stands";
    EXPECT_GT(b.rows[1].position.x, 3);
    EXPECT_LT(b.rows[1].position.x, 3.1);
    TrajectoryFrame c = frame_of({{5, {0.1, 3}}});
    filter.apply(c);
    EXPECT_EQ(c.rows[0].position, (Vec2d{0.1, 3})) << "round the border of a periodic map";
}

}  // namespace
}  // namespace sidestep
