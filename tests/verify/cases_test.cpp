// The cases there are: what they say, that their scenes are what they say, and small ones run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "sidestep/verify.h"

namespace sidestep {
namespace {

std::vector<const VerifyCase*> chosen(std::vector<std::string> names) {
    return choose_verify_cases(names);
}

Scenario scene_of(const std::string& id, std::size_t number = 0) {
    return chosen({id}).at(0)->scenes().at(number);
}

double floor_area(const Scenario& scene) {
    return map_statistics(map_outline(scene.map.wkt)).area;
}

std::size_t people(const Scenario& scene) {
    std::size_t count = 0;
    for (const AgentSpec& agent : scene.agents) count += agent.position ? 1 : agent.count;
    return count;
}

TEST(VerifyCases, AreNamedOnceAndSayWhatTheyAre) {
    std::set<std::string_view> names;
    std::set<std::string> scenes;
    for (const VerifyCase& which : verify_cases()) {
        EXPECT_TRUE(names.insert(which.id).second) << which.id;
        EXPECT_TRUE(which.also.empty() || names.insert(which.also).second) << which.also;
        for (const std::string_view text : {which.standard, which.title, which.setup, which.rule})
            EXPECT_FALSE(text.empty()) << which.id;
        for (const Scenario& scene : which.scenes()) {
            EXPECT_TRUE(scenes.insert(scene.name).second) << scene.name;
            EXPECT_TRUE(scene.name.starts_with(which.id)) << scene.name;
        }
    }
    for (int k = 1; k <= 15; ++k) EXPECT_EQ(chosen({"rimea_" + std::to_string(k)}).size(), 1u);
    for (const int k : {1, 4, 8, 9, 10, 11}) EXPECT_EQ(chosen({"imo_" + std::to_string(k)}).size(), 1u);
}

TEST(VerifyCases, AreChosenByNameAndByGroup) {
    EXPECT_EQ(chosen({}).size(), verify_cases().size());
    EXPECT_EQ(chosen({"rimea"}).size(), 15u);
    EXPECT_EQ(chosen({"imo_9", "rimea_9"}).size(), 1u);
    EXPECT_EQ(chosen({"imo"}).size(), 6u);
    EXPECT_EQ(chosen({"basic", "rimea", "imo"}).size(), verify_cases().size());
    try {
        chosen({"rimea_16"});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().value, "rimea_16");
        EXPECT_NE(error.problem().remedy.find("rimea_1"), std::string::npos);
    }
}

TEST(VerifyCases, SceneFilesSayTheSame) {
    for (const VerifyCase& which : verify_cases()) {
        for (const Scenario& scene : verify_scenes(which, "predictive")) {
            const Scenario read = parse_scene(scene_text(scene), scene.name + ".json");
            EXPECT_EQ(people(read), people(scene)) << scene.name;
            EXPECT_EQ(read.dt, scene.dt);
            EXPECT_EQ(read.duration, scene.duration);
            EXPECT_EQ(read.contacts, scene.contacts);
            EXPECT_EQ(read.deadlocks, scene.deadlocks);
            EXPECT_EQ(read.measure, scene.measure);
            EXPECT_EQ(read.record_every, scene.record_every);
            for (std::size_t p = 0; p < scene.profiles.size(); ++p) {
                EXPECT_EQ(read.profiles.at(p).avoid.name, "predictive");
                EXPECT_EQ(read.profiles[p].route.name, scene.profiles[p].route.name);
            }
        }
    }
    EXPECT_EQ(verify_scenes(*chosen({"basic_too_narrow"}).at(0), "predictive").at(0).expect, Expectation::unhealthy);
    Scenario corner = verify_scenes(*chosen({"rimea_6"}).at(0), "orca").at(0);
    Scenario again = parse_scene(scene_text(corner), "corner.json");
    EXPECT_EQ(run(corner).state_hash, run(again).state_hash);
}

TEST(VerifyCases, GeometryIsAsStated) {
    EXPECT_NEAR(floor_area(scene_of("rimea_1")), 42 * 2, 1e-6);
    EXPECT_NEAR(floor_area(scene_of("rimea_6")), 12 * 2 + 10 * 2, 1e-6);
    EXPECT_NEAR(floor_area(scene_of("rimea_9", 0)), 30 * 20 + 4, 1e-6);
    EXPECT_NEAR(floor_area(scene_of("rimea_9", 1)), 30 * 20 + 2, 1e-6);
    EXPECT_NEAR(floor_area(scene_of("rimea_10")), 24 * 2 + 2 + 12 * (3.8 * 3 + 0.9 * 0.2), 1e-3)
        << "where borders cross, places are rounded to 1/65536 m";
    EXPECT_NEAR(floor_area(scene_of("rimea_12")), 100 + 5 + 100 + 1, 1e-6);
    // The corner: legs of 20 m width, 50 m along the inner wall, less what the outer corner is cut by.
    EXPECT_NEAR(floor_area(scene_of("rimea_15", 1)), 60 * 20 + 20 * 10 - 50, 1e-6);
    EXPECT_NEAR(floor_area(scene_of("imo_8")), 100 + 20 + 100, 1e-6);
    for (const auto& [id, count] : {std::pair("rimea_5", 10),
                                    {"rimea_6", 20},
                                    {"rimea_7", 200},
                                    {"rimea_9", 1000},
                                    {"rimea_10", 23},
                                    {"rimea_11", 1000},
                                    {"rimea_12", 150},
                                    {"rimea_15", 500}})
        EXPECT_EQ(people(scene_of(id)), static_cast<std::size_t>(count)) << id;
    EXPECT_EQ(people(scene_of("imo_8", 3)), 200u);
    const double densities[] = {0.5, 1, 2, 3, 4, 5, 6};
    for (std::size_t i = 0; i < std::size(densities); ++i) {
        const Scenario corridor = scene_of("rimea_4", i);
        EXPECT_EQ(static_cast<double>(people(corridor)), densities[i] * corridor.map.periodic.x * 10);
        double speed = 0;
        for (const AgentSpec& agent : corridor.agents)
            speed += corridor.profiles[static_cast<std::size_t>(agent.profile)].common[kPrefSpeed]->a;
        EXPECT_NEAR(speed / static_cast<double>(people(corridor)), 1.34, 1e-9) << "the same at every density";
    }
    const Scenario stair = scene_of("rimea_2");
    EXPECT_NEAR(stair.regions.at(0).factor * 1.34, 0.5, 1e-12);
}

/// As thick as they are, all people fit: written places that overlap would be pushed about.
TEST(VerifyCases, CrowdedCorridorsHaveRoomForAll) {
    for (std::size_t i = 0; i < 7; ++i) {
        const Scenario corridor = scene_of("rimea_4", i);
        double least = 1e9;
        for (const AgentSpec& a : corridor.agents) {
            EXPECT_GE(a.position->y, 0.2 - 1e-9);
            EXPECT_LE(a.position->y, 9.8 + 1e-9);
            for (const AgentSpec& b : corridor.agents) {
                if (&a == &b) break;
                Vec2d way = *a.position - *b.position;
                way.x -= corridor.map.periodic.x * std::round(way.x / corridor.map.periodic.x);
                least = std::min(least, norm(way));
            }
        }
        EXPECT_GE(least, 0.4) << corridor.name;
    }
}

TEST(Verify, SmallCasesPassAndHashesDoNotDependOnThreads) {
    const auto cases = chosen({"rimea_1", "imo_1", "basic_goals", "basic_standing"});
    VerifyOptions options;
    options.models = {"orca", "predictive"};
    options.seeds = {1, 2};
    options.threads = 1;
    options.pictures = true;
    const Verification one = verify(cases, options);
    EXPECT_TRUE(one.finished);
    EXPECT_TRUE(one.ok());
    ASSERT_EQ(one.entries.size(), 8u);
    options.threads = 3;
    const Verification three = verify(cases, options);
    for (std::size_t i = 0; i < one.entries.size(); ++i) {
        const VerifyEntry& a = one.entries[i];
        const VerifyEntry& b = three.entries[i];
        EXPECT_EQ(a.model, options.models[i % 2]);
        ASSERT_EQ(a.trials.size(), 2u);
        EXPECT_FALSE(a.pictures.empty());
        for (std::size_t s = 0; s < 2; ++s) {
            EXPECT_EQ(a.trials[s].seed, s + 1);
            EXPECT_EQ(a.trials[s].state_hashes, b.trials[s].state_hashes);
        }
    }
    const std::string page = verify_html(one, {"the hall", "A. Author", "2026-01-02"});
    for (const char* text : {"the hall", "A. Author", "2026-01-02", "rimea_1", "time_horizon", "<svg"})
        EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(Verify, SomebodyWhoAvoidsNobodyFails) {
    // Walks through who stands in the way: contacts push it round, or it never comes.
    VerifyOptions options;
    options.models = {"constant_velocity"};
    options.threads = 1;
    const Verification verification = verify(chosen({"rimea_4"}), options);
    EXPECT_FALSE(verification.ok());
    EXPECT_FALSE(verification.entries.at(0).trials.at(0).cause.empty());
}

TEST(Verify, EndsWhenAsked) {
    VerifyOptions options;
    options.models = {"orca"};
    options.threads = 1;
    options.progress = [](const StudyProgress& progress) { return progress.done < 1; };
    const Verification verification = verify(chosen({"rimea_1", "rimea_9"}), options);
    EXPECT_FALSE(verification.finished);
    EXPECT_FALSE(verification.ok());
    EXPECT_EQ(verification.entries.at(0).trials.size(), 1u);
    EXPECT_TRUE(verification.entries.at(1).trials.empty());
}

}  // namespace
}  // namespace sidestep
