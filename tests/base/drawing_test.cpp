#include "base/drawing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidestep {
namespace {

TEST(Drawing, PlacesAreThoseOfTheMap) {
    Drawing draw({100, 200});
    draw.vector(Role::goal, "pull", {1, 2}, unit_name::force, 7);
    draw.segment(Role::prediction, "way", {1, 0}, {2, 0}, 3, unit_name::time);
    draw.circle(Role::limit, "room", {0, 1}, 0.5, unit_name::length);
    draw.point(Role::prediction, "here", {-1, -1}, 4, unit_name::time);
    draw.half_plane(Role::wall, "wall", {0, 1}, -0.25);
    const std::vector<Shape> shapes = draw.take();
    ASSERT_EQ(shapes.size(), 5u);
    EXPECT_EQ(shapes[0].a, (Vec2d{100, 200}));
    EXPECT_EQ(shapes[0].b, (Vec2d{1, 2})) << "not a place";
    EXPECT_EQ(shapes[0].about, 7u);
    EXPECT_EQ(shapes[1].a, (Vec2d{101, 200}));
    EXPECT_EQ(shapes[1].b, (Vec2d{102, 200}));
    EXPECT_EQ(shapes[1].value, 3);
    EXPECT_EQ(shapes[2].a, (Vec2d{100, 201}));
    EXPECT_EQ(shapes[3].a, (Vec2d{99, 199}));
    EXPECT_EQ(shapes[4].a, (Vec2d{100, 200}));
    EXPECT_EQ(shapes[4].b, (Vec2d{0, 1}));
    EXPECT_EQ(shapes[4].unit, "m/s");
}

TEST(Drawing, SectorsOpenToBothSides) {
    Drawing draw({1, 1});
    draw.sector(Role::limit, "view", {0, 1}, 0.125, 2);  // 45° to each side
    draw.sector(Role::limit, "view", {0, 1}, 0.5, 2);
    const std::vector<Shape> shapes = draw.take();
    ASSERT_EQ(shapes.size(), 2u);
    const std::vector<Vec2d>& view = shapes[0].points;
    EXPECT_EQ(view.front(), (Vec2d{1, 1})) << "begins at the agent";
    const double side = std::sqrt(2.0);
    EXPECT_NEAR(view[1].x, 1 + side, 1e-9);
    EXPECT_NEAR(view.back().x, 1 - side, 1e-9);
    EXPECT_NEAR(view.back().y, 1 + side, 1e-9);
    for (const Vec2d p : shapes[1].points) EXPECT_NEAR(norm(p - Vec2d{1, 1}), 2, 1e-9) << "all round: no corner";
}

TEST(Drawing, LeavesOutWhatIsNotFinite) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                     kInfinity = std::numeric_limits<double>::infinity();
    Drawing draw({0, 0});
    draw.vector(Role::goal, "pull", {kNaN, 0}, unit_name::force);
    draw.point(Role::prediction, "here", {0, 0}, kInfinity, unit_name::time);
    draw.sector(Role::limit, "view", {kNaN, 0}, 0.1, 2);
    EXPECT_TRUE(draw.take().empty());
}

}  // namespace
}  // namespace sidestep
