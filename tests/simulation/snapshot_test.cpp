// A run goes on from a snapshot to the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "sidestep/bench_scenes.h"
#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "support/dice.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::profile;
using test::put;
using test::run_steps;
using test::scene;
using test::to_point;

Scenario shipped(const std::string& name) {
    if (auto bench = bench_scene(name, *find_model("orca"))) return std::move(*bench);
    return load_scene(std::string(SIDESTEP_SOURCE_DIR) + "/scenes/" + name + ".json");
}

/// Cut at a step, goes on in a new simulation with other threads: every later hash is that of the undisturbed run.
void expect_goes_on(Scenario scenario, int steps, int cut) {
    Simulation whole(scenario, 1);
    std::vector<std::byte> snapshot;
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < steps; ++i) {
        if (i == cut) snapshot = whole.snapshot();
        whole.step();
        if (i >= cut) hashes.push_back(whole.state_hash());
    }
    Simulation resumed(scenario, 2);
    run_steps(resumed, 3);  // whatever it did before
    resumed.restore(snapshot);
    EXPECT_EQ(resumed.steps(), static_cast<std::uint64_t>(cut));
    EXPECT_EQ(resumed.snapshot(), snapshot) << "the same state, the same bytes";
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        resumed.step();
        ASSERT_EQ(resumed.state_hash(), hashes[i]) << scenario.name << " cut at " << cut << ", " << i << " steps later";
    }
    EXPECT_EQ(to_json(resumed.summary().health), to_json(whole.summary().health)) << scenario.name;
    EXPECT_EQ(resumed.agent_infos(), whole.agent_infos());
}

TEST(Snapshot, EveryGoldenSceneGoesOn) {
    std::ifstream table(SIDESTEP_SOURCE_DIR "/tests/golden/hashes.txt");
    // Of those that are not pinned: groups, and a choice of exits.
    std::istringstream further("walking_together - 60 0\nthree_exits - 100 0\n");
    test::Dice dice(20261117);
    int scenes = 0;
    for (std::istream* const list : {static_cast<std::istream*>(&table), static_cast<std::istream*>(&further)}) {
        for (std::string line; std::getline(*list, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            std::string scene, model, hash;
            int steps = 0;
            std::istringstream(line) >> scene >> model >> steps >> hash;
            Scenario scenario = shipped(scene);
            if (model != "-") use_model(scenario, model);
            expect_goes_on(scenario, steps, 1 + dice.below(steps - 2));
            if (HasFatalFailure()) return;
            ++scenes;
        }
    }
    EXPECT_GT(scenes, 40);
}

TEST(Snapshot, HoldsWhatAProgramDid) {
    Scenario scenario = scene(profile("walker", "orca"), 1000);
    scenario.map.wkt = "POLYGON ((0 0, 60 0, 60 60, 0 60, 0 0))";
    scenario.profiles[0].route = {"hierarchical"};
    scenario.doors.push_back({"door", {30, 0}, {30, 60}, false});
    test::put_many(scenario, test::box(5, 5, 25, 55), 30, to_point({55, 30}, true));
    Simulation a(scenario);
    run_steps(a, 10);
    NewAgent more;
    more.profile = "walker";
    more.position = {2, 2};
    more.goal = Vec2d{50, 50};
    more.group = "late";
    more.user = 42;
    more.parameters = {{"radius", 0.4}, {"replan", 2}};
    a.add(more);
    more.puppet = true;
    more.position = {40, 40};
    const AgentHandle puppet = a.add(more);
    a.move_puppet(puppet, {40.1, 40});
    a.close_door("door");
    a.remove(a.handle_of(3));
    const std::vector<std::byte> bytes = a.snapshot();
    Simulation b(scenario, 2);
    b.restore(bytes);
    EXPECT_EQ(b.find(b.handle_of(31))->user, 42u);
    EXPECT_TRUE(b.is_door_closed("door"));
    EXPECT_FALSE(b.handle_of(3));
    EXPECT_THROW(b.add({.profile = "walker", .position = {9, 58}, .id = 3}), InputError) << "ids are never used again";
    for (int i = 0; i < 60; ++i) {
        if (i == 20) a.open_door("door"), b.open_door("door");
        a.step();
        b.step();
        ASSERT_EQ(a.state_hash(), b.state_hash()) << i;
    }
    EXPECT_EQ(b.add({.profile = "walker", .position = {9, 58}}) ? b.agents().back().id : 0u, 33u);
}

TEST(Snapshot, HandlesFromBeforeAreStale) {
    Scenario scenario = scene(profile("walker", "orca"), 100);
    put(scenario, {0, 0}, to_point({10, 0}));
    Simulation s(scenario);
    const std::vector<std::byte> start = s.snapshot();
    const AgentHandle old = s.handle_of(1);
    run_steps(s, 5);
    s.restore(start);
    EXPECT_FALSE(s.find(old));
    EXPECT_TRUE(s.find(s.handle_of(1)));
    EXPECT_EQ(s.time(), 0);
}

TEST(Snapshot, WhatIsNotItsOwnIsRefusedAndNothingChanges) {
    Scenario scenario = scene(profile("walker", "orca"), 100);
    for (int i = 0; i < 5; ++i) put(scenario, {0, 1.0 * i}, to_point({10, 1.0 * i}));
    Simulation s(scenario);
    run_steps(s, 5);
    const std::vector<std::byte> good = s.snapshot();
    run_steps(s, 5);
    const std::uint64_t before = s.state_hash();
    const auto refused = [&](std::span<const std::byte> bytes, const char* what) {
        EXPECT_THROW(s.restore(bytes), InputError) << what;
        EXPECT_EQ(s.state_hash(), before) << what;
        EXPECT_EQ(s.steps(), 10u) << what;
    };
    refused({}, "nothing");
    for (std::size_t size = 0; size < good.size(); size += 7) refused(std::span(good).first(size), "cut short");
    for (std::size_t at = 0; at < good.size(); at += 11) {
        std::vector<std::byte> damaged = good;
        damaged[at] ^= std::byte{0x10};
        refused(damaged, "damaged");
    }
    const auto problem_of = [&](std::span<const std::byte> bytes) {
        try {
            s.restore(bytes);
        } catch (const InputError& error) {
            return error.problem().message;
        }
        return std::string("accepted");
    };
    EXPECT_NE(problem_of(std::span(good).first(good.size() - 1)).find("damaged"), std::string::npos);
    std::vector<std::byte> other = good;
    other[8] = std::byte{99};
    EXPECT_NE(problem_of(other).find("format"), std::string::npos);
    Scenario different = scenario;
    different.seed = 2;
    EXPECT_NE(problem_of(Simulation(different).snapshot()).find("another scenario"), std::string::npos);
    Scenario slower = scenario;
    set_parameter(slower.profiles[0], "pref_speed", Distribution::fixed(1));
    EXPECT_NE(problem_of(Simulation(slower).snapshot()).find("another scenario"), std::string::npos);
    s.restore(good);
    EXPECT_EQ(s.steps(), 5u);
}

}  // namespace
}  // namespace sidestep
