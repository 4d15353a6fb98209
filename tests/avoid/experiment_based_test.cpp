// Pettré et al. 2009: one encounter, with the values of the formulas (T1 to T6).
#include "avoid/experiment_cases.h"

namespace sidestep {
namespace {

using namespace experiment_cases;

TEST(ExperimentBased, Defaults) {
    const auto all = test::table(model::kInfo, {});
    EXPECT_EQ(all[kPrefSpeed], 1.4);
    EXPECT_EQ(all[kMaxSpeed], 2.5);
    EXPECT_EQ(all[kMaxAccel], 2);
    EXPECT_EQ(all[kNeighbourRange], 15);
    const auto [p, most] = values();
    EXPECT_EQ(p.kite_side, 0.8);
    EXPECT_EQ(p.kite_front_gain, 0.4);
    EXPECT_EQ(p.beta_v, 0.5);
    EXPECT_EQ(p.beta_theta, 0.5);
    EXPECT_EQ(p.gamma_v, 0.25);
    EXPECT_EQ(p.gamma_theta, 0.25);
    EXPECT_EQ(p.alpha, 0.5);
    EXPECT_EQ(most, 7);
    EXPECT_EQ(p.view_weight, 0);
    EXPECT_FALSE(p.accelerates || p.locks_role || p.persists);
    EXPECT_NEAR(values({{"fov_deg", 180}}).p.cos_half_fov, 0, 1e-7);
    EXPECT_EQ(all.own(model::kFovDeg), 180);
    EXPECT_TRUE(model::kInfo.neighbours.hidden_by_walls);
}

TEST(ExperimentBased, WhatIsBehindIsNotSeen) {
    const auto sees = [](double fov, V p) {
        return !decide(walker(), {other(p, {0, 0})}, values({{"fov_deg", fov}})).meetings.empty();
    };
    EXPECT_TRUE(sees(180, {3, 5}));
    EXPECT_TRUE(sees(180, {0, 5}));
    EXPECT_FALSE(sees(180, {-0.01, 5}));
    EXPECT_TRUE(sees(90, {2, 1.9}));
    EXPECT_FALSE(sees(90, {2, 2.1}));
    EXPECT_TRUE(sees(270, {-1.9, 2}));
    EXPECT_FALSE(sees(270, {-2.1, 2}));
    EXPECT_TRUE(sees(360, {-5, 0}));
}

TEST(ExperimentBased, ErrorsShrinkWithLooking) {
    const struct {
        double time, tti, error;
    } cases[] = {{0, 4, 0.5}, {0.8, 3.2, 0.16563}, {2, 2, 0.07955}, {3.2, 0.8, 0.02713}, {4, 0, 0}, {0, 0, 0}};
    for (const auto& c : cases) {
        EXPECT_NEAR(perception_error(0.5, 0.25, log_of_looking(c.time, c.tti)), c.error, 1e-5) << c.time;
    }
}

TEST(ExperimentBased, KiteGrowsWithSpeed) {
    EXPECT_NEAR(kite_of(walker(), 0.8, 0.4).front, 1.36, 1e-12);
    // Standing: the heading it had.
    const auto kite = kite_of(walker({0, 0}, {1.4, 0}, {0, 1}), 0.8, 0.4);
    EXPECT_EQ(kite.front, 0.8);
    EXPECT_VEC(kite.heading, 0, 1, 0);
}

TEST(ExperimentBased, T1GivesWay) {
    const Own<double> own = walker();
    const V p{4.5, -4}, v{0, 1.4};
    const Result unsure = decide(own, {other(p, v, 0)}, values());
    EXPECT_VEC(unsure.velocity, 1.4, 0, 0);
    EXPECT_FALSE(unsure.meetings[0].interacting);
    const Result r = decide(own, {other(p, v, 0.8)}, values());
    const Meeting<double>& m = r.meetings[0];
    EXPECT_TRUE(m.interacting);
    EXPECT_NEAR(m.tti, 3.03571, 1e-5);
    EXPECT_VEC(m.wedge.left, -0.81496, 0.57952, 1e-5);
    EXPECT_VEC(m.wedge.right, -0.61747, 0.78659, 1e-5);
    EXPECT_NEAR(g_right(m, own), 0.23676, 1e-5);
    EXPECT_NEAR(g_left(m, own), 0.32960, 1e-5);
    EXPECT_NEAR(perception_errors(other(p, v).near, 0.8, m.tti, values().p).v, 0.16211, 1e-5);
    EXPECT_FALSE(m.left);
    EXPECT_EQ(role(m, p, {1, 0}), PassingRole::give_way);
    const Tangent<double> line = tangent_of(m.wedge.apex, m.wedge.right, false, own.pref, own.max_speed);
    EXPECT_NEAR(line.keeping_speed, 2.20246, 1e-5);
    EXPECT_NEAR(line.nearest, 1.96569, 1e-5);
    EXPECT_NEAR(line.keeping_course, 1.77983, 1e-5);
    EXPECT_VEC(r.velocity, 1.21376, -0.14620, 1e-5);
    const V turning = decide(own, {other(p, v, 0.8)}, values({{"alpha", 0}})).velocity;
    EXPECT_VEC(turning, 1.35996, -0.33243, 1e-5);
    EXPECT_NEAR(norm(turning), 1.4, 1e-12);
    EXPECT_VEC(decide(own, {other(p, v, 0.8)}, values({{"alpha", 1}})).velocity, 1.09900, 0, 1e-5);
    // In between: piecewise linear along the border.
    EXPECT_VEC(decide(own, {other(p, v, 0.8)}, values({{"alpha", 0.25}})).velocity, (1.35996 + 1.21376) / 2,
               (-0.33243 - 0.14620) / 2, 1e-5);
}

TEST(ExperimentBased, T2PassesFirst) {
    const Own<double> own = walker();
    const V p{4, -4.5}, v{0, 1.4};
    const Result unsure = decide(own, {other(p, v, 0.8)}, values());
    EXPECT_FALSE(unsure.meetings[0].interacting);
    EXPECT_NEAR(g_right(unsure.meetings[0], own), 0.49911, 1e-5);
    EXPECT_NEAR(g_left(unsure.meetings[0], own), 0.07708, 1e-5);
    const Result r = decide(own, {other(p, v, 2)}, values());
    EXPECT_TRUE(r.meetings[0].interacting);
    EXPECT_TRUE(r.meetings[0].left);
    EXPECT_EQ(role(r.meetings[0], p, {1, 0}), PassingRole::pass_first);
    EXPECT_VEC(r.velocity, 1.45234, 0.05658, 1e-5);
    EXPECT_VEC(decide(own, {other(p, v, 2)}, values({{"alpha", 0}})).velocity, 1.39576, 0.10893, 1e-5);
    EXPECT_VEC(decide(own, {other(p, v, 2)}, values({{"alpha", 1}})).velocity, 1.51351, 0, 1e-5);
    // The asymmetry of the experiment: who passes first changes less.
    EXPECT_NEAR(norm(r.velocity - own.pref), 0.0771, 1e-4);
    EXPECT_NEAR(norm(decide(own, {other({4.5, -4}, v, 0.8)}, values()).velocity - own.pref), 0.2368, 1e-4);
}

TEST(ExperimentBased, T3NeverInteracts) {
    for (const double time : {0.0, 0.8, 4.0, 100.0}) {
        const Result r = decide(walker(), {other({6, -4}, {0, 1.4}, time)}, values());
        EXPECT_NEAR(g_right(r.meetings[0], walker()), -0.14626, 1e-5);
        EXPECT_FALSE(r.meetings[0].interacting);
        EXPECT_VEC(r.velocity, 1.4, 0, 0);
    }
}

TEST(ExperimentBased, T4TiesGoToTheRight) {
    const Own<double> own = walker();
    const std::vector<Other> others = {other({4, -4}, {0, 1.4}, 0.8)};
    const Result r = decide(own, others, values());
    EXPECT_FALSE(r.meetings[0].left);
    EXPECT_NEAR(g_right(r.meetings[0], own), 0.39727, 1e-5);
    EXPECT_NEAR(g_left(r.meetings[0], own), 0.21864, 1e-5);
    EXPECT_VEC(r.velocity, 1.06843, -0.21884, 1e-5);
    EXPECT_VEC(decide(own, others, values({{"alpha", 0}})).velocity, 1.28727, -0.55040, 1e-5);
    EXPECT_VEC(decide(own, others, values({{"alpha", 1}})).velocity, 0.924, 0, 1e-5);
}

TEST(ExperimentBased, T5HeadOnIsSureAtFirstSight) {
    const Result r = decide(walker(), {other({6, 0}, {-1.4, 0}, 0)}, values());
    EXPECT_TRUE(r.meetings[0].interacting);
    EXPECT_NEAR(r.meetings[0].tti, 2.14286, 1e-5);
    EXPECT_VEC(r.velocity, 1.35109, -0.36681, 1e-5);
    // The other turns to its right, too.
    const Result opposite = decide(walker({-1.4, 0}, {-1.4, 0}, {-1, 0}), {other({-6, 0}, {1.4, 0}, 0)}, values());
    EXPECT_VEC(opposite.velocity, -1.35109, 0.36681, 1e-5);
}

TEST(ExperimentBased, T6InsideTheKite) {
    const Result r = decide(walker(), {other({0.5, 0.1}, {0, 0}, 0)}, values({{"separation_speed", 0}}));
    EXPECT_TRUE(r.meetings[0].wedge.inside);
    EXPECT_VEC(r.velocity, 1.04010, -0.61183, 1e-4);
    // Touching bodies part: the border is shifted by the speed of separation.
    Other close = other({0.3, 0.1}, {0, 0}, 0);
    const V aside = decide(walker(), {close}, values({{"separation_speed", 0}})).velocity;
    const Result parts = decide(walker(), {close}, values());
    EXPECT_NEAR(norm(parts.velocity - aside), std::min(0.3, (0.5 - std::hypot(0.3, 0.1)) / 0.5), 1e-9);
}

TEST(ExperimentBased, InsideIsContinuousWithOutside) {
    // Just outside an edge the wedge is nearly the half-plane of the edge.
    test::Dice dice(2);
    const Kite<double> kite = kite_of(walker(), 0.8, 0.4);
    const V corners[] = {{1.36, 0}, {0, 0.8}, {-0.8, 0}, {0, -0.8}, {1.36, 0}};
    for (int edge = 0; edge < 4; ++edge) {
        const V along = corners[edge + 1] - corners[edge];
        const V n = V{along.y, -along.x} * (1 / norm(along));
        for (int i = 0; i < 200; ++i) {
            const V on = corners[edge] + along * dice.between(0.1, 0.9);
            const auto in = wedge_of(kite, on - n * 1e-9, V{0, 0}, 0.0, true),
                       out = wedge_of(kite, on + n * 1e-9, V{0, 0}, 0.0, true);
            EXPECT_TRUE(in.inside && !out.inside);
            const V v{dice.between(-1, 1), dice.between(-1, 1)};
            if (std::abs(dot(v, n)) < 1e-6) continue;
            EXPECT_EQ(forbids(in, v), forbids(out, v));
        }
    }
}

}  // namespace
}  // namespace sidestep
