// Agents moved from outside: seen and avoided by all, decided for by nobody.
#include <gtest/gtest.h>

#include <cmath>

#include "sidestep/error.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::agent;
using test::is_here;
using test::profile;
using test::put;
using test::run_steps;
using test::scene;
using test::to_point;

NewAgent puppet(Vec2d at) {
    NewAgent a;
    a.profile = "walker";
    a.position = at;
    a.puppet = true;
    return a;
}

TEST(Puppets, GoWhereTheyArePutAndNowhereElse) {
    Simulation s(scene(profile("walker", "social_force"), 100));
    const AgentHandle h = s.add(puppet({0, 0}));
    s.step();
    EXPECT_EQ(s.find(h)->position, (Vec2d{0, 0}));
    for (int i = 1; i <= 20; ++i) {
        s.move_puppet(h, {0.1 * i, 0.05 * i});
        s.step();
        EXPECT_NEAR(s.find(h)->position.x, 0.1 * i, 1e-12);
        EXPECT_NEAR(s.find(h)->velocity.x, 1, 1e-5);
        EXPECT_NEAR(s.find(h)->heading.x, 2 / std::sqrt(5), 1e-5);
    }
    s.step();
    EXPECT_NEAR(s.find(h)->position.x, 2, 1e-12) << "stands until it is moved again";
    EXPECT_EQ(s.find(h)->velocity.x, 0);
    EXPECT_TRUE(s.find(h)->puppet);
    EXPECT_FALSE(s.find(h)->arrived);
    s.move_puppet(h, {2, 1}, Vec2f{0, -3});
    s.step();
    EXPECT_EQ(s.find(h)->heading, (Vec2f{0, -1}));
}

TEST(Puppets, AreSeenAndAvoidedByEveryModel) {
    for (const PartInfo* model : models()) {
        if (model->name == "constant_velocity") continue;
        Scenario scenario = scene(test::calm_profile(model->name), 100);
        scenario.profiles[0].name = "walker";
        put(scenario, {0, 0}, to_point({12, 0})).walking = true;
        Scenario alone = scenario;
        Simulation with(scenario), without(alone);
        NewAgent blocker = puppet({5, 0.1});
        const AgentHandle h = with.add(blocker);
        double apart = 0;
        for (int i = 0; i < 60 && is_here(with, 1) && is_here(without, 1); ++i) {
            with.step();
            without.step();
            if (is_here(with, 1) && is_here(without, 1)) {
                apart = std::max(apart, norm(agent(with, 1).position - agent(without, 1).position));
            }
        }
        EXPECT_GT(apart, 0.05) << model->name;
        EXPECT_EQ(with.find(h)->position, (Vec2d{5, 0.1})) << model->name;
    }
}

TEST(Puppets, WallsDoNotHoldThemNorJumps) {
    Scenario scenario = scene(profile("walker", "orca"), 100);
    scenario.map.wkt = "GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0)), LINESTRING (10 0, 10 20))";
    put(scenario, {5, 5}, to_point({5, 15}));
    Simulation s(scenario);
    const AgentHandle h = s.add(puppet({10, 3}));  // in the wall
    s.step();
    s.move_puppet(h, {15, 3});
    s.step();
    EXPECT_EQ(s.find(h)->position, (Vec2d{15, 3}));
    EXPECT_EQ(s.find(h)->velocity, (Vec2f{0, 0})) << "jumped: stands there, as others see it";
    s.move_puppet(h, {115, 3});
    s.step();
    EXPECT_EQ(s.find(h)->position, (Vec2d{115, 3}));
    EXPECT_EQ(s.summary().health.outside_map, 0u) << "where it is put is not the run's fault";
    EXPECT_THROW(s.move_puppet(h, {std::nan(""), 0}), InputError);
    EXPECT_THROW(s.move_puppet(h, {1e300, 0}), InputError);
    EXPECT_THROW(s.move_puppet(s.handle_of(1), {5, 6}), InputError) << "no puppet";
    EXPECT_THROW(s.set_puppet(h, false), InputError) << "it could not walk from there";
    EXPECT_EQ(s.find(h)->position, (Vec2d{115, 3}));
    EXPECT_TRUE(is_here(s, 1));
}

TEST(Puppets, CanBeTakenAndReleased) {
    Scenario scenario = scene(profile("walker", "orca"), 100);
    put(scenario, {0, 0}, to_point({20, 0}));
    Simulation s(scenario);
    run_steps(s, 10);
    const AgentHandle h = s.handle_of(1);
    EXPECT_TRUE(s.set_puppet(h, true));
    const Vec2d here = s.find(h)->position;
    run_steps(s, 10);
    EXPECT_EQ(s.find(h)->position, here);
    EXPECT_TRUE(s.set_puppet(h, false));
    run_steps(s, 20);
    EXPECT_GT(s.find(h)->position.x, here.x + 1);
}

TEST(Puppets, AreNotPushed) {
    Scenario scenario = scene(profile("walker", "constant_velocity", {{"radius", 0.25}}), 100);
    scenario.contacts = Contacts::project;
    put(scenario, {0, 0}, to_point({20, 0}));
    Simulation s(scenario);
    const AgentHandle h = s.add(puppet({3, 0.01}));
    run_steps(s, 60);
    EXPECT_EQ(s.find(h)->position, (Vec2d{3, 0.01}));
    EXPECT_GT(norm(agent(s, 1).position - Vec2d{3, 0.01}), 0.49) << "the other gives way alone";
}

TEST(Puppets, StepsInPartsMoveThemInParts) {
    // social_force divides steps; the way is divided as well, so that others see a steady walk.
    Scenario scenario = scene(profile("walker", "social_force"), 100, 0.5);
    put(scenario, {0, 50}, to_point({20, 50}));
    Simulation s(scenario);
    const AgentHandle h = s.add(puppet({0, 0}));
    s.move_puppet(h, {0.5, 0});
    s.step();
    EXPECT_EQ(s.find(h)->position, (Vec2d{0.5, 0}));
    EXPECT_NEAR(s.find(h)->velocity.x, 1, 1e-5);
}

Trajectory recording() {
    Trajectory t;
    t.info.fps = 5;
    Track a{.id = 7, .frame = {0, 1, 2, 5}, .position = {{0, 0}, {0.2, 0}, {0.4, 0}, {1.0, 0}}, .heading = {}};
    Track b{.id = 9, .frame = {4, 5, 6}, .position = {{0, 5}, {0, 5.2}, {0, 5.4}}, .heading = {}};
    t.tracks = {a, b};
    return t;
}

TEST(Puppets, PlayARecording) {
    Simulation s(scene(profile("walker", "orca"), 3));
    s.play(recording(), "walker");
    EXPECT_THROW(s.play(recording(), "nobody"), InputError);
    std::map<int, Vec2d> seven;
    std::map<int, bool> nine;
    for (int step = 1; step <= 20; ++step) {
        s.step();
        if (is_here(s, 7)) seven[step] = agent(s, 7).position;
        nine[step] = is_here(s, 9);
    }
    EXPECT_NEAR(seven.at(1).x, 0.1, 1e-9) << "between two frames";
    EXPECT_NEAR(seven.at(4).x, 0.4, 1e-9);
    EXPECT_NEAR(seven.at(7).x, 0.7, 1e-6) << "over the gap";
    EXPECT_NEAR(seven.at(10).x, 1.0, 1e-9);
    EXPECT_EQ(seven.count(12), 0u) << "gone after its last frame";
    EXPECT_FALSE(nine[8]);
    EXPECT_TRUE(nine[9]);
    EXPECT_FALSE(nine[14]);
    EXPECT_EQ(s.agent_count(), 0u);
}

}  // namespace
}  // namespace sidestep
