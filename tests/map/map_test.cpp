// Questions to the map, against plain loops over all walls.
#include "map/map.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "map/built_map.h"

namespace sidestep {
namespace {

double draw(std::uint64_t seed, std::uint64_t n, double low, double high) {
    return low + (high - low) * random_unit(seed, 1, n, Purpose::place);
}

Map map_of(const std::vector<Wall>& walls) {
    std::string wkt = "MULTILINESTRING (";
    for (std::size_t i = 0; i < walls.size(); ++i) {
        wkt += (i ? ", (" : "(") + std::to_string(walls[i].a.x) + " " + std::to_string(walls[i].a.y) + ", " +
               std::to_string(walls[i].b.x) + " " + std::to_string(walls[i].b.y) + ")";
    }
    return Map::from_wkt(wkt + ")");
}

/// Random walls with offsets that make cells, bounds and axis-parallel walls coincide now and then.
std::vector<Wall> random_walls(std::uint64_t seed, int count, double size) {
    std::vector<Wall> walls;
    for (int i = 0; i < count; ++i) {
        const auto n = static_cast<std::uint64_t>(i) * 8;
        Vec2d a{draw(seed, n, 0, size), draw(seed, n + 1, 0, size)};
        const double length = draw(seed, n + 2, 0, 1) < 0.1 ? size : 3;
        Vec2d b{a.x + draw(seed, n + 3, -length, length), a.y + draw(seed, n + 4, -length, length)};
        if (i % 3 == 0) a = {std::round(a.x), std::round(a.y)};
        if (i % 5 == 0) b.x = a.x;
        if (i % 7 == 0) b = {a.x + 2, a.y};
        if (norm(a - b) > 1e-3) walls.push_back({a, b});
    }
    walls.push_back({{0, 0}, {size, 0.5}});
    return walls;
}

/// A star with `corners` corners and sharp teeth around the origin.
std::string star(std::uint64_t seed, int corners) {
    std::string wkt = "POLYGON ((";
    std::string first;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * M_PI * i / corners;
        const double radius = draw(seed, static_cast<std::uint64_t>(i), 5, 40);
        const std::string point =
            std::to_string(radius * std::cos(angle)) + " " + std::to_string(radius * std::sin(angle));
        if (i == 0) first = point;
        wkt += point + ", ";
    }
    return wkt + first + "))";
}

bool inside_by_all_walls(const Map& map, Vec2d p) {
    bool inside = false;
    for (const auto& [a, b] : map.walls()) {
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

TEST(Wall, NearestPointAndDistances) {
    const Wall wall{{0, 0}, {4, 0}};
    EXPECT_EQ(nearest_point(wall, {1, 3}), (Vec2d{1, 0}));
    EXPECT_EQ(nearest_point(wall, {-1, 3}), (Vec2d{0, 0}));
    EXPECT_EQ(nearest_point(wall, {7, 4}), (Vec2d{4, 0}));
    EXPECT_DOUBLE_EQ(distance(wall, {7, 4}), 5);
    EXPECT_DOUBLE_EQ(segment_distance({1, 1}, {3, 2}, wall), 1);
    EXPECT_EQ(segment_distance({1, 1}, {3, -2}, wall), 0);
    EXPECT_EQ(segment_distance({4, 0}, {9, 0}, wall), 0) << "touching ends";
    EXPECT_DOUBLE_EQ(segment_distance({5, 0}, {9, 0}, wall), 1) << "on one line";
    EXPECT_TRUE(touches({2, 0}, {3, 0}, wall)) << "inside the wall's own line";
    EXPECT_TRUE(touches({-1, 0}, {5, 0}, wall));
    EXPECT_DOUBLE_EQ(segment_distance({2, 2}, {2, 2}, wall), 2) << "a segment may be a point";
}

TEST(Map, OpenPlaneHasNoWalls) {
    const Map map;
    EXPECT_TRUE(map.empty());
    EXPECT_TRUE(map.walkable({1e6, 0}));
    EXPECT_EQ(map.clearance({0, 0}, 7), 7);
    EXPECT_FALSE(map.any_wall_near({0, 0}, 1e6));
    EXPECT_FALSE(map.crosses_wall({-1, 0}, {1, 0}));
    std::array<std::uint32_t, 2> out{};
    EXPECT_EQ(map.walls_near({0, 0}, 100, out), 0u);
}

TEST(Map, SearchesAgreeWithAllWalls) {
    EXPECT_TRUE(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        const std::vector<Wall> given =
            random_walls(seed, *rc::gen::inRange(1, 200), *rc::gen::element(3.0, 60.0, 900.0));
        const Map map = map_of(given);
        const auto walls = map.walls();
        const double size = map.upper().x;
        for (std::uint64_t q = 0; q < 50; ++q) {
            const Vec2d p{draw(seed + 1, 4 * q, -0.2 * size, 1.2 * size),
                          draw(seed + 1, 4 * q + 1, -0.2 * size, 1.2 * size)};
            const double range = draw(seed + 1, 4 * q + 2, 0, q % 5 == 0 ? size : 4);
            std::vector<std::pair<double, std::uint32_t>> expected;
            double nearest = range;
            for (std::uint32_t w = 0; w < walls.size(); ++w) {
                const double d = distance(walls[w], p);
                if (d <= range) expected.push_back({d, w});
                nearest = std::min(nearest, d);
            }
            RC_ASSERT(map.clearance(p, range) == nearest);
            RC_ASSERT(expected.empty() || map.any_wall_near(p, range));
            for (const std::size_t room : {std::size_t{1000}, std::size_t{3}, std::size_t{0}}) {
                std::vector<std::uint32_t> out(room);
                const std::size_t found = map.walls_near(p, range, out);
                RC_ASSERT(found == expected.size());
                auto kept = expected;
                std::sort(kept.begin(), kept.end());
                kept.resize(std::min(room, kept.size()));
                std::vector<std::uint32_t> indices;
                for (const auto& [d, w] : kept) indices.push_back(w);
                std::sort(indices.begin(), indices.end());
                out.resize(std::min(room, found));
                RC_ASSERT(out == indices);
            }
            const Vec2d to{p.x + draw(seed + 2, 2 * q, -5, 5), p.y + draw(seed + 2, 2 * q + 1, -5, 5)};
            const bool crosses =
                std::any_of(walls.begin(), walls.end(), [&](const Wall& w) { return touches(p, to, w); });
            RC_ASSERT(map.crosses_wall(p, to) == crosses);
        }
    }));
}

TEST(Map, WalkableAgreesWithAllWalls) {
    EXPECT_TRUE(rc::check([] {
        const auto seed = *rc::gen::arbitrary<std::uint32_t>();
        const Map map = Map::from_wkt(star(seed, *rc::gen::inRange(3, 400)));
        for (std::uint64_t q = 0; q < 200; ++q) {
            Vec2d p{draw(seed + 1, 2 * q, -42, 42), draw(seed + 1, 2 * q + 1, -42, 42)};
            // Level with a corner, where a ray meets two walls at once.
            if (q % 4 == 0) p.y = map.walls()[q % map.walls().size()].a.y;
            RC_ASSERT(map.walkable(p) == inside_by_all_walls(map, p));
        }
    }));
}

TEST(Map, WalkableIsExactOnACourtyard) {
    // Everything lies on whole numbers: corners, cell edges and questions coincide.
    const Map map = Map::from_wkt(
        "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0), (5 5, 15 5, 15 15, 5 15, 5 5), (1 1, 2 1, 2 2, 1 2, 1 1))");
    for (double x = -1.5; x < 22; x += 1) {
        for (double y = -1.5; y < 22; y += 1) {
            const bool expected = x > 0 && x < 20 && y > 0 && y < 20 && !(x > 5 && x < 15 && y > 5 && y < 15) &&
                                  !(x > 1 && x < 2 && y > 1 && y < 2);
            EXPECT_EQ(map.walkable({x, y}), expected) << x << " " << y;
        }
    }
    EXPECT_TRUE(map.walkable({3, 5}));
    EXPECT_TRUE(map.walkable({3, 1}));
    EXPECT_FALSE(map.walkable({10, 10}));
}

TEST(Map, ClearanceFindsWallsFarAway) {
    const Map map = Map::from_wkt("LINESTRING (0 0, 10 0)");
    EXPECT_DOUBLE_EQ(map.clearance({5, 5000}, 1e9), 5000);
    EXPECT_DOUBLE_EQ(map.clearance({5, 5000}, std::numeric_limits<double>::infinity()), 5000);
    EXPECT_DOUBLE_EQ(map.clearance({5, 5000}, 100), 100);
    EXPECT_EQ(map.clearance({std::nan(""), 0}, 100), 100) << "must end";
}

TEST(Map, DoorsAreWallsWhileClosed) {
    Map map = Map::from_wkt("POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))");
    const std::size_t walls = map.walls().size();
    const Wall door{{10, 0}, {10, 10}};
    map.block({&door, 1});
    EXPECT_EQ(map.walls().size(), walls + 1);
    EXPECT_TRUE(map.crosses_wall({5, 5}, {15, 5}));
    EXPECT_DOUBLE_EQ(map.clearance({9, 5}, 3), 1);
    EXPECT_TRUE(map.walkable({10, 5})) << "a door does not change the floor";
    map.block({});
    EXPECT_EQ(map.walls().size(), walls);
    EXPECT_FALSE(map.crosses_wall({5, 5}, {15, 5}));
    const auto built = BuiltMap::from_wkt("POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))");
    map = Map(built->parts().walls({20, 0}), {20, 0});
    map.block({&door, 1});
    EXPECT_TRUE(map.crosses_wall({25, 5}, {35, 5})) << "beyond a periodic border as well";
}

TEST(Map, LargeMaps) {
    std::string wkt = "POLYGON ((-1 -1, 1001 -1, 1001 1001, -1 1001, -1 -1)";
    for (int i = 0; i < 25000; ++i) {
        const double x = (i % 158) * 6 + 1, y = (i / 158) * 6 + 1;
        wkt += ", (" + std::to_string(x) + " " + std::to_string(y) + ", " + std::to_string(x + 3) + " " +
               std::to_string(y) + ", " + std::to_string(x + 3) + " " + std::to_string(y + 3) + ", " +
               std::to_string(x) + " " + std::to_string(y + 3) + ", " + std::to_string(x) + " " + std::to_string(y) +
               ")";
    }
    const Map map = Map::from_wkt(wkt + ")");
    EXPECT_GT(map.walls().size(), 100000u);
    int inside = 0;
    for (std::uint64_t q = 0; q < 1000000; ++q)
        inside += map.walkable({draw(7, 2 * q, 0, 1000), draw(7, 2 * q + 1, 0, 1000)});
    EXPECT_NEAR(inside, 775000, 20000);  // looking at every wall would take hours
}

}  // namespace
}  // namespace sidestep
