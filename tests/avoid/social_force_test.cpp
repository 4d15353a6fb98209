// Helbing–Molnár 1995 and the contact forces of Helbing 2000: values of the formulas, one agent in double.
#include "avoid/social_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

SocialForceValues<double> values(const test::Settings& settings = {}) {
    return social_force_values<double>(test::table(social_force::kInfo, settings));
}

Own<double> walker() {
    return {.velocity = {1.34, 0}, .heading = {1, 0}, .pref = {1.34, 0}, .radius = 0.3, .max_speed = 1.742, .dt = 0.05};
}

V acceleration(const Own<double>& own, const People& near, const SocialForceValues<double>& p,
               const Walls& walls = {}) {
    return social_acceleration(own, NearList(near), WallList(walls), p);
}

TEST(SocialForce, Defaults) {
    const auto p = values();
    EXPECT_DOUBLE_EQ(p.relaxation_time, 0.5);
    EXPECT_DOUBLE_EQ(p.repulsion_strength, 2.1);
    EXPECT_DOUBLE_EQ(p.repulsion_range, 0.3);
    EXPECT_DOUBLE_EQ(p.wall_strength, 10);
    EXPECT_DOUBLE_EQ(p.wall_range, 0.2);
    EXPECT_DOUBLE_EQ(p.step_time, 2);
    EXPECT_NEAR(p.cos_view, std::cos(100 * kPi / 180), 1e-12);
    EXPECT_DOUBLE_EQ(p.view_weight, 0.5);
    EXPECT_DOUBLE_EQ(p.body_stiffness, 1.2e5 / 80);
    EXPECT_DOUBLE_EQ(p.sliding_friction, 2.4e5 / 80);
    EXPECT_FALSE(p.touches);
    const auto all = test::values_with(social_force::kInfo, {});
    EXPECT_DOUBLE_EQ(all[kPrefSpeed], 1.34);
    EXPECT_NEAR(all[kMaxSpeed], 1.3 * 1.34, 1e-12);
}

TEST(SocialForce, CheckValues) {
    const auto p = values();
    const struct {
        V y, force;
    } cases[] = {
        {{0, 0}, {0.150703, 0.075352}}, {{-2.68, 0}, {0.009754, 0.003010}}, {{2.68, 0}, {-0.112426, 1.286190}}};
    for (const auto& c : cases) {
        const V f = elliptic_repulsion(V{1, 0.5}, c.y, p);
        EXPECT_NEAR(f.x, c.force.x, 6e-7) << c.y.x;
        EXPECT_NEAR(f.y, c.force.y, 6e-7) << c.y.x;
    }
}

TEST(SocialForce, RepulsionIsTheGradientOfThePotential) {
    const auto p = values();
    const auto potential = [&](V r, V y) {
        const V q = r - y;
        const double sum = norm(r) + norm(q);
        const double b = 0.5 * std::sqrt(std::max(0.0, sum * sum - dot(y, y)));
        return p.repulsion_strength * std::exp(-b / p.repulsion_range);
    };
    test::Dice dice(31);
    for (int i = 0; i < 5000; ++i) {
        const V r{dice.between(-3, 3), dice.between(-3, 3)}, y{dice.between(-3, 3), dice.between(-3, 3)};
        const V q = r - y;
        // Near the segment between the two foci b is 0 and the potential has an edge.
        if (norm(r) + norm(q) - norm(y) < 0.05) continue;
        constexpr double h = 1e-6;
        const V numeric{-(potential(r + V{h, 0}, y) - potential(r - V{h, 0}, y)) / (2 * h),
                        -(potential(r + V{0, h}, y) - potential(r - V{0, h}, y)) / (2 * h)};
        const V f = elliptic_repulsion(r, y, p);
        EXPECT_NEAR(f.x, numeric.x, 1e-5 + 1e-5 * norm(f)) << i;
        EXPECT_NEAR(f.y, numeric.y, 1e-5 + 1e-5 * norm(f)) << i;
    }
}

TEST(SocialForce, WallForce) {
    const auto p = values();
    const Own<double> own = walker();
    for (const double d : {0.3, 0.5, 1.0, 2.0}) {
        const V a = acceleration(own, {}, p, {{{-5, -d}, {5, -d}}});
        EXPECT_NEAR(a.y, 10 / 0.2 * std::exp(-d / 0.2), 1e-9) << d;
        EXPECT_NEAR(a.x, 0, 1e-12);
    }
    // Beyond its end a wall repels from the end.
    const V a = acceleration(own, {}, p, {{{0.3, -0.4}, {5, -0.4}}});
    EXPECT_NEAR(norm(a), 10 / 0.2 * std::exp(-0.5 / 0.2), 1e-9);
    EXPECT_NEAR(a.x / a.y, -0.3 / 0.4, 1e-9);
}

TEST(SocialForce, DrivingForce) {
    Own<double> own = walker();
    own.velocity = {0, 0.2};
    const V a = acceleration(own, {}, values());
    EXPECT_NEAR(a.x, 2.68, 1e-12);
    EXPECT_NEAR(a.y, -0.4, 1e-12);
}

TEST(SocialForce, WhatLiesBehindCountsLess) {
    const auto p = values();
    const Own<double> own = walker();
    const auto strength = [&](double degrees) {
        const double a = degrees * kPi / 180;
        const V v = acceleration(own, {{{1.0 * std::cos(a), 1.0 * std::sin(a)}, {0, 0}, 0.3}}, p);
        return norm(v);
    };
    const double whole = 2.1 / 0.3 * std::exp(-1 / 0.3);
    for (const double inside : {0.0, 45.0, 90.0, 99.0, -99.0}) EXPECT_NEAR(strength(inside), whole, 1e-9) << inside;
    for (const double behind : {101.0, 180.0, -101.0}) EXPECT_NEAR(strength(behind), 0.5 * whole, 1e-9) << behind;
}

TEST(SocialForce, StandingAgentsLookWhereTheyFace) {
    const auto p = values();
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    own.heading = {0, 1};
    const double whole = 2.1 / 0.3 * std::exp(-1 / 0.3);
    EXPECT_NEAR(norm(acceleration(own, {{{0, 1}, {0, 0}, 0.3}}, p)), whole, 1e-9);
    EXPECT_NEAR(norm(acceleration(own, {{{0, -1}, {0, 0}, 0.3}}, p)), 0.5 * whole, 1e-9);
}

TEST(SocialForce, ContactForces) {
    // Only those: no repulsion, no drive.
    const auto p = values({{"contact", 1}, {"repulsion_strength", 0}, {"wall_strength", 0}});
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    // 0.1 m of overlap with somebody to the right who moves upwards with 0.5 m/s: pushed left, dragged upwards.
    V a = acceleration(own, {{{0.5, 0}, {0, 0.5}, 0.3}}, p);
    EXPECT_NEAR(a.x, -1500 * 0.1, 1e-6);
    EXPECT_NEAR(a.y, 3000 * 0.1 * 0.5, 1e-6);
    // Touching no longer.
    a = acceleration(own, {{{0.61, 0}, {0, 0.5}, 0.3}}, p);
    EXPECT_NEAR(a.x, 0, 1e-9);
    EXPECT_NEAR(a.y, 0, 1e-9);
    // A wall brakes who slides along it.
    own.velocity = own.pref = {1, 0};
    a = acceleration(own, {}, p, {{{-5, -0.25}, {5, -0.25}}});
    EXPECT_NEAR(a.y, 1500 * 0.05, 1e-6);
    EXPECT_NEAR(a.x, -3000 * 0.05, 1e-6);
    // Off by default.
    const V without = acceleration(own, {{{0.5, 0}, {0, 0.5}, 0.3}}, values({{"repulsion_strength", 0}}));
    EXPECT_NEAR(without.x, 0, 1e-12);
    EXPECT_NEAR(without.y, 0, 1e-12);
}

TEST(SocialForce, ChecksOfHelbing2000) {
    // A = 25 m/s², B = 0.08 m act on the gap between bodies and in all directions.
    auto p = values({{"contact", 1}, {"step_time", 0}, {"view_weight", 1}, {"repulsion_range", 0.08}});
    p.repulsion_strength = 25 * 0.08 * std::exp(0.5 / 0.08);
    const Own<double> own{
        .velocity = {1, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 1.69, .dt = 0.01};
    const V touching = acceleration(own, {{{0.45, 0}, {0, 0.2}, 0.25}}, p);
    EXPECT_NEAR(touching.x, -121.106149, 1e-6);
    EXPECT_NEAR(touching.y, 30, 1e-6);
    const V apart = acceleration(own, {{{0.7, 0.1}, {0, 0}, 0.25}}, p);
    EXPECT_NEAR(apart.x, -1.258816, 1e-6);
    EXPECT_NEAR(apart.y, -0.265545, 1e-6);
}

TEST(SocialForce, PackAgreesWithDouble) {
    for (const double contact : {0.0, 1.0}) {
        const test::Settings settings = {{"contact", contact}};
        const auto p = values(settings);
        test::expect_lanes_agree(
            {.model = "social_force", .seed = 32, .settings = settings, .dt = 0.05f},
            [&](const test::Decided& d) { return accelerated(d.own, acceleration(d.own, d.near, p, d.feet)); });
    }
}

TEST(SocialForce, DegenerateInputGivesNumbers) {
    for (const double contact : {0.0, 1.0}) {
        const auto p = values({{"contact", contact}});
        Own<double> own = walker();
        own.velocity = own.pref = {0, 0};
        const std::vector<Near<double>> here(3, Near<double>{{0, 0}, {0, 0}, 0.3});
        const std::vector<Near<double>> running(3, Near<double>{{0, 0}, {1, 1}, 0.3});
        // On the way somebody will take within step_time: b is 0 there.
        const std::vector<Near<double>> in_the_way = {{{-1, 0}, {1, 0}, 0.3}};
        const std::vector<WallPiece<double>> walls = {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}};
        for (const auto& near : {here, running, in_the_way}) {
            const V a = acceleration(own, near, p, walls);
            EXPECT_TRUE(std::isfinite(a.x) && std::isfinite(a.y));
        }
    }
}

}  // namespace
}  // namespace sidestep
