// Pettré et al. 2009 beyond people who walk straight in the open: acceleration, views, walls, hidden corners, options.
#include "avoid/experiment_cases.h"

namespace sidestep {
namespace {

using namespace experiment_cases;

TEST(ExperimentBased, AcceleratingOther) {
    const auto p = values({{"acceleration", model::kHalf}, {"beta_v", 0}, {"beta_theta", 0}});
    const auto meeting = [&](V a) { return decide(walker(), {other({5.5, -3}, {0, 1.4}, 0, a)}, p).meetings[0]; };
    const auto still = meeting({0, 0});
    EXPECT_NEAR(g_left(still, walker()), 0.7799, 1e-4);
    EXPECT_NEAR(g_right(still, walker()), -0.3122, 1e-4);
    EXPECT_FALSE(still.interacting);
    const auto comes = meeting({-0.3, 0});
    EXPECT_NEAR(comes.tti, 3.0357, 1e-4);
    EXPECT_TRUE(comes.interacting);
    EXPECT_FALSE(comes.left) << "the tangent at the front corner";
    EXPECT_FALSE(meeting({0.3, 0}).interacting);
    const auto& w = still.wedge;
    const V a{-0.3, 0};
    const auto stay =
        stay_in_wedge(g_right(still, walker()), g_left(still, walker()), cross(w.right, a), cross(a, w.left));
    EXPECT_NEAR(stay.in, 1.7733, 1e-4);
    EXPECT_NEAR(stay.out, 7.0, 1e-3);
    EXPECT_TRUE(stay.from_outside && !stay.in_by_left);
    // The velocity that puts the interaction point of the meeting on the tangent.
    for (const int lead : {model::kHalf, model::kWhole}) {
        const auto q = values({{"acceleration", static_cast<double>(lead)}, {"beta_v", 0}, {"beta_theta", 0}});
        const Result r = decide(walker(), {other({5.5, -3}, {0, 1.4}, 0, a)}, q);
        const double tau = comes.tti * (lead == model::kHalf ? 0.5 : 1);
        EXPECT_NEAR(cross(r.meetings[0].wedge.right, V{0, 1.4} + a * tau - r.velocity), 0, 1e-9);
    }
}

TEST(ExperimentBased, NoAccelerationChangesNothing) {
    test::Dice dice(12);
    for (int i = 0; i < 500; ++i) {
        const auto others = random_others(dice, 1 + dice.below(5));
        const Result a = decide(walker(), others, values());
        const Result b = decide(walker(), others, values({{"acceleration", model::kHalf}}));
        EXPECT_VEC(a.velocity, b.velocity.x, b.velocity.y, 1e-12);
    }
}

TEST(ExperimentBased, ErrorsDependOnTheView) {
    const auto p = values({{"view_weight", 0.5}}).p;
    const auto front = perception_errors(other({5, 0}, {-1, 0}).near, 0.0, 2.0, p);
    EXPECT_NEAR(front.v, 0.75, 1e-6);
    EXPECT_NEAR(front.theta, 0.25, 1e-6);
    const auto side = perception_errors(other({5, 0}, {0, 1}).near, 0.0, 2.0, p);
    EXPECT_NEAR(side.v, 0.25, 1e-6);
    EXPECT_NEAR(side.theta, 0.75, 1e-6);
    // Head-on, a little to the side: the reaction comes from farther away.
    const auto farthest = [&](double weight) {
        for (double d = 30; d > 2; d -= 0.05) {
            if (decide(walker(), {other({d, 0.3}, {-1.4, 0}, 0)}, values({{"view_weight", weight}}))
                    .meetings[0]
                    .interacting)
                return d;
        }
        return 0.0;
    };
    EXPECT_GT(farthest(0.5), farthest(0) + 0.5);
}

TEST(ExperimentBased, WallsCutTheSolution) {
    const auto turning = values({{"alpha", 0}});
    const std::vector<Other> others = {other({4.5, -4}, {0, 1.4}, 0.8)};
    const V free = decide(walker(), others, turning).velocity;
    EXPECT_LT(free.y, -0.3);
    // A wall on the right leaves 0.1 m beside the body: less turning, more braking, on the same border.
    const V beside = decide(walker(), others, turning, {{{-9, -0.35}, {9, -0.35}}}).velocity;
    EXPECT_NEAR(beside.y, -0.1, 1e-9);
    const auto w = decide(walker(), others, turning).meetings[0].wedge;
    EXPECT_NEAR(cross(w.right, w.apex - beside), 0, 1e-9);
    EXPECT_LT(norm(beside), norm(free));
    // Far away it does not matter.
    EXPECT_VEC(decide(walker(), others, turning, {{{-9, -3}, {9, -3}}}).velocity, free.x, free.y, 1e-12);
    // Braking is ruled out by a wall behind … nothing ahead: the other role.
    const V first = decide(walker(), others, turning, {{{-9, -0.2}, {9, -0.2}}, {{0.2, -9}, {0.2, 9}}}).velocity;
    EXPECT_VEC(first, 0, 0, 1e-9);
}

TEST(ExperimentBased, TheOtherRoleWhereOneIsWalledOff) {
    // Head-on: to the right is a wall, so to the left.
    const std::vector<Other> others = {other({3, 0}, {-1.4, 0}, 3)};
    EXPECT_LT(decide(walker(), others, values()).velocity.y, -0.1);
    const V v = decide(walker(), others, values(), {{{-9, -0.3}, {9, -0.3}}}).velocity;
    EXPECT_GT(v.y, 0.1);
    // Walls on both sides: nothing is left but standing.
    EXPECT_VEC(decide(walker(), others, values(), {{{-9, -0.3}, {9, -0.3}}, {{-9, 0.3}, {9, 0.3}}}).velocity, 0, 0, 0);
}

TEST(ExperimentBased, SeveralModeKeepsOffWalls) {
    test::Dice dice(4);
    int several = 0;
    for (int i = 0; i < 8000; ++i) {
        const double gap = dice.between(0, 1);
        const Result r = decide(walker(), random_others(dice, 5), values(), {{{-9, -0.25 - gap}, {9, -0.25 - gap}}});
        if (!r.several) continue;
        ++several;
        EXPECT_GE(r.velocity.y, -gap - 1e-9);
    }
    EXPECT_GT(several, 300);
}

// ---- options ----

TEST(ExperimentBased, RoleLockKeepsTheRole) {
    Other o = other({4.5, -4}, {0, 1.4}, 2);
    EXPECT_FALSE(decide(walker(), {o}, values({{"role_lock", 1}})).meetings[0].left);
    o.interacting = o.left = true;
    EXPECT_TRUE(decide(walker(), {o}, values({{"role_lock", 1}})).meetings[0].left);
    EXPECT_FALSE(decide(walker(), {o}, values()).meetings[0].left);
}

TEST(ExperimentBased, HysteresisGoesOnWhileLikely) {
    Other o = other({4.5, -4}, {0, 1.4}, 0);
    EXPECT_FALSE(decide(walker(), {o}, values({{"hysteresis", 1}})).meetings[0].interacting);
    o.interacting = true;
    EXPECT_TRUE(decide(walker(), {o}, values({{"hysteresis", 1}})).meetings[0].interacting);
    EXPECT_FALSE(decide(walker(), {o}, values()).meetings[0].interacting);
    Other away = other({6, -4}, {0, 1.4}, 0);
    away.interacting = true;
    EXPECT_FALSE(decide(walker(), {away}, values({{"hysteresis", 1}})).meetings[0].interacting);
}

TEST(ExperimentBased, CornersHideWalkers) {
    Near<double> found[kMostExpected];
    // A block on the left whose corner lies ahead: two walls meet there, one corner.
    const std::vector<WallPiece<double>> block = {{{3, 1}, {-5, 1}}, {{3, 1}, {3, 9}}};
    ASSERT_EQ(expected_walkers(block, {1, 0}, 5, 0.25, 1.4, found), 1);
    EXPECT_GT(found[0].position.x, 3.25);
    EXPECT_GT(found[0].position.y, 1.25);
    EXPECT_LT(norm(found[0].position - V{3, 1}), 1);
    EXPECT_VEC(found[0].velocity, 0, -1.4, 1e-12);
    EXPECT_EQ(expected_walkers(block, {1, 0}, 2, 0.25, 1.4, found), 0) << "too far away";
    EXPECT_EQ(expected_walkers(block, {-1, 0}, 5, 0.25, 1.4, found), 0) << "behind";
    // The corner of a room hides nobody: the wall goes on to the other side.
    const std::vector<WallPiece<double>> room = {{{-5, 1}, {3, 1}}, {{3, 1}, {3, -9}}};
    EXPECT_EQ(expected_walkers(room, {1, 0}, 5, 0.25, 1.4, found), 0);
    // Nor does a corner that is itself behind a wall.
    std::vector<WallPiece<double>> screen = {{{1, 0.2}, {1, 0.6}}};
    screen.insert(screen.end(), block.begin(), block.end());
    const int n = expected_walkers(screen, {1, 0}, 5, 0.25, 1.4, found);
    for (int i = 0; i < n; ++i) EXPECT_LT(found[i].position.x, 2);
}

}  // namespace
}  // namespace sidestep
