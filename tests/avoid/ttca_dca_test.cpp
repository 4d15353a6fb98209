// Dutra 2017: values of the cost, its gradient and the step, one agent in double.
#include "avoid/ttca_dca.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

constexpr double kFar = 100;  ///< way point

TtcaDcaValues<double> values(const test::Settings& settings = {}) {
    return ttca_dca_values<double>(test::table(ttca_dca::kInfo, settings));
}
TtcaDcaValues<double> five_points() {
    return values({{"silhouette", ttca_dca::kFivePoints}});
}

Own<double> walker() {
    return {.velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 1.69, .dt = 0.1};
}
/// As if the own velocity were speed·(cos, sin).
SteeringCost<double> cost_at(Own<double> own, double heading, double speed, const People& near,
                             const TtcaDcaValues<double>& p) {
    const V ahead{std::cos(heading), std::sin(heading)};
    own.velocity = ahead * speed;
    return steering_cost(own, kFar, ahead, speed, NearList(near), WallList({}), p, Unwatched{});
}
V step(const Own<double>& own, const People& near, const TtcaDcaValues<double>& p, const Walls& walls = {},
       double goal_distance = kFar) {
    return ttca_dca_velocity(own, goal_distance, NearList(near), WallList(walls), p);
}

struct Check {
    Near<double> other;
    bool five;
    double cost, by_heading, by_speed;
    V velocity;
};

TEST(TtcaDca, PublishedChecks) {
    const Near<double> oncoming{{4, 0.3}, {-1.3, 0}, 0.25}, crossing{{3, -3}, {0, 1}, 0.25};
    for (const Check& c : {Check{oncoming, false, 0.185735, 1.221751, 0.169081, {1.211466, -0.492099}},
                           Check{oncoming, true, 0.158365, 0.269855, 0.145368, {1.013188, -0.409559}},
                           Check{crossing, false, 0.006995, -0.131187, -0.042225, {1.384450, 0.201827}},
                           Check{crossing, true, 0.012560, -0.115290, -0.003299, {1.306598, 0.177369}}}) {
        const auto p = c.five ? five_points() : values();
        const auto cost = cost_at(walker(), 0, 1.3, {c.other}, p);
        EXPECT_NEAR(cost.cost, c.cost, 1e-6);
        EXPECT_NEAR(cost.by_heading, c.by_heading, 1e-6);
        EXPECT_NEAR(cost.by_speed, c.by_speed, 1e-6);
        const V v = step(walker(), {c.other}, p);
        EXPECT_NEAR(v.x, c.velocity.x, 1e-6);
        EXPECT_NEAR(v.y, c.velocity.y, 1e-6);
    }
}

TEST(TtcaDca, ClosestApproaches) {
    const auto meet = [](V p, V w) { return closest_approach(p, w, 1 / dot(w, w)); };
    const auto oncoming = meet({4, 0.3}, {-2.6, 0}), crossing = meet({3, -3}, {-1.3, 1});
    EXPECT_NEAR(oncoming.time, 1.538462, 1e-6);
    EXPECT_NEAR(norm(oncoming.place), 0.3, 1e-6);
    EXPECT_NEAR(crossing.time, 2.565056, 1e-6);
    EXPECT_NEAR(norm(crossing.place), 0.548740, 1e-6);
    // By the own velocity, not the relative one: faster means sooner.
    constexpr double h = 1e-6;
    const auto by = [&](V change) {
        const V w{-2.6, 0};
        return (meet({4, 0.3}, w - change * h).time - meet({4, 0.3}, w + change * h).time) / (2 * h);
    };
    EXPECT_NEAR(by({1, 0}), -0.591716, 1e-6);
    EXPECT_NEAR(by({0, 1.3}), 0.057692, 1e-6);
    // The cost's gradient is that of the time alone where the distance does not count.
    const auto p = values({{"dca_sigma", 1}});
    const auto c = point_cost(V{4, 0}, V{-2.6, 0}, V{1, 0}, V{0, 1.3}, p);
    EXPECT_NEAR(c.by_speed, c.cost * 1.538462 * 0.591716, 1e-6);
}

TEST(TtcaDca, GradientIsThatOfTheCost) {
    test::Dice dice(41);
    int tried = 0;
    for (const auto& p : {values(), five_points()}) {
        for (int i = 0; i < 2000; ++i) {
            Own<double> own = walker();
            own.pref = {dice.between(-1.3, 1.3), dice.between(-1.3, 1.3)};
            People near;
            for (int k = 0; k < 3; ++k) {
                near.push_back({{dice.between(-4, 4), dice.between(-4, 4)},
                                {dice.between(-1, 1), dice.between(-1, 1)},
                                dice.between(0.2, 0.4)});
            }
            const double heading = dice.between(-3, 3), speed = dice.between(0.2, 1.5);
            // Weights and sight count as given: only away from the edges of sight is the cost smooth.
            bool smooth = std::fabs(std::remainder(heading - std::atan2(own.pref.y, own.pref.x), 2 * kPi)) < 3.1;
            for (const auto& n : near) {
                const double off = std::remainder(std::atan2(n.position.y, n.position.x) - heading, 2 * kPi);
                smooth = smooth && std::fabs(std::fabs(off) - kPi / 2) > 1e-3;
                const V w = n.velocity - V{std::cos(heading), std::sin(heading)} * speed;
                smooth = smooth && norm(w) > 0.06;
                const double r = n.radius + own.radius;
                // Nor where a point's time to the closest approach starts to be clamped.
                smooth = smooth && std::fabs(dot(n.position, w)) > (r + 0.01) * norm(w);
            }
            if (!smooth) continue;
            ++tried;
            constexpr double h = 1e-6;
            const auto at = [&](double dh, double ds) { return cost_at(own, heading + dh, speed + ds, near, p).cost; };
            const auto cost = cost_at(own, heading, speed, near, p);
            EXPECT_NEAR(cost.by_heading, (at(h, 0) - at(-h, 0)) / (2 * h), 2e-6) << i;
            EXPECT_NEAR(cost.by_speed, (at(0, h) - at(0, -h)) / (2 * h), 2e-6) << i;
        }
    }
    EXPECT_GT(tried, 1000);
}

TEST(TtcaDca, OnlyWhatIsInSightCounts) {
    const auto p = values();
    const V free = step(walker(), {}, p);
    EXPECT_NEAR(free.x, 1.3, 1e-12);
    EXPECT_NEAR(free.y, 0, 1e-12);
    const V chased = step(walker(), {{{-1, 0.1}, {2, 0}, 0.25}}, p);  // from behind
    EXPECT_NEAR(norm(chased - free), 0, 1e-12);
    const V all_round = step(walker(), {{{-1, 0.1}, {2, 0}, 0.25}}, values({{"view_half_angle_deg", 180}}));
    EXPECT_GT(norm(all_round - free), 1e-3);
}

TEST(TtcaDca, WhoHardlyMovesAgainstOneselfDoesNotSteer) {
    // Side by side, drifting together at 4 cm/s: the gradient would be 1/|w|² of anything.
    const People beside = {{{0.3, 0.6}, {1.3, -0.04}, 0.25}};
    EXPECT_NEAR(norm(step(walker(), beside, values()) - V{1.3, 0}), 0, 1e-12);
    EXPECT_GT(norm(step(walker(), beside, values({{"min_relative_speed", 0.001}, {"ttca_sigma", 3}})) - V{1.3, 0}),
              1e-6);
    EXPECT_GT(cost_at(walker(), 0, 1.3, beside, values({{"ttca_sigma", 3}, {"dca_sigma", 1}})).cost, 0);
}

TEST(TtcaDca, CloserCountsMore) {
    // Somebody near on the left outweighs somebody far on the right, at the same time and distance of approach.
    const V v = step(walker(), {{{1.3, 0.3}, {0, 0}, 0.25}, {{2.6, -0.3}, {-1.3, 0}, 0.25}}, values());
    EXPECT_LT(v.y, -0.01);
}

TEST(TtcaDca, WallsAreSomebodyAtTheirNearestPoint) {
    const auto p = values();
    Own<double> own = walker();
    own.velocity = own.pref = {1.2, -0.4};
    const V wall = step(own, {}, p, {{{-5, -0.6}, {5, -0.6}}});
    const V post = step(own, {{{0, -0.6}, {0, 0}, 0}}, p);
    EXPECT_NEAR(norm(wall - post), 0, 1e-12);
    EXPECT_GT(wall.y, -0.4);  // away from it
}

TEST(TtcaDca, SlowsBesideItsGoalInsteadOfCircling) {
    EXPECT_NEAR(step(walker(), {}, values(), {}, 0.1).x, 1.3, 1e-12) << "ahead: none of it";
    const auto speed = [](V wish, double distance, double arrival_time) {
        Own<double> own = walker();
        own.pref = wish;
        return step(own, {}, values({{"arrival_time", arrival_time}}), {}, distance).x;
    };
    for (const V wish : {V{0, 1.3}, V{-1.3, 0.01}}) {
        EXPECT_NEAR(speed(wish, 1.31, 1), 1.3, 1e-4);
        EXPECT_LT(speed(wish, 0.8, 1), 1.29);
        EXPECT_NEAR(speed(wish, 0.8, 0), 1.3, 1e-4);
    }
}

TEST(TtcaDca, StandingStart) {
    Own<double> own = walker();
    own.velocity = {0, 0};
    own.heading = {0, 1};
    const V v = step(own, {}, values());
    EXPECT_GT(v.x, 0.1);
    EXPECT_NEAR(v.y, 0, 1e-12);
}

TEST(TtcaDca, AccelerationIsLimited) {
    const V v = step(walker(), {{{1, 0.05}, {-1.3, 0}, 0.25}}, values());
    EXPECT_LE(norm(v - V{1.3, 0}), 0.5 + 1e-12);
    const V gentle = step(walker(), {{{1, 0.05}, {-1.3, 0}, 0.25}}, values({{"max_accel", 1}}));
    EXPECT_LE(norm(gentle - V{1.3, 0}), 0.1 + 1e-12);
}

TEST(TtcaDca, MirroredPairGivesMirroredVelocities) {
    for (const auto& p : {values(), five_points()}) {
        const V a = step(walker(), {{{3, 0.2}, {-1, 0.1}, 0.3}}, p),
                b = step(walker(), {{{3, -0.2}, {-1, -0.1}, 0.3}}, p);
        EXPECT_DOUBLE_EQ(a.x, b.x);
        EXPECT_DOUBLE_EQ(a.y, -b.y);
        EXPECT_NE(a.y, 0);
    }
}

TEST(TtcaDca, PackAgreesWithDouble) {
    for (const double silhouette : {0.0, 1.0}) {
        const test::Settings settings = {{"silhouette", silhouette}};
        const auto p = values(settings);
        test::expect_lanes_agree({.model = "ttca_dca", .seed = 42, .settings = settings}, [&](const test::Decided& d) {
            return step(d.own, d.near, p, d.feet, norm(d.way_point));
        });
    }
}

TEST(TtcaDca, DegenerateInputGivesNumbers) {
    for (const auto& p : {values(), five_points(), values({{"arrival_time", 0}})}) {
        Own<double> own = walker();
        own.velocity = own.pref = {0, 0};
        for (const Near<double>& other : {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3},
                                          Near<double>{{0.1, 0}, {0, 0}, 0.3}}) {
            const V v = step(own, {other, other}, p, {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}}, 0);
            EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
        }
    }
}

}  // namespace
}  // namespace sidestep
