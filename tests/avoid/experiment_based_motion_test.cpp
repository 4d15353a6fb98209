// Pettré et al. 2009: what holds for every decision, pairs that walk by them, and the engine beside both.
#include "avoid/experiment_cases.h"

namespace sidestep {
namespace {

using namespace experiment_cases;

V turned(V a, double angle) {
    return {a.x * std::cos(angle) - a.y * std::sin(angle), a.x * std::sin(angle) + a.y * std::cos(angle)};
}

TEST(ExperimentBased, TurningTheSceneTurnsTheDecision) {
    test::Dice dice(9);
    for (int i = 0; i < 1000; ++i) {
        const double angle = dice.between(-3, 3);
        const V v{dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)};
        const auto others = random_others(dice, 1 + dice.below(6));
        auto around = others;
        for (Other& o : around) {
            o.near.position = turned(o.near.position, angle);
            o.near.velocity = turned(o.near.velocity, angle);
        }
        const Result a = decide(walker(v), others, values());
        const Result b =
            decide(walker(turned(v, angle), turned({1.4, 0}, angle), turned({1, 0}, angle)), around, values());
        const V expected = turned(a.velocity, angle);
        EXPECT_VEC(b.velocity, expected.x, expected.y, 1e-9);
    }
}

TEST(ExperimentBased, SolutionTakenAsWishLiesOnTheTangent) {
    test::Dice dice(10);
    int interactions = 0;
    for (const double alpha : {0.0, 0.2, 0.5, 0.7, 1.0}) {
        for (int i = 0; i < 2000; ++i) {
            const auto others = random_others(dice, 1);
            const Result r = decide(walker(), others, values({{"alpha", alpha}, {"separation_speed", 0}}));
            const Meeting<double>& m = r.meetings[0];
            if (!m.interacting || norm(r.velocity) > 2.499) continue;  // limited
            ++interactions;
            EXPECT_NEAR(cross(m.left ? m.wedge.left : m.wedge.right, m.wedge.apex - r.velocity), 0, 1e-9);
        }
    }
    EXPECT_GT(interactions, 200);
}

TEST(ExperimentBased, LargerErrorsNeverReactEarlier) {
    test::Dice dice(11);
    int later = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto others = random_others(dice, 1);
        bool before = true;
        for (const double beta : {0.0, 0.25, 0.5, 1.0, 2.0}) {
            const bool now =
                decide(walker(), others, values({{"beta_v", beta}, {"beta_theta", beta}})).meetings[0].interacting;
            EXPECT_TRUE(before || !now) << i << " " << beta;
            later += before && !now && beta > 0;
            before = now;
        }
    }
    EXPECT_GT(later, 50);
}

TEST(ExperimentBased, WithoutErrorsTheReactionStartsAtFirstSight) {
    test::Dice dice(13);
    const auto p = values({{"beta_v", 0}, {"beta_theta", 0}});
    for (int i = 0; i < 2000; ++i) {
        auto others = random_others(dice, 1);
        others[0].time = 0;
        const Result r = decide(walker(), others, p);
        const Meeting<double>& m = r.meetings[0];
        EXPECT_EQ(m.interacting, g_right(m, walker()) > 0 && g_left(m, walker()) > 0);
    }
}

TEST(ExperimentBased, StandingPeople) {
    // Both stand and want to: no interaction.
    const Own<double> rests = walker({0, 0}, {0, 0});
    EXPECT_VEC(decide(rests, {other({1.5, 0}, {0, 0}, 5)}, values()).velocity, 0, 0, 0);
    // Somebody comes: a small step aside, no faster than needed.
    const Result r = decide(rests, {other({3, 0}, {-1.4, 0}, 5)}, values());
    EXPECT_TRUE(r.meetings[0].interacting);
    EXPECT_NEAR(cross(r.meetings[0].wedge.right, r.meetings[0].wedge.apex - r.velocity), 0, 1e-9);
    EXPECT_LT(norm(r.velocity), 0.6);
    EXPECT_GT(norm(r.velocity), 0.1);
}

TEST(ExperimentBased, NoZeroVectorGivesNonsense) {
    const V zero{0, 0};
    for (const V p : {zero, V{1e-7, 0}, V{0.8, 0}, V{0, 0.8}, V{5, 0}}) {
        for (const V v : {zero, V{1.4, 0}, V{-1.4, 0}}) {
            for (const V own_v : {zero, V{1.4, 0}}) {
                for (const V pref : {zero, V{1.4, 0}}) {
                    for (const double time : {0.0, 1.0}) {
                        for (const int n : {1, 3}) {
                            for (const double acceleration : {0.0, 1.0}) {
                                std::vector<Other> others(static_cast<std::size_t>(n), other(p, v, time));
                                const Result r =
                                    decide(walker(own_v, pref), others, values({{"acceleration", acceleration}}),
                                           {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}, {{-1, -1}, {1, -1}}});
                                EXPECT_TRUE(std::isfinite(r.velocity.x) && std::isfinite(r.velocity.y));
                                EXPECT_LE(norm(r.velocity), 2.5 + 1e-9);
                            }
                        }
                    }
                }
            }
        }
    }
}

// ---- two people on crossing paths ----

struct Crossing {
    double predicted;               ///< closest distance if nobody reacted
    double reaction[2] = {-1, -1};  ///< s; −1: none
    double closest = 1e9;
    double change[2] = {0, 0};  ///< Σ|ΔV| until closest
    PassingRole first_role[2];
};
/// R1 from (−5.6, 0) along x, R2 from (0, −5.6 − off) along y, seeing each other from the start.
Crossing cross_paths(double off, const Parameters& p = values(), double max_accel = 2, double dt = 0.02) {
    V x[2] = {{-5.6, 0}, {0, -5.6 - off}}, v[2] = {{1.4, 0}, {0, 1.4}}, h[2] = {{1, 0}, {0, 1}};
    const V goal[2] = {{30, 0}, {0, 30}};
    Crossing c;
    c.predicted = std::abs(cross(x[1] - x[0], v[1] - v[0])) / norm(v[1] - v[0]);
    double change[2] = {0, 0};
    for (int step = 0; step < 600; ++step) {
        V next[2];
        for (int i = 0; i < 2; ++i) {
            const V wish = (goal[i] - x[i]) * (1.4 / norm(goal[i] - x[i]));
            const Result r = decide(walker(v[i], wish, h[i]), {other(x[1 - i] - x[i], v[1 - i], step * dt)}, p);
            if (r.meetings[0].interacting && c.reaction[i] < 0) {
                c.reaction[i] = step * dt;
                c.first_role[i] = role(r.meetings[0], x[1 - i] - x[i], h[i]);
            }
            next[i] = v[i] + limited(r.velocity - v[i], max_accel * dt);
        }
        const double d = norm(x[1] - x[0]);
        if (d < c.closest) {
            c.closest = d;
            c.change[0] = change[0], c.change[1] = change[1];
        }
        for (int i = 0; i < 2; ++i) {
            change[i] += norm(next[i] - v[i]);
            v[i] = next[i];
            x[i] += v[i] * dt;
            h[i] = v[i] * (1 / norm(v[i]));
        }
    }
    return c;
}

TEST(ExperimentBased, PairSimulation) {
    const struct {
        double off, predicted, second, closest, change;
    } rows[] = {{0.1, 0.071, 0.24, 0.814, 0.53},
                {0.25, 0.177, 0.14, 0.840, 0.51},
                {0.5, 0.354, 0.26, 0.865, 0.66},
                {1.0, 0.707, 1.24, 0.909, 0.81},
                {1.5, 1.061, -1, 1.061, 0}};
    for (const auto& row : rows) {
        const Crossing c = cross_paths(row.off);
        EXPECT_NEAR(c.predicted, row.predicted, 5e-4) << row.off;
        EXPECT_NEAR(c.closest, row.closest, 0.03) << row.off;
        EXPECT_EQ(c.reaction[0], -1) << row.off;
        EXPECT_NEAR(c.reaction[1], row.second, 0.06) << row.off;
        EXPECT_LT(c.change[0], 0.005) << row.off;
        EXPECT_NEAR(c.change[1], row.change, 0.06) << row.off;
    }
}

TEST(ExperimentBased, PairSimulationOfATie) {
    const Crossing c = cross_paths(0);
    EXPECT_NEAR(c.reaction[0], 0.32, 0.06);
    EXPECT_NEAR(c.reaction[1], 0.32, 0.06);
    EXPECT_NEAR(c.closest, 0.805, 0.03);
    // The one who sees the other on its right gives way: R2 comes from R1's right.
    EXPECT_EQ(c.first_role[0], PassingRole::give_way);
    EXPECT_EQ(c.first_role[1], PassingRole::pass_first);
}

TEST(ExperimentBased, LimitedAccelerationStopsTheFlutter) {
    const Crossing limited_one = cross_paths(0.5), free_one = cross_paths(0.5, values(), 1e9);
    EXPECT_LT(limited_one.change[1], 1);
    EXPECT_GT(free_one.change[1], 3);
    EXPECT_NEAR(limited_one.closest, free_one.closest, 0.1);
}

// ---- the engine ----

TEST(ExperimentBased, EngineAgreesWithDouble) {
    for (const test::Settings& settings :
         {test::Settings{{"fov_deg", 180}, {"max_neighbours", 10}, {"neighbour_range", 6}},
          test::Settings{
              {"fov_deg", 180}, {"max_neighbours", 10}, {"neighbour_range", 6}, {"alpha", 0}, {"view_weight", 0.5}},
          test::Settings{{"fov_deg", 180},
                         {"max_neighbours", 5},
                         {"neighbour_range", 6},
                         {"alpha", 1},
                         {"max_interactions", 2}}}) {
        const Parameters p = values(settings);
        for (const double spacing : {0.5, 1.2}) {
            test::Dice dice(5);
            test::Crowd crowd(test::some_walls());
            int agents = 0, differ = 0, several = 0, alone = 0;
            for (const test::Decided& d :
                 test::decide(crowd, test::random_bodies(dice, 400, 1.0 / spacing / 2, spacing), "experiment_based",
                              settings, 12)) {
                std::vector<Other> others;
                double time = 0;
                for (int i = 0; i < 11; ++i) time = static_cast<double>(static_cast<float>(time) + 0.1f);
                for (const auto& n : d.near) others.push_back({n, time});
                const Result r = decide(d.own, others, p, d.walls);
                ++agents;
                several += r.several;
                alone += !r.several && norm(r.velocity - d.own.pref) > 1e-9;
                differ += !(norm(r.velocity - V{d.decision.vx, d.decision.vy}) <= 1e-3);
            }
            EXPECT_GT(agents, 250);
            EXPECT_GT(several, 20);
            EXPECT_GT(alone, 5);
            // Where two solutions are equally good or an interaction is just sure, rounding decides.
            EXPECT_LE(differ, agents / 50) << several << " " << alone;
        }
    }
}

}  // namespace
}  // namespace sidestep
