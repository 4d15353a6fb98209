// People behind each other, in whole runs: single file, signals, bends, corridors, and what may go wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "sidestep/error.h"
#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::agent;
using test::by_offset;
using test::put;
using test::run_steps;
using test::scene;
using test::to_point;

/// Somebody who follows, on any local model. Bodies of 0.15 m, so that standing_gap is d_f less 0.3 m.
ProfileSpec follower(std::string_view model, const test::Settings& settings) {
    ProfileSpec p = test::everyday_profile("follower", model);
    p.intents = {{"following"}};
    set_parameter(p, "radius", Distribution::fixed(0.15));
    for (const auto& [name, value] : settings) set_parameter(p, name, Distribution::fixed(value));
    return p;
}

/// N people evenly spaced on a periodic axis of length L.
Scenario ring(const ProfileSpec& profile, int people, double length) {
    Scenario s = scene(profile, 1e5);
    s.map.periodic = {length, 0};
    for (int i = 0; i < people; ++i) put(s, {length * i / people, 0}, by_offset({1e5, 0}));
    return s;
}

double mean_speed(const Simulation& simulation) {
    double sum = 0;
    for (const AgentState& a : simulation.agents()) sum += static_cast<double>(a.velocity.x);
    return sum / static_cast<double>(simulation.agent_count());
}

double ring_speed(const ProfileSpec& profile, int people, double length, int steps = 600, int averaged = 300) {
    Simulation simulation(ring(profile, people, length));
    run_steps(simulation, steps - averaged);
    double sum = 0;
    for (int i = 0; i < averaged; ++i) {
        simulation.step();
        sum += mean_speed(simulation);
    }
    return sum / averaged;
}

TEST(Following, SingleFileHasTheDiagramOfTheLaw) {
    for (const double ttr : {0.5, 0.75, 1.0}) {
        for (const double density : {0.5, 1.0, 1.4, 1.8, 2.2}) {
            const double expected = std::min(1.3, (1 / density - 0.4) / ttr);
            const test::Settings calm{{"ttr", ttr}, {"standing_gap", 0.1}, {"pref_speed", 1.3}, {"speed_noise", 0}};
            EXPECT_NEAR(ring_speed(follower("constant_velocity", calm), 20, 20 / density), expected, 1e-3)
                << density << " per metre, ttr " << ttr;
            test::Settings noisy = calm;
            noisy.back().second = 0.05;
            const double with_noise = ring_speed(follower("constant_velocity", noisy), 20, 20 / density);
            EXPECT_LT(with_noise, expected + 0.003);
            EXPECT_GT(with_noise, expected - 0.03);
        }
    }
}

/// A follower behind a puppet whose speed is a function of time, along x.
class Behind {
public:
    Behind(const test::Settings& settings, double gap, double dt = 0.1, double first_speed = 0)
        : simulation_(made(settings, gap, dt, first_speed)) {
        leader_ = simulation_.add({.profile = "follower", .position = {0, 0}, .puppet = true});
    }
    /// One step with this speed of the leader.
    void step(double leader_speed) {
        at_ += leader_speed * simulation_.scenario().dt;
        simulation_.move_puppet(leader_, {at_, 0}, Vec2f{1, 0});
        simulation_.step();
        const AgentState follower = agent(simulation_, 1);
        gap_ = at_ - follower.position.x;
        least_ = std::min(least_, gap_);
        speed_ = follower.velocity.x;
    }
    double gap() const { return gap_; }
    double least_gap() const { return least_; }
    double speed() const { return speed_; }
    Simulation& simulation() { return simulation_; }

private:
    static Scenario made(const test::Settings& settings, double gap, double dt, double first_speed) {
        Scenario s = scene(follower("constant_velocity", settings), 1e5, dt);
        put(s, {-gap, 0}, to_point({1e4, 0})).velocity = Vec2d{first_speed, 0};
        return s;
    }
    Simulation simulation_;
    AgentHandle leader_;
    double at_ = 0, gap_ = 0, least_ = kUnlimited, speed_ = 0;
};

const test::Settings kCalm{{"standing_gap", 0.3}, {"pref_speed", 1.33}, {"max_speed", 1.6}, {"speed_noise", 0}};

test::Settings with(test::Settings settings, const test::Settings& more) {
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

TEST(Following, BrakesBehindALeaderWhoBrakes) {
    for (const double braking : {0.5, 1.0, 2.0, 1e3}) {
        // It would walk faster if it could: who has fallen behind catches up.
        Behind pair(with(kCalm, {{"pref_speed", 1.5}}), 1.398, 0.1, 1.33);
        double v = 1.33;
        for (int i = 0; i < 100; ++i) pair.step(v);
        EXPECT_NEAR(pair.gap(), 1.398, 1e-3);
        for (int i = 0; i < 200; ++i) pair.step(v = std::max(0.0, v - braking * 0.1));
        EXPECT_NEAR(pair.least_gap(), 0.6, 2e-3) << braking;
        // Who keeps no distance for its reaction comes too close.
        Behind hasty(with(kCalm, {{"ttr", 0}}), 0.733, 0.1, 1.33);
        v = 1.33;
        for (int i = 0; i < 100; ++i) hasty.step(v);
        for (int i = 0; i < 200; ++i) hasty.step(v = std::max(0.0, v - braking * 0.1));
        EXPECT_LT(hasty.least_gap(), 0.599) << braking;
    }
}

TEST(Following, StandsBehindALeaderOfTheSteadySpeed) {
    Behind pair(kCalm, 2, 0.1);
    for (int i = 0; i < 400; ++i) pair.step(1.2);
    EXPECT_NEAR(pair.gap(), 1.32, 1e-3);
    EXPECT_NEAR(pair.speed(), 1.2, 1e-4);
}

TEST(Following, IsExplained) {
    // 20 people on 26.4 m: 1.32 m apart, of which 0.6 m are d_f and 0.72 m what 1.2 m/s take in 0.6 s.
    Simulation simulation(ring(follower("orca", kCalm), 20, 26.4));
    run_steps(simulation, 400);
    const auto e = simulation.explain(20);
    ASSERT_TRUE(e);
    const auto told = [&](std::string_view label) {
        const auto shape = std::ranges::find(e->shapes, label, &Shape::label);
        if (shape == e->shapes.end()) return std::pair(std::nan(""), AgentId{0});
        return std::pair(shape->value, shape->about);
    };
    EXPECT_EQ(told("follows").second, 1u) << "the next one, across the border";
    EXPECT_NEAR(told("follows").first, 1.32, 1e-4);
    EXPECT_NEAR(told("leader next").first, 1.44, 1e-4);
    EXPECT_NEAR(told("personal distance d_f").first, 0.6, 1e-6);
    EXPECT_NEAR(told("distance to react d_d").first, 0.72, 1e-4);
    EXPECT_NEAR(told("error distance d_err").first, 0, 1e-4);
    EXPECT_NEAR(told("virtual place").first, 0.12, 1e-4) << "where it walks to in this step";
    EXPECT_TRUE(std::isnan(told("overtakes").first));
}

struct Jerky {
    double mean_gap = 0, deviation = 0;
};
Jerky behind_a_jerky_leader(double error_distance) {
    Behind pair(with(kCalm, {{"error_distance", error_distance}}), 1.4, 0.1, 1.2);
    test::Dice dice(3);
    double sum = 0, speeds = 0, squares = 0;
    constexpr int kSteps = 600;
    for (int i = 0; i < kSteps; ++i) {
        pair.step(1.2 + 0.4 * normal_quantile(std::max(dice.unit(), 1e-12)));
        sum += pair.gap();
        speeds += pair.speed();
        squares += pair.speed() * pair.speed();
    }
    const double mean = speeds / kSteps;
    return {sum / kSteps, std::sqrt(squares / kSteps - mean * mean)};
}

TEST(Following, KeepsMoreDistanceFromAJerkyLeaderAndIsSmoother) {
    const Jerky kept = behind_a_jerky_leader(0), not_kept = behind_a_jerky_leader(2);
    EXPECT_NEAR(kept.deviation, 0.15, 0.04);
    EXPECT_NEAR(kept.mean_gap - not_kept.mean_gap, 0.034, 0.01);
}

/// Least gap of three followers behind a leader who goes and stops every ten seconds.
double least_gap_at_signals(const test::Settings& settings, std::vector<double>* stops = nullptr) {
    Scenario s = scene(follower("constant_velocity", settings), 1e5);
    for (int i = 1; i <= 3; ++i) put(s, {-1.0 * i, 0}, to_point({1e4, 0}));
    Simulation simulation(s);
    const AgentHandle leader = simulation.add({.profile = "follower", .position = {0, 0}, .puppet = true});
    test::Dice dice(1);
    double at = 0, least = kUnlimited;
    for (int i = 0; i < 600; ++i) {
        const double noise = 0.1 * normal_quantile(std::max(dice.unit(), 1e-12));
        at += std::max(0.0, (i / 100 % 2 == 0 ? 0 : 1.33) + noise) * 0.1;
        simulation.move_puppet(leader, {at, 0}, Vec2f{1, 0});
        simulation.step();
        double ahead = at;
        for (AgentId id = 1; id <= 3; ++id) {
            const double x = agent(simulation, id).position.x;
            least = std::min(least, ahead - x);
            ahead = x;
        }
        if (stops != nullptr && i % 200 == 99) stops->push_back(at - agent(simulation, 1).position.x);
    }
    return least;
}

// Clamps decide, so laws are compared at equal ones.
TEST(Following, AtSignalsTheDistanceBasedLawKeepsMoreThanArrival) {
    const auto clamped = [&](double a) { return with(kCalm, {{"accel", a}, {"decel", a}}); };
    const auto arrival = [&](double a, double slowing) {
        return with(clamped(a), {{"law", 1}, {"law_slowing", slowing}});
    };
    EXPECT_NEAR(least_gap_at_signals(clamped(1.0)), 0.46, 0.08);
    EXPECT_NEAR(least_gap_at_signals(clamped(1.5)), 0.60, 0.06);
    EXPECT_LT(least_gap_at_signals(arrival(1.0, 0.5)), least_gap_at_signals(clamped(1.0)) - 0.1);
    EXPECT_LT(least_gap_at_signals(arrival(1.5, 0.5)), least_gap_at_signals(clamped(1.5)) - 0.1);
    EXPECT_NEAR(least_gap_at_signals(arrival(3.0, 0.8)), 0.60, 0.06);
    // A law of speeds alone does not remember distances: they drift.
    std::vector<double> stops;
    least_gap_at_signals(with(clamped(1.0), {{"law", 2}, {"look_ahead", 30}}), &stops);
    ASSERT_EQ(stops.size(), 3u);
    EXPECT_GT(stops[1], stops[0] + 0.2);
    EXPECT_GT(stops[2], stops[1] + 0.2);
}

/// A corridor that turns a corner; everybody plans.
Scenario bend(double radius = 0.2) {
    ProfileSpec p = test::everyday_profile("follower", "constant_velocity", {{"pref_speed", 1.3}, {"radius", radius}});
    p.intents = {{"following"}};
    set_parameter(p, "speed_noise", Distribution::fixed(0));
    p.route.name = "corner";
    Scenario s = scene(p, 60);
    s.map.wkt = "POLYGON ((0 0, 10 0, 10 10, 8.8 10, 8.8 1.2, 0 1.2, 0 0))";
    return s;
}

TEST(Following, TheLeaderRoundABendIsAsFarAsTheWay) {
    Scenario s = bend();
    put(s, {1, 0.6}, to_point({9.4, 9.5}, true));
    const Vec2d leader{9.0, 1.4}, corner{8.8, 1.2};
    Simulation simulation(s);
    simulation.add({.profile = "follower", .position = leader, .heading = Vec2f{0, 1}, .puppet = true});
    run_steps(simulation, 300);
    const AgentState one = agent(simulation, 1);
    EXPECT_LT(norm(one.velocity), 0.02);
    EXPECT_LT(one.position.x, corner.x) << "before the bend";
    // Through the wall it is nearer than 0.6 m, along the way round the corner it is 0.6 m.
    EXPECT_LT(norm(leader - one.position), 0.58);
    const double along = (leader.x - one.position.x) + (leader.y - one.position.y);
    EXPECT_NEAR(along, 0.6, 0.02) << one.position.x << " " << one.position.y;
}

TEST(Following, GoalsThatFollowEachOtherAreOneWay) {
    Scenario s = scene(follower("constant_velocity", with(kCalm, {{"goal_radius", 0.05}})), 60);
    s.goals.push_back({.name = "corner", .region = {}, .point = {5, 0}, .next = 1});
    s.goals.push_back({.name = "end", .region = {}, .point = {5, 8}, .exit = true});
    put(s, {0, 0}, test::to_goal(0));
    Simulation simulation(s);
    simulation.add({.profile = "follower", .position = {5, 0.9}, .heading = Vec2f{0, 1}, .puppet = true});
    run_steps(simulation, 150);
    const AgentState one = agent(simulation, 1);
    EXPECT_LT(norm(one.velocity), 0.02);
    // 0.6 m behind it, along the two sides of the corner.
    EXPECT_NEAR((5 - one.position.x) + (0.9 - one.position.y), 0.6, 0.35) << one.position.x << " " << one.position.y;
    EXPECT_GE(norm(Vec2d{5, 0.9} - one.position), 0.3);
}

TEST(Following, WhoWalksBesideOrComesTowardsOrStandsAboutIsNoLeader) {
    for (const auto& [at, heading] :
         {std::pair{Vec2d{2, 0.5}, Vec2f{1, 0}}, {Vec2d{2, 0}, Vec2f{-1, 0}}, {Vec2d{-1, 0}, Vec2f{1, 0}}}) {
        Scenario s = scene(follower("constant_velocity", kCalm), 1e5);
        put(s, {0, 0}, to_point({100, 0}));
        Simulation simulation(s);
        simulation.add({.profile = "follower", .position = at, .heading = heading, .puppet = true});
        run_steps(simulation, 14);
        EXPECT_NEAR(agent(simulation, 1).velocity.x, 1.33, 1e-5) << at.x << " " << at.y;
    }
}

TEST(Following, OfTwoSideBySideNobodyLeads) {
    // Their ways converge, so that each is a hair ahead on the other's way. Eight at a time, and one by one.
    for (const double look_ahead : {2.5, 12.0}) {
        Scenario s = scene(follower("constant_velocity", with(kCalm, {{"look_ahead", look_ahead}})), 1e5);
        put(s, {0, 0.14}, to_point({6, 0}));
        put(s, {0, -0.14}, to_point({6, 0}));
        put(s, {-2, 0}, to_point({6, 0}));
        Simulation simulation(s);
        run_steps(simulation, 40);
        EXPECT_GT(agent(simulation, 1).position.x, 4.2);
        EXPECT_GT(agent(simulation, 2).position.x, 4.2);
        EXPECT_LT(agent(simulation, 3).position.x, agent(simulation, 1).position.x - 0.59) << "who is behind, follows";
    }
}

TEST(Following, WhoComesTooFastToBrakeDoesNotWalkIntoTheLeader) {
    // From 1.33 m/s at 2 m/s² it takes 0.44 m to stand, and bodies touch at 0.3 m.
    for (const double window : {0.5, 0.3}) {
        Behind pair(with(kCalm, {{"fit_window", window}}), 0.5, 0.1, 1.33);
        for (int i = 0; i < 50; ++i) pair.step(0);
        EXPECT_GE(pair.least_gap(), 0.3 - 1e-6) << window;
        EXPECT_LT(pair.least_gap(), 0.32) << window << ": it would have come nearer";
        EXPECT_EQ(pair.speed(), 0) << window;
    }
}

TEST(Following, DoesNotDependOnOrderPlaceOrThreads) {
    const auto walked = [](bool backwards, double shift, int threads) {
        Scenario s = scene(follower("orca", {{"standing_gap", 0.1}, {"pref_speed", 1.2}}), 1e5);
        s.map.periodic = {20, 0};
        Simulation simulation(s, threads);
        for (int k = 0; k < 20; ++k) {
            const int i = backwards ? 19 - k : k;
            const double x = std::fmod(0.7 * i + shift, 20);
            simulation.add(
                {.profile = "follower", .position = {x, 0}, .goal = {x + 1e5, 0}, .id = static_cast<AgentId>(i + 1)});
        }
        run_steps(simulation, 200);
        std::vector<double> ways;
        for (const AgentState& a : simulation.agents()) ways.push_back(1e5 - (a.goal_point.x - a.position.x));
        return ways;
    };
    const std::vector<double> reference = walked(false, 0, 1);
    EXPECT_EQ(walked(false, 0, 3), reference);
    EXPECT_EQ(walked(true, 0, 1), reference);
    const std::vector<double> shifted = walked(false, 12.5, 1);
    for (std::size_t i = 0; i < reference.size(); ++i) EXPECT_NEAR(shifted[i], reference[i], 1e-4) << i;
}

// Nearly everybody is decided for eight at a time, in single precision; explanations come from the same law one by one.
TEST(Following, EightAtATimeDecideAsOneByOne) {
    Scenario s = scene(follower("constant_velocity", {{"radius", 0.2}, {"standing_gap", 0.1}}), 60);
    set_parameter(s.profiles[0], "pref_speed", Distribution::between(0.8, 1.6));
    set_parameter(s.profiles[0], "ttr", Distribution::between(0.4, 0.9));
    s.map.periodic = {30, 0};
    test::put_many(s, test::box(0, 0.3, 30, 8.7), 180, by_offset({1e5, 0}), 0.6);
    Simulation simulation(s);
    std::vector<AgentId> ids;
    for (const AgentState& a : simulation.agents()) ids.push_back(a.id);
    std::size_t compared = 0, sideways = 0;
    for (int round = 0; round < 10; ++round) {
        run_steps(simulation, 20);
        const std::vector<Explanation> explained = simulation.explain(ids);
        simulation.step();
        for (const Explanation& e : explained) {
            const auto kept = std::ranges::find(e.shapes, "distance to react d_d", &Shape::label);
            if (kept == e.shapes.end()) continue;
            const AgentState a = agent(simulation, e.id);
            const double ttr = *simulation.parameter(simulation.handle_of(e.id), "ttr");
            EXPECT_NEAR(a.velocity.x, kept->value / ttr, 2e-5) << e.id;
            const auto overtakes = std::ranges::find(e.shapes, "overtakes", &Shape::label);
            EXPECT_EQ(std::abs(a.velocity.y) > 0.1f, overtakes != e.shapes.end()) << e.id;
            ++compared;
            sideways += overtakes != e.shapes.end();
        }
    }
    EXPECT_GT(compared, 500u);
    EXPECT_GT(sideways, 20u);
}

/// Least distance between neighbours on a ring that starts compact.
double least_on_ring(std::string_view model, double length, std::uint64_t seed) {
    Scenario s =
        scene(follower(model, {{"ttr", 0.5}, {"standing_gap", 0.05}, {"accel", 0.8}, {"pref_speed", 1.2}}), 1e5);
    s.seed = seed;
    s.map.periodic = {length, 0};
    for (int i = 0; i < 20; ++i) put(s, {0.35 * i, 0}, by_offset({1e5, 0}));
    Simulation simulation(s);
    double least = kUnlimited;
    for (int step = 0; step < 400; ++step) {
        simulation.step();
        std::vector<double> x;
        for (const AgentState& a : simulation.agents()) x.push_back(a.position.x);
        std::ranges::sort(x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            least = std::min(least, i + 1 < x.size() ? x[i + 1] - x[i] : x[0] + length - x[i]);
        }
    }
    return least;
}

TEST(Following, NobodyTouchesTheLeader) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        for (const double length : {20.0, 13.0, 10.5}) EXPECT_GE(least_on_ring("constant_velocity", length, seed), 0.3);
    }
}

// 30 × 9 m, 180 people from rest who want to walk at different speeds.
TEST(Following, InAWideCorridorTheFastOvertakeAndTheSlowHoldUp) {
    Scenario s = scene(follower("orca", {{"radius", 0.2}, {"standing_gap", 0.1}}), 60);
    set_parameter(s.profiles[0], "pref_speed", Distribution::between(0.8, 1.6));
    s.map.wkt = "MULTILINESTRING ((0 0, 30 0), (0 9, 30 9))";
    s.map.periodic = {30, 0};
    test::put_many(s, test::box(0, 0.3, 30, 8.7), 180, by_offset({1e5, 0}), 0.6);
    Simulation simulation(s);
    std::vector<double> preferred(181), walked(181), before(181);
    for (AgentId id = 1; id <= 180; ++id) preferred[id] = *simulation.parameter(simulation.handle_of(id), "pref_speed");
    run_steps(simulation, 200);
    for (const AgentState& a : simulation.agents()) before[a.id] = a.goal_point.x - a.position.x;
    run_steps(simulation, 400);
    double fast = 0, wanted = 0;
    for (const AgentState& a : simulation.agents()) {
        walked[a.id] = before[a.id] - (a.goal_point.x - a.position.x);
        if (preferred[a.id] > 1.3) fast += walked[a.id] / 40, wanted += preferred[a.id];
    }
    EXPECT_LT(fast, 0.97 * wanted);
    EXPECT_GT(fast, 0.5 * wanted);
    // Somebody who walked so much farther than somebody else has passed people.
    const auto [least, most] = std::minmax_element(walked.begin() + 1, walked.end());
    EXPECT_GT(*most - *least, 5);
    EXPECT_LT(simulation.summary().health.deepest_m, kHealthyDepth);
}

TEST(Following, OnAShortRingThoseBehindAreAlsoAhead) {
    const test::Settings slow{{"standing_gap", 0.3}, {"pref_speed", 1.3}, {"speed_noise", 0}};
    // Two people, 1.2 m each: (1.2 − 0.6)/0.6.
    EXPECT_NEAR(ring_speed(follower("constant_velocity", slow), 2, 2.4), 1.0, 1e-3);
    Scenario s = ring(follower("constant_velocity", slow), 2, 2.4);
    s.agents[1].position = Vec2d{0.7, 0};  // one has 0.7 m before it, the other 1.7 m
    Simulation simulation(s);
    run_steps(simulation, 600);
    for (const AgentState& a : simulation.agents()) EXPECT_NEAR(a.velocity.x, 1.0, 1e-3);
}

TEST(Following, LeadersMayLeaveChangeAndBeOneself) {
    // Ring of one: nobody to follow.
    Simulation lonely(ring(follower("constant_velocity", kCalm), 1, 3));
    run_steps(lonely, 100);
    EXPECT_NEAR(mean_speed(lonely), 1.33, 1e-5);
    // The leader is taken away, then somebody else steps in.
    Behind pair(kCalm, 1.4);
    for (int i = 0; i < 50; ++i) pair.step(0);
    EXPECT_NEAR(pair.speed(), 0, 0.02);
    Simulation& simulation = pair.simulation();
    simulation.remove(simulation.handle_of(2));
    run_steps(simulation, 40);
    EXPECT_NEAR(agent(simulation, 1).velocity.x, 1.33, 1e-5);
    for (int i = 0; i < 20; ++i) {
        const Vec2d at = agent(simulation, 1).position;
        const AgentHandle other = simulation.add(
            {.profile = "follower", .position = at + Vec2d{1.2, 0}, .heading = Vec2f{1, 0}, .puppet = true});
        simulation.step();
        simulation.remove(other);
        const float v = agent(simulation, 1).velocity.x;
        EXPECT_GE(v, 0);
        EXPECT_LE(v, 1.34f);
    }
}

/// One who walks by itself and one who follows it; both plan where there are walls.
Scenario pair_of(std::string_view model) {
    ProfileSpec p = test::everyday_profile("person", model, {{"pref_speed", 1.3}, {"max_speed", 1.8}});
    p.intents = {{"following"}};
    p.route.name = "corner";
    Scenario s = scene(p, 120);
    s.map.wkt = "POLYGON ((0 0, 20 0, 20 12, 0 12, 0 0), (6 4, 14 4, 14 8, 6 8, 6 4))";
    return s;
}

TEST(FollowingByName, WalksBehindThePersonWhereverItGoes) {
    Scenario s = pair_of("orca");
    put(s, {2, 2}, to_point({18, 10}));
    put(s, {1, 10}, by_offset({0, 0})).follow = 1;
    Simulation simulation(s);
    EXPECT_EQ(agent(simulation, 2).follows, 1u);
    double farthest = 0;
    while (simulation.time() < 19) {
        simulation.step();
        if (simulation.time() > 17) {
            farthest = std::max(farthest, norm(agent(simulation, 1).position - agent(simulation, 2).position));
        }
    }
    EXPECT_LT(farthest, 3);  // it had to catch up first, and hurries
    // Another goal: it comes along, and stands beside when the other stands.
    simulation.set_goal(simulation.handle_of(1), {2, 6}, false);
    while (simulation.time() < 50) simulation.step();
    const AgentState one = agent(simulation, 1), two = agent(simulation, 2);
    EXPECT_NEAR(norm(one.position - two.position), 0.6, 0.1);
    EXPECT_LT(norm(two.velocity), 0.06);
    EXPECT_FALSE(two.arrived);
}

TEST(FollowingByName, FindsAPersonOutOfSightAlongItsRoute) {
    Scenario s = pair_of("constant_velocity");
    put(s, {10, 2}, by_offset({0, 0}));
    put(s, {10, 10}, by_offset({0, 0})).follow = 1;  // the block is between them
    Simulation simulation(s);
    run_steps(simulation, 250);
    EXPECT_NEAR(norm(agent(simulation, 1).position - agent(simulation, 2).position), 0.6, 0.1);
}

TEST(FollowingByName, GoesOnWhenThePersonLeaves) {
    Scenario s = pair_of("orca");
    put(s, {2, 2}, to_point({18, 2}, true));
    put(s, {1, 2}, by_offset({0, 0})).follow = 1;        // no goal of its own: leaves as the person did
    put(s, {1, 3}, to_point({3, 10}, true)).follow = 1;  // has one
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u);
    EXPECT_LT(simulation.time(), 60);
    EXPECT_TRUE(simulation.summary().health.ok);
}

TEST(FollowingByName, SomebodyWhoNeverComesIsWaitedForAndTold) {
    Scenario s = pair_of("orca");
    s.duration = 20;
    put(s, {2, 2}, to_point({18, 2}, true));
    put(s, {1, 6}, to_point({18, 10}, true)).follow = 77;
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(agent(simulation, 2).position, (Vec2d{1, 6}));
    EXPECT_TRUE(agent(simulation, 2).waits);
    const RunHealth health = simulation.summary().health;
    EXPECT_EQ(health.followed_nobody, 1u);
    EXPECT_FALSE(health.ok);
    EXPECT_EQ(health_from_json(to_json(health))->followed_nobody, 1u);
    // It comes after all.
    Simulation later(s);
    run_steps(later, 50);
    later.add({.profile = "person", .position = {3, 6}, .goal = {3, 11}, .exit_at_goal = false, .id = 77});
    run_steps(later, 100);
    EXPECT_NEAR(norm(agent(later, 2).position - agent(later, 77).position), 0.6, 0.1);
    EXPECT_EQ(later.summary().health.followed_nobody, 0u);
}

TEST(FollowingByName, TwoWhoFollowEachOtherMeet) {
    Scenario s = pair_of("orca");
    s.duration = 30;
    put(s, {2, 2}, by_offset({0, 0})).follow = 2;
    put(s, {12, 2}, by_offset({0, 0})).follow = 1;
    Simulation simulation(s);
    run_steps(simulation, 200);
    const AgentState one = agent(simulation, 1), two = agent(simulation, 2);
    EXPECT_NEAR(norm(one.position - two.position), 0.6, 0.1);
    EXPECT_LT(norm(one.velocity) + norm(two.velocity), 0.15f);
    EXPECT_TRUE(simulation.summary().health.stuck.empty());
}

TEST(FollowingByName, ByTheProgramAndBack) {
    Scenario s = pair_of("orca");
    put(s, {2, 2}, by_offset({0, 0}));
    put(s, {18, 10}, to_point({18, 11}));
    s.profiles.push_back(test::everyday_profile("plain", "orca"));
    put(s, {1, 11}, to_point({3, 11}), 1);
    Simulation simulation(s);
    const AgentHandle two = simulation.handle_of(2);
    EXPECT_TRUE(simulation.follow(two, 1));
    run_steps(simulation, 50);
    EXPECT_LT(agent(simulation, 2).position.x, 17);
    EXPECT_TRUE(simulation.stop_following(two));
    EXPECT_EQ(agent(simulation, 2).follows, 0u);
    run_steps(simulation, 150);
    EXPECT_NEAR(norm(agent(simulation, 2).position - Vec2d{18, 11}), 0, 0.5);
    EXPECT_THROW(simulation.follow(two, 2), InputError);
    EXPECT_THROW(simulation.follow(simulation.handle_of(3), 1), InputError);
    EXPECT_FALSE(simulation.follow(AgentHandle{}, 1));
}

TEST(FollowingByName, GoesOnFromASnapshot) {
    Scenario s = pair_of("orca");
    put(s, {2, 2}, to_point({18, 10}, true));
    put(s, {1, 10}, to_point({2, 11})).follow = 1;
    put(s, {1, 6}, by_offset({0, 0})).follow = 2;
    Simulation simulation(s), other(s);
    run_steps(simulation, 70);
    other.restore(simulation.snapshot());
    EXPECT_EQ(other.state_hash(), simulation.state_hash());
    run_steps(simulation, 200);
    run_steps(other, 200);
    EXPECT_EQ(other.state_hash(), simulation.state_hash());
}

class FollowingUnder : public testing::TestWithParam<std::string_view> {};

TEST_P(FollowingUnder, SingleFileHasTheDiagramOfTheLaw) {
    for (const double density : {0.5, 1.0, 1.4, 1.8, 2.2}) {
        const double expected = std::min(1.3, (1 / density - 0.4) / 0.75);
        const ProfileSpec profile =
            follower(GetParam(), {{"ttr", 0.75}, {"standing_gap", 0.1}, {"pref_speed", 1.3}, {"speed_noise", 0}});
        EXPECT_NEAR(ring_speed(profile, 20, 20 / density), expected, 0.02 * expected) << density << " per metre";
    }
}

std::vector<std::string_view> model_names() {
    std::vector<std::string_view> names;
    for (const PartInfo* model : models()) names.push_back(model->name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(Models, FollowingUnder, testing::ValuesIn(model_names()),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace sidestep
