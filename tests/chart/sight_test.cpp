// The grid against plain distances, and shadows against one segment per cell.
#include "chart/sight.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "chart/rooms.h"
#include "support/dice.h"

namespace sidestep {
namespace {

/// A room with short thin walls in it.
std::string littered(std::uint64_t seed, int walls, double side) {
    test::Dice dice(seed);
    std::string wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, " + std::to_string(side) + " 0, " + std::to_string(side) +
                      " " + std::to_string(side) + ", 0 " + std::to_string(side) + ", 0 0))";
    for (int i = 0; i < walls; ++i) {
        const double x = dice.between(0.5, side - 0.5), y = dice.between(0.5, side - 0.5);
        wkt += ", LINESTRING (" + std::to_string(x) + " " + std::to_string(y) + ", " +
               std::to_string(x + dice.between(-0.5, 0.5)) + " " + std::to_string(y + dice.between(0.01, 0.5)) + ")";
    }
    return wkt + ")";
}

CellGrid grid_over(const Map& map, double cell, double body) {
    Workers alone(1);
    return CellGrid(map, {map.lower(), map.upper()}, cell, body, 1, alone);
}

/// Whether the segment from a to b meets the box [x, x + 1] × [y, y + 1], made smaller on all sides by `less`.
bool meets(Vec2d a, Vec2d b, int x, int y, double less) {
    double from = 0, to = 1;
    const Vec2d way = b - a;
    const auto clip = [&](double start, double along, double low, double high) {
        if (along == 0) {
            if (start < low || start > high) to = -1;
            return;
        }
        const double t0 = (low - start) / along, t1 = (high - start) / along;
        from = std::max(from, std::min(t0, t1));
        to = std::min(to, std::max(t0, t1));
    };
    clip(a.x, way.x, x + less, x + 1 - less);
    clip(a.y, way.y, y + less, y + 1 - less);
    return from <= to;
}

bool sees_slowly(const CellGrid& grid, Vec2d a, Vec2d b, double less) {
    for (int y = 0; y < grid.rows(); ++y) {
        for (int x = 0; x < grid.columns(); ++x) {
            if (grid.blocked(x, y) && meets(a, b, x, y, less)) return false;
        }
    }
    return true;
}

TEST(CellGrid, BlockedByExactDistances) {
    const Map map = Map::from_wkt(littered(3, 12, 4));
    const CellGrid grid = grid_over(map, 0.1, 0.13);
    int free = 0;
    for (int y = 0; y < grid.rows(); ++y) {
        for (int x = 0; x < grid.columns(); ++x) {
            const Vec2d centre = grid.to_place({x + 0.5, y + 0.5});
            const bool inside = centre.x > 0 && centre.x < 4 && centre.y > 0 && centre.y < 4;
            double nearest = 9;
            for (const Wall& wall : map.walls()) nearest = std::min(nearest, distance(wall, centre));
            const bool taken = !inside || nearest < 0.13 - 1e-9;
            EXPECT_TRUE(!taken || grid.blocked(x, y)) << x << " " << y;
            // A free place is closed only where two obstacles meet at its corner.
            if (grid.blocked(x, y)) continue;
            ++free;
            EXPECT_TRUE(inside);
            EXPECT_GE(nearest, 0.13 - 1e-9);
            EXPECT_NEAR(grid.clearance({x + 0.5, y + 0.5}), std::min(1.0, nearest - 0.13), 1e-6);
        }
    }
    EXPECT_GT(free, 500);
}

TEST(CellGrid, TheBorderIsBlocked) {
    const CellGrid grid = grid_over(Map::from_wkt(test::kRoom), 0.04, 0.1245);
    EXPECT_EQ(grid.columns(), 197);
    EXPECT_EQ(grid.rows(), 147);
    for (int x = 0; x < grid.columns(); ++x) EXPECT_TRUE(grid.blocked(x, 0) && grid.blocked(x, grid.rows() - 1));
    for (int y = 0; y < grid.rows(); ++y) EXPECT_TRUE(grid.blocked(0, y) && grid.blocked(grid.columns() - 1, y));
    EXPECT_TRUE(grid.blocked_at({-3, 5}));
    EXPECT_TRUE(grid.blocked_at({std::nan(""), 5}));
}

TEST(CellGrid, NobodyFitsBetweenCellsThatMeetAtACorner) {
    const Map map = Map::from_wkt(littered(11, 60, 5));
    const CellGrid grid = grid_over(map, 0.1, 0.06);
    for (int y = 0; y + 1 < grid.rows(); ++y) {
        for (int x = 0; x + 1 < grid.columns(); ++x) {
            const bool a = grid.blocked(x, y), b = grid.blocked(x + 1, y), c = grid.blocked(x, y + 1),
                       d = grid.blocked(x + 1, y + 1);
            EXPECT_FALSE((a && d && !b && !c) || (b && c && !a && !d)) << x << " " << y;
        }
    }
}

TEST(CellGrid, SeesAsAllCellsSay) {
    EXPECT_TRUE(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        const Map map = Map::from_wkt(littered(seed, 8, 3));
        const CellGrid grid = grid_over(map, 0.15, 0.08);
        test::Dice dice(seed + 1);
        for (int i = 0; i < 200; ++i) {
            Vec2d a{dice.between(0, grid.columns()), dice.between(0, grid.rows())};
            Vec2d b{dice.between(0, grid.columns()), dice.between(0, grid.rows())};
            if (i % 3 == 0) a = {std::floor(a.x) + 0.5, std::floor(a.y) + 0.5};
            if (i % 5 == 0) b = {std::floor(b.x) + 0.5, std::floor(b.y) + 0.5};
            if (i % 7 == 0) b.x = a.x;
            const bool sees = grid.sees(a, b);
            RC_ASSERT(sees == grid.sees(b, a));
            if (sees) RC_ASSERT(sees_slowly(grid, a, b, 1e-6));
            if (!sees) RC_ASSERT(!sees_slowly(grid, a, b, -1e-6));
        }
    }));
}

TEST(Sight, ShadowsAgreeWithOneSegmentPerCell) {
    std::uint64_t compared = 0, seen_cells = 0;
    EXPECT_TRUE(rc::check([&] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        const Map map = Map::from_wkt(littered(seed, *rc::gen::inRange(0, 14), 3));
        const CellGrid grid = grid_over(map, 0.15, 0.08);
        test::Dice dice(seed + 1);
        Sight sight;
        for (int i = 0; i < 4; ++i) {
            Vec2d p{dice.between(1, grid.columns() - 1), dice.between(1, grid.rows() - 1)};
            // Centres, as subgoals at obstacles are, and points on the border between cells.
            if (i == 0) p = {std::floor(p.x) + 0.5, std::floor(p.y) + 0.5};
            if (i == 1) p.y = std::floor(p.y) + 0.5;
            if (i == 2) p.y = std::floor(p.y);
            if (grid.blocked_at(p) || grid.blocked_at({p.x, p.y - 1e-9})) continue;
            const Wedge wedge{dice.between(-7, 7), dice.unit() < 0.3 ? kPi : dice.between(0.02, kPi)};
            std::vector<int> seen(grid.size(), 0);
            sight.look(grid, p, wedge, [&](int row, int first, int last) {
                for (int x = first; x <= last; ++x) ++seen[grid.index(x, row)];
            });
            for (int y = 0; y < grid.rows(); ++y) {
                for (int x = 0; x < grid.columns(); ++x) {
                    const Vec2d centre{x + 0.5, y + 0.5};
                    if (static_cast<int>(p.x) == x && static_cast<int>(p.y) == y) continue;
                    const double off =
                        std::abs(std::remainder(std::atan2(centre.y - p.y, centre.x - p.x) - wedge.middle, 2 * kPi));
                    const int count = seen[grid.index(x, y)];
                    ++compared;
                    seen_cells += count > 0;
                    RC_ASSERT(count <= 1);
                    if (count > 0) {
                        RC_ASSERT(off <= wedge.half + 1e-6);
                        RC_ASSERT(sees_slowly(grid, p, centre, 1e-6));
                    } else {
                        RC_ASSERT(off >= wedge.half - 1e-6 || !sees_slowly(grid, p, centre, -1e-6));
                    }
                }
            }
        }
    }));
    EXPECT_GT(seen_cells * 20, compared) << "nothing was seen, so nothing was tested";
}

}  // namespace
}  // namespace sidestep
