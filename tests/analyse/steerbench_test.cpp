#include <gtest/gtest.h>

#include <cmath>

#include "analyse/walks.h"
#include "sidestep/analyse.h"

namespace sidestep {
namespace {

Trajectory two(double fps, double seconds, const std::function<Vec2d(double)>& a,
               const std::function<Vec2d(double)>& b) {
    Trajectory t;
    t.info.fps = fps;
    t.tracks = {walk(1, fps, seconds, a), walk(2, fps, seconds, b)};
    return t;
}

TEST(SteerScore, OfAStraightWalk) {
    const SteerScore s = steer_score(alone(10, 8, [](double t) { return Vec2d{1.5 * t, 2}; }));
    EXPECT_EQ(s.agents, 1u);
    EXPECT_EQ(s.collisions, 0);
    EXPECT_NEAR(s.time, 8, 1e-9);
    EXPECT_NEAR(s.kinetic, 0.5 * 1.5 * 1.5 * 8, 1e-9);
    EXPECT_NEAR(s.effort, (2.23 + 1.26 * 1.5 * 1.5) * 8, 1e-9);
    EXPECT_NEAR(s.score, s.time + s.kinetic, 1e-12);
}

TEST(SteerScore, DoesNotDependOnTheFrameRate) {
    const auto where = [](double t) { return Vec2d{1.2 * t, 0}; };
    EXPECT_NEAR(steer_score(alone(5, 8, where)).score, steer_score(alone(50, 8, where)).score, 1e-9);
}

TEST(SteerScore, LeastEffortIsAtTheOptimalSpeed) {
    const auto effort = [](double v) {
        return steer_score(alone(20, 10 / v, [v](double t) { return Vec2d{v * t, 0}; })).effort;
    };
    const double best = std::sqrt(kStandingPower / kWalkingPower);
    EXPECT_NEAR(best, 1.330354, 1e-6);
    EXPECT_NEAR(effort(best), 2 * std::sqrt(kStandingPower * kWalkingPower) * 10, 0.2);
    EXPECT_LT(effort(best), effort(1.0));
    EXPECT_LT(effort(best), effort(1.7));
}

TEST(SteerScore, AnOverlapCountsOnceForEachAsLongAsItLasts) {
    // They meet at t = 5 and overlap while closer than 0.5 m.
    const Trajectory meet =
        two(10, 10, [](double t) { return Vec2d{t, 0}; }, [](double t) { return Vec2d{10 - t, 0.1}; });
    EXPECT_DOUBLE_EQ(steer_score(meet).collisions, 1) << "one collision, two agents, one each";
    // One that swings in and out three times.
    const Trajectory swing = two(
        10, 9, [](double) { return Vec2d{0, 0}; },
        [](double t) { return Vec2d{0.5 - 0.3 * std::sin(2 * std::numbers::pi * t / 3), 0}; });
    EXPECT_DOUBLE_EQ(steer_score(swing).collisions, 3);
}

TEST(SteerScore, RadiiComeFromTheRecording) {
    Trajectory near = two(10, 2, [](double) { return Vec2d{0, 0}; }, [](double) { return Vec2d{0.7, 0}; });
    EXPECT_EQ(steer_score(near).collisions, 0);
    near.agents = {{.id = 1, .radius = 0.5f}, {.id = 2, .radius = 0.5f}};
    EXPECT_EQ(steer_score(near).collisions, 1);
    near.agents = {{.id = 2, .radius = 0.5f}};
    EXPECT_EQ(steer_score(near).collisions, 1) << "0.5 + 0.25 m";
    EXPECT_EQ(steer_score(near, {.unknown_radius = 0.1}).collisions, 0);
    EXPECT_EQ(steer_score(near, {.tolerance = 0.06}).collisions, 0);
}

TEST(SteerScore, OfNobodyIsZero) {
    EXPECT_EQ(steer_score({}).score, 0);
}

}  // namespace
}  // namespace sidestep
