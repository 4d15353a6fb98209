// Obstacles put on a map: what is left to walk on, and what is refused.
#include "outline/obstacles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sidestep/error.h"

namespace sidestep {
namespace {

const char* const kRoom = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";

Obstacle area(std::vector<Vec2d> corners) {
    return {std::move(corners), true};
}
Obstacle wall(std::vector<Vec2d> line) {
    return {std::move(line), false};
}
double area_of(const std::vector<Vec2d>& ring) {
    double doubled = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) doubled += cross(ring[i], ring[(i + 1) % ring.size()]);
    return std::abs(doubled) / 2;
}
double floor_of(const MapOutline& outline) {
    double sum = 0;
    for (const MapOutline::Area& area : outline.floor) {
        sum += area_of(area.outer);
        for (const auto& hole : area.holes) sum -= area_of(hole);
    }
    return sum;
}

TEST(Obstacles, AreCutOutOfTheFloor) {
    const MapOutline room = map_outline(kRoom);
    const Obstacle box = area({{4, 4}, {6, 4}, {6, 6}, {4, 6}});
    EXPECT_NEAR(floor_of(with_obstacles(room, {&box, 1})), 96, 1e-9);
    // Either direction round, over the border, over each other, over the whole width.
    const Obstacle backwards = area({{4, 6}, {6, 6}, {6, 4}, {4, 4}});
    EXPECT_NEAR(floor_of(with_obstacles(room, {&backwards, 1})), 96, 1e-9);
    const Obstacle over[] = {area({{8, 8}, {12, 8}, {12, 12}, {8, 12}}), area({{7, 7}, {9, 7}, {9, 9}, {7, 9}})};
    EXPECT_NEAR(floor_of(with_obstacles(room, over)), 100 - 4 - 3, 1e-6);
    const Obstacle bar = area({{-1, 4.5}, {11, 4.5}, {11, 5.5}, {-1, 5.5}});
    const MapOutline halves = with_obstacles(room, {&bar, 1});
    EXPECT_EQ(halves.floor.size(), 2u);
    EXPECT_NEAR(floor_of(halves), 90, 1e-6);
    // One that lies in a pillar, or outside, changes no area.
    const MapOutline pillar = map_outline("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (3 3, 3 7, 7 7, 7 3, 3 3))");
    EXPECT_NEAR(floor_of(with_obstacles(pillar, {&box, 1})), 84, 1e-9);
    const Obstacle outside = area({{14, 4}, {16, 4}, {16, 6}});
    EXPECT_NEAR(floor_of(with_obstacles(room, {&outside, 1})), 100, 1e-9);
}

TEST(Obstacles, WallsAreSplitWhereTheyMeetOthers) {
    const MapOutline room = map_outline(
        "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0)), "
        "LINESTRING (2 5, 8 5))");
    const Obstacle across = wall({{5, -1}, {5, 11}});  // through the room and the wall in it
    const MapOutline cut = with_obstacles(room, {&across, 1});
    EXPECT_NEAR(floor_of(cut), 100, 1e-9);
    double length = 0;
    for (const auto& line : cut.walls) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            length += norm(line[i + 1] - line[i]);
            EXPECT_EQ(norm(line[i] - Vec2d{5, 5}) + norm(line[i + 1] - Vec2d{5, 5}) == norm(line[i + 1] - line[i]),
                      line[i] == (Vec2d{5, 5}) || line[i + 1] == (Vec2d{5, 5}))
                << "they meet at ends";
        }
    }
    EXPECT_NEAR(length, 6 + 10, 1e-9) << "what is outside the room is gone";
}

TEST(Obstacles, CornersKeepTheirBits) {
    const MapOutline room = map_outline("POLYGON ((0.1 0.1, 9.7 0.3, 9.9 9.6, 0.2 9.8, 0.1 0.1))");
    const Obstacle box = area({{4.1, 4.2}, {6.3, 4.4}, {6.1, 6.7}});
    const MapOutline cut = with_obstacles(room, {&box, 1});
    ASSERT_EQ(cut.floor.size(), 1u);
    for (const Vec2d p : room.floor[0].outer) {
        EXPECT_EQ(std::count(cut.floor[0].outer.begin(), cut.floor[0].outer.end(), p), 1);
    }
    ASSERT_EQ(cut.floor[0].holes.size(), 1u);
    for (const Vec2d p : box.points) {
        EXPECT_EQ(std::count(cut.floor[0].holes[0].begin(), cut.floor[0].holes[0].end(), p), 1);
    }
}

TEST(Obstacles, OnAnOpenPlaneAreTheirBorders) {
    const Obstacle both[] = {area({{4, 4}, {6, 4}, {6, 6}, {4, 6}}), wall({{5, 0}, {5, 5}})};
    const MapOutline plane = with_obstacles({}, both);
    EXPECT_TRUE(plane.floor.empty());
    double length = 0;
    for (const auto& line : plane.walls) length += norm(line.back() - line.front());
    EXPECT_NEAR(length, 8 + 5, 1e-9);
    EXPECT_EQ(plane.walls.size(), 7u) << "split where they cross";
}

TEST(Obstacles, WhatCannotBeOneIsRefused) {
    const auto refused = [](const Obstacle& o) { EXPECT_THROW(check(o), InputError); };
    refused(area({{0, 0}, {1, 0}}));
    refused(wall({{0, 0}}));
    refused(wall({{0, 0}, {0, 0}}));
    refused(area({{0, 0}, {2, 2}, {2, 0}, {0, 2}}));  // a bow tie
    refused(area({{0, 0}, {1, 0}, {1, 1}, {0, 0}}));  // closed by repeating the first
    refused(wall({{0, 0}, {std::nan(""), 1}}));
    refused(wall({{0, 0}, {1e9, 1}}));
    const Obstacle whole = area({{-1, -1}, {11, -1}, {11, 11}, {-1, 11}});
    EXPECT_NO_THROW(check(whole));
    EXPECT_THROW(with_obstacles(map_outline(kRoom), {&whole, 1}), InputError) << "nothing would be left";
}

}  // namespace
}  // namespace sidestep
