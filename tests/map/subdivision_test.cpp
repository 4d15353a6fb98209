#include "map/subdivision.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "map/cell_locator.h"
#include "map/map.h"
#include "map/random_maps.h"
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

/// Corners move by half a lattice step and walls bend by one at feet, so areas differ by this many lattice steps.
double wall_length(const Subdivision& s) {
    double length = 0;
    for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
        const auto sides = s.sides_of(c);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (sides[i].portal != kNoPortal) continue;
            length += norm(s.place(sides[(i + 1) % sides.size()].point) - s.place(sides[i].point));
        }
    }
    return length;
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
        EXPECT_NEAR(cells_area(s), floor_area(map), wall_length(s) / kLatticePerMetre);
    }
}

TEST(Subdivision, RandomMapsAreTiledByConvexCells) {
    EXPECT_TRUE(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const MapOutline map = test::random_map(seed, *rc::gen::inRange(1, 6), *rc::gen::element(1e-6, 0.25, 0.5));
        SubdivisionOptions exact;
        exact.collinear_tolerance = 0;
        const Subdivision s = subdivide(map, exact);
        expect_sound(s);
        RC_ASSERT(cycle_rank(s) == holes_of(s));
        RC_ASSERT(std::fabs(cells_area(s) - floor_area(map)) <= wall_length(s) / kLatticePerMetre);
        // Cells are where one can walk, and one only: places away from borders lie in exactly one.
        const CellLocator locator(s);
        const Map walls = Map::from_outline(map);
        test::Dice dice(seed);
        for (int i = 0; i < 200; ++i) {
            const Vec2d p{dice.between(-1, 41), dice.between(-1, 41)};
            if (walls.clearance(p, 1) < 1e-3) continue;
            RC_ASSERT((locator.locate(p) != kNoCell) == walls.walkable(p));
        }
    }));
}

TEST(Subdivision, CitiesAreWhatThePrototypeFound) {
    const auto file = test::data_folder() / "maps" / "cities" / "prague1m.wkt";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no maps at " << test::data_folder() << "; set SIDESTEP_DATA";
    SubdivisionOptions exact;
    exact.collinear_tolerance = 0;
    SubdivisionLog log;
    const Subdivision s = subdivide(test::read_map(file), exact, &log);
    // An independent prototype in floating point, without simplification: 3,884 feet, 8,051 cells, 8,361 portals.
    EXPECT_NEAR(log.feet, 3884, 0.002 * 3884);
    EXPECT_NEAR(static_cast<double>(s.cells.size()), 8051, 0.01 * 8051);
    EXPECT_EQ(cycle_rank(s), 8361 - 8051 + 1);
}

std::string problem_with(const MapOutline& map, const SubdivisionOptions& options = {}) {
    try {
        subdivide(map, options);
    } catch (const InputError& error) {
        EXPECT_FALSE(error.problem().remedy.empty());
        return error.problem().message;
    }
    return "";
}

// At the lattice's own size a wall bends visibly at a foot, and a cell can be nothing but the bend.
TEST(Subdivision, SliversKeepAnArea) {
    const std::vector<std::vector<Vec2d>> rings{{{10, 255}, {255, 40}, {255, 24}, {16, 10}},
                                                {{0, 0}, {251, 10}, {126, 56}, {121, 37}}};
    for (std::vector<Vec2d> ring : rings) {
        for (Vec2d& p : ring) p = p * (1 / kLatticePerMetre);
        const Subdivision s = subdivide(floor_of(ring));
        for (std::uint32_t c = 0; c < s.cells.size(); ++c) {
            EXPECT_GE(s.cells[c].side_count, 3u);
            EXPECT_GT(cell_area(s, c), 0);
        }
    }
}

TEST(Subdivision, CrossingWallsAreAnError) {
    MapOutline map;
    map.walls = {{{0, 0}, {10, 10}}, {{0, 10}, {10, 0}}};
    EXPECT_EQ(problem_with(map), "a wall of the map crosses another wall or door");
    map.walls = {{{0, 0}, {10, 10}}, {{0, 10}, {5, 5}}};
    EXPECT_EQ(problem_with(map), "") << "a wall may end on another";
    map.walls = {{{0, 0}, {10, 0}}, {{4, 0}, {6, 0}}, {{8, 0}, {12, 0}}};
    EXPECT_EQ(problem_with(map), "") << "and lie on another";
    EXPECT_EQ(problem_with({}), "the map has neither floor nor walls");
    map.walls = {{{0, 0}, {0, std::nan("")}}};
    EXPECT_EQ(problem_with(map), "a coordinate of the map is not a number");
    EXPECT_EQ(problem_with(floor_of({{0, 0}, {1, 1}})), "the map has no walkable area");
}

TEST(Subdivision, FarFromTheOriginNothingChanges) {
    const auto shifted = [](MapOutline map, Vec2d by) {
        for (Vec2d& p : map.floor[0].outer) p += by;
        return map;
    };
    const Subdivision here = subdivide(notch_room()), there = subdivide(shifted(notch_room(), {5e6, -3e6}));
    EXPECT_EQ(here.points, there.points);
    EXPECT_EQ(there.origin - here.origin, (Vec2d{5e6, -3e6}));
}

TEST(Subdivision, DoesNotDependOnWhereRingsStart) {
    MapOutline map = floor_of(rectangle({0, 0}, {20, 20}), {rectangle({3, 4}, {5, 9}), {{12, 8}, {15, 9}, {13, 14}}});
    const Subdivision first = subdivide(map);
    std::rotate(map.floor[0].outer.begin(), map.floor[0].outer.begin() + 1, map.floor[0].outer.end());
    std::reverse(map.floor[0].holes[1].begin(), map.floor[0].holes[1].end());
    std::swap(map.floor[0].holes[0], map.floor[0].holes[1]);
    const Subdivision second = subdivide(map);
    const auto portals = [](const Subdivision& s) {
        std::set<std::pair<std::pair<double, double>, std::pair<double, double>>> all;
        for (const Subdivision::Portal& p : s.portals) {
            const Vec2d a = s.place(p.a), b = s.place(p.b);
            all.insert(std::minmax(std::pair{a.x, a.y}, std::pair{b.x, b.y}));
        }
        return all;
    };
    EXPECT_EQ(portals(first), portals(second));
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
    EXPECT_EQ(problem_with(map, options), "door 0 does not lie in the walkable area") << "it lies in a wall";
    options.doors = {{Vec2d{3, 0}, Vec2d{5, 4}}, {Vec2d{5, 0}, Vec2d{3, 4}}};
    EXPECT_EQ(problem_with(map, options), "door 1 of the map crosses another wall or door");
}

TEST(Subdivision, ADoorAcrossAPillarIsSeveralPortals) {
    const MapOutline map = floor_of(rectangle({0, 0}, {10, 8}), {{{5, 3}, {6, 4}, {5, 5}, {4, 4}}});
    SubdivisionOptions options;
    options.doors = {{Vec2d{1, 0}, Vec2d{1, 8}}, {Vec2d{5, 0}, Vec2d{5, 3}}, {Vec2d{5.0003, 5}, Vec2d{5.0004, 8}}};
    const Subdivision s = subdivide(map, options);
    expect_sound(s);
    EXPECT_EQ(s.door_count, 3u);
    std::vector<int> portals(3, 0);
    for (const Subdivision::Portal& portal : s.portals) {
        if (portal.door != kNoDoor) ++portals[portal.door];
    }
    EXPECT_EQ(portals, (std::vector<int>{1, 1, 1}));
    EXPECT_EQ(cycle_rank(s), 1);
    // Through the point of a thin wall: two portals of one door.
    MapOutline thin = floor_of(rectangle({0, 0}, {10, 8}));
    thin.walls = {{{3, 4}, {5, 4}}};
    options.doors = {{Vec2d{5, 0}, Vec2d{5, 8}}};
    const Subdivision cut = subdivide(thin, options);
    expect_sound(cut);
    EXPECT_EQ(std::count_if(cut.portals.begin(), cut.portals.end(), [](const auto& p) { return p.door == 0; }), 2);
}

}  // namespace
}  // namespace sidestep
