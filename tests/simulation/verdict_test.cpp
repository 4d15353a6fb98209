// Words for everything that can be wrong with a run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/verdicts.h"

namespace sidestep {
namespace {

TEST(Verdict, HasASentenceForEveryFinding) {
    const auto findings = test::every_finding();
    EXPECT_GE(findings.size(), 7u);
    for (const auto& [name, health] : findings) {
        const auto sentences = to_sentences(health);
        ASSERT_EQ(sentences.size(), 1u) << name;
        EXPECT_NE(sentences[0].find("7"), std::string::npos) << name << ": " << sentences[0];
        EXPECT_TRUE(sentences[0].ends_with(".")) << sentences[0];
    }
    EXPECT_TRUE(to_sentences({}).empty());
}

TEST(Verdict, EveryFieldIsInTheDocument) {
    // A further field does not compile here, and once it is counted it has to be written, read and said as well.
    const RunHealth health;
    [[maybe_unused]] const auto& [ok, overlaps, deepest, walls, goals, speeds, accelerations, share, rush, shivering,
                                  stuck, lines, outside, held, open, yielded, aside, aside_m, alone, expected] = health;
    EXPECT_EQ(nlohmann::json::parse(to_json(health)).size(), 19u) << "all but the expectation, which few scenes have";
}

TEST(Verdict, EveryUnhealthyRunSaysWhy) {
    std::size_t unhealthy = 0;
    for (const auto& [name, health] : test::every_finding()) {
        if (is_healthy(health)) continue;
        ++unhealthy;
        EXPECT_FALSE(to_sentences(health).empty()) << name;
    }
    EXPECT_EQ(unhealthy, 10u)
        << "overlaps, goals, speed, accelerations, shivering, outside, doors, stuck, queues, nobody to follow";
    RunHealth jumpy;
    jumpy.accel_outliers = 500;
    jumpy.accel_share = 0.01;
    EXPECT_TRUE(is_healthy(jumpy)) << "not above the limit";
    RunHealth uneasy;
    uneasy.shivering = kHealthyShivering;
    EXPECT_TRUE(is_healthy(uneasy)) << "not above the limit";
    EXPECT_TRUE(to_sentences(uneasy).empty());
    uneasy.shivering = 0.5;
    ASSERT_EQ(to_sentences(uneasy).size(), 1u);
    EXPECT_EQ(to_sentences(uneasy)[0], "50 % of those watched shiver, 33 % at most would be healthy.");
    RunHealth shallow;
    shallow.overlaps = 3;
    shallow.deepest_m = 0.01;
    EXPECT_TRUE(is_healthy(shallow));
    EXPECT_EQ(to_sentences(shallow).size(), 1u);
}

TEST(Verdict, WhatTheSceneExpectsIsSaid) {
    RunHealth health;
    health.expects_unhealthy = true;
    ASSERT_EQ(to_sentences(health).size(), 1u);
    EXPECT_NE(to_sentences(health)[0].find("is not"), std::string::npos) << to_sentences(health)[0];
    EXPECT_TRUE(health.as_expected()) << "healthy is never wrong, but told";
    health.ok = false;
    EXPECT_TRUE(health.as_expected());
    EXPECT_EQ(to_sentences(health).back(), "The scene expects this.");
    EXPECT_EQ(to_json(*health_from_json(to_json(health))), to_json(health));
    health.expects_unhealthy = false;
    EXPECT_FALSE(health.as_expected());
}

TEST(Verdict, WhatIsGraveComesFirst) {
    RunHealth health;
    health.wall_contacts = 9;
    health.overlaps = 2;
    health.deepest_m = 0.01;
    health.outside_map = 3;
    const auto sentences = to_sentences(health);
    ASSERT_EQ(sentences.size(), 3u);
    EXPECT_EQ(sentences[0], "3 people left the map.");
}

TEST(Verdict, SurvivesItsDocument) {
    RunHealth health;
    health.ok = false;
    health.overlaps = 2;
    health.deepest_m = 0.125;
    health.never_arrived = 1;
    health.shivering = 0.5;
    health.stuck = {{4, StuckCause::no_route, "door north closed"}, {5, StuckCause::deadlock, {}}};
    const auto read = health_from_json(to_json(health));
    ASSERT_TRUE(read);
    EXPECT_EQ(to_json(*read), to_json(health));
    EXPECT_EQ(read->stuck[0].cause, StuckCause::no_route);
    EXPECT_EQ(read->stuck[0].reason, "door north closed");
}

TEST(Verdict, OldAndForeignDocuments) {
    const auto old = health_from_json(R"({"ok":false,"overlaps":3,"stuck":[{"id":2,"cause":"tired"},7]})");
    ASSERT_TRUE(old);
    EXPECT_FALSE(old->ok);
    EXPECT_EQ(old->overlaps, 3u);
    EXPECT_EQ(old->outside_map, 0u);
    ASSERT_EQ(old->stuck.size(), 1u);
    EXPECT_EQ(to_text(old->stuck[0]), "blocked: tired");
    EXPECT_FALSE(health_from_json(R"({"ok":true,"a":)" + std::string(100'000, '['))) << "deeper than the stack";
    for (const char* text : {"", "[]", "{", "{\"overlaps\":1}", "{\"ok\":\"yes\"}", "null"}) {
        EXPECT_FALSE(health_from_json(text)) << text;
    }
    EXPECT_TRUE(health_from_json(R"({"ok":true,"overlaps":-1,"deepest_m":"deep","stuck":5})"));
}

}  // namespace
}  // namespace sidestep
