#include "map/cell_locator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/dice.h"
#include "support/maps.h"

namespace sidestep {
namespace {

/// By looking at all cells.
std::uint32_t searched(const Subdivision& s, const CellLocator& locator, Vec2d p) {
    for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
        if (locator.holds(c, p)) return c;
    }
    return kNoCell;
}

MapOutline pillars(int n) {
    std::vector<std::vector<Vec2d>> holes;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const Vec2d at{2.0 + 4 * i + 0.37 * j, 2.0 + 4 * j};
            holes.push_back({at, at + Vec2d{1.3, 0.2}, at + Vec2d{1.1, 1.7}, at + Vec2d{-0.2, 1.2}});
        }
    }
    return test::floor_of(test::rectangle({0, 0}, {4.5 * n + 4, 4.0 * n + 4}), holes);
}

TEST(CellLocator, FindsTheCellOrNone) {
    const Subdivision s = subdivide(pillars(6));
    const CellLocator locator(s);
    test::Dice dice(1);
    int outside = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec2d p{dice.between(-2, 34), dice.between(-2, 30)};
        const std::uint32_t cell = locator.locate(p);
        ASSERT_EQ(cell, searched(s, locator, p));
        outside += cell == kNoCell;
    }
    EXPECT_GT(outside, 1000);
    EXPECT_LT(outside, 15000);
}

TEST(CellLocator, BordersBelongToTheLowestCell) {
    const Subdivision s = subdivide(pillars(4));
    const CellLocator locator(s);
    for (const Subdivision::Portal& portal : s.portals) {
        const Vec2d a = s.place(portal.a);
        EXPECT_EQ(locator.locate(a), searched(s, locator, a));
        EXPECT_LE(locator.locate(a), std::min(portal.cells[0], portal.cells[1]));
    }
}

TEST(CellLocator, NowhereIsNoCell) {
    const CellLocator locator(subdivide(pillars(2)));
    const double nan = std::numeric_limits<double>::quiet_NaN(), huge = 1e300;
    for (const Vec2d p : {Vec2d{nan, 1}, Vec2d{1, nan}, Vec2d{huge, 1}, Vec2d{1, -huge}, Vec2d{-9000, 0}}) {
        EXPECT_EQ(locator.locate(p), kNoCell);
    }
    EXPECT_EQ(CellLocator().locate({0, 0}), kNoCell);
}

TEST(CellLocator, WalksFromCellToCell) {
    const Subdivision s = subdivide(pillars(6));
    const CellLocator locator(s);
    test::Dice dice(2);
    int arrived = 0, stopped = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vec2d a{dice.between(0, 31), dice.between(0, 28)}, b{dice.between(0, 31), dice.between(0, 28)};
        const std::uint32_t from = locator.locate(a), to = locator.locate(b);
        if (from == kNoCell || to == kNoCell) continue;
        std::vector<std::uint32_t> portals;
        const CellLocator::Walk walk = locator.walk(s, from, a, b, portals);
        std::uint32_t cell = from;
        for (const std::uint32_t p : portals) {
            const auto& cells = s.portals[p].cells;
            ASSERT_TRUE(cells[0] == cell || cells[1] == cell);
            cell = cells[0] == cell ? cells[1] : cells[0];
        }
        ASSERT_EQ(cell, walk.cell);
        (walk.arrived ? arrived : stopped) += 1;
        if (walk.arrived) {
            ASSERT_TRUE(locator.holds(walk.cell, b));
        }
        // Points of the way lie in a cell exactly when no wall is in the way.
        bool inside = true;
        for (int k = 0; k <= 400; ++k) inside = inside && locator.locate(a + (b - a) * (k / 400.0)) != kNoCell;
        if (walk.arrived) {
            ASSERT_TRUE(inside);
        } else if (inside) {
            // Sampling can miss a corner that is cut by a little.
            bool close = false;
            for (int k = 0; k <= 20000; ++k) close = close || locator.locate(a + (b - a) * (k / 20000.0)) == kNoCell;
            ASSERT_TRUE(close);
        }
    }
    EXPECT_GT(arrived, 100);
    EXPECT_GT(stopped, 100);
}

TEST(CellLocator, GrazingACornerDoesNotStop) {
    MapOutline map = test::floor_of(test::rectangle({0, 0}, {10, 10}));
    map.walls = {{{3, 0}, {3, 5}}};
    const Subdivision s = subdivide(map);
    const CellLocator locator(s);
    std::vector<std::uint32_t> portals;
    for (const auto& [a, b] : {std::pair{Vec2d{1, 5}, Vec2d{9, 5}}, std::pair{Vec2d{9, 5}, Vec2d{1, 5}}}) {
        portals.clear();
        EXPECT_TRUE(locator.walk(s, locator.locate(a), a, b, portals).arrived);
        EXPECT_FALSE(portals.empty());
    }
    portals.clear();
    EXPECT_FALSE(locator.walk(s, locator.locate({1, 4}), {1, 4}, {9, 4}, portals).arrived);
}

TEST(CellLocator, PathsMayBendAtCorners) {
    MapOutline map = test::floor_of(test::rectangle({0, 0}, {10, 10}));
    map.walls = {{{3, 0}, {3, 5}}};
    const Subdivision s = subdivide(map);
    const CellLocator locator(s);
    std::vector<Vec2d> path{{1, 1}, {3, 5}, {8, 1}};
    for (int way = 0; way < 2; ++way) {
        std::vector<std::uint32_t> portals;
        EXPECT_TRUE(locator.walk(s, path, portals));
        EXPECT_FALSE(portals.empty());
        std::uint32_t cell = locator.locate(path[0]);
        for (const std::uint32_t p : portals) {
            const auto& cells = s.portals[p].cells;
            ASSERT_TRUE(cells[0] == cell || cells[1] == cell);
            cell = cells[0] == cell ? cells[1] : cells[0];
        }
        EXPECT_TRUE(locator.holds(cell, path[2]));
        std::reverse(path.begin(), path.end());
    }
    std::vector<std::uint32_t> portals;
    EXPECT_FALSE(locator.walk(s, std::vector<Vec2d>{{-1, 1}, {1, 1}}, portals)) << "begins outside";
    EXPECT_FALSE(locator.walk(s, std::vector<Vec2d>{}, portals));
}

}  // namespace
}  // namespace sidestep
