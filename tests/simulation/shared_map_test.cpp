// A map is parsed and cut once, whoever runs on it.
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "map/subdivision.h"
#include "outline/wkt.h"
#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/path.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

const std::string kRooms =
    "GEOMETRYCOLLECTION (POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0)), LINESTRING (5 0, 5 2), LINESTRING (5 3, 5 6))";

std::string scene(const std::string& map, const std::string& more = "") {
    return R"({"sidestep": 1, "simulation": {"duration": 20}, "map": )" + map + R"(,
        "profiles": {"p": {"model": "orca", "radius": 0.25, "route": "hierarchical"}},
        "agents": [{"profile": "p", "position": [1, 1], "goal": [9, 1]},
                   {"profile": "p", "position": [9, 5], "goal": [1, 5]}])" +
           more + "}";
}

std::string scene_with_text(const std::string& more = "") {
    return scene(R"({"wkt": ")" + kRooms + "\"}", more);
}

std::uint64_t hash_of(const Scenario& scenario) {
    Simulation simulation(scenario);
    while (!simulation.finished()) simulation.step();
    return simulation.state_hash();
}

/// What happened since it was made.
struct Work {
    std::uint64_t read = texts_read(), cut = maps_cut();
    std::uint64_t texts() const { return texts_read() - read; }
    std::uint64_t cuts() const { return maps_cut() - cut; }
};

TEST(SharedMap, IsParsedAndCutOncePerScene) {
    const Work work;
    const Scenario scenario = parse_scene(scene_with_text(), "scene");
    EXPECT_EQ(work.texts(), 1u);
    EXPECT_EQ(work.cuts(), 0u) << "nobody needs cells yet";
    std::vector<std::uint64_t> hashes(4);
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t& hash : hashes) threads.emplace_back([&hash, scenario] { hash = hash_of(scenario); });
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
    Simulation again(scenario);
    EXPECT_EQ(again.scenario().map.built, scenario.map.built);
    EXPECT_EQ(again.trajectory_info().map, scenario.map.built);
    EXPECT_EQ(PlanningMap(*scenario.map.built).cell_count(), PlanningMap(map_outline(kRooms)).cell_count());
    EXPECT_EQ(work.texts(), 2u) << "the last line's own";
    EXPECT_EQ(work.cuts(), 2u) << "the last line's own";
}

TEST(SharedMap, ScenesWithDoorsShareCellsOfTheirOwn) {
    const Scenario scenario =
        parse_scene(scene_with_text(R"(, "doors": {"middle": {"segment": [[5, 2], [5, 3]]}})"), "scene");
    const Work work;
    const std::uint64_t hash = hash_of(scenario);
    EXPECT_EQ(hash_of(scenario), hash);
    EXPECT_EQ(work.cuts(), 1u);
    EXPECT_EQ(work.texts(), 0u);
}

TEST(SharedMap, BuiltFilesRunAsBuilt) {
    const Scenario from_text = parse_scene(scene_with_text(), "scene");
    const std::uint64_t expected = hash_of(from_text);
    const std::string file = testing::TempDir() + "shared_map.sidestepmap";
    const std::array ready{PathOptions{.radius = 0.25}};
    PlanningMap(*from_text.map.built).save(file, ready);

    const Work work;
    const Scenario built = parse_scene(scene(R"({"file": ")" + file + "\"}"), "");
    EXPECT_EQ(hash_of(built), expected);
    EXPECT_EQ(hash_of(built), expected);
    EXPECT_EQ(work.texts(), 0u);
    EXPECT_EQ(work.cuts(), 0u);
    EXPECT_EQ(built.map.file, file);
    EXPECT_EQ(built.map.wkt, to_wkt(map_outline(kRooms)));
    std::filesystem::remove(file);
}

TEST(SharedMap, ProgramsHandOverPolygons) {
    Scenario scenario = parse_scene(scene_with_text(), "scene");
    const std::uint64_t expected = hash_of(scenario);
    MapOutline outline;
    outline.floor.push_back({{{0, 0}, {10, 0}, {10, 6}, {0, 6}}, {}});
    outline.walls = {{{5, 0}, {5, 2}}, {{5, 3}, {5, 6}}};
    set_map(scenario, BuiltMap::from_outline(outline));
    const Work work;
    EXPECT_EQ(hash_of(scenario), expected);
    EXPECT_EQ(work.texts(), 0u);
}

TEST(SharedMap, TextThatAProgramChangedIsTheMap) {
    Scenario scenario = parse_scene(scene_with_text(), "scene");
    scenario.map.wkt = "POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0))";
    const Simulation simulation(scenario);
    EXPECT_TRUE(simulation.scenario().map.built->outline().walls.empty());
}

TEST(SharedMap, ProblemsAreToldAtTheirPlaceWhenTheSceneIsLoaded) {
    try {
        parse_scene("{\"sidestep\": 1,\n \"map\": {\"wkt\": \"POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))\"}}", "hall.json");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "hall.json");
        EXPECT_EQ(error.problem().pointer, "/map/wkt");
        EXPECT_EQ(error.problem().line, 2);
        EXPECT_EQ(error.problem().value, "(2 2)");
    }
}

}  // namespace
}  // namespace sidestep
