// A whole run with recording, read back.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

class Recording : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        directory_ = std::filesystem::temp_directory_path() /
                     ("sidestep_recording_" + std::to_string(::getpid()) + std::string(GetParam()));
        std::filesystem::create_directory(directory_);
    }
    void TearDown() override { std::filesystem::remove_all(directory_); }
    std::string file() const { return (directory_ / (std::string("run") + GetParam())).string(); }
    std::filesystem::path directory_;
};

Scenario crossing() {
    Scenario s = scene(profile("p", "predictive"), 30);
    s.name = "crossing";
    s.seed = 42;
    s.map.wkt = "LINESTRING (-20 -20, 20 -20)";
    put(s, {-8, 0}, to_point({8, 0}, true));
    put(s, {0, -8.3}, to_point({0, 8}));
    return s;
}

TEST_P(Recording, HoldsWhatHappened) {
    for (const std::uint32_t every : {1u, 5u}) {
        Scenario s = crossing();
        s.record_every = every;
        RunOptions options;
        options.output = file();
        options.overwrite = true;
        const RunSummary summary = run(s, options);
        EXPECT_TRUE(summary.health.ok);

        const Trajectory t = read_trajectory(file());
        ASSERT_EQ(t.tracks.size(), 2u);
        EXPECT_NEAR(t.info.fps, 10.0 / every, 1e-9);
        // The same run, step by step.
        Simulation simulation(s);
        std::size_t at[2] = {0, 0};
        for (std::uint64_t step = 0;; ++step) {
            if (step % every == 0) {
                // Not agents(): whoever left in this step is recorded once more, at its goal.
                for (const TrajectoryRow& a : simulation.frame().rows) {
                    const Track& track = t.tracks[a.id - 1];
                    const std::size_t k = at[a.id - 1]++;
                    ASSERT_LT(k, track.position.size());
                    EXPECT_EQ(track.frame[k], step / every);
                    EXPECT_NEAR(track.position[k].x, a.position.x, 1e-4);
                    EXPECT_NEAR(track.position[k].y, a.position.y, 1e-4);
                }
            }
            if (simulation.finished()) break;
            simulation.step();
        }
        EXPECT_EQ(at[0], t.tracks[0].position.size());
        EXPECT_EQ(at[1], t.tracks[1].position.size());
        if (every == 1) {
            for (const Track& track : t.tracks) {
                const Vec2d goal = s.agents[track.id - 1].target.value;
                EXPECT_LE(norm(track.position.back() - goal), 0.5 + 1e-3) << "the last sample is the arrival";
            }
        }
        EXPECT_EQ(summary.steps, simulation.steps());
        EXPECT_EQ(summary.state_hash, simulation.state_hash()) << "recording changes nothing";
    }
}

TEST_P(Recording, ProgressCanEndARun) {
    Scenario s = scene(profile("p", "predictive"), 1e7);
    put_many(s, box(0, 0, 100, 100), 500, by_offset({1e7, 0}), 1);
    RunOptions options;
    options.output = file();
    double last = 0;
    options.progress = [&](const Simulation& simulation) {
        last = simulation.time();
        return false;
    };
    const RunSummary summary = run(s, options);
    EXPECT_GT(last, 0);
    EXPECT_NEAR(summary.sim_s, last, 1e-6);
    const Trajectory t = read_trajectory(file());
    ASSERT_EQ(t.tracks.size(), 500u);
    EXPECT_EQ(t.tracks[0].frame.back(), summary.steps) << "all that was simulated is there";
}

INSTANTIATE_TEST_SUITE_P(Formats, Recording, ::testing::Values(".sqlite", ".txt", ".csv"));

TEST(RecordedRun, KeepsAgentsExplanationsAndVerdict) {
    Scenario s = crossing();
    s.record_every = 3;
    s.agents[1].group = "north";
    const auto file =
        std::filesystem::temp_directory_path() / ("sidestep_explained_" + std::to_string(::getpid()) + ".sqlite");
    RunOptions options;
    options.output = file.string();
    options.overwrite = true;
    options.explain = {2, 9, 1, 2};
    const RunSummary summary = run(s, options);
    EXPECT_EQ(summary.unexplained, std::vector<AgentId>{9});
    const Trajectory t = read_trajectory(options.output);
    std::filesystem::remove(file);
    EXPECT_EQ(t.info.metadata.at("health"), to_json(summary.health));
    ASSERT_EQ(t.agents.size(), 2u);
    EXPECT_EQ(t.agents[0], (AgentInfo{1, 0.3f, "p", "", ""}));
    EXPECT_EQ(t.agents[1], (AgentInfo{2, 0.3f, "p", "", "north"}));

    Simulation simulation(s);
    std::vector<Explanation> expected;
    for (;; simulation.step()) {
        if (simulation.steps() % 3 == 0) {
            for (const AgentId id : {1u, 2u}) {
                if (auto e = simulation.explain(id)) expected.push_back(std::move(*e));
            }
        }
        if (simulation.finished()) break;
    }
    EXPECT_EQ(summary.state_hash, simulation.state_hash());
    EXPECT_GT(expected.size(), 50u);
    EXPECT_EQ(t.explanations, expected);
}

TEST(RecordedRun, WhoComesAndGoesBetweenFramesIsNotRecorded) {
    Scenario s = scene(profile("p", "orca"), 6);
    s.record_every = 20;
    SourceSpec source;
    source.region = box(0, 0, 1, 1);
    source.target = by_offset({0.1, 0}, true);  // there at once
    source.times = {0.3, 1.9, 3};
    s.sources.push_back(source);
    put(s, {10, 0}, by_offset({100, 0}));
    const auto file =
        std::filesystem::temp_directory_path() / ("sidestep_newcomers_" + std::to_string(::getpid()) + ".sqlite");
    RunOptions options;
    options.output = file.string();
    options.overwrite = true;
    EXPECT_EQ(run(s, options).agents_created, 4u);
    const Trajectory t = read_trajectory(options.output);
    std::filesystem::remove(file);
    ASSERT_EQ(t.agents.size(), t.tracks.size());
    EXPECT_LT(t.agents.size(), 4u);
    for (std::size_t i = 0; i < t.agents.size(); ++i) EXPECT_EQ(t.agents[i].id, t.tracks[i].id);
}

TEST(RecordingInfo, TellsWhereItComesFrom) {
    Scenario s = crossing();
    s.profiles[0] = profile("p", "predictive", {{"personal_radius", 0.75}});
    const TrajectoryInfo info = Simulation(s).trajectory_info();
    EXPECT_EQ(info.metadata.at("seed"), "42");
    EXPECT_EQ(info.metadata.at("scene_name"), "crossing");
    EXPECT_EQ(info.metadata.at("sidestep_version"), version());
    EXPECT_NE(info.metadata.at("parameters").find("p.personal_radius=0.75"), std::string::npos);
    EXPECT_EQ(info.wkt, s.map.wkt);
}

TEST(RecordingInfo, FramesAreInOrderOfId) {
    Scenario s = scene(profile("p", "orca"), 10);
    put_many(s, box(0, 0, 20, 20), 50, by_offset({5, 0}));
    Simulation simulation(s);
    run_steps(simulation, 5);
    const TrajectoryFrame f = simulation.frame();
    EXPECT_EQ(f.frame, 5u);
    ASSERT_EQ(f.rows.size(), 50u);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(f.rows[i].id, i + 1);
        EXPECT_EQ(f.rows[i].position, agent(simulation, static_cast<AgentId>(i + 1)).position);
    }
}

}  // namespace
}  // namespace sidestep
