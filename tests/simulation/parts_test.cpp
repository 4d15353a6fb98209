// Parts between route and local model, in whole runs: a catalogue with parts made for the test.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "catalogue/catalogue.h"
#include "sidestep/scene.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using test::agent;
using test::put;
using test::scene;
using test::to_point;

Parameter parameter(std::string_view name, double fallback) {
    return {.name = name, .symbol = "–", .unit = "–", .fallback = fallback, .min = -100, .max = 100};
}

/// Multiplies the wish by its parameter.
class Scale final : public WishPart {
public:
    const PartInfo& info() const override {
        static const Parameter table[] = {parameter("share", 0.5)};
        static const PartInfo part{.name = "scale", .kind = PartKind::intent, .source = "a test", .parameters = table};
        return part;
    }
    void shape(const WishBlock& block) const noexcept override {
        block.for_each([&](std::size_t octet, std::uint32_t lane, Wish& wish) {
            const auto share = static_cast<float>(block.values(block.self(octet, lane))[0]);
            wish.vx *= share;
            wish.vy *= share;
        });
    }
};

/// Adds its parameter to the wish, along y; counts how often it was asked.
class Drift final : public WishPart {
public:
    struct Memory {
        std::uint64_t asked;
    };
    const PartInfo& info() const override {
        static const Parameter table[] = {parameter("unused", 0), parameter("drift", 0.4)};
        static const PartInfo part{.name = "drift",
                                   .kind = PartKind::intent,
                                   .source = "a test",
                                   .parameters = table,
                                   .memory_bytes = sizeof(Memory)};
        return part;
    }
    void shape(const WishBlock& block) const noexcept override {
        block.for_each([&](std::size_t octet, std::uint32_t lane, Wish& wish) {
            const Self& self = block.self(octet, lane);
            wish.vy += static_cast<float>(block.values(self)[1]);
            ++block.memory_of<Memory>(self).asked;
        });
    }
};

/// A mid-term part that lets the local model see nobody (or only those within a horizon), and limits the speed.
class Blind final : public WishPart {
public:
    const PartInfo& info() const override {
        static const Parameter table[] = {parameter("ignore", 0), parameter("horizon", 100), parameter("fastest", 100)};
        static const PartInfo part{.name = "blind", .kind = PartKind::midterm, .source = "a test", .parameters = table};
        return part;
    }
    void shape(const WishBlock& block) const noexcept override {
        block.for_each([&](std::size_t octet, std::uint32_t lane, Wish& wish) {
            const double* values = block.values(block.self(octet, lane));
            if (values[0] > 0) wish.ignore = static_cast<AgentId>(values[0]);
            wish.horizon = static_cast<float>(values[1]);
            wish.max_speed = std::min(wish.max_speed, static_cast<float>(values[2]));
        });
    }
};

const Catalogue& with_test_parts() {
    static const Scale scale;
    static const Drift drift;
    static const Blind blind;
    static const Catalogue catalogue = [] {
        Catalogue all = Catalogue::standard();
        all.intents.push_back(&scale);
        all.intents.push_back(&drift);
        all.midterms.push_back(&blind);
        return all;
    }();
    return catalogue;
}

Vec2f velocity_after_a_step(Scenario s, AgentId id = 1) {
    Simulation simulation(std::move(s), 1, with_test_parts());
    simulation.step();
    return agent(simulation, id).velocity;
}

TEST(Parts, IntentsChangeTheWishInTheirOrder) {
    Scenario s = scene(test::profile("walker", "constant_velocity", {{"pref_speed", 1}}));
    put(s, {0, 0}, to_point({100, 0}));
    s.profiles[0].intents = {{"scale"}, {"drift"}};
    EXPECT_EQ(velocity_after_a_step(s), (Vec2f{0.5f, 0.4f}));
    s.profiles[0].intents = {{"drift"}, {"scale"}};
    EXPECT_EQ(velocity_after_a_step(s), (Vec2f{0.5f, 0.2f}));
    s.profiles[0].intents[0].set(1, Distribution::fixed(0.8));
    s.profiles[0].intents[1].set(0, Distribution::fixed(0.25));
    EXPECT_EQ(velocity_after_a_step(s), (Vec2f{0.25f, 0.2f}));
}

TEST(Parts, EachProfileHasItsOwnChain) {
    Scenario s = scene(test::profile("plain", "constant_velocity", {{"pref_speed", 1}}));
    s.profiles.push_back(test::profile("slow", "constant_velocity", {{"pref_speed", 1}}));
    s.profiles.push_back(test::profile("other", "constant_velocity", {{"pref_speed", 1}}));
    s.profiles[1].intents = {{"drift"}, {"scale"}};
    s.profiles[2].intents = {{"scale"}};
    // Neighbours in the plane, so that they share octets.
    for (int i = 0; i < 24; ++i) put(s, {0, 1.0 * i}, to_point({100, 1.0 * i}), i % 3);
    Simulation simulation(s, 1, with_test_parts());
    simulation.step();
    for (AgentId id = 1; id <= 24; ++id) {
        const Vec2f v = agent(simulation, id).velocity;
        EXPECT_NEAR(v.x, id % 3 == 1 ? 1 : 0.5, 1e-6) << id;
        EXPECT_NEAR(v.y, id % 3 == 2 ? 0.2 : 0, 1e-6) << id;
    }
}

TEST(Parts, ValuesAreDrawnPerAgent) {
    Scenario s = scene(test::profile("walker", "constant_velocity", {{"pref_speed", 1}}));
    s.profiles[0].intents = {{"scale"}};
    s.profiles[0].intents[0].set(0, Distribution::between(0.2, 0.8));
    for (int i = 0; i < 20; ++i) put(s, {0, 1.0 * i}, to_point({100, 1.0 * i}));
    Simulation simulation(s, 1, with_test_parts());
    simulation.step();
    std::set<float> speeds;
    for (const AgentState& a : simulation.agents()) {
        EXPECT_GT(a.velocity.x, 0.2f);
        EXPECT_LT(a.velocity.x, 0.8f);
        speeds.insert(a.velocity.x);
    }
    EXPECT_EQ(speeds.size(), 20u);
}

TEST(Parts, WhatTheyRememberIsPartOfTheStateHash) {
    Scenario s = scene(test::profile("walker", "constant_velocity", {{"pref_speed", 1}}));
    put(s, {0, 0}, to_point({0, 0}));
    const auto hash_after = [&](int steps, bool drifts) {
        Scenario own = s;
        if (drifts) {
            own.profiles[0].intents = {{"drift"}};
            own.profiles[0].intents[0].set(1, Distribution::fixed(0));
        }
        Simulation simulation(own, 1, with_test_parts());
        test::run_steps(simulation, steps);
        return simulation.state_hash();
    };
    EXPECT_EQ(hash_after(2, false), hash_after(3, false)) << "stands";
    EXPECT_NE(hash_after(2, true), hash_after(3, true)) << "stands and counts";
}

TEST(Parts, WhomTheyIgnoreTheLocalModelDoesNotSee) {
    Scenario s = scene(test::profile("walker", "orca", {{"pref_speed", 1}, {"max_neighbours", 0}}));
    put(s, {0, 0}, to_point({100, 0})).velocity = Vec2d{1, 0};
    put(s, {1.2, 0.05}, to_point({-100, 0})).velocity = Vec2d{-1, 0};
    put(s, {30, 0}, to_point({100, 0}));
    EXPECT_LT(velocity_after_a_step(s).x, 0.99f);
    s.profiles[0].midterm = {"blind"};
    EXPECT_LT(velocity_after_a_step(s).x, 0.99f);
    s.profiles[0].midterm.set(0, Distribution::fixed(3));
    EXPECT_LT(velocity_after_a_step(s).x, 0.99f) << "somebody else";
    s.profiles[0].midterm.set(0, Distribution::fixed(2));
    EXPECT_NEAR(velocity_after_a_step(s).x, 1, 1e-6);
    s.profiles[0].midterm = {"blind"};
    s.profiles[0].midterm.set(1, Distribution::fixed(0.5));
    EXPECT_NEAR(velocity_after_a_step(s).x, 1, 1e-6) << "they meet in 0.6 s";
    s.profiles[0].midterm.set(1, Distribution::fixed(0.7));
    EXPECT_LT(velocity_after_a_step(s).x, 0.99f);
}

TEST(Parts, TheLargestSpeedBindsModelAndIntegration) {
    Scenario s = scene(test::profile("walker", "constant_velocity", {{"pref_speed", 1.4}}));
    put(s, {0, 0}, to_point({100, 0}));
    s.profiles[0].midterm = {"blind"};
    s.profiles[0].midterm.set(2, Distribution::fixed(0.3));
    EXPECT_NEAR(velocity_after_a_step(s).x, 0.3, 1e-6);
}

TEST(Parts, NamesAreUniqueAndEveryPartSaysWhatItIs) {
    std::set<std::string_view> names;
    for (const PartInfo* part : parts()) {
        EXPECT_TRUE(names.insert(part->name).second) << part->name;
        EXPECT_FALSE(part->source.empty()) << part->name;
        EXPECT_FALSE(part->summary.empty()) << part->name;
        std::set<std::string_view> parameters;
        for (const Parameter& p : part->parameters) {
            EXPECT_TRUE(parameters.insert(p.name).second) << part->name << "." << p.name;
            EXPECT_FALSE(p.meaning.empty()) << part->name << "." << p.name;
            EXPECT_FALSE(p.source.empty()) << part->name << "." << p.name;
            if (p.derive == nullptr) {
                EXPECT_GE(p.fallback, p.min) << part->name << "." << p.name;
                EXPECT_LE(p.fallback, p.max) << part->name << "." << p.name;
            }
        }
    }
}

TEST(Parts, APresetSetsWhatTheProfileLeavesOut) {
    ProfileSpec p;
    p.avoid.name = "predictive";
    p.set(kRadius, Distribution::fixed(0.22));
    set_preset(p, kPublished);
    EXPECT_EQ(p.common.at(kRadius), Distribution::fixed(0.22)) << "the profile's own";
    EXPECT_EQ(p.common.at(kPrefSpeed), Distribution::fixed(1.4));
    ProfileSpec other;
    other.avoid.name = "orca";
    set_preset(other, kPublished);
    EXPECT_TRUE(other.common.empty()) << "its defaults are what is published";
    EXPECT_THROW(set_preset(other, "publised"), InputError);
    // What presets name exists, and lies in its range.
    for (const PartInfo* part : parts()) {
        for (const Preset& preset : part->presets) {
            for (const PresetValue& value : preset.values) {
                const Parameter* found = nullptr;
                for (const Parameter& row : part->parameters) found = row.name == value.parameter ? &row : found;
                for (const Parameter& row : common_parameters()) found = row.name == value.parameter ? &row : found;
                ASSERT_NE(found, nullptr) << part->name << " " << value.parameter;
                EXPECT_TRUE(value.value >= found->min && value.value <= found->max) << part->name;
            }
        }
    }
}

TEST(Parts, WhatARecordingSaysOfItsRunIsASetting) {
    Scenario s = scene(test::profile("walker", "orca", {{"radius", 0.3}, {"time_horizon", 4}}));
    s.profiles[0].route = {"hierarchical"};
    set_parameter(s.profiles[0], "replan", Distribution::between(2, 3));
    put(s, {0, 0}, to_point({9, 0}));
    const std::string told = Simulation(s).trajectory_info().metadata.at("parameters");
    EXPECT_EQ(told,
              "walker.route=hierarchical\nwalker.model=orca\nwalker.radius=0.3\n"
              "walker.route.replan={\"uniform\":[2,3]}\nwalker.avoid.time_horizon=4\n");
    Scenario again = scene(test::profile("walker", "reynolds"));  // without a preset: what was set is all there is
    std::istringstream lines(told);
    for (std::string line; std::getline(lines, line);) apply_setting(again, line);
    EXPECT_EQ(again.profiles[0].route, s.profiles[0].route);
    EXPECT_EQ(again.profiles[0].avoid, s.profiles[0].avoid);
    EXPECT_EQ(again.profiles[0].common, s.profiles[0].common);
}

}  // namespace
}  // namespace sidestep
