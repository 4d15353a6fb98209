// Fajen–Warren 2003 and the bearing form for people who move: values of the formulas, one agent in double.
#include "avoid/steering_dynamics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

SteeringDynamicsValues<double> values(const test::Settings& settings = {}) {
    return steering_dynamics_values<double>(test::table(steering_dynamics::kInfo, settings));
}

Own<double> walker() {
    return {.velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.05};
}
SteeringDrive<double> drive(const People& near, const SteeringDynamicsValues<double>& p, const Walls& walls = {}) {
    return steering_drive(walker(), {1, 0}, 1.3, 5.0, NearList(near), WallList(walls), p);
}

TEST(SteeringDynamics, PublishedChecks) {
    const auto p = values();
    EXPECT_NEAR(goal_turn(0.2, 5.0, p), 0.803003, 1e-6);
    EXPECT_NEAR(obstacle_turn(0.1, 3.0, p), -0.937707, 1e-6);
    // The same through the whole drive: somebody who stands, and a wall's nearest point.
    const V there{3 * std::cos(0.1), 3 * std::sin(0.1)};
    EXPECT_NEAR(drive({{there, {0, 0}, 0.25}}, p).turn, -0.937707, 1e-6);
    const V along{-std::sin(0.1), std::cos(0.1)};
    EXPECT_NEAR(drive({}, p, {{there - along, there + along}}).turn, -0.937707, 1e-6);
}

TEST(SteeringDynamics, WhoMovesCountsByTheChangeOfBearing) {
    const auto p = values({{"moving_people", steering_dynamics::kBearing}});
    // From the left, about to pass ahead: its bearing drifts to the right.
    const Near<double> other{{1, 1}, {0, -1.5}, 0.25};
    const double rate = (1 * -1.5 - 1 * -1.3) / 2;
    const double d = std::sqrt(2.0);
    const auto got = drive({other}, p);
    EXPECT_NEAR(got.turn, -400 * rate * std::exp(-4 * std::fabs(rate) - 4 * d), 1e-9);
    EXPECT_NEAR(got.speed_up, 300 * rate * std::exp(-6 * std::fabs(rate) - 2 * d), 1e-9);
    EXPECT_GT(got.turn, 0);      // behind it
    EXPECT_LT(got.speed_up, 0);  // and later
    // Whoever is behind does not count, nor in the other setting its velocity.
    EXPECT_EQ(drive({{{-1, 1}, {0, -1.5}, 0.25}}, p).turn, 0);
    const auto by_place = drive({other}, values());
    EXPECT_NEAR(by_place.turn, obstacle_turn(kPi / 4, d, p), 1e-12);
    EXPECT_EQ(by_place.speed_up, 0);
}

TEST(SteeringDynamics, TurnIsRemembered) {
    const auto p = values();
    Own<double> own = walker();
    own.pref = {1.3 * std::cos(0.2), 1.3 * std::sin(0.2)};
    double rate = 0.5;
    const V v = steering_dynamics_velocity(own, 5.0, rate, NearList({}), WallList({}), p);
    EXPECT_NEAR(rate, 0.5 + 0.05 * (0.803003 - 3.25 * 0.5), 1e-6);
    EXPECT_NEAR(std::atan2(v.y, v.x), rate * 0.05, 1e-7);
    EXPECT_NEAR(norm(v), 1.3, 1e-6);
    // It settles on the goal's direction.
    for (int i = 0; i < 400; ++i) {
        own.velocity = steering_dynamics_velocity(own, 5.0, rate, NearList({}), WallList({}), p);
    }
    EXPECT_NEAR(std::atan2(own.velocity.y, own.velocity.x), 0.2, 1e-6);
    EXPECT_NEAR(rate, 0, 1e-6);
}

TEST(SteeringDynamics, StandingStart) {
    Own<double> own = walker();
    own.velocity = {0, 0};
    own.heading = {-1, 0};
    own.pref = {0, 1.3};
    double rate = 2;
    const V v = steering_dynamics_velocity(own, 5.0, rate, NearList({}), WallList({}), values());
    EXPECT_NEAR(v.x, 0, 1e-12);
    EXPECT_NEAR(v.y, 0.05 * 1.4 * 1.3, 1e-12);
    EXPECT_EQ(rate, 0);
}

TEST(SteeringDynamics, WithoutAWishNobodyTurns) {
    for (const V velocity : {V{1, 0.3}, V{-1, 0.3}, V{-1, -0.3}, V{1, -0.3}}) {
        Own<double> own = walker();
        own.velocity = velocity;
        own.pref = {0, 0};
        double rate = 0;
        const V v = steering_dynamics_velocity(own, 5.0, rate, NearList({}), WallList({}), values());
        EXPECT_EQ(rate, 0);
        EXPECT_NEAR(cross(v, velocity), 0, 1e-12);
        EXPECT_LT(norm(v), norm(velocity));
    }
}

TEST(SteeringDynamics, NobodySpins) {
    const auto p = values();
    double rate = 0;
    Own<double> own = walker();
    const People crowd(10, Near<double>{{0.3, 0.05}, {0, 0}, 0.25});
    for (int i = 0; i < 40; ++i)
        own.velocity = steering_dynamics_velocity(own, 5.0, rate, NearList(crowd), WallList({}), p);
    EXPECT_LE(std::fabs(rate), kPi + 1e-6);
}

TEST(SteeringDynamics, MirroredPairGivesMirroredVelocities) {
    for (const double people : {0.0, 1.0}) {
        const auto p = values({{"moving_people", people}});
        double left = 0.3, right = -0.3;
        const V a = steering_dynamics_velocity(walker(), 5.0, left, NearList(People{{{1, 0.2}, {-1, 0.1}, 0.3}}),
                                               WallList({}), p);
        const V b = steering_dynamics_velocity(walker(), 5.0, right, NearList(People{{{1, -0.2}, {-1, -0.1}, 0.3}}),
                                               WallList({}), p);
        EXPECT_DOUBLE_EQ(a.x, b.x);
        EXPECT_DOUBLE_EQ(a.y, -b.y);
        EXPECT_DOUBLE_EQ(left, -right);
        EXPECT_NE(left, 0.3);
    }
}

TEST(SteeringDynamics, PackAgreesWithDouble) {
    for (const double people : {0.0, 1.0}) {
        const test::Settings settings = {{"moving_people", people}};
        const auto p = values(settings);
        test::expect_lanes_agree({.model = "steering_dynamics", .seed = 45, .settings = settings, .dt = 0.05f},
                                 [&](const test::Decided& d) {
                                     double rate = 0;
                                     return steering_dynamics_velocity(d.own, norm(d.way_point), rate, NearList(d.near),
                                                                       WallList(d.feet), p);
                                 });
    }
}

TEST(SteeringDynamics, DegenerateInputGivesNumbers) {
    for (const double people : {0.0, 1.0}) {
        const auto p = values({{"moving_people", people}});
        Own<double> own = walker();
        own.velocity = own.pref = {0, 0};
        for (const Near<double>& other : {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3}}) {
            double rate = 0;
            const V v = steering_dynamics_velocity(own, 0.0, rate, NearList(People{other, other}),
                                                   WallList(Walls{{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}}), p);
            EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(rate));
        }
    }
}

}  // namespace
}  // namespace sidestep
