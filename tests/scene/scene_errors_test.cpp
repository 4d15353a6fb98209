// Every way a scene can be wrong, with what is said about it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scenario/test_models.h"
#include "scene/scene_file.h"

namespace sidestep {
namespace {

InputProblem problem_of(const std::string& text) {
    try {
        parse_scenario(text, "scene.json", test::models());
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "scene.json");
        EXPECT_FALSE(error.problem().message.empty());
        EXPECT_FALSE(error.problem().remedy.empty()) << error.what();
        return error.problem();
    }
    ADD_FAILURE() << "accepted: " << text.substr(0, 300);
    return {};
}

struct Expected {
    std::string pointer, message, value, allowed, remedy;
    int line = 2;
};

/// Each section stands alone on line 2.
void expect(const std::string& section, const Expected& expected) {
    const InputProblem problem = problem_of("{\"sidestep\": 1,\n" + section + "\n}");
    EXPECT_EQ(problem.pointer, expected.pointer) << section;
    EXPECT_EQ(problem.message, expected.message) << section;
    EXPECT_EQ(problem.value, expected.value) << section;
    EXPECT_EQ(problem.allowed, expected.allowed) << section;
    EXPECT_EQ(problem.remedy, expected.remedy) << section;
    EXPECT_EQ(problem.line, expected.line) << section;
    EXPECT_GT(problem.column, 0) << section;
}

std::string profile(const std::string& fields) {
    return R"("profiles": {"walker": {)" + fields + "}}";
}
std::string agent(const std::string& fields) {
    return R"("profiles": {"walker": {"model": "alpha"}}, "goals": {"east": {"point": [1, 1]}}, "agents": [{)" +
           fields + "}]";
}

const std::string kInRange = "Choose a value in this range.";

TEST(SceneErrors, RoutesAndDoors) {
    expect(profile(R"("model": "alpha", "route": "road")"), {"/profiles/walker/route", "there is no such route",
                                                             "\"road\"", "direct, roads", "Did you mean \"roads\"?"});
    expect(profile(R"("model": "alpha", "route": {"method": "roads", "replan": 0})"),
           {"/profiles/walker/route/replan", "\"replan\" is out of range", "0", "0.1 to 1000000 m", kInRange});
    expect(R"("doors": {"a": {"segment": [[0, 0], [0, 0.001]]}})",
           {"/doors/a/segment", "the door is too short", "[[0, 0], [0, 0.001]]", "at least 0.01 m",
            "Move its ends apart."});
    expect(R"("doors": {"back": {"segment": [[0, 0], [1, 0]]}}, "events": [{"time": 1, "close": "bakc"}])",
           {"/events/0/close", "there is no door of this name", "\"bakc\"", "back", "Did you mean \"back\"?"});
    expect(R"("goals": {"a": {"any": ["b"]}, "b": {"any": ["a"]}})",
           {"/goals/a/any/0", "this goal cannot be one of a choice", "\"b\"",
            "goals that are points or regions and do not wander", "Name other goals."});
    expect(R"("goals": {"a": {"any": []}})",
           {"/goals/a/any", "a choice of goals needs some", "[]", "at least one name", "Name the goals."});
}

TEST(SceneErrors, Parts) {
    const auto route = [](const std::string& fields) {
        return profile(R"("model": "alpha", "route": {"method": "roads", )" + fields + "}");
    };
    const std::string at = "/profiles/walker/route";
    expect(route(R"("params": {"replan": 0})"),
           {at + "/params/replan", "\"replan\" is out of range", "0", "0.1 to 1000000 m", kInRange});
    expect(route(R"("params": {"body": 1})"), {at + "/params/body", "\"body\" is the profile's \"radius\"", "\"body\"",
                                               "the profile's \"radius\"", "Set it there."});
    expect(route(R"("body": 1)"), {at + "/body", "\"body\" is the profile's \"radius\"", "\"body\"",
                                   "the profile's \"radius\"", "Set it there."});
    expect(route(R"("params": {"repaln": 1})"), {at + "/params/repaln", "the route roads has no parameter \"repaln\"",
                                                 "\"repaln\"", "replan", "Did you mean \"replan\"?"});
    expect(profile(R"("model": "alpha", "route": "alpha")"),
           {at, "there is no such route", "\"alpha\"", "direct, roads", "Choose one of these."});
    expect(profile(R"("model": "alpha", "midterm": "trail")"),
           {"/profiles/walker/midterm", "there is no such midterm", "\"trail\"", "there are no parts of this kind",
            "Choose one of these."});
    expect(profile(R"("model": "alpha", "intents": "trail")"),
           {"/profiles/walker/intents", "\"intents\" must be an array of intents, not a string", "\"trail\"",
            "an array of intents", "Write an array of intents here."});
    expect(profile(R"("model": "alpha", "intents": [{"method": "trail", "gap": 10}])"),
           {"/profiles/walker/intents/0/gap", "\"gap\" is out of range", "10", "0 to 9 m", kInRange});
}

TEST(SceneErrors, GoalsWithAHeading) {
    expect(R"("goals": {"a": {"point": [0, 0], "heading_deg": 400}})",
           {"/goals/a/heading_deg", "\"heading_deg\" is out of range", "400", "-360 to 360 °", kInRange});
    expect(R"("goals": {"a": {"point": [0, 0], "speed": -1}})",
           {"/goals/a/speed", "\"speed\" is out of range", "-1", "0 to 10 m/s", kInRange});
    expect(R"("goals": {"a": {"region": [[0, 0], [1, 0], [1, 1]], "speed": 1}})",
           {"/goals/a/speed", "only a point is reached with a heading and a speed", "\"speed\"",
            "\"heading_deg\" and \"speed\" together with \"point\"", "Give the goal a point instead of a region."});
    expect(R"("simulation": {"chart_memory_mb": 0})",
           {"/simulation/chart_memory_mb", "\"chart_memory_mb\" is not a whole number in the allowed range", "0",
            "whole numbers from 1 to 1000000", kInRange});
}

TEST(SceneErrors, MissingFile) {
    try {
        load_scenario("/nowhere/at_all.json", test::models());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().message, "there is no such file");
        EXPECT_EQ(error.problem().file, "/nowhere/at_all.json");
        EXPECT_EQ(error.problem().allowed, "a readable scene file");
    }
    EXPECT_THROW(load_scenario("/", test::models()), InputError);
    EXPECT_THROW(load_scenario("", test::models()), InputError);
}

TEST(SceneErrors, FileTooLarge) {
    const auto path = std::filesystem::temp_directory_path() / "sidestep_too_large.json";
    std::ofstream(path) << " ";
    std::filesystem::resize_file(path, kLargestSceneFile + 1);  // sparse: takes no space
    try {
        load_scenario(path.string(), test::models());
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().message, "the file has 268435457 bytes");
        EXPECT_EQ(error.problem().allowed, "at most 268435456 bytes");
    }
    std::filesystem::remove(path);
}

TEST(SceneErrors, MalformedJson) {
    const auto at = [](const std::string& text, int line, int column) {
        const InputProblem problem = problem_of(text);
        EXPECT_TRUE(problem.message.starts_with("malformed JSON: ")) << problem.message;
        EXPECT_EQ(problem.message.find("last read"), std::string::npos);
        EXPECT_EQ(problem.line, line) << text;
        EXPECT_EQ(problem.column, column) << text;
        return problem;
    };
    at("", 1, 1);
    at("{\"sidestep\": 1,\n \"dt\" 3}", 2, 7);
    at("{\"sidestep\": 1,\n \"a\": [1, 2,]}", 2, 13);
    at("{\"sidestep\": 1} x", 1, 17);
    at("{\"ä\": ?}", 1, 7);
    EXPECT_TRUE(at("{\"sidestep\": 1", 1, 15).remedy.starts_with("The file ends too early"));
    EXPECT_EQ(at("{\"a\": NaN}", 1, 7).remedy,
              "JSON has no NaN and no infinity; leave the value out to get its default.");
    EXPECT_EQ(at("{\"a\": 1, // comment\n}", 1, 10).remedy, "Scenes have no comments; use the \"description\" key.");
    EXPECT_EQ(at("{'a': 1}", 1, 2).remedy, "Use double quotes.");
    EXPECT_EQ(at("{\"a\": \"\xff\xfe\"}", 1, 8).value, "??\"}");
}

TEST(SceneErrors, NumbersThatAreNotFinite) {
    const InputProblem problem = problem_of("{\"sidestep\": 1,\n \"simulation\": {\"dt\": 1e999}}");
    EXPECT_EQ(problem.message, "a number is not finite");
    EXPECT_EQ(problem.value, "1e999");
    EXPECT_EQ(problem.line, 2);
    EXPECT_EQ(problem.column, 23);
}

TEST(SceneErrors, WhatTheFileSaysIsNotTakenForTheReason) {
    const InputProblem problem = problem_of("{\"sidestep\": \"out_of_range.406");
    EXPECT_TRUE(problem.message.starts_with("malformed JSON")) << problem.message;
    const InputProblem huge = problem_of("{\"sidestep\": 1" + std::string(5000, '0') + "}");
    EXPECT_EQ(huge.message, "a number is not finite");
    EXPECT_LT(huge.value.size(), 200u);
}

TEST(SceneErrors, DuplicateKeys) {
    const InputProblem problem =
        problem_of("{\"sidestep\": 1,\n \"goals\": {\"a\": 1,\n   \"b\": [{}, {\"a\": 2}],\n  \"a\": 3}}");
    EXPECT_EQ(problem.message, "the key \"a\" appears twice in one object; it is first in line 2");
    EXPECT_EQ(problem.pointer, "/goals/a");
    EXPECT_EQ(problem.line, 4);
    EXPECT_EQ(problem.column, 3);
    EXPECT_EQ(problem.value, "\"a\"");
    const InputProblem nested = problem_of(R"({"sidestep": 1, "agents": [{}, {"x": 1, "x": 2}]})");
    EXPECT_EQ(nested.pointer, "/agents/1/x");
    EXPECT_EQ(nested.column, 41);
    EXPECT_EQ(problem_of(R"({"a~b": {"\u0061": 1, "a": 2}})").pointer, "/a~0b/a") << "escapes do not hide a repetition";
}

TEST(SceneErrors, DeepNesting) {
    for (const std::string part : {"[", "{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 100000; ++i) text += part;
        const InputProblem problem = problem_of(text);
        EXPECT_EQ(problem.message, "the file is nested too deeply");
        EXPECT_EQ(problem.allowed, "at most 64 brackets inside each other");
        EXPECT_EQ(problem.column, static_cast<int>(64 * part.size() + 1));
    }
    std::string balanced(100000, '[');
    EXPECT_EQ(problem_of(balanced + std::string(100000, ']')).line, 1);
}

TEST(SceneErrors, Version) {
    EXPECT_EQ(problem_of("{}").message, "a scene needs \"sidestep\"");
    EXPECT_EQ(problem_of("[]").message, "the document must be a scene, not an array");
    EXPECT_EQ(problem_of("{\"sidestep\": 2}").allowed, "1");
    EXPECT_EQ(problem_of("{\"sidstep\": 1}").remedy, "Did you mean \"sidestep\"?");
}

TEST(SceneErrors, UnknownKeys) {
    expect(R"("agnets": [])", {"/agnets", "a scene has no key \"agnets\"", "\"agnets\"",
                               "sidestep, name, description, project, author, expect, map, simulation, reactions, "
                               "doors, events, profiles, goals, agents, "
                               "sources, regions, measure, record",
                               "Did you mean \"agents\"?"});
    expect(R"("groups": [])", {"/groups", "a scene has no key \"groups\"", "\"groups\"",
                               "sidestep, name, description, project, author, expect, map, simulation, reactions, "
                               "doors, events, profiles, goals, agents, "
                               "sources, regions, measure, record",
                               "Remove it; nothing would read it."});
    expect(profile(R"("model": "alpha", "radus": 1)"),
           {"/profiles/walker/radus", "a profile has no key \"radus\"", "\"radus\"",
            "model, radius, pref_speed, max_speed, max_accel, neighbour_range, max_neighbours, goal_radius, params, "
            "neighbours, route, midterm, intents, preset, provenance",
            "Did you mean \"radius\"?"});
    expect(R"("simulation": {"Dt": 1})",
           {"/simulation/Dt", "\"simulation\" has no key \"Dt\"", "\"Dt\"",
            "dt, duration, seed, contacts, deadlocks, planning_expansions, chart_memory_mb", "Did you mean \"dt\"?"});
    expect(R"("goals": {"a": {"point": [1, 1], "leave": true}})",
           {"/goals/a/leave", "a goal has no key \"leave\"", "\"leave\"",
            "any, queue, point, region, exit, wander, next, heading_deg, speed", "Remove it; nothing would read it."});
}

TEST(SceneErrors, WrongTypes) {
    expect(profile(R"("model": "alpha", "radius": "wide")"),
           {"/profiles/walker/radius", "\"radius\" must be a number or a distribution, not a string", "\"wide\"",
            "a number or a distribution", "Write a number or a distribution here."});
    expect(R"("agents": {})",
           {"/agents", "\"agents\" must be an array, not an object", "{}", "an array", "Write an array here."});
    expect(R"("agents": [7])", {"/agents/0", "item 0 of \"agents\" must be an agent entry, not a number", "7",
                                "an agent entry", "Write an agent entry here."});
    expect(R"("simulation": null)",
           {"/simulation", "\"simulation\" must be an object, not null", "null", "an object", "Write an object here."});
    expect(R"("name": 3)",
           {"/name", "\"name\" must be a string, not a number", "3", "a string", "Write a string here."});
    expect(R"("simulation": {"seed": 1.5})", {"/simulation/seed", "\"seed\" is not a whole number in the allowed range",
                                              "1.5", "whole numbers from 0 to 18446744073709551615", kInRange});
    expect(R"("goals": {"a": {"point": [1, "2"]}})",
           {"/goals/a/point/1", "item 1 of \"point\" must be a number, not a string", "\"2\"", "a number",
            "Write a number here."});
    expect(R"("goals": {"a": {"point": [1, 2, 3]}})",
           {"/goals/a/point", "\"point\" has 3 numbers instead of two", "[1, 2, 3]", "a point [x, y] in metres",
            "Write the two coordinates."});
}

TEST(SceneErrors, RangesOfCommonParameters) {
    for (const std::string radius : {"0", "-0.3", "0.04", "2.5"}) {
        expect(profile(R"("model": "alpha", "radius": )" + radius),
               {"/profiles/walker/radius", "\"radius\" is out of range", radius, "0.05 to 2 m", kInRange});
    }
    expect(
        profile(R"("model": "alpha", "max_speed": 0)"),
        {"/profiles/walker/max_speed", "\"max_speed\" is out of range", "0", "more than 0, at most 20 m/s", kInRange});
    expect(profile(R"("model": "alpha", "max_accel": 0)"),
           {"/profiles/walker/max_accel", "\"max_accel\" is out of range", "0", "more than 0 m/s²", kInRange});
    expect(profile(R"("model": "alpha", "max_neighbours": 2.5)"),
           {"/profiles/walker/max_neighbours", "\"max_neighbours\" is not a whole number", "2.5",
            "whole numbers, 0 to 1000", "Round it."});
}

TEST(SceneErrors, TimeStep) {
    for (const std::string dt : {"0", "-1", "1.01"}) {
        expect(R"("simulation": {"dt": )" + dt + "}",
               {"/simulation/dt", "\"dt\" is out of range", dt, "1e-06 to 1 s", kInRange});
    }
    expect(R"("simulation": {"duration": 0})",
           {"/simulation/duration", "\"duration\" is out of range", "0", "more than 0, at most 10000000 s", kInRange});
    expect(R"("simulation": {"deadlocks": "yeild"})",
           {"/simulation/deadlocks", "there is no such way to treat deadlocks", "\"yeild\"", "none, yield",
            "Did you mean \"yield\"?"});
    expect(R"("simulation": {"contacts": "projekt"})",
           {"/simulation/contacts", "there is no such way to treat contacts", "\"projekt\"", "none, project",
            "Did you mean \"project\"?"});
}

TEST(SceneErrors, Models) {
    expect(profile(R"("model": "alpa")"),
           {"/profiles/walker/model", "there is no such model", "\"alpa\"", "alpha, beta", "Did you mean \"alpha\"?"});
    expect(profile(R"("model": "teleport")"),
           {"/profiles/walker/model", "there is no such model", "\"teleport\"", "alpha, beta", "Choose one of these."});
    expect(profile(R"("radius": 1)"), {"/profiles/walker", "a profile needs \"model\"", R"({"radius": 1})",
                                       "an object with the key \"model\"", "Add \"model\"."});
}

TEST(SceneErrors, ModelParameters) {
    const std::string own = "strength, mode, horizon, reach, twice_reach";
    const auto params = [](const std::string& fields) {
        return profile(R"("model": "alpha", "params": {)" + fields + "}");
    };
    expect(params(R"("strength": 11)"), {"/profiles/walker/params/strength", "\"strength\" is out of range", "11",
                                         "more than 0, at most 10 m", kInRange});
    expect(params(R"("stiffness": 1)"),
           {"/profiles/walker/params/stiffness", "\"stiffness\" is a parameter of beta, not of alpha", "\"stiffness\"",
            own, "Remove it, or choose the model it belongs to."});
    expect(params(R"("strenght": 1)"),
           {"/profiles/walker/params/strenght", "the model alpha has no parameter \"strenght\"", "\"strenght\"", own,
            "Did you mean \"strength\"?"});
    expect(params(R"("radius": 1)"),
           {"/profiles/walker/params/radius", "\"radius\" is common to all models and does not belong into \"params\"",
            "\"radius\"", own, "Set it on the profile itself."});
    expect(profile(R"("model": "alpha", "strength": 1)"),
           {"/profiles/walker/strength", "a profile has no key \"strength\"", "\"strength\"",
            "model, radius, pref_speed, max_speed, max_accel, neighbour_range, max_neighbours, goal_radius, params, "
            "neighbours, route, midterm, intents, preset, provenance",
            "It is a parameter of the model: put it into \"params\"."});
    expect(params(R"("mode": "mild")"), {"/profiles/walker/params/mode", "\"mode\" has no choice of this name",
                                         "\"mild\"", "gentle, rough", "Choose one of these."});
    expect(params(R"("mode": 1)"),
           {"/profiles/walker/params/mode", "\"mode\" must be one of the names gentle, rough, not a number", "1",
            "one of the names gentle, rough", "Write one of the names gentle, rough here."});
}

TEST(SceneErrors, Distributions) {
    const auto radius = [](const std::string& value) { return profile(R"("model": "alpha", "radius": )" + value); };
    const std::string bounds = "Choose bounds in this range; every agent's value must be possible.";
    expect(
        radius(R"({"uniform": [0.01, 0.3]})"),
        {"/profiles/walker/radius/uniform/0", "a bound of \"radius\" is out of range", "0.01", "0.05 to 2 m", bounds});
    expect(radius(R"({"normal": [0.3, 0.1, 0.1, 3]})"),
           {"/profiles/walker/radius/normal/3", "a bound of \"radius\" is out of range", "3", "0.05 to 2 m", bounds});
    expect(radius(R"({"uniform": [0.4, 0.3]})"),
           {"/profiles/walker/radius/uniform", "the lower bound exceeds the upper bound", "[0.4, 0.3]",
            "[a, b] with a <= b", "Swap the bounds."});
    expect(radius(R"({"normal": [0.3, -1, 0.1, 1]})"),
           {"/profiles/walker/radius/normal/1", "the standard deviation is negative", "-1", "0 or more",
            "Write its magnitude."});
    expect(radius(R"({"normal": [0.3, 1, 0.4, 1]})"),
           {"/profiles/walker/radius/normal", "the mean does not lie between the bounds", "[0.3, 1, 0.4, 1]",
            "[mean, sd, min, max] with min <= mean <= max", "Widen the bounds or move the mean."});
    expect(radius(R"({"normal": [0.3, 1]})"),
           {"/profiles/walker/radius/normal", "\"normal\" has 2 numbers instead of 4", "[0.3, 1]",
            "an array [mean, sd, min, max]", "Write exactly these numbers."});
    expect(radius(R"({"uniform": [0.3, 0.4], "normal": [0.3, 0.1, 0.1, 1]})"),
           {"/profiles/walker/radius/normal", "a distribution has both \"uniform\" and \"normal\"", "\"normal\"",
            "either \"uniform\", \"normal\", \"log_normal\" or \"exponential\"", "Remove one of them."});
    expect(
        radius(R"({"log_normal": [0.3, 0.1, 0.1, 3]})"),
        {"/profiles/walker/radius/log_normal/3", "a bound of \"radius\" is out of range", "3", "0.05 to 2 m", bounds});
    expect(agent(R"("profile": "walker", "position": [0, 0], "start_delay": {"log_normal": [0, 1, 0, 9]})"),
           {"/agents/0/start_delay/log_normal/0", "log-normal values are above 0, and so is their mean", "0",
            "more than 0", "Write the mean of the values, not of their logarithms; or use a normal distribution."});
    expect(
        radius(R"({"exponential": [0.3, 0.1, 3]})"),
        {"/profiles/walker/radius/exponential/2", "a bound of \"radius\" is out of range", "3", "0.05 to 2 m", bounds});
    expect(radius(R"({"exponential": [0.3, 0.4, 1]})"),
           {"/profiles/walker/radius/exponential", "the mean does not lie between the bounds", "[0.3, 0.4, 1]",
            "[mean, min, max] with min <= mean <= max", "Widen the bounds or move the mean."});
    expect(agent(R"("profile": "walker", "position": [0, 0], "start_delay": {"exponential": [0, 0, 9]})"),
           {"/agents/0/start_delay/exponential/0", "exponential values are above 0, and so is their mean", "0",
            "more than 0", "Choose a larger one."});
    expect(radius("{}"),
           {"/profiles/walker/radius", "a distribution does not say which", "{}",
            R"({"uniform": [a, b]}, {"normal": [mean, sd, min, max]}, {"log_normal": [mean, sd, min, max]} or )"
            R"({"exponential": [mean, min, max]})",
            "Write one of these, or a number."});
    expect(profile(R"("model": "alpha", "params": {"horizon": {"uniform": [1, 2]}})"),
           {"/profiles/walker/params/horizon", "\"horizon\" may not be drawn for each agent", R"({"uniform": [1, 2]})",
            "0 to 20 m", "Write one number; use several profiles for several values."});
}

TEST(SceneErrors, Queues) {
    const auto queue = [](const std::string& keys, const std::string& beside = R"(, "exit": true)") {
        return R"("goals": {"desk": {"queue": {)" + keys + "}" + beside + R"(}, "out": {"point": [9, 0]}})";
    };
    const std::string line = R"("line": [[0, 0], [-3, 0]])";
    expect(queue(R"("service": 4)"), {"/goals/desk/queue", "a queue needs \"line\"", R"({"service": 4})",
                                      "an object with the key \"line\"", "Add \"line\"."});
    expect(queue(R"("line": [])"), {"/goals/desk/queue/line", "\"line\" has no points", "[]",
                                    "points [[x, y], …] from the head of the line backwards", "Write at least one."});
    expect(queue(R"("line": [[0, 0], [1, 0], [1, 0]])"),
           {"/goals/desk/queue/line/2", "the line stands still here", "[1, 0]", "points 0.01 m apart or more",
            "Leave one of them out."});
    expect(queue(line + R"(, "spacing": 0)"), {"/goals/desk/queue/spacing", "\"spacing\" is out of range", "0",
                                               "0.1 to 10 m", "Choose a value in this range."});
    expect(queue(line + R"(, "service": -1)"), {"/goals/desk/queue/service", "\"service\" is out of range", "-1",
                                                "0 to 1000000 s", "Choose a value in this range."});
    expect(queue(line + R"(, "otherwise": "out")"),
           {"/goals/desk/queue/otherwise", "nobody gives up who has patience", "\"otherwise\"",
            "\"otherwise\" together with \"patience\"", "Say how long people wait, or remove it."});
    expect(queue(line + R"(, "patience": 9, "otherwise": "home")"),
           {"/goals/desk/queue/otherwise", "there is no goal of this name", "\"home\"", "desk, out",
            "Define it in \"goals\"."});
    expect(queue(line + R"(, "enter": "front")"),
           {"/goals/desk/queue/enter", "people cannot enter a line there", "\"front\"", "tail, end",
            "\"tail\": behind the last; \"end\": at the end of the drawn line, as between ropes."});
    const std::string nowhere = "people must have somewhere to go when they have been served";
    expect(queue(line, ""), {"/goals/desk", nowhere, R"({"queue": {"line": [[0, 0], [-3, 0]]}})",
                             "either \"next\" or \"exit\": true", "Add one of them beside \"queue\"."});
    expect(queue(line, R"(, "exit": true, "speed": 1)"),
           {"/goals/desk/speed", "a goal has no key \"speed\"", "\"speed\"", "any, queue, exit, next",
            "It does not belong to a queue."});
    expect(R"("goals": {"a": {"any": ["desk", "out"]}, "out": {"point": [9, 0]},)"
           R"("desk": {"queue": {"line": [[0, 0]]}, "exit": true}})",
           {"/goals/a/any/1", "this goal cannot be one of a choice", "\"out\"", "either places or queues, not both",
            "Name other goals."});
    expect(R"("profiles": {"w": {"model": "alpha"}}, "sources": [{"profile": "w", "goal": [0, 0],)"
           R"("region": [[0, 0], [1, 0], [1, 1]], "rate": 1, "gaps": 2}])",
           {"/sources/0/rate", "a source has both \"gaps\" and \"rate\"", "\"rate\"",
            "one of \"rate\", \"times\" and \"gaps\"", "Remove one of them."});
}

TEST(SceneErrors, Names) {
    expect(
        agent(R"("profile": "wolker", "position": [0, 0])"),
        {"/agents/0/profile", "there is no profile of this name", "\"wolker\"", "walker", "Did you mean \"walker\"?"});
    expect(agent(R"("profile": "walker", "position": [0, 0], "goal": "south")"),
           {"/agents/0/goal", "there is no goal of this name", "\"south\"", "east", "Define it in \"goals\"."});
    expect(R"("goals": {"a": {"point": [0, 0], "next": "b"}})",
           {"/goals/a/next", "there is no goal of this name", "\"b\"", "a", "Did you mean \"a\"?"});
    expect(R"("agents": [{"profile": "x", "position": [0, 0]}])",
           {"/agents/0/profile", "there is no profile of this name", "\"x\"", "the scene defines no profiles",
            "Define it in \"profiles\"."});
}

TEST(SceneErrors, Goals) {
    expect(R"("goals": {"a": {"point": [0, 0], "wander": true}})",
           {"/goals/a/wander", "a goal that wanders needs a region", "true", "\"wander\" together with \"region\"",
            "Give the goal a region instead of a point."});
    expect(R"("goals": {"a": {"point": [0, 0], "exit": true, "next": "a"}})",
           {"/goals/a", "a goal can do only one thing with those who arrive",
            R"({"point": [0, 0], "exit": true, "next": "a"})", "one of \"exit\", \"wander\" and \"next\"",
            "Remove the others."});
    expect(R"("goals": {"a": {}})", {"/goals/a", "a goal needs \"point\" or \"region\"", "{}",
                                     "either \"point\" or \"region\"", "Add one of them."});
    expect(agent(R"("profile": "walker", "position": [0, 0], "goal": 7)"),
           {"/agents/0/goal",
            "\"goal\" must be the name of a goal, a point [x, y], {\"point\": [x, y]} or {\"offset\": [x, y]}, not a "
            "number",
            "7", "the name of a goal, a point [x, y], {\"point\": [x, y]} or {\"offset\": [x, y]}",
            "Write the name of a goal, a point [x, y], {\"point\": [x, y]} or {\"offset\": [x, y]} here."});
}

TEST(SceneErrors, Polygons) {
    const auto region = [](const std::string& polygon) {
        return agent(R"("profile": "walker", "count": 1, "region": )" + polygon);
    };
    expect(region("[[0, 0], [1, 1]]"), {"/agents/0/region", "\"region\" has 2 different points", "[[0, 0], [1, 1]]",
                                        "a polygon of at least 3 points", "Write the corners of the area in order."});
    expect(region("[[0, 0], [1, 1], [0, 0]]"),
           {"/agents/0/region", "\"region\" has 2 different points", "[[0, 0], [1, 1], [0, 0]]",
            "a polygon of at least 3 points", "Write the corners of the area in order."});
    expect(region("[[0, 0], [1, 1], [2, 2]]"),
           {"/agents/0/region", "\"region\" has no area", "[[0, 0], [1, 1], [2, 2]]",
            "a polygon whose corners do not lie on one line", "Write the corners of the area in order."});
}

TEST(SceneErrors, AgentEntries) {
    expect(agent(R"("profile": "walker", "position": [0, 0], "region": [[0, 0], [1, 0], [1, 1]], "count": 1)"),
           {"/agents/0/region", "an agent entry has both \"position\" and \"region\"", "\"region\"",
            "either \"position\" or \"region\"", "Remove one of them."});
    expect(agent(R"("profile": "walker")"),
           {"/agents/0", "an agent entry needs \"position\" or \"region\"", R"({"profile": "walker"})",
            "either \"position\" or \"region\"", "Add one of them."});
    for (const std::string count : {"-5", "0", "1.5", "1e30"}) {
        expect(agent(R"("profile": "walker", "region": [[0, 0], [1, 0], [1, 1]], "count": )" + count),
               {"/agents/0/count", "\"count\" is not a whole number in the allowed range", count,
                "whole numbers from 1 to 100000000", kInRange});
    }
    expect(agent(R"("profile": "walker", "position": [0, 0], "count": 3)"),
           {"/agents/0/count", "an agent entry has no key \"count\"", "\"count\"",
            "profile, position, region, goal, velocity, start_delay, group, follow",
            "It belongs to \"region\"; remove it or give a region."});
    expect(agent(R"("profile": "walker", "position": [0, 0], "velocity": "fast")"),
           {"/agents/0/velocity", "this is not a velocity", "\"fast\"", "[x, y] in m/s or \"to_goal\"",
            "\"to_goal\" makes agents start at preferred speed towards their goal."});
    expect(agent(R"("profile": "walker", "position": [0, 0], "velocity": "to_goal")"),
           {"/agents/0/velocity", "\"to_goal\" needs a goal", "\"to_goal\"", "[x, y] in m/s", "Add \"goal\"."});
    expect(
        agent(R"("profile": "walker", "position": [0, 1e8])"),
        {"/agents/0/position/1", "item 1 of \"position\" is out of range", "1e8", "-10000000 to 10000000 m", kInRange});
    expect(agent(R"("profile": "walker", "position": [0, 0], "group": 3)"),
           {"/agents/0/group", "\"group\" must be a string, not a number", "3", "a string", "Write a string here."});
    expect(agent(R"("profile": "walker", "position": [0, 0], "start_delay": -1)"),
           {"/agents/0/start_delay", "\"start_delay\" is out of range", "-1", "0 to 1000000 s", kInRange});
    expect(
        agent(R"("profile": "walker", "region": [[0, 0], [1, 0], [1, 1]], "count": 100000000},
                    {"profile": "walker", "position": [0, 0])"),
        {"/agents", "the scene has 100000001 agents",
         R"([{"profile": "walker", "region": [[0, 0], [1, 0], [1, 1]], "…)", "at most 100000000", "Lower the counts."});
}

TEST(SceneErrors, SourcesRegionsRecord) {
    const std::string source =
        R"("profiles": {"walker": {"model": "alpha"}}, "sources": [{"profile": "walker", "goal": [0, 0],
        "region": [[0, 0], [1, 0], [1, 1]])";
    expect(source + "}]",
           {"/sources/0", "a source needs \"rate\" or \"times\"", "{\"profile\": \"walker\", \"goal\": [0, 0],…",
            "either \"rate\" or \"times\"", "Add one of them."});
    expect(source + R"(, "rate": 0}])",
           {"/sources/0/rate", "\"rate\" is out of range", "0", "more than 0, at most 10000 1/s", kInRange, 3});
    expect(source + R"(, "times": [1, -2]}])",
           {"/sources/0/times/1", "item 1 of \"times\" is out of range", "-2", "0 to 10000000 s", kInRange, 3});
    expect(R"("regions": [{"polygon": [[0, 0], [1, 0], [1, 1]], "speed_factor": 0}])",
           {"/regions/0/speed_factor", "\"speed_factor\" is out of range", "0", "more than 0, at most 10", kInRange});
    expect(R"("measure": {"lines": {"door": [[0, 0], [0, 0.001]]}})",
           {"/measure/lines/door", "the line is too short", "[[0, 0], [0, 0.001]]", "at least 0.01 m",
            "Move its ends apart."});
    expect(R"("measure": {"lines": {"door": [[0, 0]]}})",
           {"/measure/lines/door", "a line goes from one point to another", "[[0, 0]]", "[[x, y], [x, y]]",
            "Write both."});
    expect(R"("measure": {"areas": {"": [[0, 0], [1, 0], [1, 1]]}})",
           {"/measure/areas/", "the area has no name", "\"\"", "a name", "Name it."});
    expect(R"("measure": {"speed_border": "none"})",
           {"/measure/speed_border", "speeds cannot be taken so at the ends of tracks", "\"none\"",
            "single_sided, adaptive, exclude", "Write one of these, or leave it out."});
    expect(R"("record": {"every": 0})", {"/record/every", "\"every\" is not a whole number in the allowed range", "0",
                                         "whole numbers from 1 to 1000000", kInRange});
}

TEST(SceneErrors, Maps) {
    expect(R"json("map": {"wkt": "POINT (0 0)", "file": "a.wkt"})json",
           {"/map/file", "\"map\" has both \"wkt\" and \"file\"", "\"file\"", "either \"wkt\" or \"file\"",
            "Remove one of them."});
    expect(R"("map": {"file": "none_here.wkt"})",
           {"/map/file", "the map none_here.wkt cannot be used: there is no such file", "\"none_here.wkt\"",
            "a file of well-known text, or one that `sidestep map` reads", "Name a file relative to the scene file."});
    expect(R"("map": {"periodic": [-1, 0]})",
           {"/map/periodic", "the length of a periodic axis is out of range", "[-1, 0]",
            "0 (not periodic) or 1 to 1e6 m", "Choose a length in this range."});
}

TEST(SceneErrors, Reactions) {
    const std::string form = "AC, or RA, LA, D or A with or without two exponents more than 0, at most 100: RA(1,1)";
    for (const std::string bad :
         {"XA", "RA(1)", "RA(1,1", "RA(1,0)", "RA(1,1)x", "RA(101,1)", "AC(1,1)", "", "ra", "RA(nan,1)"}) {
        expect(R"("reactions": {"mine": {"front": [")" + bad + R"("]}})", {.pointer = "/reactions/mine/front/0",
                                                                           .message = "this is no reaction",
                                                                           .value = '"' + bad + '"',
                                                                           .allowed = form,
                                                                           .remedy = "See docs/models/reactive.md."});
    }
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "reactions": {"mine": {"sideways": ["RA"]}}})").pointer,
              "/reactions/mine/sideways");
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "reactions": {"mine": {"front": "RA"}}})").pointer,
              "/reactions/mine/front");
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "reactions": {"mine": {"front": [1]}}})").pointer,
              "/reactions/mine/front/0");
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "reactions": ["RA"]})").pointer, "/reactions");
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "reactions": {"mine": {"back":
                            ["RA", "RA", "RA", "RA", "RA", "RA", "RA", "RA", "RA"]}}})")
                  .message,
              "there are too many reactions");
    EXPECT_EQ(problem_of(R"({"sidestep": 1, "record": {"smooth": -1}})").pointer, "/record/smooth");
}

}  // namespace
}  // namespace sidestep
