// What a scene that says little gets: people who get on.
#include <gtest/gtest.h>

#include <string>

#include "scenario/test_models.h"
#include "scene/scene_file.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

Scenario parse(const std::string& profile, const std::string& more = "") {
    return parse_scenario(R"({"sidestep": 1, )" + more + R"("profiles": {"w": )" + profile + "}}", "", parts());
}

const std::string kRoom = R"~("map": {"wkt": "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))"}, )~";

TEST(Defaults, AProfileNeedsNoModel) {
    const Scenario open = parse("{}");
    EXPECT_EQ(open.profiles[0].avoid.name, kDefaultModel);
    EXPECT_EQ(open.profiles[0].route.name, "direct") << "nothing to walk round";
    EXPECT_EQ(open.contacts, kDefaultContacts);
    EXPECT_EQ(open.deadlocks, kDefaultDeadlocks);
    const Scenario room = parse(R"({"radius": 0.3})", kRoom);
    EXPECT_EQ(room.profiles[0].route.name, kDefaultRoute);
    EXPECT_EQ(room.profiles[0].common[kRadius], Distribution::fixed(0.3));
}

TEST(Defaults, WhatIsSaidCounts) {
    const Scenario named = parse(R"({"model": "orca"})", kRoom);
    EXPECT_EQ(named.contacts, Contacts::none);
    EXPECT_EQ(named.deadlocks, Deadlocks::none);
    EXPECT_EQ(named.profiles[0].route.name, "direct");
    EXPECT_EQ(parse("{}", R"("simulation": {"contacts": "none"}, )").contacts, Contacts::none);
    EXPECT_EQ(parse("{}", R"("simulation": {"deadlocks": "none"}, )").deadlocks, Deadlocks::none);
    EXPECT_EQ(parse(R"({"route": "direct"})", kRoom).profiles[0].route.name, "direct");
    const std::string ring = R"~("map": {"wkt": "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", "periodic": [10, 0]}, )~";
    EXPECT_EQ(parse("{}", ring).profiles[0].route.name, "direct") << "planners do not work there";
}

TEST(Defaults, ParametersAreThoseOfTheDefaultModel) {
    EXPECT_NO_THROW(parse(R"({"params": {"time_horizon": 3}})"));
    try {
        parse(R"({"params": {"anticipation": 3}})");
        FAIL() << "a parameter of another model";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().message.find(kDefaultModel), std::string::npos) << error.what();
    }
}

TEST(Defaults, ACatalogueWithoutTheModelAsksForOne) {
    EXPECT_THROW(parse_scenario(R"({"sidestep": 1, "profiles": {"w": {}}})", "", test::models()), InputError);
}

TEST(Defaults, ProgramsNeedNoModelEither) {
    Scenario s;
    s.profiles.push_back({.name = "walker"});
    AgentSpec agent;
    agent.position = Vec2d{0, 0};
    agent.target.value = {5, 0};
    s.agents.push_back(agent);
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.summary().health.never_arrived, 0u);
}

TEST(Defaults, AreTheFirstRecommendation) {
    ASSERT_FALSE(recommendations().empty());
    EXPECT_EQ(recommendations().front().model, kDefaultModel);
    for (const Recommendation& r : recommendations()) EXPECT_NE(find_model(r.model), nullptr) << r.model;
}

}  // namespace
}  // namespace sidestep
