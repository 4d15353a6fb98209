// Numbers of the specification (§5), recomputed there by an independent script.
#include "chart/speed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "chart/rooms.h"
#include "chart/walk.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Without the lowest speed, which hides the rules near start and goal.
ChartValues without_floor() {
    return chart_values({{kMinSpeed, 1e-9}});
}

TEST(ChartSpeed, GrowsWithTheWayFromTheStart) {
    const ChartValues v = without_floor();
    EXPECT_NEAR(speeding_up(v), 0.74725, 5e-6);
    EXPECT_NEAR(wanted_speed(v, 0.91, kFar, 0, kFar), 0.680, 1e-12);
    EXPECT_NEAR(wanted_speed(v, 1.82, kFar, 0, kFar), 1.36, 1e-12);
    EXPECT_EQ(wanted_speed(v, 50, kFar, 0, kFar), 1.36);
}

TEST(ChartSpeed, FallsWithTheWayToTheGoal) {
    const ChartValues v = without_floor();
    EXPECT_NEAR(slowing_down(v), 0.83436, 5e-6);
    EXPECT_NEAR(wanted_speed(v, kFar, 0.1, 0, kFar), 0.08344, 5e-6);
    EXPECT_NEAR(wanted_speed(v, kFar, 0.815, 0, kFar), 0.680, 1e-12);
    EXPECT_NEAR(wanted_speed(v, kFar, 0, 0.9, kFar), 0.9, 1e-12) << "arrives with the goal's speed";
}

TEST(ChartSpeed, FallsNearObstacles) {
    const ChartValues v = chart_values();
    EXPECT_NEAR(wanted_speed(v, kFar, kFar, 0, 0), 1.10, 1e-12);
    EXPECT_NEAR(wanted_speed(v, kFar, kFar, 0, 0.2), 1.16420, 5e-6);
    EXPECT_NEAR(wanted_speed(v, kFar, kFar, 0, 0.405), 1.23, 1e-12);
    EXPECT_NEAR(wanted_speed(v, kFar, kFar, 0, 0.81), 1.36, 1e-12);
}

TEST(ChartSpeed, NobodyStandsForEver) {
    const ChartValues v = chart_values();
    EXPECT_NEAR(v[kMinSpeed], 0.184, 1e-3);
    EXPECT_NEAR(head_start(v, 0), 0.2463, 5e-5);
    EXPECT_NEAR(head_start(v, 1.36), 1.82, 1e-12);
    EXPECT_EQ(wanted_speed(v, head_start(v, 0), 10, 0, kFar), v[kMinSpeed]);
    EXPECT_EQ(wanted_speed(v, 10, 0, 0, kFar), v[kMinSpeed]);
    // Acceleration takes as long as a uniform one over the same way.
    EXPECT_NEAR(std::log(1.82 / head_start(v, 0)) / speeding_up(v), 2.676, 1e-3);
}

TEST(ChartChoice, RadiusFollowsSpeed) {
    ChartOptions options;
    options.area = ChartOptions::Area{{-1, -1}, {1, 1}};
    const auto charts = make_charts("", {}, chart_values({{kCell, 0.2}}), options);
    ASSERT_EQ(charts->size(), 20u);
    EXPECT_NEAR(charts->radius(1), 0.078947, 1e-6);
    EXPECT_EQ(charts->radius(19), 1.5);
    struct Case {
        double c_turn, speed, radius;
        std::size_t chart;
    };
    for (const Case& c :
         {Case{0.448, 1.36, 0.82862, 10}, Case{0.448, 1.10, 0.54208, 7}, Case{0.367, 1.36, 0.67880, 9},
          Case{0.367, 1.10, 0.44407, 6}, Case{0.310, 1.36, 0.57338, 7}, Case{0.310, 1.10, 0.37510, 5}}) {
        EXPECT_NEAR(c.c_turn * c.speed * c.speed, c.radius, 5e-6);
        EXPECT_EQ(charts->nearest(c.c_turn * c.speed * c.speed), c.chart) << c.c_turn << " at " << c.speed;
    }
    EXPECT_EQ(charts->nearest(0), 0u);
    EXPECT_EQ(charts->nearest(99), 19u);
}

TEST(ChartTurn, OfTheSpecification) {
    const double step = 0.16;
    const auto degrees = [&](double radius, bool chord) {
        return TurnRules{radius, step, chord, false}.turn() * 180 / kPi;
    };
    const double spacing = 1.5 / 19;
    EXPECT_NEAR(degrees(1 * spacing, false), 116.1, 0.05);
    EXPECT_NEAR(degrees(2 * spacing, false), 58.06, 0.005);
    EXPECT_NEAR(degrees(10 * spacing, false), 11.61, 0.005);
    EXPECT_NEAR(degrees(19 * spacing, false), 6.11, 0.005);
    EXPECT_EQ(degrees(0, false), 180);
    EXPECT_EQ(degrees(0.05, false), 180) << "below d/π";
    // Radius of the polygon of subgoals.
    const auto polygon = [&](double radius, bool chord) {
        return step / (2 * std::sin(TurnRules{radius, step, chord, false}.turn() / 2));
    };
    EXPECT_NEAR(polygon(19 * spacing, false), 1.5007, 5e-5);
    EXPECT_NEAR(polygon(5 * spacing, false), 0.3975, 1e-4);
    EXPECT_NEAR(polygon(2 * spacing, false), 0.1649, 1e-4);
    EXPECT_NEAR(polygon(1 * spacing, false), 0.0943, 1e-4);
    for (const double radius : {0.1, 0.395, 1.5}) EXPECT_NEAR(polygon(radius, true), radius, 1e-12);
}

TEST(ChartInertia, TurnsByShares) {
    const ChartValues v = chart_values();
    Vec2d heading{1, 0};
    for (const double expected : {9.2461, 18.1452, 26.5208, 34.2537, 41.2806}) {
        heading = turned(heading, {0, 1}, kept_heading(v, 0.066));
        EXPECT_NEAR(test::degrees(heading), expected, 5e-5);
    }
    EXPECT_NEAR(kept_heading(v, 0.01), 0.97741, 5e-6);
    EXPECT_NEAR(-0.066 / std::log(0.86), 0.4376, 5e-5);
    EXPECT_EQ(kept_heading(chart_values({{kInertia, 0}}), 0.066), 0);
    // Straight back: neither zero nor NaN, and to the left.
    EXPECT_NEAR(test::degrees(turned({1, 0}, {-1, 0}, 0.5)), 135, 1e-9);
    EXPECT_EQ(turned({1, 0}, {0, 1}, 0), (Vec2d{0, 1}));
}

TEST(ChartParameters, TableAndValuesAgree) {
    std::set<std::string_view> names;
    const ChartValues v = chart_values();
    ASSERT_EQ(chart_parameters().size(), v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
        const Parameter& p = chart_parameters()[i];
        EXPECT_TRUE(names.insert(p.name).second) << p.name;
        for (const std::string_view text : {p.name, p.symbol, p.unit, p.source, p.meaning}) EXPECT_FALSE(text.empty());
        EXPECT_TRUE(v[i] >= p.min && v[i] <= p.max) << p.name;
        EXPECT_EQ(p.derive != nullptr, !p.derive_text.empty()) << p.name;
    }
    EXPECT_EQ(chart_parameters()[kTurnCoefficient].name, "c_turn");
    EXPECT_EQ(chart_parameters()[kWalkStep].name, "dt");
    EXPECT_DOUBLE_EQ(chart_values({{kCell, 0.1}})[kSubStep], 0.4) << "what is derived follows";
    EXPECT_EQ(chart_values({{kCell, 0.1}, {kSubStep, 0.3}})[kSubStep], 0.3);
}

TEST(ChartParameters, OutOfRangeIsExplained) {
    try {
        chart_values({{kInertia, 1.0}});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().message.find("c_inertia"), std::string::npos);
        EXPECT_EQ(error.problem().value, "1");
        EXPECT_NE(error.problem().allowed.find("0.99"), std::string::npos);
        EXPECT_FALSE(error.problem().remedy.empty());
    }
    EXPECT_THROW(chart_values({{kTopSpeed, std::nan("")}}), InputError);
    EXPECT_THROW(chart_values({{kTurnRadii, 0.0}}), InputError);
}

}  // namespace
}  // namespace sidestep
