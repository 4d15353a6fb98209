// Every shipped scene: a recording and a run in memory are measured alike.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "sidestep/run.h"
#include "sidestep/scene.h"
#include "sidestep/study.h"

namespace sidestep {
namespace {

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(SIDESTEP_SOURCE_DIR "/scenes")) {
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class ShippedScene : public testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, IsMeasuredAlikeFromFileAndFromMemory) {
    Scenario scene = load_scene(std::string(SIDESTEP_SOURCE_DIR "/scenes/") + GetParam() + ".json");
    std::size_t people = 0;
    for (const AgentSpec& agents : scene.agents) people += std::max<std::size_t>(agents.count, 1);
    // Of a large crowd the beginning says enough.
    scene.duration = std::min(scene.duration, people > 150 || !scene.sources.empty() ? 5.0 : 60.0);
    const auto file = std::filesystem::temp_directory_path() /
                      ("sidestep_shipped_" + std::to_string(::getpid()) + GetParam() + ".sqlite");
    FileSink sink(file.string(), true);
    const RunSummary summary = run(scene, sink);
    const Trajectory recorded = read_trajectory(file.string());
    std::filesystem::remove(file);

    StudyPlan plan;
    plan.scenes = {scene};
    StudyOptions options;
    options.threads = 1;
    options.metrics = choose_metrics({});
    const StudyResult studied = run_study(jobs_of(plan), options).results.at(0);
    EXPECT_EQ(studied.summary.state_hash, summary.state_hash);
    ASSERT_FALSE(recorded.tracks.empty());
    const RecordedRun kept = run_in_memory(scene);
    EXPECT_EQ(kept.trajectory.tracks.size(), recorded.tracks.size());
    const Measurement from_file(recorded), from_memory(kept.trajectory);
    for (const auto& [metric, measured] : studied.metrics) {
        const MetricSummary file_says = summarise(metric->measure(from_file));
        const MetricSummary memory_says = summarise(metric->measure(from_memory));
        EXPECT_EQ(file_says.n, memory_says.n) << metric->name;
        EXPECT_EQ(file_says.n, measured.n) << metric->name;
        EXPECT_TRUE(metric->per != MetricPer::walker || file_says.n > 0) << metric->name;
        if (file_says.n == 0) continue;  // who walks alone is never close to anybody
        EXPECT_EQ(file_says.mean, memory_says.mean) << metric->name;
        EXPECT_EQ(file_says.mean, measured.mean) << metric->name;
    }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, testing::ValuesIn(shipped()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace sidestep
