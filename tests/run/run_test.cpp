// Whole runs: what a file holds, what memory holds, and that the two are one.
#include "sidestep/run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "sidestep/departures.h"
#include "sidestep/error.h"
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

/// Three exits, of which everybody takes the nearest; nobody the third.
Scenario leaving() {
    Scenario s = scene(profile("p", "orca"), 60);
    const auto exit = [&](const char* name, Vec2d point) {
        GoalSpec goal;
        goal.name = name;
        goal.point = point;
        goal.exit = true;
        s.goals.push_back(goal);
    };
    exit("west", {-10, 0});
    exit("east", {10, 0});
    exit("far, \"north\"", {0, 90});
    GoalSpec any;
    any.name = "any";
    any.any = {0, 1, 2};
    s.goals.push_back(any);
    put(s, {-6, 0}, to_goal(3));
    put(s, {3, 0}, to_goal(3));
    put(s, {7, 5}, to_goal(3));
    put(s, {0, -40}, to_point({0, -30}));
    return s;
}

TEST_P(Recording, SaysWhoLeftByWhichExit) {
    const Scenario s = leaving();
    FileSink sink(file(), true);
    run(s, sink);
    // What the events said, step by step.
    std::vector<ExitUse> seen{{"west", {}}, {"east", {}}, {"far, \"north\"", {}}};
    Simulation simulation(s);
    while (!simulation.finished()) {
        simulation.step();
        for (const Event& event : simulation.events()) {
            if (event.kind != EventKind::left) continue;
            for (ExitUse& use : seen) {
                if (use.exit == event.name) use.left.push_back({event.agent, simulation.time()});
            }
        }
    }
    const Trajectory t = read_trajectory(file());
    const std::vector<ExitUse> exits = exits_of(t.info);
    ASSERT_EQ(exits.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(exits[i].exit, seen[i].exit);
        ASSERT_EQ(exits[i].left.size(), seen[i].left.size());
        for (std::size_t k = 0; k < exits[i].left.size(); ++k) {
            EXPECT_EQ(exits[i].left[k].id, seen[i].left[k].id);
            EXPECT_NEAR(exits[i].left[k].time, seen[i].left[k].time, 1e-6);
        }
    }
    ASSERT_EQ(exits[0].left.size(), 1u);
    EXPECT_EQ(exits[0].left[0].id, 1u);
    ASSERT_EQ(exits[1].left.size(), 2u) << "not \"any\"";
    EXPECT_LT(exits[1].left[0].time, exits[1].left[1].time);
    EXPECT_TRUE(exits[2].left.empty());
    // Who leaves is recorded once more where it left.
    for (const Track& track : t.tracks) {
        if (track.id != 1) continue;
        EXPECT_NEAR(track.frame.back() / t.info.fps, exits[0].left[0].time, 1e-6);
    }
}

TEST_P(Recording, HoldsWhatHappened) {
    for (const std::uint32_t every : {1u, 5u}) {
        Scenario s = crossing();
        s.record_every = every;
        FileSink sink(file(), true);
        const RunSummary summary = run(s, sink);
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
    double last = 0;
    options.progress = [&](const Simulation& simulation) {
        last = simulation.time();
        return false;
    };
    FileSink sink(file());
    const RunSummary summary = run(s, sink, options);
    EXPECT_GT(last, 0);
    EXPECT_NEAR(summary.sim_s, last, 1e-6);
    const Trajectory t = read_trajectory(file());
    ASSERT_EQ(t.tracks.size(), 500u);
    EXPECT_EQ(t.tracks[0].frame.back(), summary.steps) << "all that was simulated is there";
}

TEST_P(Recording, SaysWhoWaits) {
    Scenario s = crossing();
    s.agents[0].start_delay = Distribution::fixed(1.5);
    FileSink to_file(file(), true);
    MemorySink to_memory;
    BothSinks both(to_file, to_memory);
    run(s, both);
    const Trajectory kept = to_memory.take();
    ASSERT_EQ(kept.waits.size(), 2u);
    EXPECT_EQ(kept.waits[0], (Wait{1, 0, 14})) << "sets out in the step that begins at 1.5 s";
    EXPECT_EQ(kept.waits[1].id, 2u) << "at its goal, to the end";
    EXPECT_GT(kept.waits[1].first, 50u);
    EXPECT_EQ(kept.waits[1].last, Wait::kToTheEnd);
    const bool keeps = find_trajectory_format(file())->keeps_agents;
    EXPECT_EQ(read_trajectory(file()).waits, keeps ? kept.waits : std::vector<Wait>{});
    const auto frames = open_trajectory(file());
    EXPECT_EQ(std::vector(frames->waits().begin(), frames->waits().end()), keeps ? kept.waits : std::vector<Wait>{});
}

INSTANTIATE_TEST_SUITE_P(Formats, Recording, ::testing::Values(".sqlite", ".txt", ".csv"));

TEST(RecordedRun, KeepsAgentsExplanationsAndVerdict) {
    Scenario s = crossing();
    s.record_every = 3;
    s.agents[1].group = "north";
    const auto file =
        std::filesystem::temp_directory_path() / ("sidestep_explained_" + std::to_string(::getpid()) + ".sqlite");
    RunOptions options;
    options.explain = {2, 9, 1, 2};
    FileSink sink(file.string(), true);
    const RunSummary summary = run(s, sink, options);
    EXPECT_EQ(summary.unexplained, std::vector<AgentId>{9});
    const Trajectory t = read_trajectory(file.string());
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
    FileSink sink(file.string(), true);
    EXPECT_EQ(run(s, sink).agents_created, 4u);
    const Trajectory t = read_trajectory(file.string());
    std::filesystem::remove(file);
    ASSERT_EQ(t.agents.size(), t.tracks.size());
    EXPECT_LT(t.agents.size(), 4u);
    for (std::size_t i = 0; i < t.agents.size(); ++i) EXPECT_EQ(t.agents[i].id, t.tracks[i].id);
}

TEST(RunWithExplanations, NeedsAPlaceForThem) {
    Scenario s = scene(profile("p", "orca"), 1);
    put(s, {0, 0}, by_offset({5, 0}));
    RunOptions options;
    options.explain = {1};
    const auto refused = [&](auto&& attempt) {
        try {
            attempt();
            ADD_FAILURE();
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().allowed, "a .sqlite file");
            EXPECT_NE(error.problem().remedy, "");
        }
    };
    refused([&] { run(s, options); });
    for (const std::string output : {"run.csv", "run.txt"}) {
        FileSink sink(output);
        refused([&] { run(s, sink, options); });
        EXPECT_FALSE(std::filesystem::exists(output));
    }
    EXPECT_EQ(run_in_memory(s, options).trajectory.explanations.size(), 11u);
}

TEST(RunWithExplanations, EveryModelsSurviveTheirDocument) {
    for (const PartInfo* model : models()) {
        Scenario s = scene(profile("p", model->name), 2);
        put_many(s, box(-2, -2, 2, 2), 6, to_point({0, 0}));
        RunOptions options;
        options.explain = {1, 2, 3};
        const std::vector<Explanation> told = run_in_memory(s, options).trajectory.explanations;
        EXPECT_GE(told.size(), 30u) << model->name;
        for (const Explanation& e : told) EXPECT_EQ(explanation_from_json(to_json(e)), e) << model->name;
    }
}

/// Everything but what only a file has.
void expect_equal(const Trajectory& file, const Trajectory& memory) {
    EXPECT_EQ(file.info.fps, memory.info.fps);
    EXPECT_EQ(file.info.wkt, memory.info.wkt);
    EXPECT_EQ(file.info.periodic, memory.info.periodic);
    EXPECT_EQ(file.info.metadata, memory.info.metadata);
    EXPECT_EQ(file.agents, memory.agents);
    EXPECT_EQ(file.explanations, memory.explanations);
    ASSERT_EQ(file.tracks.size(), memory.tracks.size());
    for (std::size_t i = 0; i < file.tracks.size(); ++i) {
        EXPECT_EQ(file.tracks[i].id, memory.tracks[i].id);
        EXPECT_EQ(file.tracks[i].frame, memory.tracks[i].frame);
        EXPECT_EQ(file.tracks[i].position, memory.tracks[i].position);
        EXPECT_EQ(file.tracks[i].heading, memory.tracks[i].heading);
    }
}

TEST(Sinks, AFileAndMemoryHoldTheSameFrames) {
    Scenario s = crossing();
    s.agents[1].group = "north";
    s.record_smooth = 0.3;
    SourceSpec source;
    source.region = box(-5, 5, -4, 6);
    source.target = by_offset({4, 0}, true);
    source.times = {1.04, 2.5};
    s.sources.push_back(source);
    const auto file =
        std::filesystem::temp_directory_path() / ("sidestep_sinks_" + std::to_string(::getpid()) + ".sqlite");
    for (const std::uint32_t every : {1u, 4u}) {
        s.record_every = every;
        RunOptions options;
        options.explain = {1};
        FileSink to_file(file.string(), true);
        MemorySink to_memory;
        BothSinks both(to_file, to_memory);
        const RunSummary summary = run(s, both, options);
        const RecordedRun alone = run_in_memory(s, options);
        const Trajectory written = read_trajectory(file.string());
        expect_equal(written, to_memory.take());
        expect_equal(written, alone.trajectory);
        EXPECT_EQ(summary.state_hash, alone.summary.state_hash);
        EXPECT_EQ(alone.arrived, 4u);
        EXPECT_EQ(alone.trajectory.agents[1].group, "north");
        EXPECT_EQ(alone.trajectory.tracks.size(), 4u);
    }
    std::filesystem::remove(file);
}

TEST(Sinks, TheStepOfArrivalIsKept) {
    Scenario s = scene(profile("p", "orca"), 30);
    put(s, {0, 0}, to_point({5, 0}, true));
    const RecordedRun run = run_in_memory(s);
    ASSERT_EQ(run.trajectory.tracks.size(), 1u);
    EXPECT_EQ(run.trajectory.tracks[0].frame.back(), run.summary.steps);
    EXPECT_LE(norm(run.trajectory.tracks[0].position.back() - Vec2d{5, 0}), 0.5 + 1e-3);
}

TEST(Sinks, AScenarioThatCannotBeLeavesNoFile) {
    Scenario s = scene(profile("p", "orca"), 30);
    s.map.wkt = "LINESTRING (0 -5, 0 5)";
    put(s, {0, 0}, to_point({5, 0}, true));
    FileSink sink("never_made.sqlite");
    EXPECT_THROW(run(s, sink), InputError);
    EXPECT_FALSE(std::filesystem::exists("never_made.sqlite"));
    EXPECT_THROW(FileSink("never_made.docx"), InputError);
}

}  // namespace
}  // namespace sidestep
