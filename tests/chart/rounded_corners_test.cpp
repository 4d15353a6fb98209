// Corners are rounded as the shortest way with bounded curvature rounds them, and nobody swings out first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "chart/rooms.h"
#include "chart/round_a_wall.h"
#include "chart/walk.h"
#include "sidestep/outline.h"

namespace sidestep {
namespace {

using test::between;
using test::degrees;

/// A room of 8 × 6 m with a wall that is walked round clockwise, from several places to one.
struct Room {
    const char* name;
    std::string map;
    std::vector<Vec2d> starts;
    ChartGoal goal;
    Vec2d corner, other;
};

std::vector<Room> rooms() {
    const std::vector<Vec2d> low{{2.5, 1}, {1, 1}, {1.5, 2.2}, {3.2, 0.6}, {0.5, 0.5}};
    return {{"sharp_turn", test::kSharpTurn, low, {{5.5, 1}, -kPi / 2}, {3.95, 4.5}, {4.05, 4.5}},
            {"sharp_turn, goal aside", test::kSharpTurn, low, {{6.5, 1.2}, -kPi / 3}, {3.95, 4.5}, {4.05, 4.5}},
            {"u_turn",
             test::kUTurn,
             {test::kUTurnStart, {6, 1}, {7, 2.4}, {5.2, 0.6}, {7.5, 0.5}},
             {test::kUTurnGoal, 0.0},
             {2.5, 2.95},
             {2.5, 3.05}}};
}

Vec2d mirrored(Vec2d p) {
    return {8 - p.x, p.y};
}
/// The same the other way round: the wall is passed anticlockwise.
Room mirrored(const Room& room) {
    Room other = room;
    MapOutline outline = map_outline(room.map);
    for (Vec2d& p : outline.floor.front().outer) p = mirrored(p);
    other.map = to_wkt(outline);
    for (Vec2d& p : other.starts) p = mirrored(p);
    other.goal = {mirrored(room.goal.place), kPi - *room.goal.heading, room.goal.speed};
    return other;
}

test::CurvedWay optimum(const Room& room, Vec2d start, double radius) {
    return test::shortest_round(
        {start, room.goal.place, *room.goal.heading, room.corner, room.other, chart_values()[kBodyRadius], radius});
}

/// Degrees turned to the left (1) or the right (-1) before 90° have been turned the other way.
double swing(const std::vector<Vec2d>& headings, double side) {
    double turned = 0, least = 0, most = 0;
    for (std::size_t i = 1; i < headings.size() && turned > -90; ++i) {
        const Vec2d a = headings[i - 1], b = headings[i];
        turned += side * std::atan2(cross(a, b), dot(a, b)) * 180 / kPi;
        least = std::min(least, turned);
        most = std::max(most, turned - least);
    }
    return most;
}

double length_of(const std::vector<Vec2d>& line) {
    double sum = 0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += norm(line[i] - line[i - 1]);
    return sum;
}

TEST(RoundAWall, OptimumOfTheReviewedCase) {
    const Room sharp = rooms()[0];
    EXPECT_NEAR(optimum(sharp, {2.5, 1}, 0.79).length, 8.33, 0.01);
    // Symmetric: over the middle of the wall's end, a tangent on either side.
    const double r = 0.79, rise = 4.5 + chart_values()[kBodyRadius] - r - 1;
    const double far = std::hypot(1.5, rise), up = std::atan2(rise, 1.5) + std::asin(r / far);
    EXPECT_NEAR(optimum(sharp, {2.5, 1}, r).length, 2 * std::sqrt(far * far - r * r) + 2 * r * up, 0.01);
    EXPECT_NEAR(optimum(sharp, {2.5, 1}, r).first, up, 0.01);
}

TEST(RoundedCorners, ChartsKnowTheOptimum) {
    ChartOptions options;
    options.radii = std::vector<double>{0.24, 0.4, 0.55, 0.79, 0.95, 1.2, 1.5};
    double least = 9, most = 0;
    for (const Room& room : rooms()) {
        const auto charts = make_charts(room.map, room.goal, chart_values(), options);
        const Room other = mirrored(room);
        const auto reflected = make_charts(other.map, other.goal, chart_values(), options);
        for (std::size_t k = 0; k < charts->size(); ++k) {
            for (const Vec2d start : room.starts) {
                const test::CurvedWay best = optimum(room, start, charts->radius(k));
                const auto advice = advice_at(*charts, k, start), there = advice_at(*reflected, k, mirrored(start));
                ASSERT_TRUE(advice) << room.name << " " << start.x << " " << start.y;
                ASSERT_TRUE(there) << room.name << " " << start.x << " " << start.y;
                SCOPED_TRACE(std::string(room.name) + " r " + std::to_string(charts->radius(k)) + " from " +
                             std::to_string(start.x) + " " + std::to_string(start.y));
                least = std::min(least, advice->left / best.length);
                most = std::max(most, advice->left / best.length);
                EXPECT_LT(advice->left, 1.05 * best.length);
                EXPECT_GT(advice->left, 0.98 * best.length);
                EXPECT_LT(between(degrees(advice->direction), best.first * 180 / kPi), 5);
                EXPECT_NEAR(there->left, advice->left, 0.01 * advice->left);
                EXPECT_LT(between(180 - degrees(there->direction), degrees(advice->direction)), 3);
            }
        }
    }
    RecordProperty("least", std::to_string(least));
    RecordProperty("most", std::to_string(most));
}

TEST(RoundedCorners, FollowedWithTheRadiusTheyAreAsLong) {
    ChartOptions options;
    options.radii = std::vector<double>{0.24, 0.4, 0.55, 0.79, 0.95, 1.2, 1.5};
    for (const Room& original : rooms()) {
        for (const bool mirror : {false, true}) {
            const Room room = mirror ? mirrored(original) : original;
            const auto charts = make_charts(room.map, room.goal, chart_values(), options);
            const double step = charts->grid().cell() / 4;
            for (std::size_t k = 0; k < charts->size(); ++k) {
                for (std::size_t s = 0; s < room.starts.size(); ++s) {
                    SCOPED_TRACE(std::string(room.name) + (mirror ? ", mirrored" : "") + " r " +
                                 std::to_string(charts->radius(k)) + " start " + std::to_string(s));
                    const double best = optimum(original, original.starts[s], charts->radius(k)).length;
                    ChartWalker walker{room.starts[s], {}, 0, 0};
                    ChartChoice choice;
                    choice.speed = step;
                    choice.radius = charts->radius(k);
                    std::vector<Vec2d> line{walker.place}, headings;
                    for (int i = 0; i < 2000 && norm(walker.place - room.goal.place) > 0.1; ++i) {
                        const auto advice = advice_at(*charts, k, walker.place);
                        ASSERT_TRUE(advice) << walker.place.x << " " << walker.place.y;
                        if (i == 0) headings.push_back(walker.heading = advice->direction);
                        choice.direction = advice->direction;
                        walk_on(charts->grid(), walker, choice, 0, 1);
                        line.push_back(walker.place);
                        headings.push_back(walker.heading);
                    }
                    EXPECT_LT(norm(walker.place - room.goal.place), 0.15);
                    EXPECT_LT(length_of(line), 1.05 * best);
                    // Without inertia, and on a circle the direction changes this much from cell to cell.
                    const double grain = charts->grid().cell() / charts->radius(k) * 180 / kPi;
                    EXPECT_LT(swing(headings, mirror ? -1 : 1), 5 + grain);
                }
            }
        }
    }
}

TEST(RoundedCorners, WalkersDoNotSwingOut) {
    for (const double c_turn : {0.448, 0.367, 0.310}) {
        const ChartValues values = chart_values({{kTurnCoefficient, c_turn}});
        const double radius = c_turn * values[kTopSpeed] * values[kTopSpeed];
        double longest = 0, widest = 0, off = 0;
        for (const Room& original : rooms()) {
            for (const bool mirror : {false, true}) {
                const Room room = mirror ? mirrored(original) : original;
                const auto charts = make_charts(room.map, room.goal, values);
                for (std::size_t s = 0; s < room.starts.size(); ++s) {
                    SCOPED_TRACE(std::string(room.name) + (mirror ? ", mirrored" : "") + " c_turn " +
                                 std::to_string(c_turn) + " start " + std::to_string(s));
                    const WalkedPath path = walk_chart(*charts, values, {room.starts[s], {}, 0});
                    ASSERT_EQ(path.status, WalkStatus::arrived);
                    EXPECT_LT(swing(path.heading, mirror ? -1 : 1), 5);
                    const double best = optimum(original, original.starts[s], radius).length;
                    EXPECT_LT(path.length(), 1.05 * best);
                    EXPECT_LT(between(degrees(path.heading.back()), *room.goal.heading * 180 / kPi), 15);
                    longest = std::max(longest, path.length() / best);
                    widest = std::max(widest, swing(path.heading, mirror ? -1 : 1));
                    off = std::max(off, between(degrees(path.heading.back()), *room.goal.heading * 180 / kPi));
                }
            }
        }
        RecordProperty("c_turn " + std::to_string(c_turn),
                       std::to_string(longest) + ", swing " + std::to_string(widest) + ", off " + std::to_string(off));
    }
}

TEST(RoundedCorners, BetweenTwoWallsTheWayIsTheCharts) {
    for (const double c_turn : {0.448, 0.367, 0.310}) {
        const ChartValues values = chart_values({{kTurnCoefficient, c_turn}});
        for (const double heading : {0.0, kPi / 3}) {
            const auto charts = make_charts(test::kSTurn, {test::kSTurnGoal, heading}, values);
            const auto advice =
                advice_at(*charts, charts->nearest(c_turn * values[kTopSpeed] * values[kTopSpeed]), test::kSTurnStart);
            ASSERT_TRUE(advice);
            const WalkedPath path = walk_chart(*charts, values, {test::kSTurnStart, {}, 0});
            ASSERT_EQ(path.status, WalkStatus::arrived);
            EXPECT_LT(path.length(), 1.035 * advice->left) << c_turn << " " << heading;
            EXPECT_EQ(path.slid, 0u) << c_turn << " " << heading;
            EXPECT_LT(between(degrees(path.heading.back()), heading * 180 / kPi), 15);
            RecordProperty("c_turn " + std::to_string(c_turn) + " heading " + std::to_string(heading),
                           std::to_string(path.length() / advice->left));
        }
    }
}

TEST(RoundedCorners, LookingAheadIsWhatMakesThemTight) {
    const Room sharp = rooms()[0];
    const auto length = [&](double anticipation) {
        const ChartValues values = chart_values({{kTurnCoefficient, 0.31}, {kAnticipation, anticipation}});
        return walk_chart(*make_charts(sharp.map, sharp.goal, values), values, {sharp.starts[0], {}, 0}).length();
    };
    EXPECT_LT(length(0.3), length(0.15) - 0.05);
    EXPECT_LT(length(0.15), length(0) - 0.05);
}

TEST(RoundedCorners, WhoeverCannotTurnSoTightSlowsDownAndArrives) {
    // Turns at full speed of up to 1.85 m, which fit nowhere in here, and inertia of up to 1.3 s; also from inside the
    // goal's turning circles, where the shortest way is now round one and now round the other.
    struct Case {
        std::string map;
        ChartGoal goal;
    };
    int walks = 0;
    for (const Case& c :
         {Case{test::kSharpTurn, {{5.5, 1}, -kPi / 2}}, Case{test::kUTurn, {test::kUTurnGoal, 0.0}},
          Case{test::kSTurn, {test::kSTurnGoal, 0.0}}, Case{test::kSTurn, {test::kSTurnGoal, kPi / 3, 1.36}}}) {
        const auto charts = make_charts(c.map, c.goal, chart_values());
        for (const double c_turn : {0.31, 0.6, 0.8, 1.0}) {
            for (const double inertia : {0.0, 0.7, 0.86, 0.9, 0.95}) {
                const ChartValues values = chart_values({{kTurnCoefficient, c_turn}, {kInertia, inertia}});
                for (double x = 0.3; x < 7.8; x += 0.43) {
                    for (double y = 0.3; y < 5.8; y += 0.41) {
                        if (charts->status_at({x, y}) != WalkStatus::arrived) continue;
                        const WalkedPath path = walk_chart(*charts, values, {{x, y}, {}, 0});
                        EXPECT_EQ(path.status, WalkStatus::arrived)
                            << x << " " << y << " c_turn " << c_turn << " c_inertia " << inertia;
                        ++walks;
                    }
                }
            }
        }
    }
    RecordProperty("walks", walks);
    EXPECT_GT(walks, 19000);
    // Who does not lose patience circles on.
    const auto charts = make_charts(test::kSTurn, {test::kSTurnGoal, kPi / 3}, chart_values());
    const auto length = [&](double patience) {
        const ChartValues values = chart_values({{kTurnCoefficient, 0.6}, {kInertia, 0.0}, {kAstrayCircles, patience}});
        return walk_chart(*charts, values, {{7.61, 5.63}, {}, 0}).length();
    };
    EXPECT_LT(length(1), 40);
    EXPECT_GT(length(10), 60);
}

TEST(RoundedCorners, FacingSwingsOutAsThePaperDoes) {
    // What the option is for; and that the tests above can fail.
    const Room sharp = rooms()[0];
    const ChartValues values = chart_values({{kCornerRule, 1}});
    const auto charts = make_charts(sharp.map, sharp.goal, values);
    const WalkedPath path = walk_chart(*charts, values, {sharp.starts[0], {}, 0});
    ASSERT_EQ(path.status, WalkStatus::arrived);
    EXPECT_GT(swing(path.heading, 1), 30);
    EXPECT_GT(path.length(), 1.1 * optimum(sharp, sharp.starts[0], charts->radius(10)).length);
}

TEST(RoundedCorners, RestIsReachedWithTheHeading) {
    const ChartValues values = chart_values();
    double sum = 0, most = 0;
    int walks = 0;
    for (int h = 0; h < 24; ++h) {
        const double heading = h * kPi / 12;
        const auto charts = test::on_open_plane({{0, 0}, heading}, 7, values, test::usual_radii());
        for (int s = 0; s < 9; ++s, ++walks) {
            const Vec2d start = test::at_angle(0.1 + s * 2 * kPi / 9) * (4 + s % 3);
            const WalkedPath path = walk_chart(*charts, values, {start, {}, 0});
            ASSERT_EQ(path.status, WalkStatus::arrived) << h << " " << s;
            const double off = between(degrees(path.heading.back()), heading * 180 / kPi);
            EXPECT_LT(off, 15) << h << " " << s;
            most = std::max(most, off);
            sum += off;
        }
    }
    RecordProperty("mean", std::to_string(sum / walks));
    RecordProperty("most", std::to_string(most));
}

}  // namespace
}  // namespace sidestep
