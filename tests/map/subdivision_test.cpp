#include "map/subdivision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sidestep/error.h"
#include "support/maps.h"

namespace sidestep {
namespace {

using test::floor_of;
using test::notch_room;
using test::rectangle;

double ring_area(const std::vector<Vec2d>& ring) {
    double twice = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        twice += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
    }
    return std::fabs(twice) / 2;
}

double floor_area(const MapOutline& outline) {
    double area = 0;
    for (const MapOutline::Area& part : outline.floor) {
        area += ring_area(part.outer);
        for (const auto& hole : part.holes) area -= ring_area(hole);
    }
    return area;
}

double cell_area(const Subdivision& s, std::uint32_t cell) {
    std::vector<Vec2d> ring;
    for (const Subdivision::Side& side : s.sides_of(cell)) ring.push_back(s.place(side.point));
    return ring_area(ring);
}

double cells_area(const Subdivision& s) {
    double area = 0;
    for (std::uint32_t c = 0; c < s.cells.size(); ++c) area += cell_area(s, c);
    return area;
}

/// Boundaries that are connected count as one: holes that touch are one hole, a thin wall in a room is a hole.
long holes_of(const Subdivision& s) {
    std::vector<std::uint32_t> parent(s.points.size());
    for (std::uint32_t p = 0; p < parent.size(); ++p) parent[p] = p;
    const auto root = [&](std::uint32_t p) {
        while (parent[p] != p) p = parent[p] = parent[parent[p]];
        return p;
    };
    for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
        const auto sides = s.sides_of(c);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (sides[i].portal == kNoPortal) parent[root(sides[i].point)] = root(sides[(i + 1) % sides.size()].point);
        }
    }
    std::set<std::uint32_t> clusters, components;
    for (std::uint32_t p = 0; p < parent.size(); ++p) clusters.insert(root(p));
    for (const Subdivision::Cell& cell : s.cells) components.insert(cell.component);
    return static_cast<long>(clusters.size()) - static_cast<long>(components.size());
}

long cycle_rank(const Subdivision& s) {
    std::set<std::uint32_t> components;
    for (const Subdivision::Cell& cell : s.cells) components.insert(cell.component);
    return static_cast<long>(s.portals.size()) - static_cast<long>(s.cells.size()) +
           static_cast<long>(components.size());
}

/// What must hold for every subdivision.
void expect_sound(const Subdivision& s) {
    std::vector<int> uses(s.portals.size(), 0);
    for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
        const auto sides = s.sides_of(c);
        ASSERT_GE(sides.size(), 3u);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const std::uint32_t a = sides[i].point, b = sides[(i + 1) % sides.size()].point;
            const std::uint32_t after = sides[(i + 2) % sides.size()].point;
            ASSERT_GE(orientation(s.points[a], s.points[b], s.points[after]), 0) << "cell " << c << " is not convex";
            if (sides[i].portal == kNoPortal) continue;
            const Subdivision::Portal& portal = s.portals[sides[i].portal];
            ++uses[sides[i].portal];
            ASSERT_NE(portal.cells[0], portal.cells[1]);
            const bool left = portal.cells[0] == c;
            ASSERT_TRUE(left || portal.cells[1] == c);
            ASSERT_EQ(left ? portal.a : portal.b, a);
            ASSERT_EQ(left ? portal.b : portal.a, b);
            ASSERT_EQ(s.cells[portal.cells[0]].component, s.cells[portal.cells[1]].component);
        }
    }
    for (const int count : uses) ASSERT_EQ(count, 2);
}

TEST(Subdivision, NotchRoomIsTheSpecification) {
    SubdivisionLog log;
    const Subdivision s = subdivide(notch_room(), {}, &log);
    expect_sound(s);
    EXPECT_EQ(log.corners, 7u);
    EXPECT_EQ(log.feet, 3u);
    EXPECT_EQ(log.triangles, 8u);
    EXPECT_EQ(log.free_segments, 7u);
    ASSERT_EQ(s.cells.size(), 2u);
    ASSERT_EQ(s.portals.size(), 1u);
    EXPECT_DOUBLE_EQ(s.length(s.portals[0]), 3);
    std::vector<Vec2d> ends{s.place(s.portals[0].a), s.place(s.portals[0].b)};
    std::sort(ends.begin(), ends.end(), [](Vec2d a, Vec2d b) { return a.y < b.y; });
    EXPECT_EQ(ends[0], (Vec2d{5, 0}));
    EXPECT_EQ(ends[1], (Vec2d{5, 3}));
    EXPECT_EQ(cycle_rank(s), 0);
    EXPECT_DOUBLE_EQ(cells_area(s), 93);
    for (const std::uint32_t cell : {0u, 1u}) {
        EXPECT_EQ(kind_of(arity(s, cell, 0.5)), CellKind::dead_end);
        EXPECT_EQ(kind_of(arity(s, cell, 3)), CellKind::closed) << "as wide as the portal";
        EXPECT_EQ(kind_of(arity(s, cell, 3.5)), CellKind::closed);
    }
    const MapStatistics narrow = statistics_of(s, 0.5, 5), wide = statistics_of(s, 3.5, 5);
    EXPECT_EQ(narrow.dead_ends, 2u);
    EXPECT_EQ(narrow.components_wide, 1u);
    EXPECT_EQ(wide.closed, 2u);
    EXPECT_EQ(wide.components, 1u);
    EXPECT_EQ(wide.components_wide, 2u);
    EXPECT_DOUBLE_EQ(wide.area, 93);
    ASSERT_EQ(wide.narrowest.size(), 1u);
    EXPECT_DOUBLE_EQ(wide.narrowest[0].width, 3);
    EXPECT_EQ(wide.lower, (Vec2d{0, 0}));
    EXPECT_EQ(wide.upper, (Vec2d{10, 10}));
}

TEST(Subdivision, EveryPillarIsACycle) {
    for (int k = 0; k <= 6; ++k) {
        std::vector<std::vector<Vec2d>> pillars;
        for (int i = 0; i < k; ++i) {
            const Vec2d at{3.0 + 5 * (i % 3), 4.0 + 7 * (i / 3)};
            pillars.push_back(rectangle(at, at + Vec2d{1, 1}));
        }
        const MapOutline map = floor_of(rectangle({0, 0}, {20, 20}), pillars);
        const Subdivision s = subdivide(map);
        expect_sound(s);
        EXPECT_EQ(cycle_rank(s), k);
        EXPECT_NEAR(cells_area(s), floor_area(map), 1e-9 * floor_area(map));
    }
}

TEST(Subdivision, RealMapsAreTiledByConvexCells) {
    std::vector<std::filesystem::path> files = test::map_files("cities");
    for (const auto& file : test::map_files("indoor")) files.push_back(file);
    if (files.empty()) GTEST_SKIP() << "no maps at " << test::data_folder() << "; set SIDESTEP_DATA";
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        MapOutline map;
        try {
            map = test::read_map(file);
        } catch (const InputError&) {
            continue;  // needs repair, which is import's business
        }
        SubdivisionOptions exact;
        exact.collinear_tolerance = 0;
        const Subdivision s = subdivide(map, exact);
        expect_sound(s);
        EXPECT_EQ(cycle_rank(s), holes_of(s));
        // Corners move by half a lattice step, walls bend by one at feet.
        double wall_length = 0;
        for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
            const auto sides = s.sides_of(c);
            for (std::size_t i = 0; i < sides.size(); ++i) {
                if (sides[i].portal != kNoPortal) continue;
                wall_length += norm(s.place(sides[(i + 1) % sides.size()].point) - s.place(sides[i].point));
            }
        }
        EXPECT_NEAR(cells_area(s), floor_area(map), wall_length / kLatticePerMetre);
    }
}

TEST(Subdivision, CrossingWallsAreAnError) {
    MapOutline map;
    map.walls = {{{0, 0}, {10, 10}}, {{0, 10}, {10, 0}}};
    EXPECT_THROW(subdivide(map), InputError);
}

TEST(Subdivision, TooWideIsAnError) {
    EXPECT_THROW(subdivide(floor_of(rectangle({0, 0}, {16001, 10}))), InputError);
    EXPECT_NO_THROW(subdivide(floor_of(rectangle({0, 0}, {16000, 10}))));
}

TEST(Subdivision, ThinWallsBlockOnBothSides) {
    MapOutline map = floor_of(rectangle({0, 0}, {10, 10}));
    map.walls = {{{5, 0}, {5, 10}}};
    const Subdivision s = subdivide(map);
    expect_sound(s);
    EXPECT_EQ(s.cells.size(), 2u);
    EXPECT_TRUE(s.portals.empty());
    EXPECT_NE(s.cells[0].component, s.cells[1].component);
}

TEST(Subdivision, LinesAloneAreFloodedFromTheInsidePoint) {
    MapOutline map;
    map.walls = {{{0, 0}, {4, 0}, {4, 3}, {0, 3}, {0, 0}}, {{0.3, 3}, {0.3, 7}}};
    SubdivisionOptions options;
    options.inside = {2, 1};
    const Subdivision s = subdivide(map, options);
    expect_sound(s);
    EXPECT_EQ(s.cells.size(), 1u);
    EXPECT_DOUBLE_EQ(cells_area(s), 12);
    options.inside = {4, 1};
    EXPECT_THROW(subdivide(map, options), InputError) << "on a wall";
}

TEST(Subdivision, DoorsStayPortals) {
    const MapOutline map = floor_of(rectangle({0, 0}, {10, 4}));
    EXPECT_EQ(subdivide(map).cells.size(), 1u);
    SubdivisionOptions options;
    options.doors = {{Vec2d{3.3, 0.02}, Vec2d{3.3, 3.97}}};
    const Subdivision s = subdivide(map, options);
    expect_sound(s);
    ASSERT_EQ(s.cells.size(), 2u);
    ASSERT_EQ(s.portals.size(), 1u);
    EXPECT_EQ(s.portals[0].door, 0u);
    EXPECT_NEAR(s.length(s.portals[0]), 4, 1e-9);
    options.doors = {{Vec2d{3.3, 1}, Vec2d{3.3, 3.97}}};
    EXPECT_THROW(subdivide(map, options), InputError) << "ends in the middle of the room";
    options.doors = {{Vec2d{3, 0}, Vec2d{5, 0}}};
    EXPECT_THROW(subdivide(map, options), InputError) << "lies in a wall";
}

}  // namespace
}  // namespace sidestep
