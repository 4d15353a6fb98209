// The scenes that come with the program.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "catalogue/catalogue.h"
#include "scene/doors.h"
#include "scene/scene_file.h"

namespace sidestep {
namespace {

std::vector<std::filesystem::path> scenes() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(SIDESTEP_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    return files;
}

/// Whether its map lies in the folder of recordings, and that folder is not here.
bool needs_recordings(const std::filesystem::path& file) {
    std::ifstream in(file);
    const nlohmann::json scene = nlohmann::json::parse(in);
    const std::string map = scene.value("map", nlohmann::json::object()).value("file", "");
    return map.starts_with(kDataPrefix) &&
           !std::filesystem::exists(data_folder(file.parent_path()) / map.substr(kDataPrefix.size()));
}

TEST(ShippedScenes, AreAllThere) {
    std::set<std::string> names;
    for (const auto& file : scenes()) names.insert(file.stem().string());
    for (const char* name : {"head_on",
                             "crossing_pair",
                             "overtake",
                             "circle_antipodal_10",
                             "circle_antipodal_100",
                             "circle_antipodal_1000",
                             "hallway100",
                             "hallway100_dense",
                             "crossing4",
                             "perpendicular_flows",
                             "park1000",
                             "crosswalk",
                             "bottleneck",
                             "corridor_counterflow",
                             "sandbox",
                             "mixed_models",
                             "crossing_429",
                             "crossing_tie",
                             "crossing_hesitation",
                             "curved_walker",
                             "three_walkers",
                             "wall_blocks_turn",
                             "hidden_corridor",
                             "driving_vs_minimal",
                             "crowd_scale",
                             "walking_together",
                             "dense_plaza",
                             "sparse_street",
                             "notch_room",
                             "indoor_doors",
                             "three_exits",
                             "station",
                             "town",
                             "no_turn",
                             "wide_turn",
                             "sharp_turn",
                             "u_turn",
                             "s_turn",
                             "library_exit",
                             "hallway",
                             "city_prague"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(ShippedScenes, CanBeReadAndSayWhatTheyShow) {
    for (const auto& file : scenes()) {
        if (needs_recordings(file)) continue;
        const Scenario scene = load_scenario(file.string(), standard_parts());
        EXPECT_EQ(scene.name, file.stem().string());
        EXPECT_FALSE(scene.agents.empty() && scene.sources.empty()) << file;
        EXPECT_GT(nlohmann::json::parse(scene.text).at("description").get<std::string>().size(), 40u) << file;
    }
}

TEST(ShippedScenes, HallwayIsThatOfThePaper) {
    const Scenario scene = load_scenario(SIDESTEP_SOURCE_DIR "/scenes/hallway100.json", standard_parts());
    EXPECT_EQ(scene.dt, 0.1);
    EXPECT_EQ(scene.duration, 60);
    EXPECT_EQ(scene.profiles[0].common[kRadius]->a, 0.3);
    EXPECT_EQ(scene.profiles[0].common[kPrefSpeed]->a, 1.4);
    EXPECT_EQ(scene.profiles[0].common[kMaxSpeed]->a, 2.0);
    ASSERT_EQ(scene.agents.size(), 2u);
    for (const AgentSpec& side : scene.agents) {
        EXPECT_EQ(side.count, 50u);
        EXPECT_EQ(side.min_spacing, 0.75);
        EXPECT_TRUE(side.walking && side.target.is_offset && side.target.exit);
        EXPECT_EQ(side.target.value.y, 0);
        EXPECT_EQ(norm(side.target.value), 34.5);
        for (const Vec2d p : side.region) {
            EXPECT_TRUE(p.y == 7.4 || p.y == -7.4);
            EXPECT_TRUE(std::abs(p.x) == 11.25 || std::abs(p.x) == 35.25);
            EXPECT_LT(p.x * side.target.value.x, 0) << "they walk towards each other";
        }
    }
}

}  // namespace
}  // namespace sidestep
