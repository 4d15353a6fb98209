// Charts against the shortest paths with bounded curvature on an open plane, exact shortest paths round corners, and
// the numbers of the specification's prototype.
#include "chart/heading_chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chart/rooms.h"
#include "chart/walk.h"

namespace sidestep {
namespace {

using test::between;
using test::degrees;

struct Optimum {
    double cost = 0, heading = 0;  // m, degrees
};

/// To the origin with heading 0° on an open plane, start heading free: straight to the tangent of one of two circles,
/// then along it (specification §2.3).
Optimum optimum(Vec2d p, double r) {
    Optimum best{1e9, 0};
    for (const double side : {1.0, -1.0}) {
        const Vec2d q{p.x, side * p.y};  // mirrored, so that the circle is the left one
        const double d = std::hypot(q.x, q.y - r);
        if (d < r - 1e-12) continue;
        const double psi = std::atan2(q.y - r, q.x) + std::acos(std::min(1.0, r / d));
        double arc = std::fmod(-kPi / 2 - psi, 2 * kPi);
        if (arc < -1e-9) arc += 2 * kPi;
        const double cost = std::sqrt(std::max(0.0, d * d - r * r)) + r * std::max(0.0, arc);
        if (cost < best.cost) best = {cost, side * std::atan2(std::cos(psi), -std::sin(psi)) * 180 / kPi};
    }
    return best;
}

TEST(Optimum, OfTheSpecification) {
    struct Case {
        Vec2d p;
        double cost, heading;
    };
    for (const Case& c : {Case{{-3, 0}, 3, 0}, Case{{0, 3}, 3.82645, -120}, Case{{3, 0}, 6.78509, 143.1301},
                          Case{{0, 1}, 6.96804, -60}, Case{{-3, 1}, 3.16826, -19.4712}, Case{{-1, 2}, 2.57080, -90},
                          Case{{1, 1}, 4.71239, 90}, Case{{0, 0.5}, 6.56015, -48.1897}}) {
        const Optimum o = optimum(c.p, 1);
        EXPECT_NEAR(o.cost, c.cost, 5e-6) << c.p.x << " " << c.p.y;
        EXPECT_LT(std::min(between(o.heading, c.heading), between(-o.heading, c.p.y == 0 ? c.heading : 999)), 1e-3)
            << c.p.x << " " << c.p.y;
    }
}

TEST(HeadingChart, NearTheOptimumOnAnOpenPlane) {
    struct Case {
        double radius, cell, facing;
    };
    for (const Case& c : {Case{1, 0.08, 1}, Case{0.5, 0.04, 1}, Case{1, 0.08, 0}, Case{0.5, 0.04, 0}}) {
        const ChartValues values = chart_values({{kCell, c.cell}, {kCornerRule, c.facing}});
        const auto charts = test::on_open_plane({{0, 0}, 0.0}, 5, values, {c.radius});
        EXPECT_EQ(summary_of(*charts).charts[0].undefined, 0u);
        const double turn = values[kSubStep] / c.radius * 180 / kPi;
        std::vector<double> off, below;
        for (double x = -4.8; x < 4.8; x += 0.0937) {
            for (double y = -4.8; y < 4.8; y += 0.0931) {
                const auto advice = advice_at(*charts, 0, {x, y});
                ASSERT_TRUE(advice);
                const Optimum o = optimum({x, y}, c.radius);
                off.push_back(between(degrees(advice->direction), o.heading));
                below.push_back(o.cost - advice->left);
            }
        }
        std::sort(off.begin(), off.end());
        std::sort(below.begin(), below.end());
        EXPECT_LE(off[off.size() / 2], turn / 4);
        EXPECT_LE(off[off.size() * 9 / 10], turn / 2);
        // Arriving may be off by the turn, which saves about half of it on the circle; half the turn with rounded
        // corners.
        const double saved = values[kSubStep] * (c.facing != 0 ? 0.5 : 0.125);
        EXPECT_NEAR(below[below.size() / 2], saved, 0.25 * values[kSubStep]);
    }
}

TEST(HeadingChart, SpecifiedPlacesOnAnOpenPlane) {
    const ChartValues values = chart_values();
    const auto charts = test::on_open_plane({{0, 0}, 0.0}, 4, values, {1.0});
    const double turn = values[kSubStep] * 180 / kPi;
    for (const Vec2d p :
         {Vec2d{-3, 0}, Vec2d{0, 3}, Vec2d{0, 1}, Vec2d{-3, 1}, Vec2d{-1, 2}, Vec2d{1, 1}, Vec2d{0, 0.5}}) {
        const auto advice = advice_at(*charts, 0, p);
        ASSERT_TRUE(advice);
        const Optimum o = optimum(p, 1);
        EXPECT_LE(advice->left, o.cost + values[kCell]) << p.x << " " << p.y;
        EXPECT_GE(advice->left, o.cost - 2 * values[kSubStep]) << p.x << " " << p.y;
        EXPECT_LE(between(degrees(advice->direction), o.heading), turn) << p.x << " " << p.y;
    }
    // Behind the goal both circles are equally good.
    EXPECT_NEAR(std::abs(degrees(advice_at(*charts, 0, {3, 0})->direction)), 143.1301, turn);
}

TEST(HeadingChart, AnyGoalHeadingIsStraight) {
    const auto charts = test::on_open_plane({{0.5, 0.2}, std::nullopt}, 3, chart_values(), {0.0, 1.0});
    for (const std::size_t k : {0u, 1u}) {
        for (const Vec2d p : {Vec2d{-2, 1}, Vec2d{2, -2}, Vec2d{0.5, 2.5}}) {
            const auto advice = advice_at(*charts, k, p);
            ASSERT_TRUE(advice);
            EXPECT_NEAR(advice->left, norm(p - Vec2d{0.5, 0.2}), 1e-9);
            EXPECT_LT(norm(advice->direction - unit(Vec2d{0.5, 0.2} - p)), 1e-9);
        }
    }
}

/// Shortest way of a body of radius r from a to b, clockwise round a corner that both see.
double round_corner(Vec2d a, Vec2d corner, Vec2d b, double r) {
    const double da = norm(a - corner), db = norm(b - corner);
    double turn = std::atan2((a - corner).y, (a - corner).x) - std::atan2((b - corner).y, (b - corner).x);
    if (turn < 0) turn += 2 * kPi;
    return std::sqrt(da * da - r * r) + std::sqrt(db * db - r * r) + r * (turn - std::acos(r / da) - std::acos(r / db));
}

TEST(HeadingChart, TightestIsTheShortestPathInAnLCorridor) {
    const std::string corridor = "POLYGON ((0 0, 8 0, 8 2, 2 2, 2 8, 0 8, 0 0))";
    const ChartValues values = chart_values();
    ChartOptions options;
    options.radii = std::vector<double>{0.0};
    const Vec2d goal{0.7, 7.3};
    const auto charts = make_charts(corridor, {goal, kPi / 2}, values, options);
    EXPECT_EQ(summary_of(*charts).charts[0].undefined, 0u);
    const Map map = Map::from_wkt(corridor);
    const Vec2d corner{2, 2};
    int round = 0, straight = 0;
    for (double x = 0.2; x < 7.8; x += 0.173) {
        for (double y = 0.2; y < 7.8; y += 0.179) {
            const Vec2d p{x, y};
            if (!map.walkable(p) || map.clearance(p, 1) < 0.2) continue;
            const auto advice = advice_at(*charts, 0, p);
            ASSERT_TRUE(advice) << x << " " << y;
            const bool sees =
                segment_distance(p, goal, {corner, corner}) >= values[kBodyRadius] && !map.crosses_wall(p, goal);
            const double exact = sees ? norm(goal - p) : round_corner(p, corner, goal, values[kBodyRadius]);
            EXPECT_NEAR(advice->left, exact, 0.01 * exact) << x << " " << y;
            if (norm(p - corner) < 0.5 || norm(p - goal) < 0.3) continue;
            // Towards the goal, or the corner that hides it.
            const Vec2d target = sees ? goal : corner + unit(Vec2d{-1, -1}) * values[kBodyRadius];
            EXPECT_LT(between(degrees(advice->direction), degrees(target - p)), sees ? 6 : 14) << x << " " << y;
            (sees ? straight : round) += 1;
        }
    }
    EXPECT_GT(round, 200);
    EXPECT_GT(straight, 200);
}

TEST(HeadingChart, PrototypeUTurn) {
    // The prototype's grid: 0.16 m, its outermost cells blocked, a wall with round ends 0.05 m thick.
    const double body = 0.1245 + 0.05;
    const std::string room =
        "GEOMETRYCOLLECTION (POLYGON ((0.06 0.06, 7.94 0.06, 7.94 6.02, 0.06 6.02, 0.06 0.06)), LINESTRING (2.5 3, "
        "7.94 3))";
    ChartOptions options;
    options.area = ChartOptions::Area{{0.16, 0.16}, {7.84, 5.92}};
    options.radii = std::vector<double>{0, 4 * 1.5 / 19, 10 * 1.5 / 19, 1.5};
    const auto charts =
        make_charts(room, {test::kUTurnGoal, 0.0},
                    chart_values({{kCell, 0.16}, {kBodyRadius, body}, {kEdgeTurn, 1}, {kCornerRule, 1}}), options);
    const double taut = 2 * (std::sqrt(4.5 * 4.5 + 1.2 * 1.2 - body * body) +
                             body * (std::atan2(4.5, 1.2) + std::asin(body / std::hypot(4.5, 1.2))));
    EXPECT_NEAR(taut, 9.778, 5e-4);
    const ChartSummary summary = summary_of(*charts);
    EXPECT_EQ(summary.free_cells, 1660u);
    const double prototype[] = {9.897, 9.897, 10.007, 12.85};
    const std::size_t undefined[] = {0, 0, 107, 407};
    for (std::size_t k = 0; k < 4; ++k) {
        const auto advice = advice_at(*charts, k, test::kUTurnStart);
        ASSERT_TRUE(advice);
        EXPECT_GE(advice->left, taut);
        EXPECT_NEAR(advice->left, prototype[k], 0.02 * prototype[k]) << k;
        EXPECT_LE(summary.charts[k].undefined, undefined[k]) << k;
        EXPECT_GE(summary.charts[k].undefined, undefined[k] / 2) << k;
        EXPECT_LE(summary.charts[k].subgoals, 60u) << "subgoals do not flood the wall";
    }
    EXPECT_LT(advice_at(*charts, 0, test::kUTurnStart)->left, 1.012 * taut);
}

TEST(HeadingChart, WiderTurnsReachLessAndTakeLonger) {
    for (const bool s_turn : {false, true}) {
        const auto charts = make_charts(s_turn ? test::kSTurn : test::kUTurn,
                                        {s_turn ? test::kSTurnGoal : test::kUTurnGoal, 0.0}, chart_values());
        const std::size_t free = summary_of(*charts).free_cells;
        ChartField tighter = field_of(*charts, 0);
        for (std::size_t k = 1; k < charts->size(); ++k) {
            ChartField wider = field_of(*charts, k);
            std::size_t gained = 0, shorter = 0;
            for (std::size_t i = 0; i < wider.left.size(); ++i) {
                gained += !std::isnan(wider.left[i]) && std::isnan(tighter.left[i]);
                shorter += wider.left[i] < tighter.left[i] - wider.cell;  // less is the roughness of the grid
            }
            EXPECT_LE(gained * 100, free) << k;
            EXPECT_LE(shorter * 100, free) << k;
            tighter = std::move(wider);
        }
        EXPECT_EQ(summary_of(*charts).charts[0].undefined, 0u);
        EXPECT_GT(summary_of(*charts).charts[19].undefined, free / 10) << "a turn of 1.5 m does not fit everywhere";
    }
}

TEST(HeadingChart, DeadEndTooNarrowForTheTurnIsUndefined) {
    // Whoever stands ahead of the goal must pass it, turn round and come back.
    const std::string corridor = "POLYGON ((0 0, 6 0, 6 0.8, 0 0.8, 0 0))";
    ChartOptions options;
    options.radii = std::vector<double>{0.0, 0.1, 0.45, 1.0};
    const auto charts = make_charts(corridor, {{3, 0.4}, 0.0}, chart_values(), options);
    const Vec2d ahead{5, 0.4}, behind{1, 0.4};
    for (std::size_t k = 0; k < 4; ++k) EXPECT_TRUE(advice_at(*charts, k, behind)) << k;
    EXPECT_TRUE(advice_at(*charts, 0, ahead));
    EXPECT_TRUE(advice_at(*charts, 1, ahead));
    EXPECT_FALSE(advice_at(*charts, 2, ahead)) << "0.9 m of turn in 0.8 m";
    EXPECT_FALSE(advice_at(*charts, 3, ahead));
}

TEST(HeadingChart, TheRadiusHoldsAlongTheSubgoals) {
    for (const bool s_turn : {false, true}) {
        const auto charts =
            make_charts(s_turn ? test::kSTurn : test::kUTurn, {s_turn ? test::kSTurnGoal : test::kUTurnGoal, 0.0},
                        chart_values({{kCornerRule, 1}}));
        const CellGrid& grid = charts->grid();
        for (const std::size_t k : {2u, 5u, 10u, 14u, 19u}) {
            const HeadingChart& chart = charts->chart(k);
            const auto apart = static_cast<std::size_t>(std::max(10.0, 0.8 * charts->radius(k) / grid.cell()));
            int paths = 0, turning = 0;
            for (double x = 0.3; x < 7.8; x += 0.31) {
                for (double y = 0.3; y < 5.8; y += 0.29) {
                    const Vec2d start = grid.to_cells({x, y});
                    std::uint32_t at = chart.target(grid.index(static_cast<int>(start.x), static_cast<int>(start.y)));
                    if (at == HeadingChart::kNone) continue;
                    // From subgoal to subgoal, in steps of a cell. Turns are made at single points, so that the three
                    // points of a circle must be some turns apart.
                    std::vector<Vec2d> line{start};
                    for (;; at = chart.subgoal(at).next) {
                        const Vec2d to = chart.subgoal(at).place;
                        while (norm(to - line.back()) >= 1) line.push_back(line.back() + unit(to - line.back()));
                        if (chart.subgoal(at).next == at) break;
                    }
                    double least = 1e9;
                    for (std::size_t i = 2 * apart; i < line.size(); ++i) {
                        const double radius = test::circle_radius(line[i - 2 * apart], line[i - apart], line[i]);
                        least = std::min(least, radius * grid.cell());
                    }
                    EXPECT_GE(least, 0.8 * charts->radius(k)) << "from " << x << " " << y;
                    ++paths;
                    turning += least < 2 * charts->radius(k);
                }
            }
            EXPECT_GT(paths, 90);
            EXPECT_GT(turning, 5) << "only straight paths";
        }
    }
}

/// Whether a chart has a way here, and not only just beside one.
bool has_way(const ChartSet& charts, std::size_t k, Vec2d place) {
    const CellGrid& grid = charts.grid();
    const Vec2d p = grid.to_cells(place);
    for (int dy = -3; dy <= 3; ++dy) {
        for (int dx = -3; dx <= 3; ++dx) {
            const Vec2d q = p + Vec2d{static_cast<double>(dx), static_cast<double>(dy)};
            if (!grid.blocked_at(q) && !charts.chart(k).at(grid, q)) return false;
        }
    }
    return true;
}

/// Who asks one chart at every step and has no inertia, from starts all over an area. It has arrived at 0.1 m, or when
/// it walks past the goal, as it cannot stop, within 0.15 m.
struct Followers {
    int paths = 0, arrived = 0, turning = 0;
    double least = 1e9;  ///< radius of a turn, of the chart's
    double longest = 0;  ///< path, of the expected length
};
Followers follow(const ChartSet& charts, std::size_t k, bool facing, Vec2d lower, Vec2d upper) {
    const double radius = charts.radius(k), step = charts.grid().cell();
    const Vec2d goal = charts.goal().place;
    // Inside a turning circle of the goal the shortest way is round the other one, and outside it round this one: with
    // a free start heading even the exact optimum turns on the spot there.
    const auto inside = [&](Vec2d p) {
        return std::min(norm(p - goal - Vec2d{0, radius}), norm(p - goal + Vec2d{0, radius})) < radius + step;
    };
    const auto apart = static_cast<std::size_t>(std::max(0.4, 0.8 * radius) / step);
    Followers all;
    for (double x = lower.x; x < upper.x; x += 0.31) {
        for (double y = lower.y; y < upper.y; y += 0.29) {
            ChartWalker walker{{x, y}, {}, 0, 0};
            if (charts.status_at(walker.place) != WalkStatus::arrived || inside(walker.place)) continue;
            if (!facing && !has_way(charts, k, walker.place)) continue;
            auto advice = advice_at(charts, k, walker.place);
            if (!advice) continue;
            const double expected = advice->left;
            std::vector<Vec2d> line{walker.place};
            ChartChoice choice;
            choice.speed = step;
            choice.radius = facing ? 0 : radius;  // round a corner the radius is the walker's
            bool arrived = false;
            while (advice && !arrived && static_cast<double>(line.size()) * step < 1.5 * expected + 2) {
                if (facing || line.size() == 1) walker.heading = advice->direction;
                choice.direction = advice->direction;
                walk_on(charts.grid(), walker, choice, 0, 1);
                line.push_back(walker.place);
                const double off = norm(walker.place - goal);
                arrived = off < 0.1 || (off < 0.15 && (walker.place - goal).x > -step);
                advice = advice_at(charts, k, walker.place);
            }
            double least = 1e9;
            for (std::size_t i = 2 * apart; i < line.size(); ++i)
                least = std::min(least, test::circle_radius(line[i - 2 * apart], line[i - apart], line[i]) / radius);
            ++all.paths;
            all.arrived += arrived;
            all.turning += least < 2;
            all.least = std::min(all.least, least);
            if (arrived) all.longest = std::max(all.longest, static_cast<double>(line.size()) * step / expected);
        }
    }
    return all;
}

TEST(HeadingChart, FollowedStepByStepOnAnOpenPlane) {
    for (const double facing : {0, 1}) {
        for (const double radius : {0.24, 0.32, 0.5, 0.8, 1.0, 1.5}) {
            const auto charts = test::on_open_plane({{0, 0}, 0.0}, 5, chart_values({{kCornerRule, facing}}), {radius});
            const Followers all = follow(*charts, 0, facing != 0, {-4.5, -4.5}, {4.5, 4.5});
            EXPECT_GT(all.paths, 750);
            EXPECT_EQ(all.arrived, all.paths) << radius << " " << facing;
            EXPECT_GT(all.turning, 250) << "only straight paths";
            EXPECT_GE(all.least, 0.8) << radius << " " << facing;
            EXPECT_LT(all.longest, 1.05) << radius << " " << facing;
        }
    }
}

TEST(HeadingChart, FollowedStepByStepRoundWalls) {
    for (const bool s_turn : {false, true}) {
        for (const double facing : {0, 1}) {
            const auto charts =
                make_charts(s_turn ? test::kSTurn : test::kUTurn, {s_turn ? test::kSTurnGoal : test::kUTurnGoal, 0.0},
                            chart_values({{kCornerRule, facing}}));
            for (const std::size_t k : {2u, 5u, 7u, 10u, 12u, 14u, 16u, 19u}) {
                const Followers all = follow(*charts, k, facing != 0, {0.3, 0.3}, {7.8, 5.8});
                EXPECT_GT(all.paths, 80);
                // As the paper builds them, some come to a cell without a path, where a walker slows down.
                EXPECT_GE(all.arrived, (facing != 0 ? 0.97 : 1) * all.paths) << charts->radius(k) << " " << facing;
                EXPECT_GT(all.turning, s_turn && facing == 0 && k == 19 ? 30 : 75) << "only straight paths";
                EXPECT_GE(all.least, 0.8) << charts->radius(k) << " " << facing;
                if (facing != 0) continue;
                EXPECT_LT(all.longest, 1.06) << charts->radius(k);
            }
        }
    }
}

TEST(HeadingChart, ThreadsDoNotMatter) {
    const auto make = [](int threads) {
        ChartOptions options;
        options.threads = threads;
        return make_charts(test::kSTurn, {test::kSTurnGoal, 0.3}, chart_values({{kCell, 0.06}}), options);
    };
    const auto one = make(1);
    for (const int threads : {2, 4}) {
        const auto other = make(threads);
        for (std::size_t k = 0; k < one->size(); ++k) {
            for (std::size_t i = 0; i < one->grid().size(); ++i)
                ASSERT_EQ(one->chart(k).target(i), other->chart(k).target(i));
            for (std::uint32_t g = 0; g < one->chart(k).subgoals(); ++g)
                ASSERT_EQ(one->chart(k).subgoal(g).place, other->chart(k).subgoal(g).place);
        }
    }
}

}  // namespace
}  // namespace sidestep
