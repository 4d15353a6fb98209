// Steering behaviours: each of them, and the whole step, one agent in double.
#include "avoid/reynolds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

constexpr double kFar = 100;

ReynoldsValues<double> values(const test::Settings& settings = {}) {
    return reynolds_values<double>(test::table(reynolds::kInfo, settings));
}
Own<double> walker() {
    return {.velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.05};
}
V step(const Own<double>& own, const People& near, const ReynoldsValues<double>& p, const Walls& walls = {},
       double goal_distance = kFar, double wall_draw = 0.5, double neighbour_draw = 0.5) {
    return reynolds_velocity(own, goal_distance, NearList(near), WallList(walls), wall_draw, neighbour_draw, p);
}
double side(const Near<double>& other, const Own<double>& own = walker()) {
    return unaligned_side(own, NearList(People{other}), values());
}

TEST(Reynolds, ConstantsOfThePedestrians) {
    const auto p = values();
    EXPECT_DOUBLE_EQ(p.max_force, 8);
    EXPECT_DOUBLE_EQ(p.neighbour_lead, 3);
    EXPECT_DOUBLE_EQ(p.neighbour_weight, 10);
    EXPECT_DOUBLE_EQ(p.wall_lead, 6);
    EXPECT_DOUBLE_EQ(p.leak_through, 0.1);
    EXPECT_NEAR(p.cos_parallel, 0.707, 2e-4);
    EXPECT_NEAR(p.cos_separation, -0.707, 2e-4);
    EXPECT_DOUBLE_EQ(test::values_with(reynolds::kInfo, {})[kMaxSpeed], 2);
}

TEST(Reynolds, SeekAndArrival) {
    Own<double> own = walker();
    own.velocity = {0, 0.2};
    const V far = arrive(own, kFar, values());
    EXPECT_NEAR(far.x, 1.3, 1e-12);
    EXPECT_NEAR(far.y, -0.2, 1e-12);
    EXPECT_NEAR(arrive(own, 0.2, values()).x, 1.3 * 0.2 / 0.5, 1e-12);
    EXPECT_NEAR(arrive(own, 0.0, values({{"slowing_distance", 0}})).x, 1.3, 1e-12);
}

TEST(Reynolds, Separation) {
    const auto p = values();
    const auto away = [&](const People& near) { return separation(walker(), NearList(near), p); };
    // −q/|q|² of each, then of unit length.
    const V both = away({{{0.8, 0}, {0, 0}, 0.25}, {{0, 0.4}, {0, 0}, 0.25}});
    const V sum{-1 / 0.8, -1 / 0.4};
    EXPECT_NEAR(both.x, sum.x / norm(sum), 1e-12);
    EXPECT_NEAR(both.y, sum.y / norm(sum), 1e-12);
    EXPECT_EQ(norm(away({{{1.01, 0}, {0, 0}, 0.25}})), 0);           // too far
    EXPECT_EQ(norm(away({{{-0.9, 0}, {0, 0}, 0.25}})), 0);           // behind
    EXPECT_NEAR(norm(away({{{-0.7, 0}, {0, 0}, 0.25}})), 1, 1e-12);  // behind, within three radii
}

TEST(Reynolds, HeadOnByWhereItWillBe) {
    EXPECT_EQ(side({{4, 0.3}, {-1.3, 0}, 0.25}), -1);
    EXPECT_EQ(side({{4, -0.3}, {-1.3, 0}, 0.25}), 1);
    EXPECT_EQ(side({{4, 0}, {-1.3, 0}, 0.25}), -1);  // a tie: to the right
    // Now on the left, at the meeting on the right.
    EXPECT_EQ(side({{4, 0.2}, {-1.3, -0.2}, 0.25}), 1);
    EXPECT_EQ(side({{4, 0.6}, {-1.3, 0}, 0.25}), 0);  // it will be missed
    EXPECT_EQ(side({{9, 0}, {-1.3, 0}, 0.25}), 0);    // in 3.5 s
    EXPECT_EQ(side({{3, 0.1}, {0, 0}, 0.25}), -1);    // somebody stands
    EXPECT_EQ(side({{-2, 0.1}, {0, 0}, 0.25}), 0);    // left behind
}

TEST(Reynolds, AlongsideByWhereItIs) {
    EXPECT_EQ(side({{1, 0.3}, {0.6, -0.1}, 0.25}), -1);
    EXPECT_EQ(side({{1, -0.3}, {0.6, 0.1}, 0.25}), 1);
}

TEST(Reynolds, CrossingBehindWhoIsNotFaster) {
    const Near<double> slower{{2, -2}, {0, 1.25}, 0.25}, faster{{2, -2}, {0, 1.35}, 0.25};
    EXPECT_EQ(side(slower), -1);  // it walks to the left: to the right, behind it
    EXPECT_EQ(side(faster), 0);   // it will be gone
    EXPECT_EQ(side({{2, 2}, {0, -1.25}, 0.25}), 1);
}

TEST(Reynolds, MostImminentThreatCounts) {
    const People two = {{{3, 0.2}, {-0.1, 0}, 0.25}, {{3.2, -0.2}, {-1.3, 0}, 0.25}};
    EXPECT_EQ(unaligned_side(walker(), NearList(two), values()), 1);
}

TEST(Reynolds, TouchedPeopleArePushedAside) {
    const auto push = [](const People& near) { return close_push(walker(), NearList(near)); };
    EXPECT_NEAR(push({{{0.3, 0.2}, {0, 0}, 0.25}}), -0.2, 1e-12);
    EXPECT_NEAR(push({{{0.3, 0.2}, {0, 0}, 0.25}, {{0.3, -0.3}, {0, 0}, 0.25}}), -0.2, 1e-12);  // the nearest
    EXPECT_EQ(push({{{0.5, 0.2}, {0, 0}, 0.25}}), 0);
    // Through the whole step: ten times that, and no other evasion.
    const auto p = values({{"separation_weight", 0}});
    const V v = step(walker(), {{{0.3, 0.2}, {0, 0}, 0.25}}, p);
    EXPECT_NEAR(v.y, -0.2 * 10 * 0.05, 1e-12);
}

TEST(Reynolds, WallsInTheWay) {
    const auto p = values();
    const auto force = [&](const Walls& walls, double goal = kFar) {
        Own<double> own = walker();
        own.velocity = {1.2, 0.5};
        own.heading = {1.2 / 1.3, 0.5 / 1.3};
        return wall_side(own, goal, WallList(walls), p);
    };
    const Walls left = {{{-20, 1.25}, {20, 1.25}}};  // touched in two seconds
    EXPECT_NEAR(force(left), -8 * (1 - 2.0 / 6), 1e-9);
    EXPECT_EQ(force(left, 2.5), 0);  // the way point is nearer
    EXPECT_EQ(force({{{-20, -1.25}, {20, -1.25}}}), 0);
    EXPECT_EQ(force({{{3, 1.25}, {20, 1.25}}}), 0);                                      // it begins farther on
    EXPECT_NE(force({{{2.5, 1.25}, {20, 1.25}}}), 0);                                    // the body grazes its end
    EXPECT_EQ(force({{{-20, 4}, {20, 4}}}), 0);                                          // seven and a half seconds
    EXPECT_NEAR(force({{{-20, 1.75}, {20, 1.75}}, left[0]}), -8 * (1 - 2.0 / 6), 1e-9);  // the first to be touched
    // Inside the margin: at once.
    EXPECT_NEAR(force({{{-20, 0.2}, {20, 0.2}}}), -8, 1e-9);
}

TEST(Reynolds, WallsComeFirst) {
    Own<double> own = walker();
    own.velocity = own.pref = {1.2, 0.5};
    own.heading = {1.2 / 1.3, 0.5 / 1.3};
    const People right = {{{2.4, 0.9}, {0, 0}, 0.25}};
    const Walls left = {{{-20, 1.25}, {20, 1.25}}};
    const auto p = values({{"separation_weight", 0}});
    EXPECT_GT(cross(own.heading, step(own, right, p)), 0);
    EXPECT_LT(cross(own.heading, step(own, right, p, left)), 0);
    // Leaks: whoever does not see the wall avoids the person, and the other way round.
    EXPECT_GT(cross(own.heading, step(own, right, p, left, kFar, 0.05)), 0);
    EXPECT_NEAR(cross(own.heading, step(own, right, p, {}, kFar, 0.5, 0.05)), 0, 1e-12);
}

TEST(Reynolds, ForceIsLimited) {
    const V v = step(walker(), {{{1, 0.1}, {-1.3, 0}, 0.25}}, values());
    EXPECT_NEAR(norm(v - V{1.3, 0}), 8 * 0.05, 1e-9);
}

TEST(Reynolds, MirroredPairGivesMirroredVelocities) {
    for (const double y : {0.1, 0.3}) {
        const V a = step(walker(), {{{1, y}, {-1, 0.1}, 0.3}}, values()),
                b = step(walker(), {{{1, -y}, {-1, -0.1}, 0.3}}, values());
        EXPECT_DOUBLE_EQ(a.x, b.x);
        EXPECT_DOUBLE_EQ(a.y, -b.y);
        EXPECT_NE(a.y, 0);
    }
}

TEST(Reynolds, PackAgreesWithDouble) {
    const test::Settings settings = {{"leak_through", 0}};
    const auto p = values(settings);
    test::expect_lanes_agree(
        {.model = "reynolds", .seed = 46, .settings = settings, .dt = 0.05f},
        [&](const test::Decided& d) { return step(d.own, d.near, p, d.walls, norm(d.way_point)); });
}

TEST(Reynolds, DegenerateInputGivesNumbers) {
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    for (const Near<double>& other : {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3}}) {
        for (const double slowing : {0.0, 0.5}) {
            const V v = step(own, {other, other}, values({{"slowing_distance", slowing}, {"wall_lead", 0}}),
                             {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}}, 0);
            EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
        }
    }
}

}  // namespace
}  // namespace sidestep
