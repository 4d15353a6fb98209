// Lanes where there are lanes, none where there are none.
#include <gtest/gtest.h>

#include "analyse/walks.h"
#include "base/random.h"
#include "sidestep/analyse.h"

namespace sidestep {
namespace {

/// Agents placed at random in a hall 30 m long and 8 m wide; right(y, i) says who walks to the right.
template <class F>
Trajectory hall(std::uint32_t agents, std::uint64_t seed, F&& right) {
    Trajectory trajectory;
    for (std::uint32_t i = 0; i < agents; ++i) {
        const Vec2d start{30 * random_unit(seed, i, 0, Purpose::place) - 15,
                          8 * random_unit(seed, i, 1, Purpose::place) - 4};
        const double speed = right(start.y, i) ? 1.3 : -1.3;
        trajectory.tracks.push_back(walk(i, 10, 2, [&](double t) { return start + Vec2d{speed * t, 0}; }));
    }
    return trajectory;
}

/// Lanes one metre wide with empty strips between them, so that nobody sees two lanes.
Trajectory perfect_lanes() {
    Trajectory trajectory =
        hall(400, 1, [](double y, std::uint32_t) { return static_cast<int>(std::floor(y)) % 2 == 0; });
    for (Track& track : trajectory.tracks) {
        for (Vec2d& p : track.position) p.y = std::floor(p.y) + 0.35 + 0.3 * (p.y - std::floor(p.y));
    }
    return trajectory;
}

Trajectory random_mix(std::uint32_t agents, std::uint64_t seed) {
    return hall(agents, seed, [&](double, std::uint32_t i) { return random_unit(seed, i, 2, Purpose::place) < 0.5; });
}

TEST(LaneIndex, PerfectLanes) {
    const auto samples = lane_index(perfect_lanes());
    ASSERT_EQ(samples.size(), 3u);
    for (const LaneSample& s : samples) {
        EXPECT_DOUBLE_EQ(s.phi, 1);
        EXPECT_EQ(s.agents, 400u);
        EXPECT_LT(s.baseline, 0.2);
        EXPECT_GT(s.lanes(), 0.8);
    }
}

TEST(LaneIndex, RandomMixIsItsOwnBaseline) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        for (const LaneSample& s : lane_index(random_mix(400, seed))) {
            EXPECT_LT(s.phi, 0.2);
            EXPECT_NEAR(s.lanes(), 0, 0.05);
        }
    }
}

TEST(LaneIndex, ByHand) {
    // Three in a strip: two to the right, one to the left. φ = 0 for the right-walkers (one same, one opposite), 1 for
    // the other (two opposite); a fourth far away sees nobody and does not count.
    Trajectory t;
    t.tracks.push_back({1, {0, 1}, {{0, 0}, {1, 0}}, {}});
    t.tracks.push_back({2, {0, 1}, {{3, 0.1}, {4, 0.1}}, {}});
    t.tracks.push_back({3, {0, 1}, {{5, 0.2}, {4, 0.2}}, {}});
    t.tracks.push_back({4, {0, 1}, {{5, 3}, {6, 3}}, {}});
    t.tracks.push_back({5, {0, 1}, {{5, 0.1}, {5, 0.1}}, {}});  // stands: has no direction
    auto samples = lane_index(t);
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].agents, 3u);
    EXPECT_DOUBLE_EQ(samples[0].phi, 1.0 / 3);
    // Shuffled, the odd label is in the strip three times out of four (φ = 1/3), else it went to the fourth (φ = 1).
    LaneOptions often;
    often.shuffles = 10'000;
    EXPECT_NEAR(lane_index(t, often).at(0).baseline, 0.5, 0.02);
    LaneOptions narrow;
    narrow.reach = 2.5;  // now only 2 and 3 see each other
    samples = lane_index(t, narrow);
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].agents, 2u);
    EXPECT_DOUBLE_EQ(samples[0].phi, 1);
}

TEST(LaneIndex, TheAxisIsAChoice) {
    Trajectory upright = perfect_lanes();
    for (Track& track : upright.tracks) {
        for (Vec2d& p : track.position) std::swap(p.x, p.y);
    }
    LaneOptions options;
    options.axis = Axis::y;
    const auto a = lane_index(perfect_lanes()), b = lane_index(upright, options);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_DOUBLE_EQ(a[0].phi, b[0].phi);
    EXPECT_DOUBLE_EQ(a[0].baseline, b[0].baseline);
    EXPECT_TRUE(lane_index(upright).empty());  // nobody moves along x
}

TEST(LaneIndex, ShufflesDependOnTheSeedOnly) {
    LaneOptions options;
    options.shuffles = 3;
    const auto a = lane_index(random_mix(100, 4), options), b = lane_index(random_mix(100, 4), options);
    options.seed = 2;
    const auto c = lane_index(random_mix(100, 4), options);
    EXPECT_EQ(a[0].baseline, b[0].baseline);
    EXPECT_NE(a[0].baseline, c[0].baseline);
    EXPECT_EQ(a[0].phi, c[0].phi);
}

TEST(LaneIndex, WindowsAndThresholds) {
    LaneOptions options;
    options.from = 0.5;
    options.to = 1.5;
    options.every = 0.5;
    EXPECT_EQ(lane_index(random_mix(100, 5), options).size(), 3u);
    options.min_per_stream = 80;
    EXPECT_TRUE(lane_index(random_mix(100, 5), options).empty());
    EXPECT_TRUE(lane_index({}).empty());
}

TEST(BandIndex, PerfectLanesAndRandomMix) {
    // Lanes as wide as the bands.
    const Trajectory lanes =
        hall(400, 1, [](double y, std::uint32_t) { return static_cast<int>(std::floor(y / 0.8)) % 2 == 0; });
    for (const BandSample& s : band_index(lanes)) {
        EXPECT_DOUBLE_EQ(s.phi, 1);
        EXPECT_EQ(s.bands, 10u);
    }
    EXPECT_EQ(band_index(lanes).size(), 3u);
    for (const BandSample& s : band_index(random_mix(400, 1))) EXPECT_LT(s.phi, 0.2);
}

TEST(BandIndex, CountsLanes) {
    // To the right, to the left, as many either way, to the right: three lanes.
    Trajectory t;
    AgentId id = 0;
    const auto add = [&](double y, std::initializer_list<double> velocities) {
        for (const double v : velocities) {
            ++id;
            t.tracks.push_back({id, {0, 1}, {{0.1 * id, y}, {0.1 * id + v, y}}, {}});
        }
    };
    add(0.4, {1, 1, 1, -1});
    add(1.2, {-1, -1, -1});
    add(2.0, {1, 1, -1, -1});
    add(2.8, {1, 1, 1});
    const auto samples = band_index(t, {.min_per_stream = 4});
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].bands, 4u);
    EXPECT_EQ(samples[0].lanes, 3u);
    // Lanes as wide as the bands, over 8 m: as many as bands.
    const Trajectory lanes =
        hall(400, 1, [](double y, std::uint32_t) { return static_cast<int>(std::floor(y / 0.8)) % 2 == 0; });
    for (const BandSample& s : band_index(lanes)) EXPECT_EQ(s.lanes, 10u);
}

TEST(BandIndex, ByHand) {
    // Band 0: three right, one left → (2/4)² = 0.25. Band 2: three left → 1. Band 4 has two agents and does not count.
    Trajectory t;
    AgentId id = 0;
    const auto add = [&](double y, double v) {
        t.tracks.push_back({++id, {0, 1}, {{0.1 * id, y}, {0.1 * id + v, y}}, {}});
    };
    for (const double v : {1.0, 1.0, 1.0, -1.0}) add(0.4, v);
    for (const double v : {-1.0, -1.0, -1.0}) add(2.0, v);
    for (const double v : {1.0, -1.0}) add(3.6, v);
    BandOptions options;
    options.min_per_stream = 4;
    const auto samples = band_index(t, options);
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].bands, 2u);
    EXPECT_DOUBLE_EQ(samples[0].phi, 0.625);
    EXPECT_EQ(samples[0].lanes, 2u);
    EXPECT_TRUE(band_index(t).empty());  // streams of four are too few by default
}

}  // namespace
}  // namespace sidestep
