// The closest pair is the one that looking at all pairs finds.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "analyse/walks.h"
#include "base/random.h"
#include "sidestep/analyse.h"

namespace sidestep {
namespace {

double smallest_of_all(const Trajectory& trajectory) {
    double best = std::numeric_limits<double>::infinity();
    for (const Track& a : trajectory.tracks) {
        for (const Track& b : trajectory.tracks) {
            if (a.id < b.id) best = std::min(best, norm(a.position[0] - b.position[0]));
        }
    }
    return best;
}

TEST(Closest, EqualsLookingAtAllPairs) {
    EXPECT_TRUE(rc::check([](std::uint64_t seed) {
        Trajectory trajectory;
        const auto agents = 2 + static_cast<AgentId>(60 * random_unit(seed, 0, 0, Purpose::place));
        // Clusters of very different density, on both sides of the origin.
        for (AgentId i = 1; i <= agents; ++i) {
            const double size = i % 3 == 0 ? 100 : 0.5;
            const Vec2d p{size * (random_unit(seed, i, 1, Purpose::place) - 0.5),
                          size * (random_unit(seed, i, 2, Purpose::place) - 0.5)};
            trajectory.tracks.push_back({i, {3}, {p}, {}});
        }
        const auto pairs = closest_pairs(trajectory);
        RC_ASSERT(pairs.size() == 1u);
        RC_ASSERT(pairs[0].frame == 3u);
        RC_ASSERT(pairs[0].distance == smallest_of_all(trajectory));
        RC_ASSERT(pairs[0].a < pairs[0].b);
        RC_ASSERT(norm(trajectory.tracks[pairs[0].a - 1].position[0] - trajectory.tracks[pairs[0].b - 1].position[0]) ==
                  pairs[0].distance);
    }));
}

TEST(Closest, OverTime) {
    Trajectory trajectory;
    trajectory.tracks.push_back(walk(4, 10, 10, [](double t) { return Vec2d{t, 0}; }));
    trajectory.tracks.push_back(walk(9, 10, 10, [](double t) { return Vec2d{10 - t, 0.5}; }));
    const auto best = closest_ever(trajectory);
    ASSERT_TRUE(best);
    EXPECT_DOUBLE_EQ(best->time, 5);
    EXPECT_NEAR(best->distance, 0.5, 1e-12);
    EXPECT_EQ(best->a, 4u);
    EXPECT_EQ(best->b, 9u);
    EXPECT_EQ(closest_pairs(trajectory).size(), 101u);
}

TEST(Closest, NobodyNearNobody) {
    EXPECT_FALSE(closest_ever({}));
    EXPECT_FALSE(closest_ever(alone(10, 5, on_circle)));
    Trajectory sparse;  // never together, and frame numbers far apart
    sparse.tracks.push_back({1, {0, 4'000'000'000u}, {{0, 0}, {1, 1}}, {}});
    sparse.tracks.push_back({2, {5}, {{0, 0}}, {}});
    EXPECT_FALSE(closest_ever(sparse));
    sparse.tracks.push_back({3, {4'000'000'000u}, {{1, 1}}, {}});
    ASSERT_TRUE(closest_ever(sparse));
    EXPECT_EQ(closest_ever(sparse)->distance, 0);
}

TEST(Closest, AHundredThousand) {
    Trajectory trajectory;
    for (AgentId i = 0; i < 100'000; ++i) {
        const Vec2d p{330 * random_unit(1, i, 0, Purpose::place), 330 * random_unit(1, i, 1, Purpose::place)};
        trajectory.tracks.push_back({i, {0, 1, 2}, {p, p, p}, {}});
    }
    EXPECT_EQ(closest_pairs(trajectory).size(), 3u);  // all pairs would take a minute
}

TEST(Approaches, OfEveryTwoWhoComeNear) {
    Trajectory t;
    t.tracks.push_back(walk(4, 10, 10, [](double s) { return Vec2d{s, 0}; }));
    t.tracks.push_back(walk(7, 10, 10, [](double) { return Vec2d{5, 30}; }));
    t.tracks.push_back(walk(9, 10, 10, [](double s) { return Vec2d{10 - s, 0.5}; }));
    const auto pairs = approaches(t, 2);
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].a, 4u);
    EXPECT_EQ(pairs[0].b, 9u);
    EXPECT_NEAR(pairs[0].distance, 0.5, 1e-9);
    EXPECT_NEAR(pairs[0].time, 5, 1e-9);
    EXPECT_TRUE(approaches(t, 0.4).empty());
    EXPECT_EQ(approaches(t, 40).size(), 3u);
}

}  // namespace
}  // namespace sidestep
