#include <gtest/gtest.h>

#include "sidestep/analyse.h"

namespace sidestep {
namespace {

Track track_of(std::vector<std::uint32_t> frames, std::vector<Vec2d> positions) {
    Track track;
    track.id = 1;
    track.frame = std::move(frames);
    track.position = std::move(positions);
    return track;
}

TEST(Velocity, CountsTheFramesBetween) {
    TrajectoryInfo info;
    info.fps = 10;
    const Track track = track_of({4, 5, 9}, {{0, 0}, {1, 0}, {3, 2}});
    EXPECT_EQ(velocity_at(track, 0, info), (Vec2d{10, 0}));
    EXPECT_EQ(velocity_at(track, 1, info), (Vec2d{6, 4}));
    EXPECT_EQ(velocity_at(track, 2, info), (Vec2d{5, 5}));
}

TEST(Velocity, OfOneSampleIsZero) {
    EXPECT_EQ(velocity_at(track_of({7}, {{3, 4}}), 0, {}), Vec2d{});
}

TEST(Velocity, TakesTheShorterWayRound) {
    TrajectoryInfo info;
    info.fps = 2;
    info.periodic = {8, 0};
    const Track track = track_of({0, 1, 2, 3}, {{7, 90}, {7.5, 0}, {0.25, 90}, {3.75, 0}});
    EXPECT_EQ(velocity_at(track, 0, info), (Vec2d{1, -180}));
    EXPECT_EQ(velocity_at(track, 1, info), (Vec2d{1.25, 0}));
    // 0.75 m and 3.5 m: longer than half of the axis, yet both forwards.
    EXPECT_EQ(velocity_at(track, 2, info), (Vec2d{4.25, 0}));
    // Backwards over the seam.
    const Track back = track_of({0, 1}, {{0.5, 0}, {7.5, 0}});
    EXPECT_EQ(velocity_at(back, 1, info), (Vec2d{-2, 0}));
}

TEST(Velocity, WithoutATrackIsTheSame) {
    TrajectoryInfo info;
    info.periodic = {0, 5};
    const Track track = track_of({0, 2, 3}, {{0, 1}, {1, 4.5}, {3, 0.5}});
    EXPECT_EQ(velocity_at(track, 1, info), velocity_at({0, 1}, {1, 4.5}, {3, 0.5}, 3, info));
    EXPECT_EQ(velocity_at(track, 0, info), velocity_at({0, 1}, {0, 1}, {1, 4.5}, 2, info));
}

}  // namespace
}  // namespace sidestep
