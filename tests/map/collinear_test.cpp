#include "map/collinear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/maps.h"

namespace sidestep {
namespace {

std::uint32_t corners_of(const MapOutline& outline, double tolerance = 0.02) {
    SubdivisionOptions options;
    options.collinear_tolerance = tolerance;
    return triangulate_region(outline, options).corners();
}

TEST(Collinear, PointsOnAStraightWallGo) {
    MapOutline map = test::floor_of({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}});
    EXPECT_EQ(corners_of(map), 4u);
    EXPECT_EQ(corners_of(map, 0), 4u) << "exactly collinear";
}

TEST(Collinear, DeviationIsMeasuredAgainstAllThatIsGone) {
    // A long flat arc: every turn is far below a degree, the whole is 0.5 m deep.
    MapOutline map = test::floor_of({{100, 0}, {100, -50}, {0, -50}, {0, 0}});
    for (int i = 1; i < 200; ++i) {
        const double x = i * 0.5;
        map.floor[0].outer.push_back({x, 0.5 * (1 - std::pow((x - 50) / 50, 2))});
    }
    const RegionMesh region = triangulate_region(map, {});
    EXPECT_LT(region.corners(), 40u);
    EXPECT_GT(region.corners(), 8u);
    // Every point that is gone lies within 2 cm of a wall that is left.
    for (const Vec2d p : map.floor[0].outer) {
        double nearest = 1e9;
        for (const RegionMesh::Segment& s : region.segments) {
            const Vec2d a = region.origin + Vec2d{s.from.x / kLatticePerMetre, s.from.y / kLatticePerMetre};
            const Vec2d b = region.origin + Vec2d{s.to.x / kLatticePerMetre, s.to.y / kLatticePerMetre};
            const double t = std::clamp(dot(p - a, b - a) / norm_squared(b - a), 0.0, 1.0);
            nearest = std::min(nearest, norm(p - (a + t * (b - a))));
        }
        EXPECT_LE(nearest, 0.02 + 1e-4);
    }
}

TEST(Collinear, CornersStay) {
    const double two_degrees = 2 * std::acos(-1.0) / 180;
    MapOutline map = test::floor_of({{0, 0}, {0.1, 0}, {0.2, 0.1 * std::sin(two_degrees)}, {0.2, 1}, {0, 1}});
    EXPECT_EQ(corners_of(map), 5u) << "2° is more than 1°, however small";
}

TEST(Collinear, WhereSomethingElseMeetsAPointStays) {
    MapOutline map = test::floor_of({{0, 0}, {5, 0}, {10, 0}, {10, 5}, {0, 5}});
    EXPECT_EQ(corners_of(map), 4u);
    map.walls = {{{5, 0}, {5, 2}}};
    EXPECT_EQ(corners_of(map), 6u);
}

TEST(Collinear, NothingIsTouchedOrCrossed) {
    // The wall below bulges by 1 cm; a pillar's corner stands in the bulge, 5 mm above the straight line.
    MapOutline map = test::floor_of({{0, 0}, {5, -0.01}, {10, 0}, {10, 5}, {0, 5}});
    EXPECT_EQ(corners_of(map), 4u);
    map.floor[0].holes = {{{5, -0.005}, {6, 1}, {4, 1}}};
    EXPECT_EQ(corners_of(map), 8u) << "the straight wall would go through the pillar";
    EXPECT_EQ(subdivide(map).portals.size() - subdivide(map).cells.size() + 1, 1u);
    map.floor[0].holes = {{{5, 0}, {6, 1}, {4, 1}}};
    EXPECT_EQ(corners_of(map), 8u) << "or touch it";
}

}  // namespace
}  // namespace sidestep
