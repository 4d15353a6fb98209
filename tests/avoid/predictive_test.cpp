// Karamouzas et al. 2009: values of the formulas, one agent in double, and what must hold for any neighbours.
#include "avoid/predictive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace baseline;
using test::Settings;

using V = Vec<double>;

/// The paper's constants as a public implementation has them: personal radius 1 m, longer reach, stronger forces.
const Settings kMenge = {{"radius", 0.3},     {"personal_radius", 1}, {"relaxation_time", 0.4}, {"wall_safe_dist", 2.0},
                         {"anticipation", 3}, {"max_colliders", 5},   {"evasive_strength", 3},  {"d_min", 1},
                         {"d_mid", 8},        {"d_max", 10},          {"max_evasive", 20}};

/// What `settings` does not name is as published.
PredictiveValues<double> values(const Settings& settings = {}) {
    return predictive_values<double>(test::table(predictive::kInfo, settings));
}

/// Walks along x at its preferred speed.
Own<double> walker() {
    return {.velocity = {1.4, 0}, .heading = {1, 0}, .pref = {1.4, 0}, .radius = 0.3, .max_speed = 2, .dt = 0.1};
}

PredictiveStep<double> step(const Own<double>& own, const std::vector<Near<double>>& near,
                            const PredictiveValues<double>& p, const std::vector<WallPiece<double>>& walls = {},
                            double turn = 0, double amount = 0) {
    std::vector<double> keys(2 * near.size() + 2);
    return predictive_step(own, NearList(near), WallList(walls), p, turn, amount, keys.data());
}

TEST(Predictive, CollidersAreKnownByTheirPlaceInTheList) {
    // The sooner two are in one place with one velocity: nothing else tells them apart.
    const Near<double> sooner{{3, 0}, {-1, 0}, 0.3}, later{{6, 0}, {-1, 0}, 0.3};
    const std::vector<Near<double>> near{later, sooner, sooner};
    std::vector<double> room(2 * near.size());
    Colliders<double> set;
    find_colliders(walker(), NearList(near), V{1.4, 0}, values(), room.data(), set);
    ASSERT_EQ(set.count, 3);
    EXPECT_EQ(set.index[0], 1);
    EXPECT_EQ(set.index[1], 2);
    EXPECT_EQ(set.index[2], 0);
}

TEST(Predictive, DefaultsAreThoseMeasured) {
    const auto value = [](std::string_view name) {
        const auto found = std::ranges::find(predictive::kInfo.parameters, name, &Parameter::name);
        EXPECT_NE(found, predictive::kInfo.parameters.end()) << name;
        return found->fallback;
    };
    EXPECT_DOUBLE_EQ(value("wall_eps"), 0.14);
    EXPECT_DOUBLE_EQ(value("anticipation"), 6);
    EXPECT_DOUBLE_EQ(value("evasive_strength"), 0.7);
    EXPECT_DOUBLE_EQ(value("d_min"), 0.7);
    EXPECT_DOUBLE_EQ(value("d_mid"), 2);
}

TEST(Predictive, PublishedAreThoseOfAnImplementation) {
    const auto p = values();
    EXPECT_DOUBLE_EQ(p.personal_radius, 0.6);
    EXPECT_DOUBLE_EQ(p.relaxation_time, 0.5);
    EXPECT_DOUBLE_EQ(p.wall_steepness, 2);
    EXPECT_DOUBLE_EQ(p.wall_safe_dist, 0.5);
    EXPECT_DOUBLE_EQ(p.wall_eps, 0.01);
    EXPECT_DOUBLE_EQ(p.anticipation, 4);
    EXPECT_DOUBLE_EQ(p.max_colliders, 3);
    EXPECT_DOUBLE_EQ(p.evasive_strength, 1);
    EXPECT_DOUBLE_EQ(p.d_min, 0.9);
    EXPECT_DOUBLE_EQ(p.d_mid, 4);
    EXPECT_DOUBLE_EQ(p.d_max, 8);
    EXPECT_DOUBLE_EQ(p.rank_weight, 0.8);
    EXPECT_NEAR(p.cos_half_fov, std::cos(100 * kPi / 180), 1e-12);
    EXPECT_DOUBLE_EQ(p.orient_weight, 0.8);
    EXPECT_DOUBLE_EQ(p.noise_max, 0.001);
    EXPECT_DOUBLE_EQ(p.max_evasive, 20);
    EXPECT_DOUBLE_EQ(p.dt_virtual, 0.1);
    EXPECT_FALSE(p.sums);
    const auto all = test::values_with(predictive::kInfo, {});
    EXPECT_DOUBLE_EQ(all[kRadius], 0.3);
    EXPECT_DOUBLE_EQ(all[kPrefSpeed], 1.4);
    EXPECT_DOUBLE_EQ(all[kMaxSpeed], 2.0);
    EXPECT_DOUBLE_EQ(all[kNeighbourRange], 10);
    EXPECT_DOUBLE_EQ(all[kGoalRadius], 0.5);
}

TEST(Predictive, MagnitudeOfTheEvasiveForce) {
    const auto menge = values(kMenge);
    const std::pair<double, double> expected_menge[] = {{0.01, 300}, {0.25, 12}, {0.5, 6},    {1, 3},  {4, 3},
                                                        {8, 3},      {9, 1.5},   {9.5, 0.75}, {10, 0}, {25, 0}};
    for (const auto& [d, f] : expected_menge) EXPECT_NEAR(evasive_magnitude(d, menge), f, 1e-12) << d;
    const auto ours = values();
    const std::pair<double, double> expected_ours[] = {{0.45, 2}, {0.9, 1}, {4, 1}, {6, 0.5}, {8, 0}, {9, 0}};
    for (const auto& [d, f] : expected_ours) EXPECT_NEAR(evasive_magnitude(d, ours), f, 1e-12) << d;
}

TEST(Predictive, MagnitudeNeverRisesAndNeverJumps) {
    for (const Settings& settings : {Settings{}, kMenge, Settings{{"d_min", 3}, {"d_mid", 3.5}, {"d_max", 3.6}}}) {
        const auto p = values(settings);
        constexpr double kStep = 1e-3;
        double before = evasive_magnitude(0.01, p);
        for (double d = 0.01 + kStep; d < p.d_max + 1; d += kStep) {
            const double f = evasive_magnitude(d, p);
            EXPECT_LE(f, before) << d;
            // The steepest pieces: the hyperbola, and the line down to zero.
            const double slope = std::max(p.evasive_strength * p.d_min / ((d - kStep) * (d - kStep)),
                                          p.evasive_strength / (p.d_max - p.d_mid));
            EXPECT_LE(before - f, slope * kStep * 1.01) << d;
            before = f;
        }
        EXPECT_EQ(before, 0);
    }
}

TEST(Predictive, MagnitudeIsANumberWhereThePlateauEndsAtOnce) {
    // d_mid = d_max is within the table's ranges: beyond it there is no force.
    const auto p = values({{"d_mid", 4}, {"d_max", 4}});
    EXPECT_EQ(evasive_magnitude(3.9, p), 1);
    EXPECT_EQ(evasive_magnitude(4.0, p), 0);
    EXPECT_EQ(evasive_magnitude(5.0, p), 0);
}

TEST(Predictive, ClosestCollisionsReachTheLimit) {
    // Bodies almost in one place: f(0.01) = 300, but no more than a_max acts.
    const auto p = values(kMenge);
    const auto r = step(walker(), {{{0.05, 0.02}, {-1.4, 0}, 0.3}}, p);
    EXPECT_NEAR(norm(r.evasive), 20, 1e-9);
}

TEST(Predictive, WallForces) {
    const auto far = values({{"wall_safe_dist", 2}}), near = values();
    const V wall{1, 0};
    const auto force = [&](double d, const PredictiveValues<double>& p) {
        const V f = wall_force<double>({0, -d}, wall, walker(), p);
        EXPECT_EQ(f.x, 0);
        return f.y;  // away from the wall below
    };
    EXPECT_NEAR(force(0.5, far), 45, 1e-6);
    EXPECT_NEAR(force(0.8, far), 6, 1e-6);
    EXPECT_NEAR(force(1.3, far), 1, 1e-6);
    EXPECT_NEAR(force(2.0, far), 0.10381, 5e-6);
    EXPECT_NEAR(force(2.3, far), 0, 1e-12);
    EXPECT_EQ(force(5, far), 0);
    EXPECT_NEAR(force(0.5, near), 7.5, 1e-6);
    EXPECT_NEAR(force(0.8, near), 0, 1e-12);
    EXPECT_EQ(force(0.9, near), 0);
    // Closer than eps the force grows no more, inside the wall it is the wall's own normal.
    EXPECT_NEAR(force(0.3, near), 0.5 / 1e-4, 1e-3);
    EXPECT_NEAR(force(0.2, near), 0.6 / 1e-4, 1e-3);
    const V on = wall_force<double>({0, 0}, wall, walker(), near);
    EXPECT_GT(on.y, 0);
    EXPECT_EQ(on.x, 0);
}

TEST(Predictive, WhoRecedesFromAWallIsPushedAsFromFartherAway) {
    const auto p = values({{"wall_safe_dist", 1}, {"wall_eps", 0.1}});
    const auto force = [&](double speed) {
        auto own = walker();
        own.velocity = {0.7, speed};
        return wall_force<double>({0, -0.8}, {1, 0}, own, p).y;
    };
    EXPECT_NEAR(force(0), 0.5 / 0.25, 1e-6);
    EXPECT_NEAR(force(-2), force(0), 1e-12);
    EXPECT_NEAR(force(1), (0.5 - 0.1) / 0.25, 1e-6);
    EXPECT_NEAR(force(5), 0, 1e-6);
    EXPECT_EQ(force(6), 0);
}

TEST(Predictive, WallsMeetingInTheirNearestPointCountOnce) {
    const auto p = values({{"wall_safe_dist", 1}});
    // A convex corner at (0.5, 0): both walls lead away from the agent.
    const WallPiece<double> a{{0.5, 0}, {1, 3}}, b{{1, -3}, {0.5, 0}};
    const std::vector<WallPiece<double>> one = {a}, both = {a, b}, apart = {a, {{-0.5, -1}, {-0.5, 1}}};
    const V single = wall_forces(WallList(one), walker(), p), corner = wall_forces(WallList(both), walker(), p);
    EXPECT_DOUBLE_EQ(single.x, corner.x);
    EXPECT_DOUBLE_EQ(single.y, corner.y);
    EXPECT_NEAR(single.x, -(1 + 0.3 - 0.5) / (0.2 * 0.2), 1e-6);
    // Opposite walls cancel.
    Own<double> standing = walker();
    standing.velocity = {0, 0};
    EXPECT_NEAR(wall_forces(WallList(apart), standing, p).x, 0, 1e-9);
}

TEST(Predictive, SumOfWallForcesIsLimited) {
    const std::vector<WallPiece<double>> walls = {{{-5, -0.31}, {5, -0.31}}};
    const V f = wall_forces(WallList(walls), walker(), values());
    EXPECT_NEAR(norm(f), 20, 1e-9);
    EXPECT_GT(f.y, 0);
}

TEST(Predictive, GoalForce) {
    Own<double> own = walker();
    own.velocity = {0, 0};
    EXPECT_NEAR(goal_force(own, 0.5).x, 2.8, 1e-12);
    EXPECT_EQ(goal_force(own, 0.5).y, 0);
    own.velocity = own.pref;
    EXPECT_EQ(goal_force(own, 0.5).x, 0);
    EXPECT_EQ(goal_force(own, 0.5).y, 0);
}

struct Meeting {
    V position, velocity;
    double time;
    V direction;
    double distance;
};

void expect_meeting(const Meeting& m) {
    const auto p = values({{"personal_radius", 1}});
    const Near<double> other{m.position, m.velocity, 0.3};
    const V u{1.4, 0};
    const double t = time_to_collision(other, u, p);
    EXPECT_NEAR(t, m.time, 5e-6);
    const V f = evasive_force(other, t, u, u, 0.3, p);
    const double magnitude = evasive_magnitude(m.distance, p);
    EXPECT_NEAR(norm(f), magnitude, 1e-5);
    EXPECT_NEAR(f.x, magnitude * m.direction.x, 3e-5);
    EXPECT_NEAR(f.y, magnitude * m.direction.y, 3e-5);
    // D = tc |v_des| + ρ − r.
    EXPECT_NEAR(t * 1.4 + 1.0 - 0.3, m.distance, 1e-5);
    const auto steep = values({{"personal_radius", 1}, {"d_min", 50}, {"d_mid", 60}, {"d_max", 70}});
    EXPECT_NEAR(50 / norm(evasive_force(other, t, u, u, 0.3, steep)), m.distance, 1e-5);
}

TEST(Predictive, HeadOnTimeDirectionAndDistance) {
    expect_meeting({{10, 0}, {-1.4, 0}, 3.10714, {-1, 0}, 5.05});
    // Beyond what is anticipated it does not count.
    const Near<double> other{{10, 0}, {-1.4, 0}, 0.3};
    const V u{1.4, 0};
    EXPECT_LT(time_to_collision(other, u, values({{"personal_radius", 1}, {"anticipation", 3.11}})), 3.11);
    EXPECT_EQ(time_to_collision(other, u, values({{"personal_radius", 1}, {"anticipation", 3.1}})), kNever);
}

TEST(Predictive, CrossingTimesDirectionsAndDistances) {
    expect_meeting({{4, -4}, {0, 1.4}, 2.20054, {-0.70711, 0.70711}, 3.78076});
    expect_meeting({{4, -3}, {0, 1.4}, 1.94903, {-0.97797, 0.20874}, 1.94903 * 1.4 + 0.7});
    expect_meeting({{3, -4}, {0, 1.4}, 1.94903, {-0.20874, 0.97797}, 1.94903 * 1.4 + 0.7});
}

TEST(Predictive, TangentParallelTouchingInside) {
    const auto p = values({{"personal_radius", 1}});
    const auto time = [&](V position, V velocity, V own) {
        return time_to_collision(Near<double>{position, velocity, 0.25}, own, p);  // reach 1.25, exact in binary
    };
    EXPECT_EQ(time({10, 1.25}, {-2, 0}, {2, 0}), kNever) << "tangent";
    EXPECT_EQ(time({10, 1.3}, {-2, 0}, {2, 0}), kNever) << "a miss";
    EXPECT_LT(time({10, 1.2}, {-2, 0}, {2, 0}), 4) << "just a hit";
    EXPECT_EQ(time({3, 0}, {1.4, 0}, {1.4, 0}), kNever) << "same velocity";
    EXPECT_EQ(time({3, 0}, {2, 0}, {1.4, 0}), kNever) << "parting";
    EXPECT_EQ(time({1.25, 0}, {0, 0}, {1, 0}), 0) << "touching and approaching";
    EXPECT_EQ(time({1.25, 0}, {0, 0}, {-1, 0}), kNever) << "touching and parting";
    EXPECT_EQ(time({1.25, 0}, {1, 0}, {1, 0}), kNever) << "touching, relative velocity 0";
    EXPECT_EQ(time({1, 0}, {1.4, 0}, {1.4, 0}), kContact) << "inside, same velocity";
    EXPECT_EQ(time({1, 0}, {9, 0}, {-9, 0}), kContact) << "inside, parting";
    EXPECT_EQ(time({0, 0}, {0, 0}, {0, 0}), kContact) << "one place";
    // A contact acts as a collision now.
    const auto r = step(walker(), {{{1, 0}, {1.4, 0}, 0.25}}, p);
    EXPECT_NEAR(r.evasive.x, -evasive_magnitude(1 - 0.3 - 0.25, p), 1e-12);
}

TEST(Predictive, OneColliderIterativeEqualsSum) {
    const auto iterative = values();
    auto sum = iterative;
    sum.sums = true;
    sum.rank_weight = 0.3;
    test::Dice dice(1);
    int forces = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::vector<Near<double>> near = {
            {{dice.between(-8, 8), dice.between(-8, 8)}, {dice.between(-2, 2), dice.between(-2, 2)}, 0.3}};
        const auto a = step(walker(), near, iterative), b = step(walker(), near, sum);
        EXPECT_EQ(a.evasive.x, b.evasive.x);
        EXPECT_EQ(a.evasive.y, b.evasive.y);
        forces += norm(a.evasive) > 0;
    }
    EXPECT_GT(forces, 50);
}

TEST(Predictive, WeightedSumCountsByRankAndContactsFully) {
    auto p = values({{"personal_radius", 1}, {"rank_weight", 0.5}});
    p.sums = true;
    const Near<double> soon{{4, 0.3}, {-1.4, 0}, 0.3}, later{{6, -0.4}, {-1.4, 0}, 0.3}, last{{8, 0.2}, {-1.4, 0}, 0.3},
        too_many{{9, 0}, {-1.4, 0}, 0.3};
    const V u{1.4, 0};
    const auto force = [&](const Near<double>& n) {
        return evasive_force(n, time_to_collision(n, u, p), u, u, 0.3, p);
    };
    const auto r = step(walker(), {later, last, soon, too_many}, p);
    const V expected = force(soon) + force(later) * 0.5 + force(last) * 0.25;  // N = 3
    EXPECT_NEAR(r.evasive.x, expected.x, 1e-12);
    EXPECT_NEAR(r.evasive.y, expected.y, 1e-12);

    // Contacts come first and count fully; whoever is foreseen keeps its place among the N.
    const Near<double> contact{{0.9, 0.1}, {0, 0}, 0.3};
    const auto one = step(walker(), {soon, later, last, contact}, p);
    const V with_one = evasive_force(contact, 0.0, u, u, 0.3, p) + force(soon) * 0.5 + force(later) * 0.25;
    EXPECT_NEAR(one.evasive.x, with_one.x, 1e-12);
    EXPECT_NEAR(one.evasive.y, with_one.y, 1e-12);
    // More contacts than N: the first N.
    std::vector<Near<double>> near = {soon};
    V contacts{0, 0};
    for (int i = 0; i < 5; ++i) {
        const Near<double> n{{0.9, 0.1 * i}, {0, 0}, 0.3};
        near.push_back(n);
        if (i < 3) contacts += evasive_force(n, 0.0, u, u, 0.3, p);
    }
    const auto c = step(walker(), near, p);
    EXPECT_NEAR(c.evasive.x, limited(contacts, 20.0).x, 1e-12);
    EXPECT_NEAR(c.evasive.y, limited(contacts, 20.0).y, 1e-12);
}

TEST(Predictive, IterativeIsTheMeanOverFirstColliders) {
    // Written out for two: each in turn first, the other predicted again with the force applied for dt_virtual.
    const auto p = values({{"personal_radius", 1}});
    const Near<double> near[2] = {{{4, 0.3}, {-1.4, 0}, 0.3}, {{5, -0.9}, {-1.2, 0.3}, 0.3}};
    const V u{1.4, 0};
    V mean{0, 0};
    for (int first = 0; first < 2; ++first) {
        const Near<double>&a = near[first], &b = near[1 - first];
        V f = evasive_force(a, time_to_collision(a, u, p), u, u, 0.3, p);
        const V w = u + f * 0.1;
        const double t = time_to_collision(b, w, p);
        ASSERT_LT(t, 4);
        f += evasive_force(b, t, w, u, 0.3, p);
        mean += f * 0.5;
    }
    const auto r = step(walker(), {near[1], near[0]}, p);
    EXPECT_NEAR(r.evasive.x, mean.x, 1e-12);
    EXPECT_NEAR(r.evasive.y, mean.y, 1e-12);
}

TEST(Predictive, GivesWayBehindWhoPassesFirst) {
    // j comes from the right and will have passed i's line when they meet: i would hit its back, so the lateral force
    // points to the right, where j is now.
    const auto p = values({{"personal_radius", 1}});
    const Near<double> from_right{{4, -2.4}, {0, 1.4}, 0.3};
    const auto r = step(walker(), {from_right}, p);
    EXPECT_LT(r.evasive.x, 0);
    EXPECT_LT(r.evasive.y, -0.1);
    // The same from the left.
    const Near<double> from_left{{4, 2.4}, {0, -1.4}, 0.3};
    const auto l = step(walker(), {from_left}, p);
    EXPECT_DOUBLE_EQ(l.evasive.y, -r.evasive.y);
    EXPECT_DOUBLE_EQ(l.evasive.x, r.evasive.x);
}

TEST(Predictive, NobodyOnCollisionCourseNoForce) {
    const auto p = values();
    test::Dice dice(2);
    int free = 0;
    for (int i = 0; i < 5000; ++i) {
        std::vector<Near<double>> near;
        bool hit = false;
        for (int k = 0; k < 3; ++k) {
            const Near<double> n{
                {dice.between(-9, 9), dice.between(-9, 9)}, {dice.between(-2, 2), dice.between(-2, 2)}, 0.3};
            near.push_back(n);
            // Walked out: any approach below ρ + r within t_α.
            for (double t = 0; t <= 4.0; t += 0.002) {
                const V d = n.position + (n.velocity - V{1.4, 0}) * t;
                hit |= norm(d) < 0.9;
            }
        }
        if (hit) continue;
        ++free;
        const auto r = step(walker(), near, p);
        EXPECT_EQ(r.evasive.x, 0);
        EXPECT_EQ(r.evasive.y, 0);
        EXPECT_NEAR(r.velocity.x, 1.4, 1e-12);
    }
    EXPECT_GT(free, 1000);
}

TEST(Predictive, ThoseBehindDoNotMatterUnlessInContact) {
    const auto p = values();
    test::Dice dice(3);
    int differs = 0;
    for (int i = 0; i < 3000; ++i) {
        std::vector<Near<double>> near;
        for (int k = 0; k < 4; ++k) {
            near.push_back(
                {{dice.between(0.5, 9), dice.between(-5, 5)}, {dice.between(-2, 2), dice.between(-2, 2)}, 0.3});
        }
        const auto without = step(walker(), near, p);
        // More than 100° away from the way ahead, outside ρ + r, running into the agent.
        const double angle = dice.between(101, 259) * kPi / 180, away = dice.between(0.95, 6);
        const V at{away * std::cos(angle), away * std::sin(angle)};
        near.insert(near.begin() + dice.below(5), {at, V{1.4, 0} - at * 1.0, 0.3});
        const auto with = step(walker(), near, p);
        EXPECT_EQ(without.evasive.x, with.evasive.x);
        EXPECT_EQ(without.evasive.y, with.evasive.y);
        // The same from within the personal space is felt.
        near.push_back({at * (0.8 / away), {0, 0}, 0.3});
        const auto touched = step(walker(), near, p);
        differs += touched.evasive.x != with.evasive.x || touched.evasive.y != with.evasive.y;
    }
    EXPECT_EQ(differs, 3000);
}

TEST(Predictive, StandingAgentsLookWhereTheyFace) {
    const auto p = values();
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    const std::vector<Near<double>> ahead = {{{3, 0.1}, {-1, 0}, 0.3}}, behind = {{{-3, 0.1}, {1, 0}, 0.3}};
    EXPECT_GT(norm(step(own, ahead, p).evasive), 0.1);
    EXPECT_EQ(norm(step(own, behind, p).evasive), 0);
    own.heading = {-1, 0};
    EXPECT_EQ(norm(step(own, ahead, p).evasive), 0);
    EXPECT_GT(norm(step(own, behind, p).evasive), 0.1);
}

TEST(Predictive, OrderOfNeighboursDoesNotMatter) {
    test::Dice dice(4);
    for (const bool sums : {false, true}) {
        auto p = values();
        p.sums = sums;
        int busy = 0;
        for (int i = 0; i < 2000; ++i) {
            std::vector<Near<double>> near;
            for (int k = 0; k < 8; ++k) {
                const double angle = dice.between(0, 2 * kPi), away = dice.between(0.91, 6);
                near.push_back({{away * std::cos(angle), away * std::sin(angle)},
                                {dice.between(-2, 2), dice.between(-2, 2)},
                                0.3});
            }
            const auto before = step(walker(), near, p);
            for (std::size_t k = near.size() - 1; k > 0; --k)
                std::swap(near[k], near[dice.below(static_cast<int>(k) + 1)]);
            const auto after = step(walker(), near, p);
            EXPECT_EQ(before.velocity.x, after.velocity.x);
            EXPECT_EQ(before.velocity.y, after.velocity.y);
            busy += norm(before.evasive) > 0;
        }
        EXPECT_GT(busy, 1000);
    }
}

TEST(Predictive, NoiseHasTheGivenLengthAndDirection) {
    const auto p = values({{"noise_max", 0.4}});
    const auto r = step(walker(), {}, p, {}, 0.25, 0.5);
    EXPECT_NEAR(r.evasive.x, 0, 1e-12);
    EXPECT_NEAR(r.evasive.y, 0.2, 1e-12);
}

TEST(Predictive, IntegrationAndHeading) {
    const auto p = values();
    Own<double> own = walker();
    own.velocity = {0, 0};
    auto r = step(own, {}, p);
    EXPECT_NEAR(r.velocity.x, 0.28, 1e-12);  // 2.8 m/s² for 0.1 s
    // Maximum speed.
    own.velocity = {1.9, 0};
    own.pref = {10, 0};
    r = step(own, {}, p);
    EXPECT_NEAR(r.velocity.x, 2, 1e-12);
    // Standing still keeps the heading.
    own.velocity = own.pref = {0, 0};
    own.heading = {0, 1};
    r = step(own, {}, p);
    EXPECT_EQ(r.heading.x, 0);
    EXPECT_EQ(r.heading.y, 1);
    // Otherwise 0.8 of the desired direction, 0.2 of the new velocity's.
    own = walker();
    r = step(own, {{{3, 0.2}, {-1.4, 0}, 0.3}}, p);
    const V d = unit_or_zero(r.desired), v = unit_or_zero(r.velocity);
    const V expected = unit_or_zero(d * 0.8 + v * 0.2);
    EXPECT_NEAR(r.heading.x, expected.x, 1e-12);
    EXPECT_NEAR(r.heading.y, expected.y, 1e-12);
    EXPECT_NE(r.heading.y, 0);
}

TEST(Predictive, PackAgreesWithDouble) {
    for (const double sums : {0.0, 1.0}) {
        const Settings settings = {{"noise_max", 0}, {"evasion", sums}};
        const auto p = values(settings);
        test::Dice dice(5);
        test::Crowd crowd(test::some_walls());
        int agents = 0, differ = 0, at_walls = 0;
        for (const test::Decided& d :
             test::decide(crowd, test::random_bodies(dice, 400, 1.0, 0.5), "predictive", settings)) {
            const auto r = step(d.own, d.near, p, d.feet);
            const double off = norm(r.velocity - V{d.decision.vx, d.decision.vy}),
                         turned = norm(r.heading - V{d.decision.heading_x, d.decision.heading_y});
            ++agents;
            differ += !(off <= 1e-3 && turned <= 1e-2);
            at_walls += norm(r.wall) > 0;
        }
        EXPECT_GT(agents, 300);
        EXPECT_GT(at_walls, 20);
        EXPECT_LE(differ, agents / 100);
    }
}

TEST(Predictive, PackWallForcesAgreeWithDouble) {
    // One agent beside one wall, at every distance that matters and for every steepness.
    for (const double steepness : {1.0, 2.0, 3.5}) {
        for (double gap = 0.02; gap < 1.6; gap += 0.05) {
            const Settings settings = {{"noise_max", 0}, {"wall_safe_dist", 1.5}, {"wall_steepness", steepness}};
            test::Crowd crowd(Map::from_wkt("LINESTRING (-9 0, 9 0)"));
            const auto decided = test::decide(crowd, {{1, {0, 0.3 + gap}, {1, 0}, {1, 0}}}, "predictive", settings);
            ASSERT_EQ(decided.size(), 1u);
            const auto r = step(decided[0].own, {}, values(settings), decided[0].feet);
            EXPECT_NEAR(decided[0].decision.vx, r.velocity.x, 1e-4) << "gap " << gap << ", κ " << steepness;
            EXPECT_NEAR(decided[0].decision.vy, r.velocity.y, 1e-4) << "gap " << gap << ", κ " << steepness;
        }
    }
}

TEST(Predictive, DegenerateInputGivesNumbers) {
    for (const bool sums : {false, true}) {
        auto p = values();
        p.sums = sums;
        Own<double> own = walker();
        own.velocity = own.pref = {0, 0};
        const std::vector<Near<double>> near(20, Near<double>{{0, 0}, {0, 0}, 0.3});
        const std::vector<WallPiece<double>> walls = {{{0, 0}, {1, 0}}, {{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}};
        for (const auto& r : {step(own, near, p, walls), step(walker(), near, p, walls), step(own, {}, p, {})}) {
            EXPECT_TRUE(std::isfinite(r.velocity.x) && std::isfinite(r.velocity.y));
            EXPECT_TRUE(std::isfinite(r.heading.x) && std::isfinite(r.heading.y));
        }
    }
}

}  // namespace
}  // namespace sidestep
