// `corner` and `exact` for round bodies: what fits passes, ways are as short as round bodies can walk, nobody is moved
// past a gap, and messages name the true width.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "map/opening_way.h"
#include "outline/wkt.h"
#include "path/body_widths.h"
#include "path/corner_search.h"
#include "path/exact_search.h"
#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "random_blocks.h"
#include "random_map.h"
#include "round_brute_force.h"
#include "support/dice.h"
#include "true_width.h"

namespace sidestep {
namespace {

using test::Dice;
using test::RandomBlocks;
using test::RandomMap;
using test::RoundBruteForce;
using test::TrueWidth;

Path find(const PathSearch& search, Vec2d start, Vec2d goal) {
    Path path;
    const auto scratch = search.scratch();
    search.find(start, goal, *scratch, path);
    return path;
}

/// Every other one has blocks of any shape, the rest walls on a grid, most of them crooked.
struct Room {
    explicit Room(std::uint64_t seed)
        : outline(seed % 2 ? RandomMap(seed).outline : RandomBlocks(seed).outline),
          size(seed % 2 ? RandomMap(seed).size : RandomBlocks::kSize),
          walls(test::walls_of(outline)),
          ground(std::make_shared<PathGround>(subdivide(outline), outline)) {}

    Vec2d place(Dice& dice) const {
        for (;;) {
            const Vec2d p{dice.between(0, size), dice.between(0, size)};
            if (ground->locate(p) != kNoCell) return p;
        }
    }
    double clearance(Vec2d p) const { return test::clearance(walls, p); }
    /// Whether the portals lead from the path's first cell to its last.
    bool leads(const Path& path) const {
        std::uint32_t cell = ground->locate(path.points.front());
        for (const std::uint32_t portal : path.portals) {
            const auto& cells = ground->subdivision().portals[portal].cells;
            if (cells[0] != cell && cells[1] != cell) return false;
            cell = cells[0] == cell ? cells[1] : cells[0];
        }
        return cell == ground->locate(path.points.back());
    }

    MapOutline outline;
    double size;
    std::vector<Wall> walls;
    std::shared_ptr<const PathGround> ground;
};

struct Methods {
    explicit Methods(const std::shared_ptr<const PathGround>& ground, double radius)
        : map(std::make_shared<CornerMap>(ground, radius)), corner(map), exact(map) {}
    std::shared_ptr<const CornerMap> map;
    CornerSearch corner;
    ExactSearch exact;
    std::array<const PathSearch*, 2> all{&corner, &exact};
};

double least_clearance(const Path& path, const std::vector<Wall>& walls) {
    double least = 1e300;
    for (std::size_t i = 1; i < path.points.size(); ++i) {
        for (const Wall& wall : walls) {
            least = std::min(least, segment_distance(path.points[i - 1], path.points[i], wall));
        }
    }
    return least;
}

TEST(RoundBody, WhatFitsPassesAndNothingElse) {
    int maps = 0;
    for (std::uint64_t seed = 1; maps < 200; ++seed) {
        ASSERT_LT(seed, 2000u);
        const Room room(seed);
        const TrueWidth truth(room.walls);
        Dice dice(seed);
        for (int tried = 0; tried < 30; ++tried) {
            const Vec2d a = room.place(dice), b = room.place(dice);
            const double width = truth.between(a, b);
            // The body must fit at both ends.
            if (!(width > 0.1) || 2 * std::min(room.clearance(a), room.clearance(b)) < 1.01 * width) continue;
            const Methods thin(room.ground, 0.5 * 0.999 * width), thick(room.ground, 0.5 * 1.001 * width);
            for (int m = 0; m < 2; ++m) {
                ASSERT_EQ(find(*thin.all[m], a, b).status, PathStatus::found) << "map " << seed << ", " << width;
                const Path none = find(*thick.all[m], a, b);
                ASSERT_EQ(none.status, PathStatus::too_narrow) << "map " << seed << ", " << width;
                ASSERT_NEAR(none.widest, width, 1e-4) << "map " << seed;
            }
            ++maps;
            break;
        }
    }
}

TEST(RoundBody, WidthsAreTrue) {
    int narrow = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        const Room room(seed);
        const TrueWidth truth(room.walls);
        const BodyWidths widths(room.outline);
        Dice dice(seed);
        for (int i = 0; i < 40; ++i) {
            const Vec2d a = room.place(dice), b = room.place(dice);
            const double fits = 2 * std::min(room.clearance(a), room.clearance(b)), width = truth.between(a, b);
            // Where it fits neither way is the narrowest place, nothing is said.
            if (width > fits) continue;
            ++narrow;
            ASSERT_NEAR(widths.between(a, b), width, 1e-4) << "map " << seed;
        }
    }
    EXPECT_GT(narrow, 100);
}

TEST(RoundBody, LengthsEqualBruteForce) {
    int found = 0, turning = 0;
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        const Room room(seed);
        Dice dice(seed);
        const double radius = dice.between(0.1, 0.35);
        RoundBruteForce brute(room.walls, radius);
        const Methods methods(room.ground, radius);
        for (int i = 0; i < 10; ++i) {
            const Vec2d a = room.place(dice), b = room.place(dice);
            if (std::min(room.clearance(a), room.clearance(b)) < radius + 1e-4) continue;
            const std::string what = "map " + std::to_string(seed) + ", radius " + std::to_string(radius) + ", (" +
                                     std::to_string(a.x) + " " + std::to_string(a.y) + ") to (" + std::to_string(b.x) +
                                     " " + std::to_string(b.y) + ")";
            const std::optional<double> expected = brute.length(a, b);
            for (const PathSearch* search : methods.all) {
                const Path path = find(*search, a, b);
                ASSERT_EQ(path.status == PathStatus::found, expected.has_value()) << what;
                if (!expected) continue;
                ++found;
                turning += path.points.size() > 2;
                ASSERT_EQ(path.points.front(), a) << what;
                ASSERT_EQ(path.points.back(), b) << what;
                ASSERT_LE(path.length, *expected * 1.001) << what;
                ASSERT_GE(path.length, *expected * (1 - 1e-6)) << what;
                ASSERT_GE(least_clearance(path, room.walls), radius - 1e-6) << what;
                ASSERT_TRUE(room.leads(path)) << what;
            }
        }
    }
    EXPECT_GT(found, 400);
    EXPECT_GT(turning, 200);
}

TEST(RoundBody, TwoRightAnglesLetABodyThrough) {
    // Corner to corner 0.70 m apart; mitres took 0.35 m of that from either side.
    const MapOutline facing = read_wkt("POLYGON ((0 0, 5 0, 5 4.505, 9 4.505, 9 9, 4.505 9, 4.505 5, 0 5, 0 0))");
    const auto ground = std::make_shared<PathGround>(subdivide(facing), facing);
    const Methods thin(ground, 0.25), thick(ground, 0.3505);
    for (int m = 0; m < 2; ++m) {
        const Path path = find(*thin.all[m], {1, 1}, {8, 8});
        ASSERT_EQ(path.status, PathStatus::found);
        RoundBruteForce brute(test::walls_of(facing), 0.25);
        EXPECT_NEAR(path.length, *brute.length({1, 1}, {8, 8}), 1e-3 * path.length);
        const Path none = find(*thick.all[m], {1, 1}, {8, 8});
        EXPECT_EQ(none.status, PathStatus::too_narrow);
        EXPECT_NE(explain(none, {.radius = 0.3505}).find("a place of 0.7000 m"), std::string::npos);
    }
}

/// The closet is too shallow for the body, and the gap that leads there too narrow.
const std::string kCloset =
    "POLYGON ((0 0, 4 0, 4 1.85, 4.1 1.85, 4.1 1, 4.5 1, 4.5 3, 4.1 3, 4.1 2.15, 4 2.15, 4 4, 0 4, 0 0))";

TEST(RoundBody, NobodyIsMovedPastAGap) {
    const MapOutline outline = read_wkt(kCloset);
    const auto ground = std::make_shared<PathGround>(subdivide(outline), outline);
    const Methods methods(ground, 0.25);
    const FlatSearch flat(ground, 0.25);
    const HierarchicalSearch tree(ground, 0.25);
    for (const PathSearch* search : {methods.all[0], methods.all[1], static_cast<const PathSearch*>(&flat),
                                     static_cast<const PathSearch*>(&tree)}) {
        for (const Vec2d p : {Vec2d{4.3, 2}, {4.25, 1.95}, {4.45, 2.05}, {4.3, 1.7}}) {
            EXPECT_EQ(find(*search, {1, 1}, p).status, PathStatus::goal_blocked) << p.x << " " << p.y;
            EXPECT_EQ(find(*search, p, {1, 1}).status, PathStatus::start_blocked) << p.x << " " << p.y;
        }
        // On this side of it, pressed to the wall beside the gap.
        const Path path = find(*search, {1, 1}, {3.9, 1.5});
        ASSERT_EQ(path.status, PathStatus::found);
        EXPECT_NEAR(norm(path.points.back() - Vec2d{3.75, 1.5}), 0, 1e-3);
    }
}

TEST(RoundBody, WhoDoesNotFitIsMovedToTheNearestPlace) {
    int moved = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Room room(seed);
        Dice dice(seed);
        const double radius = dice.between(0.15, 0.3);
        const CornerMap map(room.ground, radius);
        Standing standing;
        for (int i = 0; i < 40; ++i) {
            const Vec2d p = room.place(dice);
            map.stand(p, standing);
            if (room.clearance(p) > radius + 1e-4) {
                ASSERT_TRUE(standing.possible()) << "map " << seed;
                ASSERT_EQ(standing.place, p) << "map " << seed;
                continue;
            }
            if (!standing.possible()) continue;
            ++moved;
            const double far = norm(standing.place - p);
            ASSERT_GE(room.clearance(standing.place), radius - 1e-6) << "map " << seed;
            ASSERT_TRUE(opens_up(p, standing.place, radius, [&](Vec2d q) { return room.clearance(q); }));
            for (const Wall& wall : room.walls) ASSERT_FALSE(touches(p, standing.place, wall)) << "map " << seed;
            // No nearer place in any direction.
            for (int k = 0; k < 72; ++k) {
                const Vec2d q = p + Vec2d{std::cos(k * M_PI / 36), std::sin(k * M_PI / 36)} * (0.9 * far - 0.01);
                const bool crossed = std::any_of(room.walls.begin(), room.walls.end(),
                                                 [&](const Wall& wall) { return touches(p, q, wall); });
                ASSERT_TRUE(crossed || room.clearance(q) < radius || 0.9 * far < 0.01)
                    << "map " << seed << ", (" << p.x << " " << p.y << ") to (" << standing.place.x << " "
                    << standing.place.y << ")";
            }
        }
    }
    EXPECT_GT(moved, 200);
}

}  // namespace
}  // namespace sidestep
