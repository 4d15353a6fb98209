// How groups keep together.
#include "sidestep/groups.h"

#include <gtest/gtest.h>

#include "analyse/walks.h"

namespace sidestep {
namespace {

/// Side by side at these places, walking along x for two seconds.
Trajectory abreast(const std::vector<double>& sides, const std::vector<std::string>& groups) {
    Trajectory t;
    t.info.fps = 10;
    for (AgentId i = 0; i < sides.size(); ++i) {
        t.tracks.push_back(walk(i + 1, 10, 2, [&](double s) { return Vec2d{1.2 * s, sides[i]}; }));
        t.agents.push_back({.id = i + 1, .group = groups[i]});
    }
    return t;
}

TEST(Groups, DistanceFromTheMiddle) {
    const auto distances = group_distances(abreast({0, 1, 2, 50, 7}, {"a", "a", "a", "", "alone"}));
    ASSERT_EQ(distances.size(), 3u) << "who has no label or no company is left out";
    EXPECT_NEAR(distances[0].distance, 1, 1e-12);
    EXPECT_NEAR(distances[1].distance, 0, 1e-12);
    EXPECT_NEAR(distances[2].distance, 1, 1e-12);
    EXPECT_EQ(distances[2].id, 3u);
}

TEST(Groups, OnlyWhileSomebodyElseIsThere) {
    Trajectory t = abreast({0, 2}, {"a", "a"});
    t.tracks[1].frame.resize(5);
    t.tracks[1].position.resize(5);
    t.tracks[0].position.back() = {100, 100};
    for (const GroupDistance& g : group_distances(t)) EXPECT_NEAR(g.distance, 1, 1e-12);
}

TEST(Groups, RoundAPeriodicAxis) {
    Trajectory t = abreast({0.5, 9.5}, {"a", "a"});
    t.info.periodic = {0, 10};
    for (const GroupDistance& g : group_distances(t)) EXPECT_NEAR(g.distance, 0.5, 1e-12);
}

}  // namespace
}  // namespace sidestep
