// Why there is no path, and where a body stands that is pressed against a wall.
#include <gtest/gtest.h>

#include <limits>

#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "support/maps.h"

namespace sidestep {
namespace {

std::shared_ptr<const PathGround> notch() {
    return std::make_shared<PathGround>(subdivide(test::notch_room()));
}

Path find(const PathSearch& search, Vec2d a, Vec2d b) {
    Path path;
    search.find(a, b, *search.scratch(), path);
    return path;
}

TEST(PathStatus, TooNarrowSaysHowThinABodyMustBe) {
    const auto ground = notch();
    const FlatSearch flat(ground, 1.75);
    const HierarchicalSearch tree(ground, 1.75);
    for (const PathSearch* search : {static_cast<const PathSearch*>(&flat), static_cast<const PathSearch*>(&tree)}) {
        const Path path = find(*search, {2, 2}, {8, 2});
        EXPECT_EQ(path.status, PathStatus::too_narrow);
        EXPECT_NEAR(path.widest, 3, 1e-4);
        EXPECT_TRUE(path.points.empty());
    }
    const Path path = find(FlatSearch(ground, 1.45), {2, 2}, {8, 2});
    EXPECT_EQ(path.status, PathStatus::found);
    EXPECT_EQ(path.portals.size(), 1u);
    EXPECT_GT(path.length, 6);
}

TEST(PathStatus, BlockedIsSaidOfTheRightEnd) {
    const HierarchicalSearch search(notch(), 0.25);
    EXPECT_EQ(find(search, {-1, 2}, {8, 2}).status, PathStatus::start_blocked);
    EXPECT_EQ(find(search, {2, 2}, {5, 8}).status, PathStatus::goal_blocked) << "in the notch";
    EXPECT_EQ(find(search, {2, 2}, {1e300, 0}).status, PathStatus::goal_blocked);
    EXPECT_EQ(find(search, {std::numeric_limits<double>::quiet_NaN(), 2}, {8, 2}).status, PathStatus::start_blocked);
    EXPECT_EQ(find(search, {2, 2}, {8, 2}).status, PathStatus::found);
}

TEST(PathStatus, WhoStandsTooCloseToAWallIsMovedOffIt) {
    const auto ground = notch();
    const HierarchicalSearch search(ground, 0.25);
    const Path path = find(search, {2, 0.1}, {8, 0});
    ASSERT_EQ(path.status, PathStatus::found);
    EXPECT_NEAR(path.points.front().x, 2, 1e-9);
    EXPECT_NEAR(path.points.front().y, 0.25, 1e-6);
    EXPECT_NEAR(path.points.back().y, 0.25, 1e-6) << "on the wall itself, too";

    // In a corner of a room, off both walls.
    const PathGround::Footing corner = ground->footing({0.01, 0.02}, 0.25);
    EXPECT_NE(corner.cell, kNoCell);
    EXPECT_NEAR(corner.place.x, 0.25, 1e-6);
    EXPECT_NEAR(corner.place.y, 0.25, 1e-6);

    // In a thin wedge the nearest place with enough room is metres away: that is another place.
    const PathGround wedge(subdivide(test::floor_of({{0, 0}, {10, 0}, {10, 1}})));
    EXPECT_EQ(wedge.footing({0.3, 0.01}, 0.25).cell, kNoCell);
    EXPECT_NE(wedge.footing({8, 0.1}, 0.25).cell, kNoCell);
}

TEST(PathStatus, ComponentsAreUnreachable) {
    MapOutline outline;
    outline.floor.push_back({{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {}});
    outline.floor.push_back({{{6, 0}, {9, 0}, {9, 4}, {6, 4}}, {}});
    const auto ground = std::make_shared<PathGround>(subdivide(outline));
    const Path path = find(HierarchicalSearch(ground, 0.25), {1, 1}, {7, 1});
    EXPECT_EQ(path.status, PathStatus::unreachable);
    EXPECT_FALSE(path.closed_door);
}

}  // namespace
}  // namespace sidestep
