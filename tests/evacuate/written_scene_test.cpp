// Scenes as text again: what is written is read as the same, for every scene there is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

std::uint64_t hash_after(const Scenario& scenario, int steps) {
    Simulation simulation(scenario);
    for (int i = 0; i < steps; ++i) simulation.step();
    return simulation.state_hash();
}

TEST(WrittenScene, IsReadAsTheSame) {
    std::size_t compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SIDESTEP_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() != ".json" || entry.file_size() > 200'000) continue;
        Scenario scene;
        try {
            scene = load_scene(entry.path().string());
        } catch (const InputError&) {
            continue;  // its map lies in the folder of recordings, which is not here
        }
        if (scene.map.wkt.size() > 100'000) continue;
        const std::string text = scene_text(scene);
        const Scenario again = parse_scene(text, "again.json");
        EXPECT_EQ(scene_text(again), text) << entry.path();
        std::size_t people = 0;
        for (const AgentSpec& agents : scene.agents) people += agents.count;
        if (people > 300) continue;
        EXPECT_EQ(hash_after(again, 3), hash_after(scene, 3)) << entry.path();
        ++compared;
    }
    EXPECT_GT(compared, 30u);
}

TEST(WrittenScene, PlacesOfAPlanAndItsUnit) {
    // Says millimetres (4), means metres.
    const std::string plan = [] {
        const auto area = [](const char* layer, double x0, double y0, double x1, double y1) {
            std::string text = std::string("0\nLWPOLYLINE\n8\n") + layer + "\n90\n4\n70\n1\n";
            for (const auto& [x, y] : {std::pair{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}) {
                text += "10\n" + std::to_string(x) + "\n20\n" + std::to_string(y) + "\n";
            }
            return text;
        };
        return "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" +
               area("walkablearea", 0, 0, 20, 12) + area("jps-exits", 19, 5, 20, 7) +
               area("jps-distributions", 1, 1, 4, 4) + "0\nENDSEC\n0\nEOF\n";
    }();
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("sidestep_places_" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "plan.dxf") << plan;
    const auto scene = [](const std::string& unit, const std::string& exit) {
        return R"({"sidestep": 1, "map": {"file": "plan.dxf")" + unit +
               R"(}, "profiles": {"p": {"model": "orca", "route": "corner"}},
                  "goals": {"out": {"region": ")" +
               exit + R"(", "exit": true}},
                  "agents": [{"profile": "p", "region": "jps-distributions", "count": 5, "goal": "out"}]})";
    };
    const auto problem = [&](const std::string& text) {
        try {
            parse_scene(text, (folder / "scene.json").string());
        } catch (const InputError& error) {
            return error.problem();
        }
        ADD_FAILURE() << "accepted: " << text;
        return InputProblem{};
    };
    const Scenario read = parse_scene(scene(R"(, "unit": 1)", "jps-exits"), (folder / "scene.json").string());
    EXPECT_EQ(read.goals[0].region, (Polygon{{19, 5}, {20, 5}, {20, 7}, {19, 7}}));
    EXPECT_EQ(read.agents[0].region, (Polygon{{1, 1}, {4, 1}, {4, 4}, {1, 4}}));
    Simulation simulation(read);
    while (!simulation.finished()) simulation.step();
    EXPECT_EQ(simulation.agent_count(), 0u);

    const InputProblem doubted = problem(scene("", "jps-exits"));
    EXPECT_EQ(doubted.pointer, "/map/file");
    EXPECT_NE(doubted.message.find("With --unit 1 (in a scene \"unit\": 1 beside \"file\")"), std::string::npos);
    const InputProblem unknown = problem(scene(R"(, "unit": 1)", "jps-exit"));
    EXPECT_EQ(unknown.pointer, "/goals/out/region");
    EXPECT_EQ(unknown.allowed, "jps-exits, jps-distributions");
    EXPECT_EQ(unknown.remedy, "Did you mean \"jps-exits\"?");
    EXPECT_EQ(problem(scene(R"(, "unit": 0)", "jps-exits")).pointer, "/map/unit");
    const InputProblem text = problem(R"x({"sidestep": 1, "map": {"wkt": "POLYGON ((0 0, 9 0, 9 9, 0 0))"},
        "goals": {"out": {"region": "jps-exits"}}})x");
    EXPECT_EQ(text.message, "the map has no place of this name");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sidestep
