// Pettré et al. 2009: values of the formulas for one agent in double. R stands at the origin, looks along x and walks
// at 1.4 m/s unless stated otherwise.
#include "avoid/experiment_based.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;
namespace model = experiment_based;

struct Source {
    std::vector<double> v;
    double own(std::size_t i) const { return v[kCommonCount + i]; }
    bool chosen(std::size_t i, int choice) const { return own(i) == static_cast<double>(choice); }
};
struct Parameters {
    ExperimentValues<double> p;
    int most;
};
Parameters values(test::Settings settings = {}) {
    // Random neighbours shall count wherever they are; what is out of view has its own test.
    settings.insert(settings.begin(), {"fov_deg", 360});
    const Source source{test::values_with(model::kInfo, settings)};
    return {experiment_values<double>(source), static_cast<int>(source.own(model::kMaxInteractions))};
}

Own<double> walker(V velocity = {1.4, 0}, V pref = {1.4, 0}, V heading = {1, 0}) {
    return {.velocity = velocity, .heading = heading, .pref = pref, .radius = 0.25, .max_speed = 2.5, .dt = 0.02};
}

struct Other {
    Near<double> near;
    double time;  ///< t_obs
    V acceleration{0, 0};
    bool interacting = false, left = false;
};
Other other(V p, V v, double time = 0, V a = {0, 0}) {
    return {{p, v, 0.25}, time, a};
}

/// The same agent's decision as the kernel puts it together.
struct Result {
    V velocity;
    std::vector<Meeting<double>> meetings;
    bool several;
};
Result decide(const Own<double>& own, const std::vector<Other>& neighbours, const Parameters& values,
              const std::vector<WallPiece<double>>& walls = {}) {
    const Kite<double> kite = kite_of(own, values.p.kite_side, values.p.kite_front_gain);
    std::vector<Near<double>> near;
    std::vector<Other> others;
    for (const Other& o : neighbours) {
        if (!in_view(kite, o.near, values.p.cos_half_fov)) continue;
        near.push_back(o.near);
        others.push_back(o);
    }
    Result r;
    r.meetings.resize(others.size());
    const auto noticed = [&](int k) -> Noticed<double> {
        const Other& o = others[static_cast<std::size_t>(k)];
        return {o.time, o.acceleration, o.interacting, o.left};
    };
    const auto d =
        experiment_decision(own, kite, NearList(near), WallList(walls), noticed, values.p, r.meetings.data());
    r.velocity = d.velocity;
    r.several = d.several;
    if (d.several) {
        std::vector<OtherWedge<double>> wedges;
        for (const auto& m : r.meetings) {
            wedges.push_back({m.wedge.apex, m.wedge.right, m.wedge.left, m.tti, m.wedge.inside, m.interacting});
        }
        std::vector<WallLimit<double>> limits;
        for (const auto& w : walls) limits.push_back(wall_limit(w, own.radius, true));
        std::vector<Span<double>> room(wedges.size());
        r.velocity = best_outside_wedges<double>({own.velocity, own.pref, own.max_speed, values.most, wedges, limits},
                                                 room.data());
    }
    return r;
}

#define EXPECT_VEC(v, ex, ey, tolerance)   \
    do {                                   \
        const V vec = (v);                 \
        EXPECT_NEAR(vec.x, ex, tolerance); \
        EXPECT_NEAR(vec.y, ey, tolerance); \
    } while (false)

double g_right(const Meeting<double>& m, const Own<double>& own) {
    return cross(m.wedge.right, m.wedge.apex - own.pref);
}
double g_left(const Meeting<double>& m, const Own<double>& own) {
    return cross(m.wedge.apex - own.pref, m.wedge.left);
}

enum class Role { give_way, pass_first, sidestep };
/// Where the other's tangent cuts the heading axis (the page's label of roles).
Role role(const Meeting<double>& m, V p, V h) {
    const V t = m.left ? m.wedge.left : m.wedge.right;
    if (std::abs(cross(h, t)) < 0.2 || std::abs(cross(h, p)) < 1e-6) return Role::sidestep;
    return cross(p, t) / cross(h, t) > 0 ? Role::give_way : Role::pass_first;
}

TEST(ExperimentBased, Defaults) {
    const auto all = test::values_with(model::kInfo, {});
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
    EXPECT_EQ(all[model::at(model::kFovDeg)], 180);
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
    EXPECT_EQ(role(m, p, {1, 0}), Role::give_way);
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
    EXPECT_EQ(role(r.meetings[0], p, {1, 0}), Role::pass_first);
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

// ---- several at once ----

const Other kFirst = other({4.5, -4}, {0, 1.4}, 2);

TEST(ExperimentBased, SolutionThatOpensAnotherInteraction) {
    const std::vector<Other> others = {kFirst, other({5, 3.6}, {0, -1.3}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting);
    EXPECT_FALSE(r.meetings[1].interacting);
    EXPECT_TRUE(r.several);
    EXPECT_TRUE(forbids(r.meetings[1].wedge, V{1.21376, -0.14620}));
    EXPECT_VEC(r.velocity, 1.19316, -0.11995, 1e-5);
}

TEST(ExperimentBased, TwoInteractionsAndABystander) {
    const std::vector<Other> others = {kFirst, other({5, 3.6}, {0, -1.3}, 2), other({2, -3}, {1.2, 0.4}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting && r.meetings[2].interacting && !r.meetings[1].interacting);
    EXPECT_VEC(r.velocity, 1.19316, -0.11995, 1e-5);
    // What the third takes from the border of the first, and the first from the third's.
    const auto& one = r.meetings[0].wedge;
    const auto& three = r.meetings[2].wedge;
    const auto line = tangent_of(one.apex, one.right, false, V{1.4, 0}, 2.5);
    EXPECT_NEAR(line.keeping_course, 1.7798, 1e-4);
    EXPECT_NEAR(line.keeping_speed, 2.2025, 1e-4);
    const auto part = forbidden_part(line, three.apex, three.right, three.left);
    EXPECT_NEAR(part.low, 2.1942, 1e-4);
    EXPECT_GT(part.high, 2.2025);
    const auto third = tangent_of(three.apex, three.right, false, V{1.4, 0}, 2.5);
    const auto taken = forbidden_part(third, one.apex, one.right, one.left);
    const double low = std::min(third.keeping_speed, third.keeping_course),
                 high = std::max(third.keeping_speed, third.keeping_course);
    EXPECT_LT(taken.low, low);
    EXPECT_NEAR(taken.high, 0.7423, 1e-4);
    EXPECT_NEAR(high, 0.7571, 1e-4);
    const auto third_left = tangent_of(three.apex, three.left, false, V{1.4, 0}, 2.5);
    const auto all = forbidden_part(third_left, one.apex, one.right, one.left);
    EXPECT_LE(all.low, std::max(0.0, std::min(third_left.keeping_speed, third_left.keeping_course)) + 1e-6);
    EXPECT_GE(all.high, std::max(third_left.keeping_speed, third_left.keeping_course) - 1e-6);
}

TEST(ExperimentBased, SecondChoiceOfSides) {
    const std::vector<Other> others = {kFirst, other({3.5, 4.2}, {0, -1.4}, 2), other({6, 0}, {-1.2, 0}, 2)};
    const Result r = decide(walker(), others, values());
    EXPECT_TRUE(r.meetings[0].interacting && !r.meetings[1].interacting && r.meetings[2].interacting);
    EXPECT_VEC(r.velocity, 1.35459, -0.34061, 1e-5);
    const auto& one = r.meetings[0].wedge;
    const auto& three = r.meetings[2].wedge;
    const auto third = tangent_of(three.apex, three.right, false, V{1.4, 0}, 2.5);
    EXPECT_NEAR(std::min(third.keeping_speed, third.keeping_course), 2.5772, 1e-4);
    EXPECT_NEAR(std::max(third.keeping_speed, third.keeping_course), 2.5805, 1e-4);
    const auto first = tangent_of(one.apex, one.left, false, V{1.4, 0}, 2.5);
    const auto part = forbidden_part(first, three.apex, three.right, three.left);
    const double low = std::min(first.keeping_speed, first.keeping_course),
                 high = std::max(first.keeping_speed, first.keeping_course);
    EXPECT_NEAR(std::max(low, part.high > low && part.low < low ? part.high : low), 1.6227, 1e-4);
    EXPECT_NEAR(std::min(high, part.low > low ? part.low : high), 1.8018, 1e-4);
}

TEST(ExperimentBased, TheMostUrgentAreDealtWith) {
    std::vector<OtherWedge<double>> others(5);
    const double tti[] = {3, 1, 2, 1, 5};
    for (std::size_t i = 0; i < 5; ++i) others[i].tti = tti[i], others[i].interacting = i != 4;
    EXPECT_EQ(limit_interactions<double>(others, 2), 2);
    EXPECT_TRUE(others[1].interacting && others[3].interacting);
    EXPECT_FALSE(others[0].interacting || others[2].interacting || others[4].interacting);
}

std::vector<Other> random_others(test::Dice& dice, int n, double reach = 6) {
    std::vector<Other> others;
    for (int i = 0; i < n; ++i) {
        others.push_back(other({dice.between(-reach, reach), dice.between(-reach, reach)},
                               {dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)}, dice.between(0, 4)));
    }
    return others;
}

TEST(ExperimentBased, ChosenVelocityIsOutsideEveryConsideredWedge) {
    test::Dice dice(3);
    int several = 0, stopped = 0;
    for (int i = 0; i < 6000; ++i) {
        const Own<double> own = walker({dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)});
        const auto others = random_others(dice, 2 + dice.below(9), dice.between(1.5, 8));
        const Result r = decide(own, others, values({{"max_interactions", 16}}));
        if (!r.several) continue;
        ++several;
        EXPECT_LE(norm(r.velocity), own.max_speed + 1e-9);
        if (norm(r.velocity) == 0) {
            ++stopped;
            continue;
        }
        bool on_border = false;
        for (const auto& m : r.meetings) {
            if (!m.interacting) continue;
            const V d = m.wedge.apex - r.velocity;
            EXPECT_FALSE(cross(m.wedge.right, d) > 1e-6 && cross(d, m.wedge.left) > 1e-6) << i;
            on_border |= std::abs(cross(m.wedge.right, d)) < 1e-9 || std::abs(cross(d, m.wedge.left)) < 1e-9;
        }
        EXPECT_TRUE(on_border) << i;
    }
    EXPECT_GT(several, 1000);
    EXPECT_GT(stopped, 20);
    EXPECT_LT(stopped, several / 2);
}

TEST(ExperimentBased, ChosenVelocityIsTheBestOfManyTried) {
    // Brute force: points of every border, judged one by one.
    test::Dice dice(8);
    int compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Own<double> own = walker({dice.between(0, 1.5), dice.between(-1, 1)});
        const Result r = decide(own, random_others(dice, 2 + dice.below(6), 6), values({{"max_interactions", 16}}));
        if (!r.several) continue;
        const auto opened = [&](V v) {
            int count = 0;
            for (const auto& m : r.meetings) {
                const V d = m.wedge.apex - v;  // on a border, give or take rounding, is outside
                count += !m.interacting && cross(m.wedge.right, d) > 1e-8 && cross(d, m.wedge.left) > 1e-8;
            }
            return count;
        };
        const auto permitted = [&](V v, const Meeting<double>* own_meeting) {
            for (const auto& m : r.meetings) {
                if (&m != own_meeting && m.interacting && forbids(m.wedge, v)) return false;
            }
            return norm(v) <= own.max_speed;
        };
        int fewest = 1000;
        double nearest = 1e9;
        for (const auto& m : r.meetings) {
            if (!m.interacting) continue;
            for (const V t : {m.wedge.right, m.wedge.left}) {
                const auto line = tangent_of(m.wedge.apex, t, m.wedge.inside, own.pref, own.max_speed);
                const double low = std::max(std::min(line.keeping_speed, line.keeping_course), line.least),
                             high = std::max(std::max(line.keeping_speed, line.keeping_course), line.least);
                for (int s = 0; s <= 2000; ++s) {
                    const V v = line.velocity(low + (high - low) * s / 2000);
                    if (high - low < 1e-4 || !permitted(v, &m)) continue;
                    const int count = opened(v);
                    const double distance = norm(v - own.velocity);
                    if (count < fewest || (count == fewest && distance < nearest)) {
                        fewest = count;
                        nearest = distance;
                    }
                }
            }
        }
        if (fewest == 1000) continue;
        ++compared;
        EXPECT_LE(norm(r.velocity - own.velocity), nearest + 1e-6 + (opened(r.velocity) < fewest ? 10 : 0)) << i;
        EXPECT_LE(opened(r.velocity), fewest) << i;
    }
    EXPECT_GT(compared, 100);
}

TEST(ExperimentBased, OneInteractionInSeveralModeIsThePairSolution) {
    // With nobody else and walking as it wishes, the nearest velocity on the borders is the orthogonal projection.
    test::Dice dice(5);
    int compared = 0;
    for (int i = 0; i < 6000; ++i) {
        const Own<double> own = walker();
        const auto others = random_others(dice, 1, 7);
        const Result r = decide(own, others, values());
        const Meeting<double>& m = r.meetings[0];
        if (!m.interacting || m.wedge.inside) continue;
        std::vector<OtherWedge<double>> wedges = {
            {m.wedge.apex, m.wedge.right, m.wedge.left, m.tti, m.wedge.inside, true}};
        Span<double> room[1];
        const V best = best_outside_wedges<double>({own.velocity, own.pref, own.max_speed, 7, wedges, {}}, room);
        const auto line =
            tangent_of(m.wedge.apex, m.left ? m.wedge.left : m.wedge.right, false, own.pref, own.max_speed);
        const auto other_line =
            tangent_of(m.wedge.apex, m.left ? m.wedge.right : m.wedge.left, false, own.pref, own.max_speed);
        // The role decides for the pair, the nearer border for many: equal where the role's is the nearer, and where
        // the projection lies between the turning and the braking solution.
        if (std::abs(cross(line.apex - own.pref, line.t)) > std::abs(cross(line.apex - own.pref, other_line.t)))
            continue;
        if ((line.nearest - line.keeping_speed) * (line.nearest - line.keeping_course) > 0) continue;
        if ((other_line.nearest - other_line.keeping_speed) * (other_line.nearest - other_line.keeping_course) > 0)
            continue;
        if (line.nearest < 0 || norm(line.velocity(line.nearest)) > own.max_speed) continue;
        ++compared;
        EXPECT_VEC(best, r.velocity.x, r.velocity.y, 1e-9);
    }
    EXPECT_GT(compared, 100);
}

// ---- accelerating others, views, walls ----

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

// ---- invariants ----

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
    double reaction[2] = {-1, -1};  ///< s; −1: none
    double closest = 1e9;
    double change[2] = {0, 0};  ///< Σ|ΔV| until closest
    Role first_role[2];
};
/// R1 from (−5.6, 0) along x, R2 from (0, −5.6 − off) along y, seeing each other from the start.
Crossing cross_paths(double off, const Parameters& p = values(), double max_accel = 2, double dt = 0.02) {
    V x[2] = {{-5.6, 0}, {0, -5.6 - off}}, v[2] = {{1.4, 0}, {0, 1.4}}, h[2] = {{1, 0}, {0, 1}};
    const V goal[2] = {{30, 0}, {0, 30}};
    Crossing c;
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
        double off, second, closest, change;
    } rows[] = {{0.1, 0.24, 0.814, 0.53},
                {0.25, 0.14, 0.840, 0.51},
                {0.5, 0.26, 0.865, 0.66},
                {1.0, 1.24, 0.909, 0.81},
                {1.5, -1, 1.061, 0}};
    for (const auto& row : rows) {
        const Crossing c = cross_paths(row.off);
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
    EXPECT_EQ(c.first_role[0], Role::give_way);
    EXPECT_EQ(c.first_role[1], Role::pass_first);
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
