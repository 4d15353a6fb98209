#include "map/narrow_places.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/maps.h"

namespace sidestep {
namespace {

using test::floor_of;
using test::notch_room;
using test::rectangle;

double shortest_after_moving(const Subdivision& map, const Subdivision::Portal& portal, std::uint32_t end) {
    // Along every wall that begins or ends there, a centimetre: the other end stays.
    const Vec2d fixed = map.place(end == portal.a ? portal.b : portal.a), moved = map.place(end);
    double least = norm(moved - fixed);
    for (std::uint32_t c = 0; c < map.cells.size(); ++c) {
        const auto sides = map.sides_of(c);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (sides[i].portal != kNoPortal) continue;
            const std::uint32_t from = sides[i].point, to = sides[(i + 1) % sides.size()].point;
            if (from != end && to != end) continue;
            const Vec2d along = map.place(from == end ? to : from) - moved;
            least = std::min(least, norm(moved + along * (0.01 / norm(along)) - fixed));
        }
    }
    return least;
}

TEST(NarrowPlaces, TheGapUnderANotchIsOne) {
    const Subdivision map = subdivide(notch_room());
    const std::vector<bool> narrow = narrow_places(map);
    ASSERT_EQ(map.portals.size(), 1U);
    EXPECT_NEAR(map.length(map.portals[0]), 3, 1e-3);
    EXPECT_TRUE(narrow[0]);
}

TEST(NarrowPlaces, ACutThroughOpenSpaceIsNone) {
    // A room that becomes wider all the way: where the corner is cut off, its far end could move towards the corner.
    const Subdivision map = subdivide(floor_of({{0, 0}, {10, -6}, {10, 12}, {5, 4}, {0, 4}}));
    const std::vector<bool> narrow = narrow_places(map);
    ASSERT_FALSE(narrow.empty());
    for (std::size_t p = 0; p < narrow.size(); ++p) {
        const Vec2d way = map.place(map.portals[p].b) - map.place(map.portals[p].a);
        const Vec2d wall = Vec2d{10, -6} / std::hypot(10, 6);
        if (std::fabs(dot(way, wall)) < 0.02 * norm(way)) continue;
        EXPECT_FALSE(narrow[p]) << p;
    }
}

TEST(NarrowPlaces, BetweenAPillarAndTheWalls) {
    const Subdivision map = subdivide(floor_of(rectangle({0, 0}, {20, 10}), {rectangle({8, 4}, {12, 6})}));
    const std::vector<bool> narrow = narrow_places(map);
    double narrowest = 20;
    std::size_t count = 0;
    for (std::size_t p = 0; p < narrow.size(); ++p) {
        if (!narrow[p]) continue;
        ++count;
        narrowest = std::min(narrowest, map.length(map.portals[p]));
    }
    EXPECT_GE(count, 2U);
    EXPECT_NEAR(narrowest, 4, 1e-3);
}

TEST(NarrowPlaces, NoEndCanMoveToShortenThem) {
    for (const auto& file : test::map_files("cities")) {
        const Subdivision map = subdivide(test::read_map(file));
        const std::vector<bool> narrow = narrow_places(map);
        std::size_t count = 0;
        for (std::size_t p = 0; p < narrow.size() && count < 200; ++p) {
            if (!narrow[p]) continue;
            ++count;
            const double length = map.length(map.portals[p]);
            for (const std::uint32_t end : {map.portals[p].a, map.portals[p].b}) {
                EXPECT_GT(shortest_after_moving(map, map.portals[p], end), length - 0.001) << file << " portal " << p;
            }
        }
        EXPECT_GT(count, 0U) << file;
    }
}

}  // namespace
}  // namespace sidestep
