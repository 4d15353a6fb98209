// Agents changed by a program while they walk: state, parameters, goals, user data; and what is told of a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::agent;
using test::box;
using test::profile;
using test::put;
using test::run_steps;
using test::scene;
using test::to_goal;
using test::to_point;

Scenario room() {
    Scenario s = scene(profile("walker", "orca", {{"pref_speed", 1.2}}), 1000);
    s.map.wkt = "POLYGON ((0 0, 50 0, 50 50, 0 50, 0 0))";
    s.goals.resize(2);
    s.goals[0].name = "desk";
    s.goals[0].point = {40, 10};
    s.goals[1].name = "out";
    s.goals[1].region = box(45, 20, 50, 30);
    s.goals[1].exit = true;
    return s;
}

NewAgent somebody(Vec2d at) {
    NewAgent a;
    a.profile = "walker";
    a.position = at;
    return a;
}

TEST(Agents, WithoutAGoalSomebodyStays) {
    Simulation s(room());
    const AgentHandle a = s.add(somebody({10, 10}));
    run_steps(s, 50);
    ASSERT_TRUE(s.find(a)) << "and does not leave at the origin";
    EXPECT_NEAR(norm(s.find(a)->position - Vec2d{10, 10}), 0, 1e-6);
}

TEST(Agents, ComeWithWhatTheyAreGiven) {
    Simulation s(room());
    NewAgent a = somebody({10, 10});
    a.goal_name = "desk";
    a.heading = Vec2f{0, -2};
    a.user = 77;
    a.parameters = {{"radius", 0.4}, {"time_horizon", 3}, {"pref_speed", 0.7}};
    const AgentHandle h = s.add(a);
    const AgentState state = *s.find(h);
    EXPECT_EQ(state.heading, (Vec2f{0, -1}));
    EXPECT_EQ(state.user, 77u);
    EXPECT_EQ(state.goal, 0);
    EXPECT_FLOAT_EQ(state.radius, 0.4f);
    EXPECT_FLOAT_EQ(static_cast<float>(*s.parameter(h, "avoid.time_horizon")), 3);
    run_steps(s, 20);
    EXPECT_NEAR(s.find(h)->velocity.x, 0.7, 1e-3);
    // Others of the profile are as they were.
    const AgentHandle other = s.add(somebody({10, 40}));
    EXPECT_FLOAT_EQ(static_cast<float>(*s.parameter(other, "pref_speed")), 1.2f);
    EXPECT_FALSE(s.parameter(other, "nonsense"));
}

TEST(Agents, RefusedOnesAreNotThere) {
    Simulation s(room());
    const auto refused = [&](auto&& change) {
        NewAgent a = somebody({10, 10});
        change(a);
        EXPECT_THROW(s.add(a), InputError);
        EXPECT_EQ(s.agent_count(), 0u);
    };
    refused([](NewAgent& a) { a.goal_name = "dask"; });
    refused([](NewAgent& a) { a.parameters = {{"time_horizn", 3}}; });
    refused([](NewAgent& a) { a.parameters = {{"time_horizon", -3}}; });
    refused([](NewAgent& a) { a.parameters = {{"radius", 15}}; });
    refused([](NewAgent& a) { a.id = UINT32_MAX; });
    refused([](NewAgent& a) {
        a.puppet = true;
        a.position = {std::nan(""), 1};
    });
}

TEST(Agents, StateCanBeSet) {
    Simulation s(room());
    NewAgent a = somebody({10, 10});
    a.goal_name = "desk";
    const AgentHandle h = s.add(a);
    EXPECT_TRUE(s.set_position(h, {20, 30}));
    EXPECT_TRUE(s.set_heading(h, {3, 4}));
    EXPECT_TRUE(s.set_user(h, 5));
    EXPECT_EQ(s.find(h)->position, (Vec2d{20, 30}));
    EXPECT_EQ(s.find(h)->heading, (Vec2f{0.6f, 0.8f}));
    EXPECT_EQ(s.find(h)->user, 5u);
    EXPECT_THROW(s.set_position(h, {60, 30}), InputError);
    EXPECT_THROW(s.set_position(h, {0.1, 30}), InputError) << "closer to the wall than its radius";
    EXPECT_THROW(s.set_position(h, {std::nan(""), 30}), InputError);
    EXPECT_EQ(s.find(h)->position, (Vec2d{20, 30}));
    s.step();
    EXPECT_GT(s.find(h)->position.x, 20);
    EXPECT_LT(s.find(h)->position.y, 30) << "on to its goal from there";
}

TEST(Agents, GoalsByName) {
    Simulation s(room());
    const AgentHandle h = s.add(somebody({40, 25}));
    EXPECT_TRUE(s.set_named_goal(h, "out"));
    EXPECT_EQ(s.find(h)->goal, 1);
    EXPECT_THROW(s.set_named_goal(h, "outt"), InputError);
    for (int i = 0; i < 100 && s.find(h); ++i) s.step();
    EXPECT_FALSE(s.find(h)) << "left at the exit";
    EXPECT_FALSE(s.set_named_goal(h, "desk")) << "stale";
}

TEST(Agents, ParametersCanBeChangedWhileTheyWalk) {
    Scenario scenario = room();
    scenario.profiles[0].route = {"hierarchical"};
    Simulation s(scenario);
    NewAgent a = somebody({10, 10});
    a.goal_name = "desk";
    const AgentHandle h = s.add(a), other = s.add(somebody({10, 40}));
    s.step();
    const std::uint64_t before = s.state_hash();
    EXPECT_TRUE(s.set_parameter(h, "pref_speed", 0.5));
    EXPECT_NE(s.state_hash(), before) << "the hash sees parameters";
    EXPECT_TRUE(s.set_parameter(h, "route.replan", 2));
    EXPECT_EQ(*s.parameter(h, "replan"), 2);
    EXPECT_EQ(*s.parameter(other, "replan"), 5);
    run_steps(s, 20);
    EXPECT_NEAR(norm(s.find(h)->velocity), 0.5, 1e-3);
    for (const double wrong : {-1.0, 1e9, std::nan("")}) {
        EXPECT_THROW(s.set_parameter(h, "pref_speed", wrong), InputError) << wrong;
    }
    EXPECT_THROW(s.set_parameter(h, "nonsense", 1), InputError);
    EXPECT_THROW(s.set_parameter(h, "radius", 1.99 + 10), InputError);
    EXPECT_TRUE(s.set_parameter(h, "radius", 0.8));
    EXPECT_FLOAT_EQ(s.find(h)->radius, 0.8f);
    s.set_position(h, {1, 10});
    EXPECT_THROW(s.set_parameter(h, "radius", 1.5), InputError) << "there is no room";
    EXPECT_FLOAT_EQ(s.find(h)->radius, 0.8f);
    run_steps(s, 5);
}

TEST(Agents, TheHashSeesGoals) {
    Simulation s(room());
    NewAgent a = somebody({10, 10});
    a.goal = Vec2d{30, 10};
    const AgentHandle h = s.add(a);
    const std::uint64_t before = s.state_hash();
    s.set_goal(h, {30, 11});
    EXPECT_NE(s.state_hash(), before);
}

TEST(Agents, ViewIsEverybodyAsItLies) {
    Scenario scenario = room();
    test::put_many(scenario, box(5, 5, 45, 45), 200, to_goal(0));
    Simulation s(scenario);
    run_steps(s, 3);
    const AgentsView view = s.view();
    ASSERT_EQ(view.place.size(), 200u);
    ASSERT_EQ(view.motion.size(), 200u);
    for (std::size_t row = 0; row < view.place.size(); ++row) {
        const AgentState a = agent(s, view.motion[row].id);
        EXPECT_EQ(a.position, (Vec2d{view.place[row].x, view.place[row].y}));
        EXPECT_EQ(a.velocity, (Vec2f{view.motion[row].vx, view.motion[row].vy}));
        EXPECT_EQ(a.radius, view.motion[row].radius);
    }
}

std::vector<Event> of_kind(const Simulation& s, EventKind kind) {
    std::vector<Event> some;
    for (const Event& e : s.events()) {
        if (e.kind == kind) some.push_back(e);
    }
    return some;
}

TEST(Events, TellWhatHappenedInAStep) {
    Scenario scenario = room();
    scenario.goals[0].next = 1;
    scenario.doors.push_back({"front", {20, 0}, {20, 5}, false});
    scenario.events.push_back({0.95, 0, true});
    SourceSpec source;
    source.region = box(30, 5, 33, 15);
    source.target = to_goal(0);
    source.times = {0.5};
    scenario.sources.push_back(source);
    put(scenario, {39, 10}, to_goal(0));
    Simulation s(scenario);
    std::vector<std::string> told;
    for (int i = 0; i < 400 && s.agent_count() > 0; ++i) {
        s.step();
        for (const Event& e : s.events()) {
            told.push_back(std::string(name_of(e.kind)) + ' ' + std::to_string(e.agent) + ' ' + std::string(e.name));
        }
    }
    EXPECT_EQ(s.agent_count(), 0u);
    ASSERT_GE(told.size(), 8u);
    for (const char* one : {"born 2 ", "door_closed 0 front", "arrived 1 desk", "arrived 1 out", "left 1 out",
                            "arrived 2 desk", "arrived 2 out", "left 2 out"}) {
        EXPECT_EQ(std::count(told.begin(), told.end(), one), 1) << one;
    }
}

TEST(Events, TellWhoGotStuckOnce) {
    Scenario scenario = room();
    scenario.map.wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, 50 0, 50 50, 0 50, 0 0)), LINESTRING (20 0, 20 50))";
    put(scenario, {19, 10}, to_point({30, 10}));
    Simulation s(scenario);
    std::vector<double> times;
    for (int i = 0; i < 300; ++i) {
        s.step();
        for (const Event& e : of_kind(s, EventKind::stuck)) {
            EXPECT_EQ(e.agent, 1u);
            times.push_back(s.time());
        }
    }
    ASSERT_EQ(times.size(), 1u);
    EXPECT_GT(times[0], 10);
    EXPECT_LT(times[0], 13);
}

TEST(Events, TellWhatAProgramDid) {
    Simulation s(room());
    const AgentHandle h = s.add(somebody({10, 10}));
    ASSERT_EQ(s.events().size(), 1u);
    EXPECT_EQ(s.events()[0].kind, EventKind::born);
    s.remove(h);
    ASSERT_EQ(s.events().size(), 2u);
    EXPECT_EQ(s.events()[1].kind, EventKind::left);
    EXPECT_EQ(s.events()[1].place, (Vec2d{10, 10}));
    s.step();
    EXPECT_TRUE(s.events().empty());
}

TEST(Newcomers, IdsOfOneSourceDoNotDependOnAnother) {
    const auto places_of_first = [](bool second_is_blocked) {
        Scenario s = scene(profile("walker", "orca"), 100);
        for (int i = 0; i < 2; ++i) {
            SourceSpec source;
            source.region = box(0, 100.0 * i, 4, 100.0 * i + 4);
            source.target = to_point({500, 100.0 * i});
            source.rate = 1;
            s.sources.push_back(source);
        }
        if (second_is_blocked) {
            s.sources[1].region = box(0, 100, 0.6, 100.6);  // room for one
            s.sources[1].target = test::by_offset({0, 0});
        }
        Simulation simulation(s);
        run_steps(simulation, 100);
        std::map<AgentId, Vec2d> places;
        for (const AgentState& a : simulation.agents()) {
            if (a.position.y < 50) places[a.id] = a.position;
        }
        return places;
    };
    const auto free = places_of_first(false);
    EXPECT_GE(free.size(), 9u);
    EXPECT_EQ(places_of_first(true), free);
}

}  // namespace
}  // namespace sidestep
