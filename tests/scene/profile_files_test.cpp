// Profiles in files of their own: found, changed, refused, and written out in the text that results carry.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

namespace fs = std::filesystem;

class ProfileFiles : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("sidestep_profiles_" + std::to_string(::getpid()));
        fs::create_directories(folder_ / "scenes/profiles");
        fs::create_directories(folder_ / "profiles");
        write("profiles/calm.json", R"({"model": "power_law", "radius": 0.25,
            "params": {"strength": 2.5, "relaxation_time": 0.7}, "intents": ["following"],
            "provenance": {"recordings": ["market"], "date": "2026-01-01"}})");
        write("profiles/near.json", R"({"model": "orca"})");
        write("scenes/profiles/near.json", R"({"model": "rvo"})");
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
    Scenario scene(const std::string& profile) {
        write("scenes/s.json", R"({"sidestep": 1, "profiles": {"w": )" + profile +
                                   R"(}, "agents": [{"profile": "w", "position": [0, 0], "goal": [5, 0]}]})");
        return load_scene((folder_ / "scenes/s.json").string());
    }
    InputProblem refusal(const std::string& profile) {
        try {
            scene(profile);
        } catch (const InputError& error) {
            return error.problem();
        }
        ADD_FAILURE() << profile << " was not refused";
        return {};
    }

    fs::path folder_;
};

double own(const ProfileSpec& profile, std::size_t parameter) {
    return profile.avoid.values.at(parameter)->a;
}

TEST_F(ProfileFiles, ByNameAsTheyAre) {
    const Scenario s = scene(R"("calm")");
    ASSERT_EQ(s.profiles.size(), 1u);
    EXPECT_EQ(s.profiles[0].name, "w");
    EXPECT_EQ(s.profiles[0].avoid.name, "power_law");
    EXPECT_EQ(own(s.profiles[0], 0), 2.5);
    EXPECT_EQ(s.profiles[0].common[kRadius]->a, 0.25);
    ASSERT_EQ(s.profiles[0].intents.size(), 1u);
    EXPECT_EQ(s.contacts, Contacts::none);  // as of any profile that names its model
}

TEST_F(ProfileFiles, BegunWithAndChanged) {
    const Scenario s = scene(R"({"from": "calm", "radius": 0.3, "params": {"strength": 4}, "intents": []})");
    EXPECT_EQ(own(s.profiles[0], 0), 4);
    EXPECT_EQ(own(s.profiles[0], 3), 0.7);  // stays
    EXPECT_EQ(s.profiles[0].common[kRadius]->a, 0.3);
    EXPECT_TRUE(s.profiles[0].intents.empty());
    EXPECT_EQ(scene(R"({"from": "../profiles/calm.json", "model": "power_law"})").profiles[0].avoid.name, "power_law");
}

TEST_F(ProfileFiles, BesideTheSceneGoesFirst) {
    EXPECT_EQ(scene(R"("near")").profiles[0].avoid.name, "rvo");
}

TEST_F(ProfileFiles, ResultsNeedNoOtherFile) {
    const Scenario s = scene(R"({"from": "calm", "radius": 0.3})");
    const auto text = nlohmann::json::parse(s.text);
    const auto& written = text.at("profiles").at("w");
    EXPECT_EQ(written.at("model"), "power_law");
    EXPECT_EQ(written.at("params").at("relaxation_time"), 0.7);
    EXPECT_EQ(written.at("radius"), 0.3);
    EXPECT_EQ(written.at("provenance").at("from"), "calm");
    EXPECT_EQ(written.at("provenance").at("recordings").at(0), "market");
    EXPECT_FALSE(written.contains("from"));
    fs::remove_all(folder_ / "profiles");
    const Scenario again = parse_scene(s.text, "elsewhere.json");
    EXPECT_EQ(again.profiles[0].avoid, s.profiles[0].avoid);
    EXPECT_EQ(again.profiles[0].intents, s.profiles[0].intents);
    // Whoever begins with none keeps every byte.
    EXPECT_NE(scene(R"({"model": "orca"})").text.find(R"("profiles": {"w": {"model": "orca"}})"), std::string::npos);
}

TEST_F(ProfileFiles, WrittenAndReadAgain) {
    ProfileSpec profile = load_profile((folder_ / "profiles/calm.json").string());
    EXPECT_EQ(profile.name, "calm");
    set_parameter(profile, "time_scale", Distribution::between(2, 4));
    const std::string text = profile_text(profile, R"({"by": "hand"})");
    write("profiles/again.json", text);
    const ProfileSpec again = load_profile((folder_ / "profiles/again.json").string());
    EXPECT_EQ(again.avoid, profile.avoid);
    EXPECT_EQ(again.common, profile.common);
    EXPECT_NE(text.find(R"("by": "hand")"), std::string::npos);
}

TEST_F(ProfileFiles, FoldersThatWereNamed) {
    EXPECT_THROW(find_profile("calm_elsewhere"), InputError);
    fs::create_directories(folder_ / "more");
    write("more/calm_elsewhere.json", R"({"model": "orca"})");
    use_profiles((folder_ / "more").string());
    EXPECT_EQ(load_profile("calm_elsewhere").avoid.name, "orca");
    bool known = false;
    for (const KnownProfile& profile : known_profiles()) known |= profile.name == "calm_elsewhere";
    EXPECT_TRUE(known);
    EXPECT_EQ(scene(R"("calm_elsewhere")").profiles[0].avoid.name, "orca");
}

TEST_F(ProfileFiles, WhatIsWrongIsSaidWhereItIs) {
    InputProblem problem = refusal(R"("clam")");
    EXPECT_NE(problem.remedy.find("\"calm\""), std::string::npos);
    EXPECT_EQ(problem.pointer, "/profiles/w");
    problem = refusal(R"({"from": "clam"})");
    EXPECT_EQ(problem.pointer, "/profiles/w/from");
    problem = refusal(R"({"from": "calm", "model": "orca"})");
    EXPECT_EQ(problem.allowed, "power_law");
    problem = refusal(R"({"from": "calm", "params": {"time_horizon": 3}})");
    EXPECT_EQ(problem.pointer, "/profiles/w/params/time_horizon");
    problem = refusal(R"({"from": 7})");
    EXPECT_EQ(problem.pointer, "/profiles/w/from");
    problem = refusal(R"({"model": "orca", "provenance": 7})");
    EXPECT_EQ(problem.pointer, "/profiles/w/provenance");
    refusal(R"({"from": "gone.json"})");
    // Of the profile's own file.
    write("profiles/bad.json", "{\n \"model\": \"orca\",\n \"params\": {\"time_horizont\": 3}}");
    problem = refusal(R"("bad")");
    EXPECT_NE(problem.file.find("bad.json"), std::string::npos);
    EXPECT_EQ(problem.line, 3);
    write("profiles/circle.json", R"({"from": "circle"})");
    refusal(R"("circle")");
}

TEST(ShippedProfiles, SayWhereTheyComeFrom) {
    std::size_t n = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(SIDESTEP_SOURCE_DIR) / "profiles")) {
        if (entry.path().extension() != ".json") continue;
        ++n;
        const std::string file = entry.path().string();
        const ProfileSpec profile = load_profile(file);
        Scenario scene;
        scene.profiles = {profile};
        EXPECT_NO_THROW(Simulation{scene}) << file;
        std::ifstream in(file);
        const auto provenance = nlohmann::json::parse(in).at("provenance");
        for (const char* key : {"about", "made_by", "date", "recordings", "objective", "search", "learnt", "held_out"})
            EXPECT_TRUE(provenance.contains(key)) << file << ": " << key;
        EXPECT_TRUE(provenance.at("search").at("finished")) << file;
    }
    EXPECT_GE(n, 8u);
}

}  // namespace
}  // namespace sidestep
