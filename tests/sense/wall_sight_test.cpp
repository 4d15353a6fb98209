#include "sense/wall_sight.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sidestep {
namespace {

using Told = WallSight::Told;

/// What somebody at the origin is told of walls, in their order.
std::vector<Told> told_of(const std::vector<Wall>& walls, double range = 5) {
    std::vector<std::size_t> order(walls.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return distance(walls[i], {}) < distance(walls[j], {}); });
    WallSight sight;
    std::vector<Told> told(walls.size());
    for (const std::size_t i : order) {
        const Vec2d foot = nearest_point(walls[i], {});
        told[i] = sight.show({walls[i], foot, norm(foot)}, range);
    }
    return told;
}

TEST(WallSight, AStraightWallHasOneFoot) {
    EXPECT_EQ(told_of({{{-3, 1}, {3, 1}}}), (std::vector{Told::foot}));
    EXPECT_EQ(told_of({{{-3, 1}, {-1, 1}}, {{-1, 1}, {1, 1}}, {{1, 1}, {3, 1}}}),
              (std::vector{Told::side, Told::foot, Told::side}));
    // Just before a joint, and where one was drawn twice.
    EXPECT_EQ(told_of({{{-3, 1}, {0, 1}}, {{0, 1}, {3, 1}}, {{0, 1}, {3, 1}}}),
              (std::vector{Told::foot, Told::side, Told::nothing}));
}

TEST(WallSight, CornersHaveAFootForEachWayIn) {
    // An inner corner stands on both sides, an outer one in one place.
    EXPECT_EQ(told_of({{{-3, 1}, {2, 1}}, {{2, 1}, {2, -3}}}), (std::vector{Told::foot, Told::foot}));
    EXPECT_EQ(told_of({{{1, 1}, {4, -1}}, {{1, 1}, {-1, 4}}}), (std::vector{Told::foot, Told::side}));
    EXPECT_EQ(told_of({{{-1, 1}, {4, 1}}, {{-1, 1}, {-2, 4}}}), (std::vector{Told::foot, Told::nothing}));
}

TEST(WallSight, WhatIsBehindIsNotTold) {
    // A pillar of four sides: two can be seen.
    EXPECT_EQ(told_of({{{1, -1}, {1, 1}}, {{1, 1}, {3, 1}}, {{3, 1}, {3, -1}}, {{3, -1}, {1, -1}}}),
              (std::vector{Told::foot, Told::nothing, Told::nothing, Told::nothing}));
    // The far side of a wall with a door, however thick: its corners cannot be seen from beside the door.
    for (const double thick : {0.1, 0.2, 0.4}) {
        const double y = 1 + thick;
        EXPECT_EQ(told_of({{{-9, 1}, {0.5, 1}}, {{0.5, 1}, {0.5, y}}, {{0.5, y}, {-9, y}}, {{-9, 3}, {9, 3}}}, 3.5),
                  (std::vector{Told::foot, Told::nothing, Told::nothing, Told::side}))
            << thick;
    }
}

TEST(WallSight, WhoTouchesAWallSeesTheOthers) {
    EXPECT_EQ(told_of({{{-3, 0}, {3, 0}}, {{-3, 1}, {3, 1}}}), (std::vector{Told::foot, Told::foot}));
}

}  // namespace
}  // namespace sidestep
