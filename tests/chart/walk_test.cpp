// One walker at a time: times of straight runs, behaviour in the rooms of the paper, the baseline.
#include "chart/walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chart/rooms.h"
#include "chart/speed.h"

namespace sidestep {
namespace {

TEST(WalkChart, StraightRunsTakeAsLongAsSpecified) {
    struct Case {
        double length, time, peak;
    };
    for (const Case& c : {Case{2, 4.686, 0.868}, Case{5, 7.062, 1.36}, Case{8, 9.306, 1.36}, Case{10, 10.758, 1.36}}) {
        const ChartValues values = chart_values();
        const auto charts = test::on_open_plane({{0, 0}, 0.0}, c.length + 1, values, {0.0, 0.8});
        for (const bool baseline : {false, true}) {
            const WalkStart start{{-c.length, 0}, 0.0, 0};
            const WalkedPath path = baseline ? walk_grid(*charts, values, start) : walk_chart(*charts, values, start);
            ASSERT_EQ(path.status, WalkStatus::arrived);
            EXPECT_NEAR(path.time(), c.time, 1e-9);
            EXPECT_NEAR(*std::max_element(path.speed.begin(), path.speed.end()), c.peak, 5e-4);
            EXPECT_NEAR(path.length(), c.length - values[kGoalTolerance], 0.02);
            EXPECT_EQ(path.place.size(), path.speed.size());
            EXPECT_EQ(path.slid + path.slowed, 0u);
        }
    }
}

TEST(WalkChart, StepSizeHardlyMatters) {
    const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0}, chart_values());
    const WalkedPath coarse = walk_chart(*charts, chart_values(), {test::kUTurnStart, kPi, 0});
    const WalkedPath fine = walk_chart(*charts, chart_values({{kWalkStep, 0.011}}), {test::kUTurnStart, kPi, 0});
    EXPECT_NEAR(coarse.time(), fine.time(), 0.4);
    EXPECT_NEAR(coarse.length(), fine.length(), 0.2);
}

TEST(WalkChart, ArrivesWithHeadingAndSpeed) {
    const ChartValues values = chart_values();
    for (const double speed : {0.0, 1.0, 1.36}) {
        const ChartGoal goal{{7, 4.2}, kPi / 2, speed};
        const auto charts = make_charts(test::kRoom, goal, values);
        const WalkedPath path = walk_chart(*charts, values, {{1, 1}, 0.0, speed});
        ASSERT_EQ(path.status, WalkStatus::arrived) << speed;
        EXPECT_NEAR(path.speed.back(), std::max(speed, values[kMinSpeed]), 0.15);
        EXPECT_NEAR(path.speed.front(), std::max(speed, values[kMinSpeed]), 0.02);
        EXPECT_LT(norm(path.place.back() - goal.place), values[kLineTolerance]);
        EXPECT_LT(test::between(test::degrees(path.heading.back()), 90), speed > 0 ? 25 : 15) << speed;
    }
}

TEST(WalkChart, ArrivesWithAnyHeading) {
    const ChartValues values = chart_values();
    for (const double speed : {0.0, 1.0, 1.36}) {
        double sum = 0;
        for (int i = 0; i < 8; ++i) {
            const auto charts = make_charts(test::kRoom, {{5.5, 3}, i * kPi / 4, speed}, values);
            const WalkedPath path = walk_chart(*charts, values, {{1, 2.5}, 0.0, speed});
            ASSERT_EQ(path.status, WalkStatus::arrived) << i;
            const double off = test::between(test::degrees(path.heading.back()), i * 45.0);
            EXPECT_LT(off, speed > 0 ? 30 : 15) << i << " " << speed;
            sum += off / 8;
        }
        EXPECT_LT(sum, speed > 0 ? 15 : 8) << speed;
    }
}

TEST(WalkChart, NeverEntersObstacles) {
    for (const double inertia : {0.0, 0.86}) {
        const ChartValues values = chart_values({{kInertia, inertia}});
        for (const bool s_turn : {false, true}) {
            const auto charts = make_charts(s_turn ? test::kSTurn : test::kUTurn,
                                            {s_turn ? test::kSTurnGoal : test::kUTurnGoal, 0.0}, values);
            const CellGrid& grid = charts->grid();
            int walked = 0;
            for (double x = 0.3; x < 7.8; x += 0.31) {
                for (double y = 0.3; y < 5.8; y += 0.29) {
                    if (grid.blocked_at(grid.to_cells({x, y}))) continue;
                    const WalkedPath path = walk_chart(*charts, values, {{x, y}, {}, 0});
                    EXPECT_EQ(path.status, WalkStatus::arrived) << x << " " << y;
                    for (const Vec2d p : path.place) EXPECT_FALSE(grid.blocked_at(grid.to_cells(p)));
                    ++walked;
                }
            }
            EXPECT_GT(walked, 400);
        }
    }
}

TEST(WalkChart, FollowsTheTightestChartWithoutTouching) {
    // Single charts, no inertia: where the chart leads, nobody enters an obstacle.
    for (const double radius : {0.0, 0.158, 0.395, 0.789, 1.5}) {
        const ChartValues values = chart_values({{kInertia, 0}});
        ChartOptions options;
        options.radii = std::vector<double>{radius};
        const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0}, values, options);
        int walked = 0, arrived = 0;
        for (double x = 0.4; x < 7.8; x += 0.37) {
            for (double y = 0.4; y < 5.8; y += 0.39) {
                if (charts->grid().blocked_at(charts->grid().to_cells({x, y}))) continue;
                const WalkedPath path = walk_chart(*charts, values, {{x, y}, {}, 0});
                for (const Vec2d p : path.place) EXPECT_FALSE(charts->grid().blocked_at(charts->grid().to_cells(p)));
                ++walked;
                arrived += path.status == WalkStatus::arrived;
            }
        }
        // Wide turns do not fit everywhere.
        EXPECT_GE(arrived * 100, walked * (radius == 0 ? 100 : radius < 0.2 ? 95 : 20)) << radius;
    }
}

TEST(WalkChart, WrongStartHeadingBendsTheWay) {
    const ChartValues values = chart_values();
    const auto charts = make_charts(test::kRoom, {{7, 3}, 0.0}, values);
    const auto farthest_aside = [](const WalkedPath& path) {
        double most = 0;
        for (const Vec2d p : path.place) most = std::max(most, std::abs(p.y - 3));
        return most;
    };
    EXPECT_LT(farthest_aside(walk_chart(*charts, values, {{1, 3}, 0.0, 0})), 0.01);
    EXPECT_GT(farthest_aside(walk_chart(*charts, values, {{1, 3}, 20 * kPi / 180, 0})), 0.02);
}

TEST(WalkChart, CornersAreRoundAndSlow) {
    const ChartValues values = chart_values();
    const auto charts = make_charts(test::kSTurn, {test::kSTurnGoal, 0.0}, values);
    const WalkedPath path = walk_chart(*charts, values, {test::kSTurnStart, kPi / 2, 0});
    ASSERT_EQ(path.status, WalkStatus::arrived);
    double slowest = 9, sharpest = 0;
    for (std::size_t i = 1; i + 1 < path.place.size(); ++i) {
        const bool at_corner = norm(path.place[i] - Vec2d{2.7, 4}) < 0.5 || norm(path.place[i] - Vec2d{5.3, 2}) < 0.5;
        if (at_corner) slowest = std::min(slowest, path.speed[i]);
        sharpest =
            std::max(sharpest, test::between(test::degrees(path.heading[i]), test::degrees(path.heading[i - 1])));
    }
    EXPECT_NEAR(slowest, 1.10, 0.12);
    EXPECT_LT(sharpest, 15) << "round arcs, no kinks";
    const WalkedPath baseline = walk_grid(*charts, values, {test::kSTurnStart, kPi / 2, 0});
    ASSERT_EQ(baseline.status, WalkStatus::arrived);
    EXPECT_LT(baseline.length(), path.length());
}

TEST(WalkChart, RestartsWhereItWasStopped) {
    // The rule that the engine uses for walkers whom others stopped: from_start begins anew.
    const ChartValues values = chart_values();
    const auto charts = make_charts(test::kRoom, {{7, 3}, 0.0}, values);
    ChartWalker walker{{4, 3}, {1, 0}, 0, 10};
    EXPECT_GT(choose(*charts, values, walker).speed, 1.3);
    walker.from_start = 0.2463;
    EXPECT_NEAR(choose(*charts, values, walker).speed, values[kMinSpeed], 1e-3);
}

TEST(WalkChart, WhoIsPressedAgainstAWallComesBack) {
    // A crowd can push somebody to where no cell is free, however far a step reaches.
    const ChartValues values = chart_values();
    const auto charts = make_charts(test::kRoom, {{7, 3}, 0.0}, values);
    const CellGrid& grid = charts->grid();
    ChartWalker walker{{3, 0.1 + 0.06}, {1, 0}, 0, head_start(values, 0)};
    ASSERT_TRUE(grid.blocked_at(grid.to_cells(walker.place)));
    int steps = 0;
    for (; grid.blocked_at(grid.to_cells(walker.place)) && steps < 50; ++steps) {
        const ChartChoice choice = choose(*charts, values, walker);
        ASSERT_TRUE(choice.found);
        EXPECT_TRUE(walk_on(grid, walker, choice, kept_heading(values, 0.066), 0.066));
    }
    EXPECT_LT(steps, 10);
    EXPECT_FALSE(charts->left_from({3, 0.05})) << "out of the room";
}

TEST(WalkChart, SlowsDownWhereTheWideTurnIsImpossible) {
    // Past the goal and back in a corridor of 1.2 m: at full speed the turn would need 1.66 m.
    const ChartValues values = chart_values();
    const auto charts = make_charts("POLYGON ((0 0, 12 0, 12 1.2, 0 1.2, 0 0))", {{3, 0.6}, 0.0}, values);
    const WalkedPath path = walk_chart(*charts, values, {{11, 0.6}, kPi, 0});
    ASSERT_EQ(path.status, WalkStatus::arrived);
    EXPECT_GT(path.slowed, 5u);
}

TEST(WalkChart, BecomesATrack) {
    const auto charts = make_charts(test::kRoom, {{7, 3}, 0.0}, chart_values());
    const WalkedPath path = walk_chart(*charts, chart_values(), {{1, 3}, 0.0, 0});
    const Track track = path.track(7);
    EXPECT_EQ(track.id, 7u);
    ASSERT_EQ(track.position.size(), path.place.size());
    EXPECT_EQ(track.frame.back(), path.place.size() - 1);
    EXPECT_EQ(track.position.back(), path.place.back());
    EXPECT_FLOAT_EQ(track.heading.front().x, 1);
}

TEST(GridPath, IsTautAndKeepsOff) {
    const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0}, chart_values());
    const std::vector<Vec2d> corners = grid_path(*charts, test::kUTurnStart);
    ASSERT_GE(corners.size(), 4u);
    EXPECT_EQ(corners.front(), test::kUTurnStart);
    EXPECT_EQ(corners.back(), test::kUTurnGoal);
    double length = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
        length += norm(corners[i] - corners[i - 1]);
        EXPECT_TRUE(charts->grid().sees(charts->grid().to_cells(corners[i - 1]), charts->grid().to_cells(corners[i])));
    }
    const double taut = advice_at(*charts, 0, test::kUTurnStart)->left;
    EXPECT_GT(length, taut - 1e-9);
    EXPECT_LT(length, 1.03 * taut);
    EXPECT_EQ(grid_path(*charts, test::kUTurnGoal).size(), 2u) << "already there";
}

TEST(GridPath, ObstaclesSlowOnlyWhereAsked) {
    const ChartValues values = chart_values();
    const auto charts = make_charts(test::kUTurn, {test::kUTurnGoal, 0.0}, values);
    const WalkStart start{test::kUTurnStart, {}, 0};
    EXPECT_LT(walk_grid(*charts, values, start).time() + 0.2, walk_grid(*charts, values, start, true).time());
}

}  // namespace
}  // namespace sidestep
