// `corner` and `exact` against a brute-force visibility graph, and what must hold for every shortest path. Bodies:
// round_body_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "brute_force.h"
#include "outline/wkt.h"
#include "path/corner_search.h"
#include "path/exact_search.h"
#include "random_map.h"
#include "sidestep/error.h"
#include "support/dice.h"

namespace sidestep {
namespace {

using test::BruteForce;
using test::Dice;
using test::RandomMap;

std::shared_ptr<const CornerMap> corner_map(const MapOutline& outline, double radius,
                                            const SubdivisionOptions& options = {}) {
    return std::make_shared<CornerMap>(std::make_shared<PathGround>(subdivide(outline, options), outline), radius);
}

Path find(const PathSearch& search, Vec2d start, Vec2d goal) {
    Path path;
    const auto scratch = search.scratch();
    search.find(start, goal, *scratch, path);
    return path;
}

/// Straight from the outline, which has no crossings.
BruteForce brute_force(const MapOutline& outline) {
    std::vector<Vec2d> points;
    std::vector<BruteForce::Segment> segments;
    const auto number = [&](Vec2d p) {
        const auto found = std::find(points.begin(), points.end(), p);
        if (found == points.end()) points.push_back(p);
        return static_cast<std::uint32_t>(std::find(points.begin(), points.end(), p) - points.begin());
    };
    const auto add = [&](Vec2d a, Vec2d b, bool border) {
        const std::uint32_t i = number(a), k = number(b);
        for (const auto& s : segments) {
            if ((s.a == i && s.b == k) || (s.a == k && s.b == i)) return;
        }
        segments.push_back({i, k, border});
    };
    const auto add_ring = [&](const std::vector<Vec2d>& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], ring[(i + 1) % ring.size()], true);
    };
    for (const auto& area : outline.floor) {
        add_ring(area.outer);
        for (const auto& hole : area.holes) add_ring(hole);
    }
    for (const auto& wall : outline.walls) {
        for (std::size_t i = 0; i + 1 < wall.size(); ++i) add(wall[i], wall[i + 1], false);
    }
    return {points, segments};
}

double length_of(const std::vector<Vec2d>& points) {
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i) sum += norm(points[i] - points[i - 1]);
    return sum;
}

void compare(const RandomMap& random, std::uint64_t seed, int queries, int& found, int& turning) {
    const auto map = corner_map(random.outline, 0);
    BruteForce brute = brute_force(random.outline);
    const CornerSearch corner(map);
    const ExactSearch exact(map);
    Dice dice(seed);
    const auto place = [&] {
        for (int tried = 0;; ++tried) {
            if (brute.wall_points() > 0 && dice.below(5) == 0) {
                const Vec2d p =
                    brute.wall_point(static_cast<std::size_t>(dice.below(static_cast<int>(brute.wall_points()))));
                return p;
            }
            const Vec2d p{dice.below(random.size * 64) / 64.0, dice.below(random.size * 64) / 64.0};
            if ((brute.free(p) && !brute.on_segment(p)) || tried > 10000) return p;
        }
    };
    for (int i = 0; i < queries; ++i) {
        const Vec2d a = place(), b = place();
        const std::optional<double> expected = brute.length(a, b);
        const std::string what = "map " + std::to_string(seed) + ", (" + std::to_string(a.x) + " " +
                                 std::to_string(a.y) + ") to (" + std::to_string(b.x) + " " + std::to_string(b.y) + ")";
        for (const PathSearch* search :
             {static_cast<const PathSearch*>(&corner), static_cast<const PathSearch*>(&exact)}) {
            const Path path = find(*search, a, b);
            ASSERT_EQ(path.status == PathStatus::found, expected.has_value()) << what;
            if (!expected) continue;
            ++found;
            turning += path.points.size() > 2;
            // Labels keep lengths in 30 bits: of two ways that are nearly as long they may take the longer.
            const double tolerance = (search == &exact ? 1e-7 : 1e-9) * (1 + *expected);
            ASSERT_NEAR(path.length, *expected, tolerance) << what;
            ASSERT_NEAR(path.length, length_of(path.points), 1e-12 * (1 + *expected)) << what;
            ASSERT_EQ(path.points.front(), a) << what;
            ASSERT_EQ(path.points.back(), b) << what;
            ASSERT_NEAR(find(*search, b, a).length, path.length, tolerance) << what;
        }
    }
}

TEST(ExactPath, EqualsBruteForceWithoutBody) {
    int found = 0, turning = 0;
    for (std::uint64_t seed = 1; seed <= 120 && !HasFatalFailure(); ++seed)
        compare(RandomMap(seed), seed, 12, found, turning);
    EXPECT_GT(found, 1500);
    EXPECT_GT(turning, 500);
}

MapOutline outline(const std::string& wkt) {
    return read_wkt(wkt);
}

class TautPath : public testing::TestWithParam<PathMethod> {
protected:
    static std::unique_ptr<PathSearch> search(const MapOutline& walls, double radius) {
        const auto map = corner_map(walls, radius);
        if (GetParam() == PathMethod::exact) return std::make_unique<ExactSearch>(map);
        return std::make_unique<CornerSearch>(map);
    }
    static Path path(const std::string& wkt, double radius, Vec2d start, Vec2d goal) {
        return find(*search(outline(wkt), radius), start, goal);
    }
};
INSTANTIATE_TEST_SUITE_P(Methods, TautPath, testing::Values(PathMethod::corner, PathMethod::exact),
                         [](const auto& method) { return method.param == PathMethod::exact ? "exact" : "corner"; });

const std::string kPillar = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 2, 6 2, 6 8, 4 8, 4 2))";

TEST_P(TautPath, TurnsAtCorners) {
    const Path found = path(kPillar, 0, {1, 5}, {9, 5.5});
    EXPECT_EQ(found.status, PathStatus::found);
    ASSERT_EQ(found.points.size(), 4u);
    EXPECT_EQ(found.points[1], (Vec2d{4, 8}));
    EXPECT_EQ(found.points[2], (Vec2d{6, 8}));
    EXPECT_DOUBLE_EQ(found.length, std::sqrt(18.0) + 2 + std::sqrt(9 + 6.25));
}

TEST_P(TautPath, OneCornerIsEnough) {
    EXPECT_DOUBLE_EQ(
        path("POLYGON ((0 0, 900 0, 900 100, 100 100, 100 900, 0 900, 0 0))", 0, {60, 800}, {800, 70}).length,
        std::hypot(40, 700) + std::hypot(700, 30));
}

TEST_P(TautPath, NoPlaceToStand) {
    EXPECT_EQ(path("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))", 1.5, {1, 1}, {1.5, 1.5}).status, PathStatus::start_blocked);
}

TEST_P(TautPath, ABodyKeepsItsRadius) {
    const Path found = path(kPillar, 0.5, {1, 5}, {9, 5.5});
    // Round both corners, and half a metre above the pillar in between.
    double highest = 0;
    for (const Vec2d p : found.points) {
        highest = std::max(highest, p.y);
        EXPECT_GT(norm(p - Vec2d{4, 8}), 0.5 - 1e-6);
        EXPECT_GT(norm(p - Vec2d{6, 8}), 0.5 - 1e-6);
    }
    EXPECT_NEAR(highest, 8.5, 1e-4);
    // Two lines that touch a circle, half a turn less what they lean, and the pillar's width.
    const auto leaning = [](Vec2d from) { return std::atan2(from.y, from.x) + std::asin(0.5 / norm(from)); };
    const Vec2d start{3, 3}, goal{3, 2.5};
    const double arcs = 0.5 * (leaning(start) + leaning(goal));
    const double expected = std::sqrt(norm_squared(start) - 0.25) + arcs + 2 + std::sqrt(norm_squared(goal) - 0.25);
    EXPECT_NEAR(found.length, expected, 1e-3 * arcs + 1e-4);
}

TEST_P(TautPath, SamePlace) {
    const Path found = path(kPillar, 0.3, {1, 5}, {1, 5});
    EXPECT_EQ(found.status, PathStatus::found);
    EXPECT_EQ(found.length, 0);
    EXPECT_EQ(found.points.size(), 2u);
    EXPECT_TRUE(found.portals.empty());
}

TEST_P(TautPath, GoalAtACorner) {
    const Path found = path(kPillar, 0, {1, 5}, {6, 8});
    EXPECT_DOUBLE_EQ(found.length, std::sqrt(18.0) + 2);
    ASSERT_EQ(found.points.size(), 3u);
    const Path along = path(kPillar, 0, {4, 8}, {6, 8});
    EXPECT_DOUBLE_EQ(along.length, 2);
    EXPECT_EQ(along.points.size(), 2u);
}

TEST_P(TautPath, ChainsOfCollinearCornersAreOneLine) {
    // Pillars whose tops are in line, and start and goal on that line.
    std::string wkt = "POLYGON ((0 0, 40 0, 40 20, 0 20, 0 0)";
    for (int i = 0; i < 8; ++i) {
        const std::string x0 = std::to_string(3 + 4 * i), x1 = std::to_string(5 + 4 * i);
        wkt += ", (" + x0 + " 2, " + x1 + " 2, " + x1 + " 10, " + x0 + " 10, " + x0 + " 2)";
    }
    wkt += ")";
    EXPECT_DOUBLE_EQ(path(wkt, 0, {1, 10}, {39, 10}).length, 38);
    EXPECT_DOUBLE_EQ(path(wkt, 0, {1, 9}, {39, 9}).length, std::sqrt(5.0) + 30 + std::sqrt(37.0));
    EXPECT_DOUBLE_EQ(path(wkt, 0, {6, 6}, {39, 10}).length, path(wkt, 0, {39, 10}, {6, 6}).length);
}

TEST_P(TautPath, TouchingObstaclesLeaveNoGap) {
    // Two squares that touch at (5, 5): nobody slips through between them.
    const std::string wkt =
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (3 3, 5 3, 5 5, 3 5, 3 3), (5 5, 7 5, 7 7, 5 7, 5 5))";
    const Path found = path(wkt, 0, {4, 6}, {6, 4});
    EXPECT_DOUBLE_EQ(found.length, 4 + 2 * std::sqrt(2.0));
}

TEST_P(TautPath, AroundTheEndOfAThinWall) {
    const std::string wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (5 0, 5 7))";
    EXPECT_DOUBLE_EQ(path(wkt, 0, {4, 5}, {6, 5}).length, 2 * std::sqrt(5.0));
    // From the wall's one side to the other.
    EXPECT_DOUBLE_EQ(path(wkt, 0, {4, 7}, {6, 7}).length, 2);
}

TEST_P(TautPath, StatusesAreToldApart) {
    const std::string rooms = "POLYGON ((0 0, 4 0, 4 2, 5 2, 5 0, 9 0, 9 5, 5 5, 5 3, 4 3, 4 5, 0 5, 0 0))";
    EXPECT_EQ(path(rooms, 0.4, {1, 1}, {8, 1}).status, PathStatus::found);
    EXPECT_EQ(path(rooms, 0.6, {1, 1}, {8, 1}).status, PathStatus::too_narrow);
    EXPECT_EQ(path(rooms, 0.4, {4.5, 1}, {8, 1}).status, PathStatus::start_blocked);
    EXPECT_EQ(path(rooms, 0.4, {1, 1}, {4.5, 1}).status, PathStatus::goal_blocked);
    EXPECT_EQ(path(rooms, 0.4, {-3, 1}, {8, 1}).status, PathStatus::start_blocked);
    const std::string divided = "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (5 0, 5 10))";
    EXPECT_EQ(path(divided, 0.3, {1, 1}, {8, 1}).status, PathStatus::unreachable);
    EXPECT_EQ(path(divided, 0, {1, 1}, {8, 1}).status, PathStatus::unreachable);
    for (const double bad : {std::nan(""), 1e300, -std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(path(rooms, 0.4, {bad, 1}, {8, 1}).status, PathStatus::start_blocked);
    }
}

TEST_P(TautPath, WhoIsPressedToAWallIsMovedAway) {
    const Path found = path(kPillar, 0.3, {3.9, 5}, {6.05, 5});
    EXPECT_EQ(found.status, PathStatus::found);
    EXPECT_NEAR(norm(found.points.front() - Vec2d{3.7, 5}), 0, 1e-4);
    EXPECT_NEAR(norm(found.points.back() - Vec2d{6.3, 5}), 0, 1e-4);
    // Inside the pillar, however close to its border.
    EXPECT_EQ(path(kPillar, 0.3, {4.05, 5}, {9, 5}).status, PathStatus::start_blocked);
}

TEST_P(TautPath, PortalsLeadFromCellToCell) {
    const auto finder = search(outline(kPillar), 0.3);
    const Subdivision cells = subdivide(outline(kPillar));
    const CellLocator locator(cells);
    const Path found = find(*finder, {1, 5}, {9, 5.5});
    ASSERT_FALSE(found.portals.empty());
    std::uint32_t cell = locator.locate(found.points.front());
    for (const std::uint32_t portal : found.portals) {
        const auto& sides = cells.portals[portal].cells;
        ASSERT_TRUE(sides[0] == cell || sides[1] == cell);
        cell = sides[0] == cell ? sides[1] : sides[0];
    }
    EXPECT_TRUE(locator.holds(cell, found.points.back()));
}

TEST(CornerSearch, ClosedDoorsAreWalls) {
    // Two rooms, two doors; the near one first.
    const MapOutline rooms = outline(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (5 0, 5 4), LINESTRING (5 5, 5 8), "
        "LINESTRING (5 9, 5 10))");
    SubdivisionOptions options;
    options.doors = {{{{5, 4}, {5, 5}}}, {{{5, 8}, {5, 9}}}};
    for (const double radius : {0.0, 0.2}) {
        CornerSearch search(corner_map(rooms, radius, options));
        const double open = find(search, {2, 4.5}, {8, 4.5}).length;
        EXPECT_NEAR(open, 6, 1e-9);
        search.set_door(0, false);
        const Path around = find(search, {2, 4.5}, {8, 4.5});
        EXPECT_EQ(around.status, PathStatus::found);
        EXPECT_NEAR(around.length, 2 * std::sqrt(9 + 3.5 * 3.5), radius > 0 ? 0.5 : 1e-9);
        search.set_door(1, false);
        EXPECT_EQ(find(search, {2, 4.5}, {8, 4.5}).status, PathStatus::unreachable);
        EXPECT_EQ(find(search, {2, 4.5}, {4, 9}).status, PathStatus::found);
        search.set_door(0, true);
        search.set_door(0, true);
        EXPECT_EQ(find(search, {2, 4.5}, {8, 4.5}).length, open);
    }
}

TEST(ExactSearch, RefusesDoorsAndTooMuchMemory) {
    const MapOutline rooms = outline(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (5 0, 5 4), LINESTRING (5 5, 5 10))");
    SubdivisionOptions options;
    options.doors = {{{{5, 4}, {5, 5}}}};
    EXPECT_THROW(ExactSearch(corner_map(rooms, 0.2, options)), InputError);
    try {
        ExactSearch(corner_map(rooms, 0.2), 16);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().message.find("memory"), std::string::npos);
        EXPECT_NE(error.problem().remedy.find("corner"), std::string::npos);
    }
}

}  // namespace
}  // namespace sidestep
