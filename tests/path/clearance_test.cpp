// Walls moved outwards by the radius.
#include "path/clearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "outline/wkt.h"
#include "path/free_space.h"
#include "sidestep/error.h"
#include "support/dice.h"

namespace sidestep {
namespace {

std::vector<Vec2d> points_of(const Clearance& clearance) {
    std::vector<Vec2d> result;
    for (const LatticePoint p : clearance.points) {
        result.push_back(clearance.origin + Vec2d{p.x / kLatticePerMetre, p.y / kLatticePerMetre});
    }
    return result;
}

bool has(const Clearance& clearance, Vec2d wanted) {
    const std::vector<Vec2d> points = points_of(clearance);
    return std::any_of(points.begin(), points.end(), [&](Vec2d p) { return norm(p - wanted) < 1e-4; });
}

TEST(Clearance, RightAnglesStayCornersFarFromOtherWalls) {
    const Clearance c =
        clear_of_walls(read_wkt("POLYGON ((0 0, 30 0, 30 30, 0 30, 0 0), (10 10, 20 10, 20 20, 10 20, 10 10))"), 0.5);
    ASSERT_EQ(c.points.size(), 8u);
    for (const Vec2d p : {Vec2d{0.5, 0.5},
                          {29.5, 0.5},
                          {29.5, 29.5},
                          {0.5, 29.5},
                          {9.5, 9.5},
                          {20.5, 9.5},
                          {20.5, 20.5},
                          {9.5, 20.5}}) {
        EXPECT_TRUE(has(c, p)) << p.x << " " << p.y;
    }
    EXPECT_TRUE(std::all_of(c.segments.begin(), c.segments.end(), [](const auto& s) { return s.border; }));
}

TEST(Clearance, RightAnglesAreCutNearOtherWalls) {
    const Clearance c =
        clear_of_walls(read_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))"), 0.5);
    const std::vector<Vec2d> points = points_of(c);
    ASSERT_EQ(points.size(), 12u);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].x < 1 || points[i].x > 9) continue;
        const LatticePoint at = c.centres[i];
        const Vec2d centre = c.origin + Vec2d{at.x / kLatticePerMetre, at.y / kLatticePerMetre};
        EXPECT_TRUE((centre.x == 4 || centre.x == 6) && (centre.y == 4 || centre.y == 6));
        EXPECT_NEAR(norm(points[i] - centre), 0.5 / std::cos(M_PI / 8), 1e-4) << "two tangents at 45 degrees";
    }
}

TEST(Clearance, WithoutBodyWallsStayWhereTheyAre) {
    const Clearance c = clear_of_walls(
        read_wkt("GEOMETRYCOLLECTION (POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0)), LINESTRING (0 3, 4 3, 4 5))"), 0);
    EXPECT_EQ(c.points.size(), 7u);
    // The border is divided where the wall begins.
    EXPECT_EQ(c.segments.size(), 7u);
    EXPECT_EQ(std::count_if(c.segments.begin(), c.segments.end(), [](const auto& s) { return !s.border; }), 2);
}

TEST(Clearance, SharpCornersAreCutOffAlongTheDisc) {
    // A needle with its tip at (6, 5): a mitre would reach ten radii beyond it.
    const Clearance c =
        clear_of_walls(read_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (2 4.6, 6 5, 2 5.4, 2 4.6))"), 0.5);
    const std::vector<Vec2d> points = points_of(c);
    double farthest = 0;
    for (const Vec2d p : points) {
        if (p.x > 0.6 && p.x < 9.4) farthest = std::max(farthest, p.x);
    }
    EXPECT_NEAR(farthest, 6.5, 1e-4);
    EXPECT_EQ(std::count_if(points.begin(), points.end(), [](Vec2d p) { return std::fabs(p.x - 6.5) < 1e-4; }), 2);
}

TEST(Clearance, ThinWallsAreSurrounded) {
    const Clearance c = clear_of_walls(
        read_wkt("GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), LINESTRING (3 5, 7 5))"), 0.25);
    EXPECT_EQ(c.points.size(), 8u);
    for (const Vec2d p : {Vec2d{2.75, 4.75}, {7.25, 4.75}, {7.25, 5.25}, {2.75, 5.25}}) EXPECT_TRUE(has(c, p));
}

TEST(Clearance, NarrowPassagesClose) {
    // Two rooms and a gap of 1 m between them.
    const MapOutline rooms = read_wkt("POLYGON ((0 0, 4 0, 4 2, 5 2, 5 0, 9 0, 9 5, 5 5, 5 3, 4 3, 4 5, 0 5, 0 0))");
    // Whether a border leads through the gap.
    const auto passes = [&](double radius) {
        const Clearance c = clear_of_walls(rooms, radius);
        const std::vector<Vec2d> points = points_of(c);
        return std::any_of(c.segments.begin(), c.segments.end(), [&](const auto& s) {
            return std::min(points[s.a].x, points[s.b].x) < 4 && std::max(points[s.a].x, points[s.b].x) > 5;
        });
    };
    EXPECT_TRUE(passes(0.45));
    EXPECT_FALSE(passes(0.55));
}

bool connected(const MapOutline& outline, double radius, Vec2d from, Vec2d to) {
    const FreeSpace space(clear_of_walls(outline, radius));
    FreeSpace::Place a, b;
    space.locate(space.to_lattice_units(from), a);
    space.locate(space.to_lattice_units(to), b);
    return !a.empty() && !b.empty() && space.component(a.front()) == space.component(b.front());
}

TEST(Clearance, RightAnglesThatFaceEachOtherLetABodyThrough) {
    // Two blocks, corner to corner 0.70 m apart: mitres would take 0.35 m from either side.
    const MapOutline facing = read_wkt("POLYGON ((0 0, 5 0, 5 4.505, 9 4.505, 9 9, 4.505 9, 4.505 5, 0 5, 0 0))");
    EXPECT_TRUE(connected(facing, 0.25, {1, 1}, {8, 8}));
    EXPECT_TRUE(connected(facing, 0.349, {1, 1}, {8, 8}));
    EXPECT_FALSE(connected(facing, 0.351, {1, 1}, {8, 8}));
}

double distance(Vec2d p, Vec2d a, Vec2d b) {
    const double t = std::clamp(dot(p - a, b - a) / norm_squared(b - a), 0.0, 1.0);
    return norm(a + (b - a) * t - p);
}

TEST(Clearance, WhatFitsPasses) {
    int mitres_in_the_way = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        test::Dice dice(seed);
        const auto snapped = [](Vec2d p) {
            return Vec2d{std::round(p.x * 1024) / 1024, std::round(p.y * 1024) / 1024};
        };
        // A tooth from below and one from above leave a gap between them.
        const Vec2d v = snapped({dice.between(8, 12), dice.between(8, 11)});
        const Vec2d w = snapped({v.x + dice.between(-0.6, 0.6), v.y + dice.between(0.3, 0.9)});
        const std::vector<Vec2d> low{snapped({dice.between(2, v.x), 0}), v, snapped({dice.between(v.x, 18), 0})};
        const std::vector<Vec2d> high{snapped({dice.between(w.x, 18), 20}), w, snapped({dice.between(2, w.x), 20})};
        MapOutline outline;
        outline.floor.push_back({{{0, 0}}, {}});
        auto& ring = outline.floor[0].outer;
        ring.insert(ring.end(), low.begin(), low.end());
        ring.insert(ring.end(), {{20, 0}, {20, 20}});
        ring.insert(ring.end(), high.begin(), high.end());
        ring.push_back({0, 20});
        double gap = norm(v - w);
        for (const int i : {0, 1}) {
            for (const Vec2d p : low) gap = std::min(gap, distance(p, high[i], high[i + 1]));
            for (const Vec2d p : high) gap = std::min(gap, distance(p, low[i], low[i + 1]));
        }
        ASSERT_TRUE(connected(outline, 0.498 * gap, {0.7, 10}, {19.3, 10})) << seed;
        ASSERT_FALSE(connected(outline, 0.5001 * gap, {0.7, 10}, {19.3, 10})) << seed;
        const auto tip = [](Vec2d a, Vec2d b, Vec2d c) {
            return 1 / std::sqrt((1 + dot(unit(b - a), unit(c - b))) / 2);
        };
        mitres_in_the_way += tip(low[0], low[1], low[2]) + tip(high[0], high[1], high[2]) > 2.1;
    }
    EXPECT_GT(mitres_in_the_way, 100);
}

TEST(Clearance, NothingMayRemain) {
    EXPECT_TRUE(clear_of_walls(read_wkt("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))"), 0.6).points.empty());
    EXPECT_TRUE(clear_of_walls({}, 0.3).points.empty());
}

TEST(Clearance, MapsBeyondTheLatticeAreRefused) {
    try {
        clear_of_walls(read_wkt("POLYGON ((0 0, 50000 0, 50000 10, 0 10, 0 0))"), 0.3);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().message.find("too large"), std::string::npos);
        EXPECT_FALSE(error.problem().remedy.empty());
    }
}

}  // namespace
}  // namespace sidestep
