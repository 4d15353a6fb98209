// The schema is written beside the reader; these tests keep them from drifting apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "scenario/test_models.h"
#include "scene/scene_file.h"

namespace sidestep {
namespace {

using nlohmann::json;

/// With references to what is shared replaced by what they refer to.
json resolved(const json& part, const json& defs) {
    if (part.is_object() && part.contains("$ref")) {
        const std::string name = part["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
        if (name.starts_with("shared_")) return resolved(defs.at(name), defs);
    }
    if (!part.is_structured()) return part;
    json copy = part;
    for (json& inner : copy) inner = resolved(inner, defs);
    return copy;
}

const json& schema() {
    static const json document = [] {
        const json shared = json::parse(scenario_schema(test::models()));
        return resolved(shared, shared.at("$defs"));
    }();
    return document;
}

/// The keys the reader lists when it meets one that it does not know.
std::set<std::string> keys_of_reader(const std::string& text) {
    try {
        parse_scenario(text, "", test::models());
    } catch (const InputError& error) {
        std::set<std::string> keys;
        std::stringstream list(error.problem().allowed);
        for (std::string key; std::getline(list, key, ',');) keys.insert(key.substr(key.find_first_not_of(' ')));
        EXPECT_TRUE(error.problem().pointer.ends_with("/zzzzzzzz")) << error.what();
        return keys;
    }
    ADD_FAILURE() << "accepted " << text;
    return {};
}

std::set<std::string> keys_of_schema(const json& object) {
    EXPECT_EQ(object.at("additionalProperties"), false);
    std::set<std::string> keys;
    for (const auto& item : object.at("properties").items()) keys.insert(item.key());
    return keys;
}

TEST(Schema, ListsTheKeysThatTheReaderKnows) {
    const json& defs = schema().at("$defs");
    const std::string triangle = "[[0, 0], [1, 0], [1, 1]]";
    EXPECT_EQ(keys_of_schema(schema()), keys_of_reader(R"({"sidestep": 1, "zzzzzzzz": 0})"));
    EXPECT_EQ(keys_of_schema(schema()["properties"]["map"]),
              keys_of_reader(R"({"sidestep": 1, "map": {"zzzzzzzz": 0}})"));
    EXPECT_EQ(keys_of_schema(schema()["properties"]["simulation"]),
              keys_of_reader(R"({"sidestep": 1, "simulation": {"zzzzzzzz": 0}})"));
    EXPECT_EQ(keys_of_schema(schema()["properties"]["record"]),
              keys_of_reader(R"({"sidestep": 1, "record": {"zzzzzzzz": 0}})"));
    EXPECT_EQ(keys_of_schema(schema()["properties"]["measure"]),
              keys_of_reader(R"({"sidestep": 1, "measure": {"zzzzzzzz": 0}})"));
    EXPECT_EQ(keys_of_schema(defs["reactions"]),
              keys_of_reader(R"({"sidestep": 1, "reactions": {"mine": {"zzzzzzzz": 0}}})"));
    std::set<std::string> goal_keys = keys_of_schema(defs["goal"]["oneOf"][0]);
    goal_keys.insert({"any", "queue"});
    EXPECT_EQ(goal_keys, keys_of_reader(R"({"sidestep": 1, "goals": {"a": {"point": [0, 0], "zzzzzzzz": 0}}})"));
    EXPECT_EQ(keys_of_schema(defs["goal"]["oneOf"][1]),
              keys_of_reader(R"({"sidestep": 1, "goals": {"a": {"any": ["a"], "zzzzzzzz": 0}}})"));
    std::set<std::string> queue_keys = keys_of_schema(defs["goal"]["oneOf"][2]);
    queue_keys.insert("any");
    EXPECT_EQ(queue_keys,
              keys_of_reader(
                  R"({"sidestep": 1, "goals": {"a": {"queue": {"line": [[0, 0]]}, "exit": true, "zzzzzzzz": 0}}})"));
    EXPECT_EQ(keys_of_schema(defs["goal"]["oneOf"][2]["properties"]["queue"]),
              keys_of_reader(R"({"sidestep": 1, "goals": {"a": {"queue": {"line": [[0, 0]], "zzzzzzzz": 0}}}})"));
    EXPECT_EQ(keys_of_schema(defs["door"]),
              keys_of_reader(R"({"sidestep": 1, "doors": {"a": {"segment": [[0, 0], [1, 0]], "zzzzzzzz": 0}}})"));
    EXPECT_EQ(keys_of_schema(defs["event"]),
              keys_of_reader(R"({"sidestep": 1, "doors": {"a": {"segment": [[0, 0], [1, 0]]}},
                                 "events": [{"time": 0, "open": "a", "zzzzzzzz": 0}]})"));
    EXPECT_EQ(keys_of_schema(defs["route"]["oneOf"][1]),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha",
                                 "route": {"method": "direct", "zzzzzzzz": 0}}}})"));
    EXPECT_EQ(keys_of_schema(defs["route"]["oneOf"][2]),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha",
                                 "route": {"method": "roads", "zzzzzzzz": 0}}}})"));
    EXPECT_EQ(keys_of_schema(defs["route"]["oneOf"][2]["properties"]["params"]),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha",
                                 "route": {"method": "roads", "params": {"zzzzzzzz": 0}}}}})"));
    EXPECT_EQ(keys_of_schema(defs["intent"]["oneOf"][1]),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha",
                                 "intents": [{"method": "trail", "zzzzzzzz": 0}]}}})"));
    EXPECT_EQ(defs["midterm"], false) << "none there";
    EXPECT_EQ(keys_of_schema(defs["region"]),
              keys_of_reader(R"({"sidestep": 1, "regions": [{"speed_factor": 1, "polygon": )" + triangle +
                             R"(, "zzzzzzzz": 0}]})"));
    const std::string profiles = R"({"sidestep": 1, "profiles": {"w": {"model": "alpha"}}, )";
    EXPECT_EQ(keys_of_schema(defs["agents"]),
              keys_of_reader(profiles + R"("agents": [{"profile": "w", "count": 1, "region": )" + triangle +
                             R"(, "zzzzzzzz": 0}]})"));
    std::set<std::string> source_keys = keys_of_schema(defs["source"]["oneOf"][0]);
    source_keys.merge(keys_of_schema(defs["source"]["oneOf"][1]));
    EXPECT_EQ(source_keys,
              keys_of_reader(profiles + R"("sources": [{"profile": "w", "rate": 1, "goal": [0, 0], "region": )" +
                             triangle + R"(, "zzzzzzzz": 0}]})"));
    EXPECT_EQ(keys_of_schema(defs["target"]["oneOf"][2]),
              keys_of_reader(
                  profiles +
                  R"("agents": [{"profile": "w", "position": [0, 0], "goal": {"offset": [0, 0], "zzzzzzzz": 0}}]})"));
    const json& alpha = defs["profile"]["oneOf"][0];
    EXPECT_EQ(keys_of_schema(alpha),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha", "zzzzzzzz": 0}}})"));
    EXPECT_EQ(keys_of_schema(alpha["properties"]["params"]),
              keys_of_reader(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha", "params": {"zzzzzzzz": 0}}}})"));
}

TEST(Schema, TakesRangesAndDefaultsFromTheTables) {
    const json& alpha = schema()["$defs"]["profile"]["oneOf"][0]["properties"];
    EXPECT_EQ(alpha["model"]["const"], "alpha");
    EXPECT_EQ(alpha["radius"]["oneOf"][0]["minimum"], 0.05);
    EXPECT_EQ(alpha["radius"]["default"], 0.2);
    EXPECT_EQ(alpha["pref_speed"]["default"], 1.4) << "the model's own default";
    EXPECT_EQ(alpha["max_speed"]["oneOf"][0]["exclusiveMinimum"], 0);
    EXPECT_EQ(alpha["max_accel"]["oneOf"].back()["const"], "unlimited");
    EXPECT_FALSE(alpha["max_accel"].contains("default"));
    const json& params = alpha["params"]["properties"];
    EXPECT_EQ(params["mode"]["enum"], json::array({"gentle", "rough"}));
    EXPECT_EQ(params["mode"]["default"], "gentle");
    EXPECT_EQ(params["horizon"]["type"], "number") << "may not be drawn";
    EXPECT_FALSE(params["reach"].contains("default"));
    EXPECT_NE(params["reach"]["description"].get<std::string>().find("radius + 0.3"), std::string::npos);
}

TEST(Schema, SaysEverythingOnce) {
    const json shared = json::parse(scenario_schema(test::models()));
    const json& profiles = shared["$defs"]["profile"]["oneOf"];
    ASSERT_GE(profiles.size(), 2u);
    EXPECT_EQ(profiles[0]["properties"]["radius"], profiles[1]["properties"]["radius"]);
    EXPECT_TRUE(profiles[0]["properties"]["radius"].contains("$ref"));
    EXPECT_LT(shared.dump().size(), 0.75 * static_cast<double>(schema().dump().size()));
}

}  // namespace
}  // namespace sidestep
