// People who leave an office: rooms with doors of 0.8 m along a corridor, with bodies of 0.4 m.
#include <gtest/gtest.h>

#include <cstdio>

#include "sidestep/scene.h"
#include "support/maps.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// Where the plan's own layer puts people, one rectangle for each room.
constexpr const char* kRooms[] = {
    "[[-9, 5.3], [-6.6, 5.3], [-6.6, 8.3], [-9, 8.3]]",     "[[-6, 5.5], [-3.6, 5.5], [-3.6, 8.5], [-6, 8.5]]",
    "[[-9, 0.4], [-6.6, 0.4], [-6.6, 3.4], [-9, 3.4]]",     "[[-6, 0.3], [-3.6, 0.3], [-3.6, 3.3], [-6, 3.3]]",
    "[[-2.9, 0.4], [-0.6, 0.4], [-0.6, 3.4], [-2.9, 3.4]]", "[[0.3, 0.4], [2.6, 0.4], [2.6, 3.4], [0.3, 3.4]]",
    "[[0.3, 5.3], [2.6, 5.3], [2.6, 8.3], [0.3, 8.3]]",     "[[-1.6, 5.3], [-0.4, 5.3], [-0.4, 8.2], [-1.6, 8.2]]",
    "[[3.4, 0.4], [5.7, 0.4], [5.7, 3.4], [3.4, 3.4]]",     "[[6.3, 0.3], [8.6, 0.3], [8.6, 3.3], [6.3, 3.3]]",
    "[[6.3, 5.4], [8.6, 5.4], [8.6, 8.3], [6.3, 8.3]]",     "[[3.4, 5.3], [5.7, 5.3], [5.7, 8.3], [3.4, 8.3]]"};

Scenario office(std::string_view model, int people_in_room, double duration) {
    const std::string plan = (data_folder() / "maps" / "indoor" / "jupedsim_ISO-Office.dxf").string();
    std::string agents;
    for (const char* room : kRooms) {
        agents += std::string(agents.empty() ? "" : ", ") +
                  R"({"profile": "walker", "goal": "out", "min_spacing": 0.45, "count": )" +
                  std::to_string(people_in_room) + R"(, "region": )" + room + "}";
    }
    return parse_scene(R"({"sidestep": 1, "map": {"file": ")" + plan + R"("},
        "simulation": {"dt": 0.05, "duration": )" +
                           std::to_string(duration) + R"(, "contacts": "project", "deadlocks": "yield"},
        "profiles": {"walker": {"model": ")" +
                           std::string(model) + R"(", "route": "hierarchical"}},
        "goals": {"north": {"region": [[-3.1, 9.9], [-2.2, 9.9], [-2.2, 9.5], [-3.1, 9.5]], "exit": true},
                  "east": {"region": [[9.3, 4.6], [9.5, 4.6], [9.5, 4.2], [9.3, 4.2]], "exit": true},
                  "out": {"any": ["north", "east"]}},
        "agents": [)" + agents +
                           "]}",
                       "office");
}

class Office : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(data_folder() / "maps" / "indoor")) GTEST_SKIP() << "no plan; set SIDESTEP_DATA";
    }
};

TEST_F(Office, OneOfEachRoomGetsOutWithEveryModel) {
    for (const PartInfo* model : models()) {
        Simulation simulation(office(model->name, 1, 60));
        while (!simulation.finished()) simulation.step();
        EXPECT_EQ(simulation.agent_count(), 0u) << model->name;
        std::printf("%-24s %.1f s\n", std::string(model->name).c_str(), simulation.time());
    }
}

TEST_F(Office, SixtyGetOutInGoodHealthWithEightModels) {
    int healthy = 0;
    for (const PartInfo* model : models()) {
        Simulation simulation(office(model->name, 5, 120));
        while (!simulation.finished()) simulation.step();
        const RunHealth health = simulation.summary().health;
        const bool good = simulation.agent_count() == 0 && is_healthy(health);
        healthy += good;
        std::printf("%-24s %2zu left after %.1f s, %s\n", std::string(model->name).c_str(), simulation.agent_count(),
                    simulation.time(), good ? "healthy" : "unhealthy");
        for (const std::string& sentence : to_sentences(health)) std::printf("    %s\n", sentence.c_str());
    }
    EXPECT_GE(healthy, 8);
}

}  // namespace
}  // namespace sidestep
