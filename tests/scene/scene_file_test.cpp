// What good scenes mean.
#include "scene/scene_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scenario/problem.h"
#include "scenario/test_models.h"
#include "sidestep/heading_chart.h"
#include "sidestep/scene.h"

namespace sidestep {
namespace {

Scenario parse(const std::string& text) {
    return parse_scenario(text, "some/where/market_day.json", test::models());
}

TEST(SceneFile, StartDelaysOfEveryKind) {
    const auto delay = [](const std::string& value) {
        return parse(R"({"sidestep": 1, "profiles": {"walker": {"model": "alpha"}}, "agents":
            [{"profile": "walker", "position": [0, 0], "start_delay": )" +
                     value + "}]}")
            .agents[0]
            .start_delay;
    };
    EXPECT_EQ(delay("7"), Distribution::fixed(7));
    EXPECT_EQ(delay(R"({"uniform": [1, 4]})"), Distribution::between(1, 4));
    EXPECT_EQ(delay(R"({"normal": [10, 3, 0, 20]})"), (Distribution{Distribution::Kind::normal, 10, 3, 0, 20}));
    EXPECT_EQ(delay(R"({"log_normal": [30, 20, 0, 300]})"), Distribution::log_normal(30, 20, 0, 300));
    EXPECT_EQ(delay(R"({"exponential": [30, 0, 300]})"), Distribution::exponential(30, 0, 300));
}

TEST(SceneFile, QueuesAndGaps) {
    const Scenario scene = parse(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha"}},
        "goals": {
            "desk": {"queue": {"line": [[0, 0], [-6, 0], [-6, 3]], "spacing": 0.7, "ttr": 0.5, "service": {"uniform": [2, 6]},
                               "points": [[1, 1], [1, -1]], "walking_counts": true,
                               "patience": {"exponential": [60, 0, 600]}, "otherwise": "out", "most": 9, "enter": "end"},
                     "next": "out"},
            "gate": {"queue": {"line": [[3, 0]]}, "exit": true},
            "out": {"point": [9, 0], "exit": true},
            "either": {"any": ["desk", "gate"]}},
        "sources": [{"profile": "w", "region": [[0, 0], [1, 0], [1, 1]], "goal": "either",
                     "gaps": {"exponential": [4, 0, 60]}}]})");
    ASSERT_EQ(scene.goals.size(), 4u);
    ASSERT_TRUE(scene.goals[0].queue);
    const QueueSpec& desk = *scene.goals[0].queue;
    EXPECT_EQ(desk.line, (std::vector<Vec2d>{{0, 0}, {-6, 0}, {-6, 3}}));
    EXPECT_EQ(desk.spacing, 0.7);
    EXPECT_EQ(desk.ttr, 0.5);
    EXPECT_EQ(desk.service, Distribution::between(2, 6));
    EXPECT_EQ(desk.points.size(), 2u);
    EXPECT_TRUE(desk.walking_counts);
    EXPECT_EQ(desk.patience, Distribution::exponential(60, 0, 600));
    EXPECT_EQ(desk.otherwise, 2);
    EXPECT_EQ(desk.most, 9u);
    EXPECT_TRUE(desk.enter_at_end);
    EXPECT_EQ(scene.goals[0].next, 2);
    EXPECT_EQ(scene.goals[0].point, (Vec2d{0, 0})) << "the head of the line";
    ASSERT_TRUE(scene.goals[1].queue);
    EXPECT_FALSE(scene.goals[1].queue->service);
    EXPECT_EQ(scene.goals[1].queue->spacing, 0.6);
    EXPECT_TRUE(scene.goals[1].exit);
    EXPECT_FALSE(scene.goals[2].queue);
    EXPECT_EQ(scene.sources[0].gaps, Distribution::exponential(4, 0, 60));

    // Written and read again it is the same.
    const Scenario again = parse(scenario_text(scene, test::models()));
    for (std::size_t i = 0; i < scene.goals.size(); ++i) EXPECT_EQ(again.goals[i].queue, scene.goals[i].queue) << i;
    EXPECT_EQ(again.sources[0].gaps, scene.sources[0].gaps);
}

TEST(SceneFile, EverythingMayBeLeftOut) {
    const Scenario scene = parse(R"({"sidestep": 1})");
    EXPECT_EQ(scene.name, "market_day");
    EXPECT_EQ(scene.file, "some/where/market_day.json");
    EXPECT_EQ(scene.text, R"({"sidestep": 1})");
    EXPECT_EQ(scene.dt, 0.1);
    EXPECT_EQ(scene.duration, 60);
    EXPECT_EQ(scene.seed, 1u);
    EXPECT_EQ(scene.contacts, Contacts::none);
    EXPECT_EQ(scene.record_every, 1u);
    EXPECT_TRUE(scene.map.wkt.empty());
}

TEST(SceneFile, ReadsEverySection) {
    const Scenario scene = parse(R"json({
      "sidestep": 1, "name": "fair", "description": "what it shows",
      "map": {"wkt": "LINESTRING (0 0, 1 0)", "periodic": [40, 0]},
      "simulation": {"dt": 0.05, "duration": 12.5, "seed": 18446744073709551615, "contacts": "project"},
      "profiles": {
        "walker": {"model": "alpha", "radius": 0.3, "pref_speed": {"normal": [1.3, 0.2, 0.8, 1.8]}, "max_accel": "unlimited",
                   "params": {"mode": "rough", "strength": {"uniform": [1, 2]}}},
        "child": {"model": "beta", "max_neighbours": 0}},
      "goals": {"shop": {"point": [3, 4], "next": "home"},
                "home": {"region": [[0, 0], [2, 0], [2, 2], [0, 0]], "next": "shop"},
                "fair": {"region": [[0, 0], [2, 0], [2, 2]], "wander": true}, "out": {"point": [9, 9], "exit": true}},
      "agents": [
        {"profile": "child", "position": [1, 2], "goal": "out", "velocity": [0.5, -0.5], "start_delay": {"uniform": [0, 3]},
         "group": "school"},
        {"profile": "walker", "region": [[0, 0], [9, 0], [9, 9]], "count": 1e2, "min_spacing": 0.75,
         "goal": {"offset": [34.5, 0], "exit": true}, "velocity": "to_goal"},
        {"profile": "walker", "position": [5, 5], "goal": [7, 8]},
        {"profile": "walker", "position": [6, 5], "goal": {"point": [7, 8], "exit": true}},
        {"profile": "walker", "position": [7, 5]}],
      "sources": [{"profile": "child", "region": [[0, 0], [9, 0], [9, 9]], "goal": "home", "rate": 0.5, "max": 20, "group": "bus"},
                  {"profile": "child", "region": [[0, 0], [9, 0], [9, 9]], "goal": [1, 1], "times": [3, 1, 2]}],
      "regions": [{"polygon": [[0, 0], [9, 0], [9, 9]], "speed_factor": 0.5}],
      "record": {"every": 5}
})json");
    EXPECT_EQ(scene.name, "fair");
    EXPECT_EQ(scene.map.wkt, "LINESTRING (0 0, 1 0)");
    EXPECT_EQ(scene.map.periodic, (Vec2d{40, 0}));
    EXPECT_EQ(scene.dt, 0.05);
    EXPECT_EQ(scene.duration, 12.5);
    EXPECT_EQ(scene.seed, 18446744073709551615u);
    EXPECT_EQ(scene.contacts, Contacts::project);
    EXPECT_EQ(scene.record_every, 5u);

    ASSERT_EQ(scene.profiles.size(), 2u);
    const ProfileSpec& walker = scene.profiles[0];
    EXPECT_EQ(walker.name, "walker");
    EXPECT_EQ(walker.avoid.name, "alpha");
    EXPECT_EQ(walker.common[kRadius]->a, 0.3);
    EXPECT_EQ(walker.common[kPrefSpeed]->kind, Distribution::Kind::normal);
    EXPECT_EQ(walker.common[kPrefSpeed]->max, 1.8);
    EXPECT_EQ(walker.common[kMaxAccel]->a, kUnlimited);
    EXPECT_FALSE(walker.common[kMaxSpeed].has_value());
    EXPECT_EQ(walker.avoid.values[0]->kind, Distribution::Kind::uniform);
    EXPECT_EQ(walker.avoid.values[1]->a, 1);
    EXPECT_EQ(scene.profiles[1].common[kMaxNeighbours]->a, 0);

    ASSERT_EQ(scene.goals.size(), 4u);
    EXPECT_EQ(scene.goals[0].next, 1);
    EXPECT_EQ(scene.goals[1].next, 0) << "circles are allowed";
    EXPECT_EQ(scene.goals[1].region.size(), 3u) << "the closing point is dropped";
    EXPECT_TRUE(scene.goals[2].wander);
    EXPECT_TRUE(scene.goals[3].exit);

    ASSERT_EQ(scene.agents.size(), 5u);
    EXPECT_EQ(scene.agents[0].profile, 1);
    EXPECT_EQ(scene.agents[0].target.goal, 3);
    EXPECT_EQ(scene.agents[0].velocity, (Vec2d{0.5, -0.5}));
    EXPECT_EQ(scene.agents[0].start_delay.b, 3);
    EXPECT_EQ(scene.agents[0].group, "school");
    EXPECT_EQ(scene.agents[1].group, "");
    EXPECT_EQ(scene.agents[1].count, 100u);
    EXPECT_EQ(scene.agents[1].min_spacing, 0.75);
    EXPECT_TRUE(scene.agents[1].walking);
    EXPECT_TRUE(scene.agents[1].target.is_offset && scene.agents[1].target.exit);
    EXPECT_EQ(scene.agents[2].target.value, (Vec2d{7, 8}));
    EXPECT_FALSE(scene.agents[2].target.exit);
    EXPECT_TRUE(scene.agents[3].target.exit);
    EXPECT_TRUE(scene.agents[4].target.is_offset) << "without a goal it stays where it is";
    EXPECT_EQ(scene.agents[4].target.value, (Vec2d{0, 0}));

    ASSERT_EQ(scene.sources.size(), 2u);
    EXPECT_EQ(scene.sources[0].group, "bus");
    EXPECT_EQ(scene.sources[0].rate, 0.5);
    EXPECT_EQ(scene.sources[0].max, 20u);
    EXPECT_EQ(scene.sources[1].times, (std::vector<double>{1, 2, 3}));
    ASSERT_EQ(scene.regions.size(), 1u);
    EXPECT_EQ(scene.regions[0].factor, 0.5);
}

TEST(SceneFile, MapsMayLieInAFileBesideTheScene) {
    const auto directory = std::filesystem::temp_directory_path() / "sidestep_scene_file_test";
    std::filesystem::create_directories(directory);
    std::ofstream(directory / "hall.wkt") << "LINESTRING (0 0, 5 0)\n";
    std::ofstream(directory / "scene.json") << R"({"sidestep": 1, "map": {"file": "hall.wkt"}})";
    const Scenario scene = load_scenario((directory / "scene.json").string(), test::models());
    EXPECT_EQ(scene.map.wkt, "LINESTRING (0 0, 5 0)\n");
    EXPECT_EQ(scene.name, "scene");
    std::filesystem::remove_all(directory);
}

TEST(SceneFile, MapsOfOtherFormatsAreLeftToWhoeverImportsThem) {
    const auto directory = std::filesystem::temp_directory_path() / "sidestep_scene_file_import_test";
    std::filesystem::create_directories(directory / "maps");
    std::ofstream(directory / "maps" / "hall.geojson") << "{}";
    std::ofstream(directory / "maps" / "hall.wkt") << "LINESTRING (0 0, 5 0)";
    const std::string file = (directory / "scene.json").string();
    std::ofstream(file) << R"({"sidestep": 1, "map": {"file": "maps/hall.geojson"}})";
    const Scenario scene = load_scenario(file, test::models());
    EXPECT_EQ(scene.map.wkt, "");
    EXPECT_EQ(std::filesystem::path(scene.map.file), directory / "maps" / "hall.geojson");
    // In the folder of recordings, wherever that is.
    const char* before = std::getenv("SIDESTEP_DATA");
    const std::string kept = before != nullptr ? before : "";
    setenv("SIDESTEP_DATA", directory.c_str(), 1);
    EXPECT_EQ(parse(R"({"sidestep": 1, "map": {"file": "data:maps/hall.wkt"}})").map.wkt, "LINESTRING (0 0, 5 0)");
    EXPECT_THROW(parse(R"({"sidestep": 1, "map": {"file": "data:maps/other.wkt"}})"), InputError);
    if (before != nullptr) {
        setenv("SIDESTEP_DATA", kept.c_str(), 1);
    } else {
        unsetenv("SIDESTEP_DATA");
    }
    std::filesystem::remove_all(directory);
}

TEST(SceneFile, PartsAndGoalsWithAHeading) {
    const Scenario scene = parse(R"({"sidestep": 1, "simulation": {"chart_memory_mb": 50},
        "profiles": {
            "a": {"model": "alpha", "route": "roads"},
            "b": {"model": "alpha", "route": {"method": "roads", "replan": {"uniform": [2, 3]}},
                  "intents": ["trail", {"method": "gather", "params": {"gap": 3}}]},
            "c": {"model": "alpha", "route": {"method": "direct", "replan": 3, "keypoints": 2}}},
        "goals": {"end": {"point": [1, 2], "heading_deg": -90, "speed": 1.2}, "any": {"point": [1, 2]}}})");
    EXPECT_EQ(scene.chart_memory_mb, 50u);
    EXPECT_EQ(scene.profiles[0].route, PartSpec{"roads"});
    EXPECT_EQ(scene.profiles[1].route.values[0], Distribution::between(2, 3)) << "drawn for each agent";
    ASSERT_EQ(scene.profiles[1].intents.size(), 2u);
    EXPECT_EQ(scene.profiles[1].intents[0], PartSpec{"trail"});
    EXPECT_EQ(scene.profiles[1].intents[1].values[0], Distribution::fixed(3));
    EXPECT_EQ(scene.profiles[2].route, PartSpec{"direct"}) << "what was said of another route is left alone";
    EXPECT_NEAR(*scene.goals[0].heading, -1.5707963, 1e-6);
    EXPECT_EQ(scene.goals[0].speed, 1.2);
    EXPECT_FALSE(scene.goals[1].heading);
}

TEST(SceneFile, RoutesDoorsAndEvents) {
    const Scenario scene = parse(R"({"sidestep": 1,
      "simulation": {"planning_expansions": 5000},
      "profiles": {"a": {"model": "alpha"}, "b": {"model": "alpha", "route": {"method": "roads", "replan": 2.5}}},
      "goals": {"out": {"any": ["east", "west"]}, "east": {"point": [9, 0], "exit": true}, "west": {"point": [0, 0]}},
      "doors": {"front": {"segment": [[1, 2], [3, 2]]}, "back": {"segment": [[5, 2], [7, 2]], "closed": true}},
      "events": [{"time": 9, "close": "front"}, {"time": 4, "open": "back"}, {"time": 9, "close": "back"}]})");
    EXPECT_EQ(scene.planning_expansions, 5000u);
    EXPECT_EQ(scene.profiles[0].route, PartSpec{"direct"});
    EXPECT_EQ(scene.profiles[1].route.values[0]->a, 2.5);
    EXPECT_EQ(scene.goals[0].any, (std::vector<int>{1, 2}));
    EXPECT_TRUE(scene.goals[1].any.empty());
    ASSERT_EQ(scene.doors.size(), 2u);
    EXPECT_EQ(scene.doors[0].name, "front");
    EXPECT_EQ(scene.doors[0].b, (Vec2d{3, 2}));
    EXPECT_FALSE(scene.doors[0].closed);
    EXPECT_TRUE(scene.doors[1].closed);
    ASSERT_EQ(scene.events.size(), 3u);
    EXPECT_EQ(scene.events[0].time, 4);
    EXPECT_EQ(scene.events[0].door, 1);
    EXPECT_FALSE(scene.events[0].closes);
    EXPECT_EQ(scene.events[1].door, 0) << "events of one moment keep their order";
    EXPECT_TRUE(scene.events[2].closes);
}

TEST(SceneFile, WhereToMeasure) {
    const char* measure = R"({"areas": {"hall": [[0, 0], [4, 0], [4, 3]]}, "lines": {"door": [[1, 2], [3, 2]]},
                             "cutoff": 0, "cutoff_corners": 8, "speed_over": 0.4, "speed_border": "adaptive",
                             "window": 5, "cell": 0.5})";
    const MeasurePlan plan = parse(R"({"sidestep": 1, "measure": )" + std::string(measure) + "}").measure;
    ASSERT_EQ(plan.areas.size(), 1u);
    EXPECT_EQ(plan.areas[0].name, "hall");
    EXPECT_EQ(plan.areas[0].polygon, (Polygon{{0, 0}, {4, 0}, {4, 3}}));
    ASSERT_EQ(plan.lines.size(), 1u);
    EXPECT_EQ(plan.lines[0], (MeasureLine{"door", {1, 2}, {3, 2}}));
    EXPECT_EQ(plan.cutoff, 0);
    EXPECT_EQ(plan.cutoff_corners, 8u);
    EXPECT_EQ(plan.speed_over, 0.4);
    EXPECT_EQ(plan.speed_border, SpeedBorder::adaptive);
    EXPECT_EQ(plan.window, 5);
    EXPECT_EQ(plan.cell, 0.5);
    // A file of its own says the same, and so does what results carry.
    EXPECT_EQ(parse_measure_plan(measure, "measure.json"), plan);
    EXPECT_EQ(measure_plan_inside(to_json(plan)), plan);
    EXPECT_EQ(parse_measure_plan(to_json(plan), "again"), plan);
    EXPECT_EQ(measure_plan_inside(to_json(MeasurePlan{})), MeasurePlan{});
    EXPECT_EQ(measure_plan_inside("[1, 2"), MeasurePlan{}) << "what is not understood is nothing";
    EXPECT_EQ(measure_plan_inside(R"({"areas": {"a": [1]}})"), MeasurePlan{});
    EXPECT_THROW(load_measure_plan("/nowhere/measure.json"), InputError);
}

TEST(SceneFile, ByteOrderMarkIsNoProblem) {
    EXPECT_EQ(parse("\xef\xbb\xbf{\"sidestep\": 1}").dt, 0.1);
}

TEST(Setting, ChangesOneParameterOfOneProfile) {
    Scenario scene = parse(R"({"sidestep": 1, "profiles": {"a.b": {"model": "alpha"}, "c": {"model": "beta"}}})");
    apply_setting(scene, "a.b.radius=0.4", test::models());
    apply_setting(scene, "a.b.mode=rough", test::models());
    apply_setting(scene, R"(a.b.strength={"uniform": [1, 3]})", test::models());
    apply_setting(scene, "c.max_accel=unlimited", test::models());
    EXPECT_EQ(scene.profiles[0].common[kRadius]->a, 0.4);
    EXPECT_EQ(scene.profiles[0].avoid.values[1]->a, 1);
    EXPECT_EQ(scene.profiles[0].avoid.values[0]->b, 3);
    EXPECT_EQ(scene.profiles[1].common[kMaxAccel]->a, kUnlimited);
    EXPECT_FALSE(scene.profiles[1].common[kRadius].has_value());
}

TEST(Setting, ReachesEveryPartAndChoosesParts) {
    Scenario scene = parse(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha", "route": "roads",
                              "intents": ["trail", "gather"]}}})");
    const auto set = [&](const std::string& setting) { apply_setting(scene, setting, test::models()); };
    const ProfileSpec& w = scene.profiles[0];
    set("w.replan=3");
    EXPECT_EQ(w.route.values[0]->a, 3) << "only the route has it";
    set("w.route.replan=4");
    EXPECT_EQ(w.route.values[0]->a, 4);
    set("w.roads.replan=6");
    EXPECT_EQ(w.route.values[0]->a, 6);
    set("w.trail.gap=2");
    set("w.intents.1.gap=5");
    EXPECT_EQ(w.intents[0].values[0]->a, 2);
    EXPECT_EQ(w.intents[1].values[0]->a, 5);
    set("w.avoid.strength=2");
    EXPECT_EQ(w.avoid.values[0]->a, 2);
    try {
        set("w.gap=1");
        ADD_FAILURE() << "two intents have it";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().allowed, "intents.0.gap, intents.1.gap");
    }
    EXPECT_THROW(set("w.body=1"), InputError) << "said elsewhere";
    set("w.route=roads");
    EXPECT_EQ(w.route.values[0]->a, 6) << "the same part keeps what was said of it";
    set("w.route=direct");
    EXPECT_EQ(w.route, PartSpec{"direct"});
    set("w.model=beta");
    EXPECT_EQ(w.avoid, PartSpec{"beta"});
    EXPECT_THROW(set("w.model=roads"), InputError);
}

TEST(Setting, SaysWhatIsWrong) {
    Scenario scene = parse(R"({"sidestep": 1, "profiles": {"walker": {"model": "alpha"}}})");
    const auto problem_of = [&](const std::string& setting) {
        try {
            apply_setting(scene, setting, test::models());
        } catch (const InputError& error) {
            return error.problem();
        }
        ADD_FAILURE() << "accepted " << setting;
        return InputProblem();
    };
    for (const std::string form : {"walker.radius", "walker.radius=", "=", "radius=1", ".radius=1", "walker.=1", ""}) {
        EXPECT_EQ(problem_of(form).allowed, "PROFILE.PARAM=VALUE or PROFILE.PART.PARAM=VALUE") << form;
    }
    EXPECT_EQ(problem_of("wolker.radius=1").remedy, "Did you mean \"walker\"?");
    EXPECT_EQ(problem_of("walker.radus=1").remedy, "Did you mean \"radius\"?");
    EXPECT_EQ(problem_of("walker.stiffness=1").message,
              "the setting walker.stiffness=1 cannot be used: no part of profile walker has such a parameter");
    const InputProblem range = problem_of("walker.radius=9");
    EXPECT_EQ(range.message, "the setting walker.radius=9 cannot be used: \"radius\" is out of range");
    EXPECT_EQ(range.value, "9");
    EXPECT_EQ(range.allowed, "0.05 to 2 m");
    EXPECT_EQ(problem_of("walker.radius=nan").value, "nan");
    EXPECT_EQ(problem_of("walker.mode=mild").allowed, "gentle, rough");
    EXPECT_EQ(
        problem_of(R"(walker.horizon={"uniform":[1,2]})").message,
        R"(the setting walker.horizon={"uniform":[1,2]} cannot be used: "horizon" may not be drawn for each agent)");
}

TEST(ProblemAt, FindsThePlaceAndTheValue) {
    Scenario scene = parse("{\"sidestep\": 1,\n \"goals\": {\"a/b\": {\"point\": [1, 2]}}}");
    const InputProblem problem = problem_at(scene, "/goals/a~1b/point", "m", "", "al", "re").problem();
    EXPECT_EQ(problem.line, 2);
    EXPECT_EQ(problem.column, 29);
    EXPECT_EQ(problem.value, "[1, 2]");
    scene.text.clear();
    EXPECT_EQ(problem_at(scene, "/goals/a~1b/point", "m", "7", "al", "re").problem().line, 0);
}

TEST(SceneFile, NeighboursAreTheModelsUnlessTheProfileSaysOtherwise) {
    const auto profile = [](const std::string& more) {
        return parse_scenario(R"({"sidestep": 1, "profiles": {"w": {"model": "alpha")" + more + "}}}", "",
                              test::models())
            .profiles[0];
    };
    EXPECT_FALSE(profile("").neighbours);
    EXPECT_EQ(profile(R"(, "neighbours": "graph")").neighbours->provider, NeighbourSpec::Provider::graph);
    const auto all =
        profile(R"(, "neighbours": {"rank": "interception", "field_of_view_deg": 200, "hidden_by_walls": true})");
    EXPECT_EQ(all.neighbours->provider, NeighbourSpec::Provider::nearest);
    EXPECT_EQ(all.neighbours->rank, NeighbourSpec::Rank::interception);
    EXPECT_EQ(all.neighbours->field_of_view_deg, 200);
    EXPECT_TRUE(all.neighbours->hidden_by_walls);
    EXPECT_THROW(profile(R"(, "neighbours": "graf")"), InputError);
    EXPECT_THROW(profile(R"(, "neighbours": {"rank": 3})"), InputError);
    EXPECT_THROW(profile(R"(, "neighbours": {"field_of_view_deg": 0})"), InputError);
    EXPECT_THROW(profile(R"(, "neighbours": {"sight": 3})"), InputError);
}

}  // namespace
}  // namespace sidestep
