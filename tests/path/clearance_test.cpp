// Walls moved outwards by the radius.
#include "path/clearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "import/wkt.h"
#include "sidestep/error.h"

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

TEST(Clearance, RightAnglesStayCorners) {
    const Clearance c =
        clear_of_walls(read_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))"), 0.5);
    ASSERT_EQ(c.points.size(), 8u);
    for (const Vec2d p :
         {Vec2d{0.5, 0.5}, {9.5, 0.5}, {9.5, 9.5}, {0.5, 9.5}, {3.5, 3.5}, {6.5, 3.5}, {6.5, 6.5}, {3.5, 6.5}}) {
        EXPECT_TRUE(has(c, p)) << p.x << " " << p.y;
    }
    EXPECT_TRUE(std::all_of(c.segments.begin(), c.segments.end(), [](const auto& s) { return s.border; }));
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
