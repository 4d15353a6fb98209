// The wall guarantee, whatever velocities come: random polygons, sharp corners, gaps narrower and wider than a body.
#include "integrate/walls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/math.h"
#include "integrate/move.h"
#include "support/crowd.h"

namespace sidestep {
namespace {

using test::Dice;

std::string text(Vec2d p) {
    return std::to_string(p.x) + " " + std::to_string(p.y);
}

/// A room of 20 m with star-shaped obstacles that have needle-sharp corners, thin walls that nearly meet, and gaps.
Map random_map(Dice& dice) {
    std::string polygon = "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0)";
    for (int k = 0; k < 9; ++k) {
        // One per cell of 6 m, so that they never overlap; corners alternate between far and near.
        const Vec2d centre{4.0 + 6.0 * (k % 3), 4.0 + 6.0 * (k / 3)};
        const int corners = 6 + 2 * dice.below(4);
        std::vector<Vec2d> ring;
        for (int i = 0; i < corners; ++i) {
            const double angle = 2 * kPi * (i + dice.between(0, 0.5)) / corners;
            const double r = i % 2 == 0 ? dice.between(1.5, 2.9) : dice.between(0.2, 0.6);
            ring.push_back(centre + Vec2d{r * std::cos(angle), r * std::sin(angle)});
        }
        polygon += ", (";
        for (const Vec2d p : ring) polygon += text(p) + ", ";
        polygon += text(ring.front()) + ")";
    }
    // Needles and a wall with gaps of 0.4, 0.5 and 0.6 m: bodies are 0.5 m wide.
    std::string lines =
        "LINESTRING (1 0.2, 1 6), LINESTRING (1 6.4, 1 11), LINESTRING (1 11.5, 1 15), "
        "LINESTRING (1 15.6, 1 19.8), LINESTRING (7 0.5, 7.05 3), LINESTRING (7.05 3, 7.1 0.5), "
        "LINESTRING (13 19.5, 13.3 17.2, 13.6 19.5)";
    return Map::from_wkt("GEOMETRYCOLLECTION (" + polygon + "), " + lines + ")");
}

Vec2d free_place(const Map& map, Dice& dice, double radius) {
    for (;;) {
        const Vec2d p{dice.between(0, 20), dice.between(0, 20)};
        if (map.walkable(p) && map.clearance(p, radius + 1) >= radius) return p;
    }
}

/// Least distance to any wall, asking every wall: independent of the map's grid.
double clearance(const Map& map, Vec2d p) {
    double least = 1e30;
    for (const Wall& w : map.walls()) least = std::min(least, distance(w, p));
    return least;
}

bool crosses(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
    const auto side = [](Vec2d o, Vec2d p, Vec2d q) { return cross(p - o, q - o); };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

TEST(WallGuarantee, AMillionRandomSteps) {
    constexpr double kRadius = 0.25, kDt = 0.1;
    constexpr int kMaps = 5, kAgents = 200, kSteps = 1000;
    Dice dice(51);
    double closest = 1e30;
    long corrected = 0, moved = 0, standing = 0;
    for (int m = 0; m < kMaps; ++m) {
        const Map map = random_map(dice);
        for (int agent = 0; agent < kAgents; ++agent) {
            Vec2d at = free_place(map, dice, kRadius);
            double heading = dice.between(0, 2 * kPi), speed = dice.between(0, 5);
            for (int step = 0; step < kSteps; ++step) {
                // Pushes in one direction for a while, so that corners and wedges are worked into.
                if (dice.below(10) == 0) heading = dice.between(0, 2 * kPi), speed = dice.between(0, 5);
                const Vec2d to = at + Vec2d{std::cos(heading), std::sin(heading)} * (speed * kDt);
                const WallMove r = move_along_walls(map, at, to, kRadius);
                const double clear = clearance(map, r.to);
                closest = std::min(closest, clear);
                ASSERT_GE(clear, kRadius - 1e-4) << "map " << m << ", from " << text(at) << " to " << text(to);
                for (const Wall& w : map.walls()) {
                    ASSERT_FALSE(crosses(at, r.to, w.a, w.b))
                        << "through a wall, from " << text(at) << " to " << text(r.to);
                }
                ASSERT_EQ(r.corrected, !(r.to == to));
                ASSERT_LE(norm(r.to - at), 2 * norm(to - at) + 1e-9) << "thrown about";
                corrected += r.corrected;
                moved += norm(r.to - at) > 1e-6;
                standing += r.corrected && r.to == at;
                at = r.to;
            }
        }
    }
    EXPECT_GT(corrected, 100000) << "walls were met";
    EXPECT_GT(moved, 600000) << "nobody just stands";
    RecordProperty("closest", std::to_string(closest));
    RecordProperty("standing", std::to_string(standing));
}

TEST(WallGuarantee, SlidesAlongAWall) {
    const Map map = Map::from_wkt("LINESTRING (-100 0, 100 0)");
    Vec2d at{0, 0.25};
    // At 45° into the wall: the part along it is kept.
    for (int i = 0; i < 100; ++i) at = move_along_walls(map, at, at + Vec2d{0.1, -0.1}, 0.25).to;
    EXPECT_NEAR(at.y, 0.25, 1e-4);
    EXPECT_NEAR(at.x, 10, 0.1);
}

TEST(WallGuarantee, StopsInAWedge) {
    const Map map = Map::from_wkt("LINESTRING (-5 5, 0 0, 5 5)");
    Vec2d at{0.1, 3};
    for (int i = 0; i < 200; ++i) at = move_along_walls(map, at, at + Vec2d{0, -0.2}, 0.25).to;
    EXPECT_GE(clearance(map, at), 0.25 - 1e-4);
    EXPECT_LT(at.y, 0.25 * std::sqrt(2.0) + 0.3) << "goes deep into it";
}

TEST(WallGuarantee, PassesADoorAsWideAsItsBody) {
    const Map map = Map::from_wkt("MULTILINESTRING ((0 -5, 0 -0.26), (0 0.26, 0 5))");
    Vec2d at{-2, 0};
    for (int i = 0; i < 50; ++i) at = move_along_walls(map, at, at + Vec2d{0.13, 0}, 0.25).to;
    EXPECT_GT(at.x, 2);
    // And does not pass one that is narrower.
    const Map narrow = Map::from_wkt("MULTILINESTRING ((0 -5, 0 -0.24), (0 0.24, 0 5))");
    at = {-2, 0};
    for (int i = 0; i < 50; ++i) at = move_along_walls(narrow, at, at + Vec2d{0.13, 0}, 0.25).to;
    EXPECT_LT(at.x, 0);
}

TEST(WallGuarantee, FastBodiesDoNotTunnel) {
    const Map map = Map::from_wkt("LINESTRING (0 -50, 0 50)");
    Dice dice(52);
    for (int i = 0; i < 20000; ++i) {
        const Vec2d from{-dice.between(0.25, 3), dice.between(-10, 10)};
        const Vec2d to = from + Vec2d{dice.between(0, 20), dice.between(-20, 20)};
        EXPECT_LE(move_along_walls(map, from, to, 0.25).to.x, -0.25 + 1e-4);
    }
}

TEST(WallGuarantee, WhoStandsTooCloseComesNoCloserAndMayLeave) {
    const Map map = Map::from_wkt("LINESTRING (-10 0, 10 0)");
    const Vec2d at{0, 0.1};
    EXPECT_GE(move_along_walls(map, at, {0.1, 0.05}, 0.25).to.y, 0.1 - 1e-6);
    EXPECT_NEAR(move_along_walls(map, at, {0, 0.3}, 0.25).to.y, 0.3, 1e-9);
}

TEST(Move, WholeStepKeepsTheGuarantee) {
    // The same through the stage itself, with limits and reports.
    Dice dice(53);
    test::Crowd crowd(random_map(dice));
    std::vector<double> values(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) values[i] = common_parameters()[i].fallback;
    values[kMaxSpeed] = 5;
    for (AgentId id = 1; id <= 100; ++id) crowd.add({id, free_place(crowd.map, dice, 0.25)}, values);
    crowd.rest();
    MoveReport report;
    const MoveContext context{crowd.map, {}, 0.1, 0.1f, {}};
    for (int step = 0; step < 200; ++step) {
        for (Decision& d : crowd.world.decisions) {
            d = {static_cast<float>(dice.between(-9, 9)), static_cast<float>(dice.between(-9, 9)), 1, 0};
        }
        std::vector<Place> before = crowd.world.now.place;
        mover()(crowd.world, context, 0, static_cast<Row>(crowd.world.size()), report);
        for (Row row = 0; row < crowd.world.size(); ++row) {
            const Place p = crowd.world.now.place[row];
            const Motion m = crowd.world.now.motion[row];
            ASSERT_GE(clearance(crowd.map, {p.x, p.y}), values[kRadius] - 1e-4);
            // The velocity is what was walked.
            EXPECT_NEAR(m.vx, (p.x - before[row].x) / 0.1, 1e-4);
            EXPECT_NEAR(m.vy, (p.y - before[row].y) / 0.1, 1e-4);
        }
    }
    EXPECT_GT(report.wall_contacts, 100u);
}

TEST(Move, LimitsSpeedAndAcceleration) {
    test::Crowd crowd;
    std::vector<double> values(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) values[i] = common_parameters()[i].fallback;
    values[kMaxSpeed] = 2;
    crowd.add({1, {0, 0}}, values);
    values[kMaxAccel] = 3;
    crowd.add({2, {5, 0}}, values);
    crowd.rest();
    std::fill_n(crowd.world.decisions.data(), 2, Decision{30, 40, 0.6f, 0.8f});
    MoveReport report;
    const MoveContext context{crowd.map, {}, 0.1, 0.1f, {}};
    mover()(crowd.world, context, 0, 2, report);
    EXPECT_NEAR(crowd.world.now.motion[0].vx, 1.2, 1e-6);
    EXPECT_NEAR(crowd.world.now.motion[0].vy, 1.6, 1e-6);
    EXPECT_NEAR(std::hypot(crowd.world.now.motion[1].vx, crowd.world.now.motion[1].vy), 0.3, 1e-6);
    EXPECT_EQ(report.accel_outliers, 1u);
    // Not a number becomes standing still, not a place that is not a number.
    std::fill_n(crowd.world.decisions.data(), 2, Decision{std::nanf(""), 1, 1, 0});
    mover()(crowd.world, context, 0, 2, report);
    for (Row row = 0; row < 2; ++row) {
        EXPECT_TRUE(std::isfinite(crowd.world.now.place[row].x));
        EXPECT_TRUE(std::isfinite(crowd.world.now.motion[row].vx));
    }
}

TEST(Move, WrapKeepsTheWayToTheGoal) {
    Place p{10.2, -0.1};
    Self s{};
    s.goal_x = 14, s.goal_y = 3;
    wrap(p, s, {10, 5});
    EXPECT_NEAR(p.x, 0.2, 1e-12);
    EXPECT_NEAR(p.y, 4.9, 1e-12);
    EXPECT_NEAR(s.goal_x - p.x, 3.8, 1e-12);
    EXPECT_NEAR(s.goal_y - p.y, 3.1, 1e-12);
    p = {-1e-20, 5.0};
    wrap(p, s, {10, 5});
    EXPECT_GE(p.x, 0);
    EXPECT_LT(p.x, 10);
    EXPECT_EQ(p.y, 0);
}

}  // namespace
}  // namespace sidestep
