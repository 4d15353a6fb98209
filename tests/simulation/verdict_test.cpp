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
    [[maybe_unused]] const auto& [ok, overlaps, deepest, walls, goals, speeds, accelerations, stuck, outside, held,
                                  open] = health;
    EXPECT_EQ(nlohmann::json::parse(to_json(health)).size(), 11u);
}

TEST(Verdict, EveryUnhealthyRunSaysWhy) {
    std::size_t unhealthy = 0;
    for (const auto& [name, health] : test::every_finding()) {
        if (is_healthy(health)) continue;
        ++unhealthy;
        EXPECT_FALSE(to_sentences(health).empty()) << name;
    }
    EXPECT_EQ(unhealthy, 6u) << "overlaps, goals, speed, outside, doors, stuck";
    RunHealth shallow;
    shallow.overlaps = 3;
    shallow.deepest_m = 0.01;
    EXPECT_TRUE(is_healthy(shallow));
    EXPECT_EQ(to_sentences(shallow).size(), 1u);
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
