// What a scene can ask for besides a model: delays, way points, exits, sources, slow regions, periodic axes, sub-steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sidestep/error.h"
#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// Runs the body for a calm profile of every model.
template <class Body>
void for_every_model(const Settings& settings, Body body) {
    for (const PartInfo* m : models()) {
        SCOPED_TRACE(std::string(m->name));
        body(calm_profile(m->name, settings));
    }
}

TEST(Features, StartDelay) {
    for_every_model({{"pref_speed", 1}}, [](const ProfileSpec& p) {
        Scenario s = scene(p);
        put(s, {0, 0}, by_offset({20, 0})).start_delay = Distribution::fixed(2.0);
        Simulation simulation(s);
        run_steps(simulation, 20);
        EXPECT_EQ(agent(simulation, 1).position, (Vec2d{0, 0}));
        run_steps(simulation, 30);
        EXPECT_NEAR(agent(simulation, 1).position.x, 3, 0.7);
    });
}

TEST(Features, StaysAtAGoalWithoutExit) {
    for_every_model({}, [](const ProfileSpec& p) {
        Scenario s = scene(p, 30);
        put(s, {0, 0}, by_offset({5, 0}));
        put(s, {0, 5}, by_offset({20, 0}));
        Simulation simulation(s);
        while (!simulation.finished()) {
            simulation.step();
            const AgentState a = agent(simulation, 1);
            if (a.arrived) {
                EXPECT_LT(norm(a.position - Vec2d{5, 0}), 1.2);
            }
        }
        EXPECT_TRUE(agent(simulation, 1).arrived);
        EXPECT_TRUE(agent(simulation, 2).arrived);
        EXPECT_LT(simulation.time(), 25) << "ends when everybody has arrived";
        EXPECT_LT(norm(agent(simulation, 1).velocity), 0.05);
        EXPECT_TRUE(simulation.summary().health.ok);
    });
}

TEST(Features, LeavesAtAnExit) {
    for_every_model({}, [](const ProfileSpec& p) {
        Scenario s = scene(p, 30);
        put(s, {0, 0}, by_offset({5, 0}, true));
        Simulation simulation(s);
        const AgentHandle handle = simulation.handle_of(1);
        while (!simulation.finished()) simulation.step();
        EXPECT_EQ(simulation.agent_count(), 0u);
        EXPECT_FALSE(simulation.find(handle));
        EXPECT_NEAR(simulation.time(), 4.5 / 1.35, 1.0);
        EXPECT_TRUE(simulation.summary().health.ok);
        EXPECT_EQ(simulation.summary().health.never_arrived, 0u);
    });
}

TEST(Features, WayPointsInTurn) {
    for_every_model({{"pref_speed", 1.3}}, [](const ProfileSpec& p) {
        Scenario s = scene(p, 60);
        GoalSpec a, b, c;
        a.name = "a", a.point = {8, 0}, a.next = 1;
        b.name = "b", b.region = box(7, 7, 9, 9), b.next = 2;
        c.name = "c", c.point = {0, 8}, c.exit = true;
        s.goals = {a, b, c};
        put(s, {0, 0}, to_goal(0));
        Simulation simulation(s);
        double to_a = 1e9, to_b = 1e9;
        while (!simulation.finished()) {
            simulation.step();
            if (!is_here(simulation, 1)) break;
            const Vec2d at = agent(simulation, 1).position;
            if (to_b > 1.101) to_a = std::min(to_a, norm(at - Vec2d{8, 0}));
            to_b = std::min(to_b, norm(at - Vec2d{8, 8}));
        }
        EXPECT_LE(to_a, 0.5);
        EXPECT_LE(to_b, 1.101);  // a region is reached within a millimetre of its border
        EXPECT_FALSE(is_here(simulation, 1));
        EXPECT_NEAR(simulation.time(), 22.5 / 1.3, 2.5);
    });
}

TEST(Features, EverybodyArrivesAtARegion) {
    for_every_model({}, [](const ProfileSpec& p) {
        for (int k = 0; k < 100; ++k) {
            Scenario s = scene(p, 30);
            GoalSpec goal;
            goal.name = "goal", goal.region = box(7, 7, 9, 9), goal.exit = true;
            s.goals = {goal};
            put(s, {4.1 + 0.05 * k, 0.3 + 0.01 * k}, to_goal(0));
            Simulation simulation(s);
            while (!simulation.finished()) simulation.step();
            EXPECT_EQ(simulation.agent_count(), 0u) << "stands at the border of its goal, start " << k;
        }
    });
}

TEST(Features, WanderersDrawNewGoals) {
    Scenario s = scene(profile("p", "orca"), 120);
    GoalSpec g;
    g.name = "anywhere", g.region = box(0, 0, 10, 10), g.wander = true;
    s.goals = {g};
    put_many(s, box(0, 0, 10, 10), 5, to_goal(0));
    Simulation simulation(s);
    std::set<std::pair<int, int>> visited;
    while (!simulation.finished()) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            visited.insert({static_cast<int>(a.position.x / 2.5), static_cast<int>(a.position.y / 2.5)});
            EXPECT_FALSE(a.arrived);
        }
    }
    EXPECT_NEAR(simulation.time(), 120, 1e-6);
    EXPECT_GT(visited.size(), 12u);
    EXPECT_EQ(simulation.summary().health.never_arrived, 0u);
}

TEST(Features, SlowRegion) {
    for_every_model({{"pref_speed", 1.2}}, [](const ProfileSpec& p) {
        Scenario s = scene(p, 60);
        s.regions.push_back({box(5, -2, 9, 2), 0.5});
        put(s, {0, 0}, by_offset({20, 0})).walking = true;
        Simulation simulation(s);
        double enters = 0, leaves = 0;
        while (!simulation.finished()) {
            simulation.step();
            const double x = agent(simulation, 1).position.x;
            if (x >= 5 && enters == 0) enters = simulation.time();
            if (x >= 9 && leaves == 0) leaves = simulation.time();
            if (x > 7 && x < 9) {
                EXPECT_NEAR(norm(agent(simulation, 1).velocity), 0.6, 0.03);
            }
            if (x > 12 && x < 19) {
                EXPECT_NEAR(norm(agent(simulation, 1).velocity), 1.2, 0.02);
            }
        }
        EXPECT_NEAR(leaves - enters, 4 / 0.6, 0.8);
    });
}

TEST(Features, SourcesSendInTime) {
    Scenario s = scene(profile("p", "orca"), 30);
    SourceSpec steady;
    steady.region = box(0, 0, 2, 6);
    steady.target = to_point({20, 3}, true);
    steady.rate = 2;
    steady.max = 15;
    SourceSpec timed = steady;
    timed.region = box(0, 20, 2, 22);
    timed.target = to_point({20, 21}, true);
    timed.rate = 0;
    timed.max = 0;
    timed.times = {0, 1.05, 1.05, 7};
    s.sources = {steady, timed};
    Simulation simulation(s);
    std::map<AgentId, double> first_seen;
    std::size_t at_once = 0;
    while (!simulation.finished()) {
        simulation.step();
        at_once = std::max(at_once, simulation.agent_count());
        for (const AgentState& a : simulation.agents()) first_seen.emplace(a.id, simulation.time());
    }
    EXPECT_EQ(simulation.summary().agents_created, 19u);
    EXPECT_EQ(first_seen.size(), 19u);
    EXPECT_EQ(simulation.agent_count(), 0u) << "everybody left by the exit";
    EXPECT_LT(simulation.time(), 30) << "finished once the sources are dry and everybody is gone";
    std::vector<double> times;
    for (const auto& [id, t] : first_seen) times.push_back(t);
    std::sort(times.begin(), times.end());
    // 15 at 0, 0.5, 1 … 7 s and 0, 1.05, 1.05, 7 s; seen after the step in which they came.
    std::vector<double> due;
    for (int i = 0; i < 15; ++i) due.push_back(0.5 * i);
    due.insert(due.end(), {0, 1.05, 1.05, 7});
    std::sort(due.begin(), due.end());
    for (std::size_t i = 0; i < due.size(); ++i) {
        EXPECT_GT(times[i], due[i]);
        EXPECT_LE(times[i], due[i] + 0.2001);
    }
}

TEST(Features, SourcesDoNotPutPeopleIntoEachOther) {
    Scenario s = scene(profile("p", "orca", {{"pref_speed", 0.1}, {"radius", 0.3}}), 20);
    SourceSpec source;
    source.region = box(0, 0, 2, 2);
    source.target = to_point({50, 1}, true);
    source.rate = 50;
    s.sources = {source};
    s.map.wkt = "LINESTRING (1 -5, 1 1.2)";
    Simulation simulation(s);
    std::set<AgentId> known;
    for (int i = 0; i < 100; ++i) {
        const auto before = simulation.agents();
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            if (!known.insert(a.id).second) continue;
            for (const AgentState& b : before) EXPECT_GT(norm(a.position - b.position), 0.6 - 0.21 * 1.1);
            EXPECT_TRUE(a.position.y > 1.2 || std::fabs(a.position.x - 1) > 0.3 - 0.02);
        }
    }
    EXPECT_GT(known.size(), 3u);
    EXPECT_LT(known.size(), 40u) << "no more than fit";
}

TEST(Features, LoneWalkerCrossesAPeriodicBorderSmoothly) {
    for_every_model({{"pref_speed", 1.3}}, [](const ProfileSpec& p) {
        Scenario s = scene(p, 60);
        s.map.periodic = {10, 7};
        put(s, {5, 3}, by_offset({30, 14})).walking = true;
        Simulation simulation(s);
        const Vec2d direction = unit(Vec2d{30, 14});
        Vec2d walked{5, 3}, before{5, 3};
        while (!simulation.finished()) {
            simulation.step();
            const AgentState a = agent(simulation, 1);
            EXPECT_GE(a.position.x, 0);
            EXPECT_LT(a.position.x, 10);
            EXPECT_GE(a.position.y, 0);
            EXPECT_LT(a.position.y, 7);
            Vec2d step = a.position - before;
            step.x -= 10 * std::round(step.x / 10);
            step.y -= 7 * std::round(step.y / 7);
            walked += step;
            before = a.position;
            if (!a.arrived && norm(walked - Vec2d{35, 17}) > 0.6) {
                EXPECT_NEAR(norm(step), 0.13, 1e-3);
                EXPECT_NEAR(cross(direction, walked - Vec2d{5, 3}), 0, 1e-3);
            }
        }
        EXPECT_TRUE(agent(simulation, 1).arrived);
        EXPECT_LT(norm(walked - Vec2d{35, 17}), 0.51 + 0.4) << "the way walked counts";
    });
}

TEST(Features, AgentsSeeEachOtherAcrossAPeriodicBorder) {
    // Two meet, a third passes, where the plane is cut; and the same in the middle of it.
    for_every_model({}, [](const ProfileSpec& p) {
        std::vector<std::vector<Vec2d>> runs;
        for (const Vec2d shift : {Vec2d{0, 0}, Vec2d{20, 0}, Vec2d{0, 15}, Vec2d{20, 15}}) {
            Scenario s = scene(p, 60);
            s.map.periodic = {40, 30};
            const auto at = [&](double x, double y) {
                const Vec2d q = Vec2d{x, y} + shift;
                return Vec2d{std::fmod(q.x, 40), std::fmod(q.y, 30)};
            };
            put(s, at(15, 15), by_offset({12, 0}));
            put(s, at(25, 15.2), by_offset({-12, 0.1}));
            put(s, at(20, 10), by_offset({0.3, 11}));
            Simulation simulation(s);
            std::vector<Vec2d> path;
            for (int i = 0; i < 80; ++i) {
                simulation.step();
                for (AgentId id = 1; id <= 3; ++id) path.push_back(agent(simulation, id).position - shift);
            }
            runs.push_back(path);
        }
        for (std::size_t r = 1; r < runs.size(); ++r) {
            double worst = 0;
            for (std::size_t i = 0; i < runs[0].size(); ++i) {
                Vec2d d = runs[r][i] - runs[0][i];
                d.x -= 40 * std::round(d.x / 40);
                d.y -= 30 * std::round(d.y / 30);
                worst = std::max(worst, norm(d));
            }
            EXPECT_LT(worst, 1e-3) << "shift " << r;
        }
    });
}

TEST(Features, WallsHoldAcrossAPeriodicBorder) {
    // A wall just behind the border: who crosses it must be stopped by that wall as by any other.
    for_every_model({{"radius", 0.25}, {"pref_speed", 1.3}}, [](const ProfileSpec& p) {
        for (const double wall : {0.05, 0.1, 0.2}) {
            Scenario s = scene(p, 20);
            s.map.periodic = {20, 0};
            s.map.wkt = "LINESTRING (" + std::to_string(wall) + " -50, " + std::to_string(wall) + " 50)";
            put(s, {15, 0}, by_offset({12, 0}));
            Simulation simulation(s);
            for (int i = 0; i < 100; ++i) {
                simulation.step();
                const double x = agent(simulation, 1).position.x;
                // Distance to the wall the short way round.
                const double d = std::fmod(x - wall + 20, 20);
                ASSERT_GT(d, 10) << "went through the wall at " << wall;
                ASSERT_GE(20 - d, 0.25 - 1e-4) << "wall at " << wall << ", x " << x;
            }
        }
    });
}

TEST(Features, SubStepsAreSmallerSteps) {
    // Social forces are stable up to 0.05 s: a step of 0.1 s is two of those.
    const ProfileSpec p = calm_profile("social_force");
    const auto make = [&](double dt) {
        Scenario s = scene(p, 20, dt);
        Dice dice(5);
        for (int i = 0; i < 10; ++i) {
            put(s, {1.7 * i, dice.between(0, 3)}, by_offset({dice.between(-12, 12), dice.between(-12, 12)}));
        }
        return Simulation(s);
    };
    Simulation coarse = make(0.1), fine = make(0.05);
    for (int i = 0; i < 100; ++i) {
        coarse.step();
        fine.step();
        fine.step();
        ASSERT_EQ(coarse.state_hash(), fine.state_hash()) << "step " << i;
    }
    EXPECT_EQ(coarse.steps(), 100u);
    EXPECT_EQ(fine.steps(), 200u);
    EXPECT_NEAR(coarse.time(), fine.time(), 1e-9);
    EXPECT_EQ(coarse.summary().agent_steps, 1000u) << "sub-steps are not steps";
}

TEST(Features, ContactForcesStayStableInADenseCrowd) {
    // Pressed towards one place in a corner of the room.
    for (const Contacts contacts : {Contacts::none, Contacts::project}) {
        Scenario s = scene(profile("p", "social_force", {{"contact", 1}, {"radius", 0.2}}), 10);
        s.contacts = contacts;
        s.map.wkt = "LINESTRING (0 0, 6 0, 6 5, 0 5, 0 0)";
        put_many(s, box(0.3, 0.3, 4.5, 4.7), 70, to_point({5.7, 4.7}));
        Simulation simulation(s);
        float fastest = 0;
        for (int i = 0; i < 60; ++i) {
            simulation.step();
            for (const AgentState& a : simulation.agents()) {
                ASSERT_TRUE(std::isfinite(a.position.x) && std::isfinite(a.position.y));
                fastest = std::max(fastest, norm(a.velocity));
                ASSERT_GE(std::min({a.position.x, 6 - a.position.x, a.position.y, 5 - a.position.y}), 0.2 - 1e-4);
            }
        }
        EXPECT_LT(fastest, 1.742f * 1.06f + (contacts == Contacts::project ? 1.0f : 0.0f));
        // Bodies hold: an integration that is too coarse lets them fly apart or sink into each other.
        EXPECT_LT(simulation.summary().health.deepest_m, 0.08);
    }
}

// ---- agents added and removed while it runs ----

Simulation empty_simulation() {
    Scenario s = scene(profile("walker", "orca"), 1000);
    s.map.wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, 50 0, 50 50, 0 50, 0 0)), LINESTRING (10 10, 20 10))";
    return Simulation(s);
}

NewAgent newcomer(Vec2d at, Vec2d goal) {
    NewAgent a;
    a.profile = "walker";
    a.position = at;
    a.goal = goal;
    return a;
}

TEST(Population, AddAndRemoveThroughTheInterface) {
    Simulation s = empty_simulation();
    const AgentHandle a = s.add(newcomer({5, 5}, {45, 5}));
    s.step();
    const AgentHandle b = s.add(newcomer({5, 30}, {45, 30}));
    run_steps(s, 20);
    ASSERT_TRUE(s.find(a) && s.find(b));
    EXPECT_EQ(s.find(a)->id, 1u);
    EXPECT_EQ(s.find(b)->id, 2u);
    EXPECT_GT(s.find(b)->position.x, 6);
    EXPECT_EQ(s.handle_of(2), b);
    EXPECT_TRUE(s.remove(a));
    EXPECT_FALSE(s.find(a)) << "stale";
    EXPECT_FALSE(s.remove(a));
    EXPECT_FALSE(s.set_goal(a, {1, 1}));
    EXPECT_FALSE(s.set_velocity(a, {1, 1}));
    EXPECT_FALSE(s.handle_of(1));
    EXPECT_EQ(s.agent_count(), 1u);
    // The slot may be used again: the old handle must not mean the newcomer.
    const AgentHandle c = s.add(newcomer({5, 5}, {45, 5}));
    EXPECT_FALSE(s.find(a));
    EXPECT_EQ(s.find(c)->id, 3u) << "ids are never used again";
    run_steps(s, 5);
    EXPECT_FALSE(s.find(a));
    EXPECT_EQ(s.summary().agents_created, 3u);
    EXPECT_FALSE(s.find(AgentHandle{}));
    EXPECT_FALSE(s.find(AgentHandle{999, 1}));
}

TEST(Population, GoalsAndVelocitiesCanBeChanged) {
    Simulation s = empty_simulation();
    const AgentHandle a = s.add(newcomer({25, 25}, {45, 25}));
    run_steps(s, 20);
    EXPECT_GT(s.find(a)->position.x, 26);
    EXPECT_TRUE(s.set_goal(a, {25, 45}));
    run_steps(s, 30);
    EXPECT_GT(s.find(a)->position.y, 27);
    EXPECT_TRUE(s.set_velocity(a, {0.5f, -0.5f}));
    EXPECT_EQ(s.find(a)->velocity, (Vec2f{0.5f, -0.5f}));
    // Somebody who has arrived walks again.
    const AgentHandle b = s.add(newcomer({5, 5}, {8, 5}));
    s.set_goal(b, {8, 5}, false);
    run_steps(s, 40);
    ASSERT_TRUE(s.find(b)->arrived);
    s.set_goal(b, {20, 5}, false);
    EXPECT_FALSE(s.find(b)->arrived);
    run_steps(s, 40);
    EXPECT_GT(s.find(b)->position.x, 12);
}

TEST(Population, RefusesWhatCannotBe) {
    Simulation s = empty_simulation();
    s.add(newcomer({5, 5}, {45, 5}));
    NewAgent a = newcomer({15, 30}, {45, 30});
    a.profile = "nobody";
    EXPECT_THROW(s.add(a), InputError);
    a = newcomer({15, 30}, {45, 30});
    a.id = 1;
    EXPECT_THROW(s.add(a), InputError) << "id in use";
    EXPECT_THROW(s.add(newcomer({60, 30}, {45, 30})), InputError) << "outside the map";
    EXPECT_THROW(s.add(newcomer({15, 10}, {45, 30})), InputError) << "on a wall";
    EXPECT_THROW(s.add(newcomer({15, 10.1}, {45, 30})), InputError) << "closer to a wall than its radius";
    EXPECT_THROW(s.add(newcomer({std::nan(""), 3}, {45, 30})), InputError) << "nowhere";
    EXPECT_EQ(s.agent_count(), 1u);
    run_steps(s, 10);
}

TEST(Population, IdsAreNeverUsedAgain) {
    Simulation s = empty_simulation();
    const AgentHandle a = s.add(newcomer({5, 5}, {45, 5}));
    s.remove(a);
    NewAgent again = newcomer({5, 5}, {45, 5});
    again.id = 1;
    EXPECT_THROW(s.add(again), InputError) << "id.h: unique in a run, never reused";
    again.id = 100;
    s.add(again);
    EXPECT_EQ(s.find(s.add(newcomer({5, 9}, {45, 9})))->id, 2u) << "what a program numbers itself does not count";
}

TEST(Population, ComingAndGoingLeavesNothingBehind) {
    // Many short lives: handles of the living stay valid, those of the gone never.
    Simulation s = empty_simulation();
    Dice dice(9);
    std::vector<std::pair<AgentHandle, AgentId>> alive, gone;
    for (int step = 0; step < 300; ++step) {
        for (int i = dice.below(3); i > 0; --i) {
            const AgentHandle h = s.add(newcomer({dice.between(1, 49), dice.between(12, 49)}, {25, 30}));
            alive.emplace_back(h, s.find(h)->id);
        }
        if (!alive.empty() && dice.below(2) == 0) {
            const auto k = static_cast<std::size_t>(dice.below(static_cast<int>(alive.size())));
            s.remove(alive[k].first);
        }
        s.step();
        std::vector<std::pair<AgentHandle, AgentId>> still;
        for (const auto& e : alive) (s.find(e.first) ? still : gone).push_back(e);
        alive = still;
        ASSERT_EQ(s.agent_count(), alive.size());
        for (const auto& [h, id] : alive) ASSERT_EQ(s.find(h)->id, id);
        for (const auto& [h, id] : gone) ASSERT_FALSE(s.find(h));
    }
    EXPECT_GT(gone.size(), 50u);
}

}  // namespace
}  // namespace sidestep
