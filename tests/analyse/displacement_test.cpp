// Results beside the recordings that they repeat, by hand.
#include "sidestep/displacement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyse/walks.h"

namespace sidestep {
namespace {

Trajectory of(double fps, std::vector<Track> tracks) {
    Trajectory trajectory;
    trajectory.info.fps = fps;
    trajectory.tracks = std::move(tracks);
    return trajectory;
}

/// Frames moved on: somebody who comes later.
Track later(Track track, std::uint32_t frames) {
    for (std::uint32_t& frame : track.frame) frame += frames;
    return track;
}

TEST(Displacements, OneWhoStraysByItself) {
    // Recorded at 2.5 frames/s along x at 1 m/s for 4 s; walked at 10 frames/s and 10 % aside: at time t 0.1 t off.
    const Trajectory recorded = of(2.5, {walk(5, 2.5, 4, [](double t) { return Vec2d{t, 0}; })});
    const Trajectory walked = of(10, {walk(1, 10, 4, [](double t) { return Vec2d{t, 0.1 * t}; })});
    const Displacements d = displacements(walked, recorded);
    ASSERT_EQ(d.people.size(), 1u);
    EXPECT_EQ(d.people[0].id, 1u);
    EXPECT_EQ(d.people[0].recorded, 5u);
    EXPECT_EQ(d.people[0].moments, 10u);            // 0.4, 0.8 … 4 s
    EXPECT_NEAR(d.people[0].ade, 0.1 * 2.2, 1e-9);  // mean of those times
    EXPECT_NEAR(d.people[0].fde, 0.4, 1e-9);
    EXPECT_NEAR(d.people[0].most, 0.4, 1e-9);
    EXPECT_NEAR(d.people[0].length_ratio, std::sqrt(1.01), 1e-9);
    EXPECT_NEAR(d.people[0].duration_ratio, 1, 1e-9);
}

TEST(Displacements, WhoArrivesEarlierStaysThere) {
    // Twice as fast to the same place: off by t until 2 s, then by 4 − t.
    const Trajectory recorded = of(1, {walk(1, 1, 4, [](double t) { return Vec2d{t, 0}; })});
    const Trajectory walked = of(10, {walk(1, 10, 2, [](double t) { return Vec2d{2 * t, 0}; })});
    const Displacements d = displacements(walked, recorded, {.by = MatchBy::id});
    ASSERT_EQ(d.people.size(), 1u);
    EXPECT_NEAR(d.people[0].ade, (1 + 2 + 1 + 0) / 4.0, 1e-9);
    EXPECT_NEAR(d.people[0].fde, 0, 1e-9);
    EXPECT_NEAR(d.people[0].most, 2, 1e-9);
    EXPECT_NEAR(d.people[0].duration_ratio, 0.5, 1e-9);
}

TEST(Displacements, MatchedByTimeAndPlace) {
    const auto east = [](double y) { return [y](double t) { return Vec2d{t, y}; }; };
    // The result begins at 10 s of the recording; its ids say nothing, and it sees people 0.1 s after they came.
    const Trajectory recorded = of(10, {later(walk(7, 10, 3, east(0)), 100), later(walk(8, 10, 3, east(1)), 100),
                                        later(walk(9, 10, 3, east(0)), 120), walk(10, 10, 3, east(0))});
    const Trajectory walked =
        of(10, {later(walk(1, 10, 3, [](double t) { return Vec2d{t + 0.1, 1}; }), 1),
                later(walk(2, 10, 3, [](double t) { return Vec2d{t + 0.1, 0}; }), 21), walk(3, 10, 3, east(4))});
    const Displacements d = displacements(walked, recorded, {.begin = 10});
    ASSERT_EQ(d.people.size(), 2u);
    EXPECT_EQ(d.people[0].recorded, 8u);
    EXPECT_EQ(d.people[1].recorded, 9u);
    EXPECT_NEAR(d.people[0].ade, 0, 1e-9);
    EXPECT_NEAR(d.people[1].ade, 0, 1e-9);
    EXPECT_EQ(d.only_result, (std::vector<AgentId>{3}));
    EXPECT_EQ(d.only_recording, (std::vector<AgentId>{7, 10}));
    EXPECT_TRUE(displacements(walked, recorded, {.begin = 40}).people.empty());
}

TEST(Displacements, RoundAPeriodicAxis) {
    Trajectory recorded = of(1, {walk(1, 1, 4, [](double t) { return Vec2d{std::fmod(8 + t, 10), 0}; })});
    Trajectory walked = of(1, {walk(1, 1, 4, [](double t) { return Vec2d{std::fmod(7.5 + t, 10), 0}; })});
    recorded.info.periodic = walked.info.periodic = {10, 0};
    const Displacements d = displacements(walked, recorded);
    ASSERT_EQ(d.people.size(), 1u);
    EXPECT_NEAR(d.people[0].most, 0.5, 1e-9);
    EXPECT_NEAR(d.people[0].length_ratio, 1, 1e-9);
}

}  // namespace
}  // namespace sidestep
