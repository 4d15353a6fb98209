#include "map/bottlenecks.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "map/random_maps.h"
#include "support/maps.h"

namespace sidestep {
namespace {

struct Result {
    RegionMesh region;
    SubdivisionLog log;
};

Result with_feet(const MapOutline& outline) {
    Result result{triangulate_region(outline, {}), {}};
    insert_bottlenecks(result.region, result.log);
    return result;
}

Vec2d place(const RegionMesh& region, std::uint32_t vertex) {
    const LatticePoint p = region.mesh.point(vertex);
    return region.origin + Vec2d{p.x / kLatticePerMetre, p.y / kLatticePerMetre};
}

/// Triangles to which the rule still applies: a corner whose foot on the opposite wall lies more than `room` metres
/// from the wall's ends, while one can get past the corner.
int unfinished(const RegionMesh& region, double room) {
    const ConstrainedDelaunay& mesh = region.mesh;
    int count = 0;
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        if (!region.walkable_at(h) || !region.blocks(h) || mesh.apex(h) >= region.first_foot) continue;
        if (region.blocks(mesh.next(h)) && region.blocks(mesh.previous(h))) continue;
        const Vec2d a = place(region, mesh.apex(h)), b = place(region, mesh.origin(h)), c = place(region, mesh.end(h));
        // Along the wall as it was before feet bent it.
        const RegionMesh::Segment& wall = region.segments[mesh.label(h)];
        const Vec2d along =
            unit(Vec2d{static_cast<double>(wall.to.x) - wall.from.x, static_cast<double>(wall.to.y) - wall.from.y});
        const double at = dot(a, along), from = std::min(dot(b, along), dot(c, along)),
                     to = std::max(dot(b, along), dot(c, along));
        count += at - from > room && to - at > room;
    }
    return count;
}

/// Largest distance of a foot from the wall it belongs to, m.
double farthest_bend(const RegionMesh& region) {
    const ConstrainedDelaunay& mesh = region.mesh;
    double farthest = 0;
    for (std::uint32_t h = 0; h < mesh.half_edges(); ++h) {
        if (!region.blocks(h) || mesh.origin(h) < region.first_foot) continue;
        const RegionMesh::Segment& wall = region.segments[mesh.label(h)];
        const double length =
            std::hypot(static_cast<double>(wall.to.x) - wall.from.x, static_cast<double>(wall.to.y) - wall.from.y);
        const auto twice = static_cast<double>(orientation(wall.from, wall.to, mesh.point(mesh.origin(h))));
        farthest = std::max(farthest, std::fabs(twice) / length / kLatticePerMetre);
    }
    return farthest;
}

TEST(Bottlenecks, NotchRoomHasItsThreeFeet) {
    const Result result = with_feet(test::notch_room());
    const RegionMesh& region = result.region;
    std::vector<Vec2d> feet;
    for (std::uint32_t v = region.first_foot; v < region.mesh.vertices(); ++v) feet.push_back(place(region, v));
    std::sort(feet.begin(), feet.end(), [](Vec2d a, Vec2d b) { return a.x < b.x; });
    ASSERT_EQ(feet.size(), 3u);
    EXPECT_EQ(feet[0], (Vec2d{0, 3}));
    EXPECT_EQ(feet[1], (Vec2d{5, 0}));
    EXPECT_EQ(feet[2], (Vec2d{10, 3}));
    EXPECT_EQ(region.corners() + feet.size(), 10u);
}

TEST(Bottlenecks, TheRuleFindsNothingMore) {
    EXPECT_GT(unfinished(triangulate_region(test::notch_room(), {}), 1e-4), 0) << "this test could not fail";
    EXPECT_TRUE(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const Result result = with_feet(test::random_map(seed, *rc::gen::inRange(1, 6), *rc::gen::element(1e-6, 0.5)));
        // A foot may have moved along its wall.
        RC_ASSERT(unfinished(result.region, 1.5e-3) == 0);
        RC_ASSERT(result.log.feet_refused == 0u);
        RC_ASSERT(farthest_bend(result.region) < 4e-5);
    }));
}

TEST(Bottlenecks, CitiesToo) {
    const auto files = test::map_files("cities");
    if (files.empty()) GTEST_SKIP() << "no maps at " << test::data_folder() << "; set SIDESTEP_DATA";
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        const Result result = with_feet(test::read_map(file));
        EXPECT_EQ(unfinished(result.region, 1.5e-3), 0);
        EXPECT_EQ(result.log.feet_refused, 0u);
        EXPECT_LT(farthest_bend(result.region), 4e-5);
    }
}

}  // namespace
}  // namespace sidestep
