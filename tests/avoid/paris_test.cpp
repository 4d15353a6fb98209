// Paris 2007 with our own intervals of speed: values of the formulas, one agent in double.
#include "avoid/paris.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

ParisValues<double> values(const test::Settings& settings = {}) {
    return paris_values<double>(test::table(paris::kInfo, settings));
}
Own<double> walker(double speed = 1.3) {
    return {.velocity = {speed, 0}, .heading = {1, 0}, .pref = {speed, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.1};
}
SpeedGap<double> gap(const Near<double>& other, double wish, const V& direction = {1, 0}) {
    const auto p = values();
    return speed_gap(direction, wish, passer(walker(), other.position, other, true, p), p);
}
double cost(const Near<double>& other, double wish) {
    return encounter_cost(gap(other, wish), wish, values());
}
V step(const Own<double>& own, const People& near, const Walls& walls = {}, const ParisValues<double>& p = values()) {
    return paris_velocity(own, NearList(near), WallList(walls), p);
}

TEST(Paris, PublishedInterval) {
    // The crossing four metres ahead, three of the other's way.
    const Near<double> other{{4, -3}, {0, 1.2}, 0.25};
    const auto g = gap(other, 1.5);
    EXPECT_TRUE(g.exists);
    EXPECT_NEAR(g.begins, 2.083333, 1e-6);
    EXPECT_NEAR(4 / g.slowest, 2.916667, 1e-6);
    EXPECT_NEAR(g.fastest, 1.92, 1e-9);
    EXPECT_NEAR(g.slowest, 1.371429, 1e-6);
    // Both ends are the roots of |p + v t − X| = R.
    for (const double s : {g.slowest, g.fastest}) {
        EXPECT_NEAR(norm(other.position + other.velocity * (4 / s) - V{4, 0}), 0.5, 1e-9);
    }
    EXPECT_NEAR(cost(other, 1.5), std::min(1.92 - 1.5, 1.5 - 1.371429) / 1.5 * (1 - 2.083333 / 8), 1e-6);
    EXPECT_EQ(cost(other, 1.3), 0);  // behind it
    EXPECT_EQ(cost(other, 2.0), 0);  // before it
}

TEST(Paris, WhoHasPassedOrWalksAwayCostsNothing) {
    EXPECT_FALSE(gap({{4, 3}, {0, 1.2}, 0.25}, 1.3).exists);
    EXPECT_FALSE(gap({{-4, -3}, {0, 1.2}, 0.25}, 1.3).exists);
    // In the crossing now: only later passes.
    const auto g = gap({{4, 0.2}, {0, 1.2}, 0.25}, 1.3);
    EXPECT_TRUE(g.exists);
    EXPECT_LT(g.begins, 0);
    EXPECT_GT(g.fastest, 1e5);
    EXPECT_NEAR(g.slowest, 4 / (0.3 / 1.2), 1e-9);
}

TEST(Paris, MetAndFollowed) {
    const auto standing = gap({{4, 0.3}, {0, 0}, 0.25}, 1.3);
    EXPECT_TRUE(standing.exists);
    EXPECT_EQ(standing.slowest, 0);
    EXPECT_NEAR(standing.begins, (4 - 0.4) / 1.3, 1e-9);
    EXPECT_FALSE(gap({{4, 0.6}, {0, 0}, 0.25}, 1.3).exists);
    const auto oncoming = gap({{4, 0}, {-1.3, 0}, 0.25}, 1.3);
    EXPECT_EQ(oncoming.slowest, 0);
    EXPECT_NEAR(oncoming.begins, 3.5 / 2.6, 1e-9);
    const auto followed = gap({{2, 0}, {0.8, 0}, 0.25}, 1.3);
    EXPECT_NEAR(followed.slowest, 0.8, 1e-9);
    EXPECT_FALSE(gap({{2, 0}, {1.4, 0}, 0.25}, 1.3).exists);   // faster
    EXPECT_TRUE(gap({{0.4, 0}, {1.3, 0}, 0.25}, 1.3).exists);  // too close to follow
}

TEST(Paris, SpeedsPassNearestToTheWish) {
    const auto p = values();
    const auto speed = [&](const People& near, double wish) {
        return passing_speed(walker(wish), V{1, 0}, wish, NearList(near), WallList({}), p);
    };
    const Near<double> other{{4, -3}, {0, 1.2}, 0.25};  // (1.371, 1.92)
    EXPECT_NEAR(speed({other}, 1.5), 1.371429, 1e-6);
    EXPECT_NEAR(speed({other}, 1.8), 1.92, 1e-6);
    EXPECT_EQ(speed({other}, 1.2), 1.2);
    // A second one whose gap begins inside the first: out of both.
    const Near<double> second{{4, -3.6}, {0, 1.2}, 0.25};
    const double low = 4 / (4.1 / 1.2);
    EXPECT_NEAR(speed({other, second}, 1.45), low, 1e-6);
    // A leader is approached as far as there is room.
    EXPECT_NEAR(speed({{{1, 0}, {0.8, 0}, 0.25}}, 1.6), 0.8 + 0.5, 1e-6);
    EXPECT_NEAR(speed({{{0.6, 0}, {0.8, 0}, 0.25}}, 1.3), 0.8 + 0.1, 1e-6);
    // Overlapping: let it get ahead, or stand.
    EXPECT_NEAR(speed({{{0.4, 0}, {1.3, 0}, 0.25}}, 1.3), 1.3 - 0.1, 1e-6);
    EXPECT_NEAR(speed({{{0.4, 0}, {0, 0}, 0.25}}, 1.3), 0, 1e-6);
}

TEST(Paris, TurnsFromWhoIsMet) {
    const V v = step(walker(), {{{2, 0.1}, {-1.3, 0}, 0.25}});
    EXPECT_LT(v.y, -0.1);
    const V tie = step(walker(), {{{2, 0}, {-1.3, 0}, 0.25}});
    EXPECT_LT(tie.y, -0.1) << "ties to the right";
    const V alone = step(walker(), {});
    EXPECT_EQ(alone.x, 1.3);
    EXPECT_EQ(alone.y, 0);
}

TEST(Paris, CostIsTheMeanOverThoseMet) {
    const auto only_ahead = values({{"max_deviation_deg", 1}, {"directions", 1}});
    const Near<double> met{{2, 0}, {-1.3, 0}, 0.25}, later{{5, 0}, {-1.3, 0}, 0.25}, past{{-6, 3}, {0, 1}, 0.25};
    const auto cost_of = [&](const People& near) {
        return best_direction(walker(), V{1, 0}, 1.3, NearList(near), WallList({}), only_ahead).cost;
    };
    EXPECT_NEAR(cost_of({met}), 0.5 * cost(met, 1.3), 1e-9);
    EXPECT_NEAR(cost_of({met, past}), 0.5 * cost(met, 1.3), 1e-9);
    // A degree to the right is a little better, by less than it costs.
    EXPECT_NEAR(cost_of({met, later}), 0.5 * (cost(met, 1.3) + cost(later, 1.3)) / 2, 1e-3);
}

TEST(Paris, ObliqueCrossingsTakeLonger) {
    const auto g = gap({{2, 1}, {-0.6, -0.8}, 0.25}, 1.3);
    // The crossing lies 1.25 m along its way; it is in the strip 0.5/0.8 m before and after.
    EXPECT_NEAR(g.begins, 1.25 - 0.5 / 0.8, 1e-9);
    EXPECT_NEAR(g.slowest, (2 - 0.75) / (1.25 + 0.5 / 0.8), 1e-9);
}

TEST(Paris, MirroredPairGivesMirroredVelocities) {
    for (const double y : {0.1, 0.4, 2.0}) {
        const V a = step(walker(), {{{3, y}, {-1, -0.4}, 0.3}}), b = step(walker(), {{{3, -y}, {-1, 0.4}, 0.3}});
        EXPECT_DOUBLE_EQ(a.x, b.x);
        EXPECT_DOUBLE_EQ(a.y, -b.y);
    }
}

TEST(Paris, WallsAreSomebodyAtTheirNearestPoint) {
    Own<double> own = walker();
    own.pref = {0.4, -1.2};
    const V wall = step(own, {}, {{{-5, -1}, {5, -1}}});
    const V post = step(own, {{{0, -1}, {0, 0}, 0}});
    EXPECT_NEAR(norm(wall - post), 0, 1e-12);
}

TEST(Paris, PackAgreesWithDouble) {
    test::expect_lanes_agree({.model = "paris", .seed = 48},
                             [](const test::Decided& d) { return step(d.own, d.near, d.feet); });
}

TEST(Paris, DegenerateInputGivesNumbers) {
    Own<double> own = walker();
    for (const V wish : {V{0, 0}, V{1.3, 0}}) {
        own.velocity = own.pref = wish;
        for (const Near<double>& other : {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3}}) {
            const V v = step(own, {other, other}, {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}});
            EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
        }
    }
}

}  // namespace
}  // namespace sidestep
