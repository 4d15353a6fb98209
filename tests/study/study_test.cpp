// Studies: independent of threads, resumable, interruptible.
#include "sidestep/study.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>

#include "sidestep/error.h"
#include "support/scenes.h"
#include "support/verdicts.h"

namespace sidestep {
namespace {

using namespace test;

Scenario crossing() {
    Scenario s = scene(profile("p", "predictive"), 30);
    s.name = "crossing";
    s.text = "a scene";
    put_many(s, box(-8, -2, -6, 2), 4, to_point({8, 0}, true));
    put_many(s, box(6, -2, 8, 2), 4, to_point({-8, 0}, true));
    return s;
}

StudyPlan plan(std::vector<std::uint64_t> seeds) {
    StudyPlan p;
    p.scenes = {crossing()};
    p.settings = {{}, {"p.pref_speed=1.1"}};
    p.models = {"orca", "social_force"};
    p.seeds = std::move(seeds);
    return p;
}

StudyOptions usual() {
    StudyOptions options;
    options.threads = 1;
    options.metrics = choose_metrics({});
    return options;
}

/// Everything a result has but times of the machine.
void expect_equal(const StudyOutcome& a, const StudyOutcome& b) {
    ASSERT_EQ(a.results.size(), b.results.size());
    for (std::size_t i = 0; i < a.results.size(); ++i) {
        const StudyResult &x = a.results[i], &y = b.results[i];
        ASSERT_EQ(x.done, y.done) << i;
        EXPECT_EQ(x.summary.state_hash, y.summary.state_hash) << i;
        EXPECT_EQ(x.summary.steps, y.summary.steps);
        EXPECT_EQ(x.summary.sim_s, y.summary.sim_s);
        EXPECT_EQ(x.summary.agents_created, y.summary.agents_created);
        EXPECT_EQ(x.arrived, y.arrived);
        EXPECT_EQ(to_json(x.summary.health), to_json(y.summary.health));
        ASSERT_EQ(x.metrics.size(), y.metrics.size());
        for (std::size_t m = 0; m < x.metrics.size(); ++m) {
            EXPECT_EQ(x.metrics[m].first, y.metrics[m].first);
            const MetricSummary &p = x.metrics[m].second, &q = y.metrics[m].second;
            EXPECT_EQ(p.n, q.n);
            for (double MetricSummary::* value :
                 {&MetricSummary::mean, &MetricSummary::sd, &MetricSummary::min, &MetricSummary::max}) {
                EXPECT_TRUE(p.*value == q.*value || (std::isnan(p.*value) && std::isnan(q.*value)));
            }
        }
    }
}

std::string fresh_file(const std::string& name) {
    const auto file =
        std::filesystem::temp_directory_path() / ("sidestep_study_" + std::to_string(::getpid()) + "_" + name);
    std::filesystem::remove(file);
    return file.string();
}

std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Study, JobsAreAllCombinations) {
    const auto jobs = jobs_of(plan({5, 6, 7}));
    ASSERT_EQ(jobs.size(), 12u);
    EXPECT_EQ(jobs[0].model, "orca");
    EXPECT_EQ(jobs[2].seed, 7u);
    EXPECT_EQ(jobs[3].model, "social_force");
    EXPECT_NE(jobs[0].variant, jobs[6].variant);
    EXPECT_EQ(jobs[6].scenario->profiles[0].common[kPrefSpeed]->a, 1.1);
    StudyPlan bare;
    bare.scenes = {crossing()};
    ASSERT_EQ(jobs_of(bare).size(), 1u);
    EXPECT_EQ(jobs_of(bare)[0].seed, crossing().seed);
    bare.settings = {{"p.nonsense=1"}};
    EXPECT_THROW(jobs_of(bare), InputError);
}

TEST(Study, ThreadsDoNotMatter) {
    const auto jobs = jobs_of(plan({1, 2}));
    StudyOptions options = usual();
    const StudyOutcome one = run_study(jobs, options);
    EXPECT_TRUE(one.finished);
    EXPECT_EQ(one.done(), 8u);
    for (const int threads : {3, 16}) {
        options.threads = threads;
        expect_equal(one, run_study(jobs, options));
    }
}

TEST(Study, MeasuresWhatSingleRunsMeasure) {
    const auto jobs = jobs_of(plan({3}));
    const StudyOutcome outcome = run_study(jobs, usual());
    Scenario s = *jobs[3].scenario;
    s.seed = 3;
    const RecordedRun alone = run_in_memory(s);
    EXPECT_EQ(outcome.results[3].summary.state_hash, alone.summary.state_hash);
    EXPECT_EQ(outcome.results[3].arrived, alone.arrived);
    const Measurement measurement(alone.trajectory);
    for (const auto& [metric, summary] : outcome.results[3].metrics) {
        EXPECT_EQ(summary.mean, summarise(metric->measure(measurement)).mean) << metric->name;
    }
}

TEST(Study, EveryRunIsObservedOnce) {
    const auto jobs = jobs_of(plan({1, 2}));
    StudyOptions options;
    options.threads = 4;
    std::mutex mutex;
    std::multiset<std::size_t> seen;
    options.observe = [&](std::size_t job, RecordedRun&& run) {
        const std::lock_guard lock(mutex);
        EXPECT_EQ(run.trajectory.tracks.size(), 8u);
        seen.insert(job);
    };
    run_study(jobs, options);
    EXPECT_EQ(seen, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Study, IsResumed) {
    const auto jobs = jobs_of(plan({1, 2}));
    StudyOptions options = usual();
    const StudyOutcome whole = run_study(jobs, options);
    options.checkpoint = fresh_file("resumed");
    options.progress = [](const StudyProgress& p) { return p.done < 3; };
    const StudyOutcome part = run_study(jobs, options);
    EXPECT_FALSE(part.finished);
    EXPECT_EQ(part.done(), 3u);
    options.progress = {};
    const StudyOutcome rest = run_study(jobs, options);
    EXPECT_TRUE(rest.finished);
    expect_equal(whole, rest);
    for (std::size_t i = 0; i < jobs.size(); ++i) EXPECT_EQ(rest.results[i].resumed, i < 3) << i;
    const std::string file = content(options.checkpoint);
    EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 9);

    // Nothing is left to do, and nothing is added.
    expect_equal(whole, run_study(jobs, options));
    EXPECT_EQ(content(options.checkpoint), file);
    std::filesystem::remove(options.checkpoint);
}

TEST(Study, ATornLastLineIsDropped) {
    const auto jobs = jobs_of(plan({1}));
    StudyOptions options = usual();
    options.checkpoint = fresh_file("torn");
    const StudyOutcome whole = run_study(jobs, options);
    const std::string file = content(options.checkpoint);
    const std::size_t last = file.rfind('\n', file.size() - 2) + 1;
    for (const std::size_t kept : {last + 1, last + 40, file.size() - 1}) {
        std::ofstream(options.checkpoint, std::ios::binary) << file.substr(0, kept);
        const StudyOutcome again = run_study(jobs, options);
        expect_equal(whole, again);
        EXPECT_TRUE(again.results[2].resumed);
        EXPECT_FALSE(again.results[3].resumed);
        const std::string mended = content(options.checkpoint);
        EXPECT_EQ(mended.substr(0, last), file.substr(0, last));
        EXPECT_EQ(std::count(mended.begin(), mended.end(), '\n'), 5);
    }
    std::filesystem::remove(options.checkpoint);
}

TEST(Study, AnotherFileIsRefused) {
    const auto jobs = jobs_of(plan({1}));
    StudyOptions options = usual();
    options.checkpoint = fresh_file("foreign");
    for (const char* text :
         {"precious\n", "{}\n", "{\"sidestep_study\":1}\nnonsense\n", "{\"sidestep_study\":1}\n{}\n"}) {
        std::ofstream(options.checkpoint) << text;
        EXPECT_THROW(run_study(jobs, options), InputError) << text;
        EXPECT_EQ(content(options.checkpoint), text);
    }
    std::filesystem::remove(options.checkpoint);
    options.checkpoint = "/nowhere/at/all";
    EXPECT_THROW(run_study(jobs, options), InputError);
}

TEST(Study, KeysTellJobsApart) {
    StudyOptions options = usual();
    const StudyJob job = jobs_of(plan({1}))[0];
    const std::string key = key_of(job, options);
    EXPECT_EQ(key.size(), 16u);
    EXPECT_EQ(key, key_of(jobs_of(plan({1}))[0], options));
    StudyJob other = job;
    other.seed = 2;
    EXPECT_NE(key, key_of(other, options));
    other = job;
    other.model = "rvo";
    EXPECT_NE(key, key_of(other, options));
    other = job;
    other.variant += "x";
    EXPECT_NE(key, key_of(other, options));
    Scenario changed = *job.scenario;
    changed.text += " ";
    other = job;
    other.scenario = std::make_shared<Scenario>(changed);
    EXPECT_NE(key, key_of(other, options));
    changed = *job.scenario;
    changed.map.wkt = "LINESTRING (0 9, 1 9)";
    other.scenario = std::make_shared<Scenario>(changed);
    EXPECT_NE(key, key_of(other, options));
    options.metrics.pop_back();
    EXPECT_NE(key, key_of(job, options));
    options = usual();
    options.measuring.sampling = 1;
    EXPECT_NE(key, key_of(job, options));
}

TEST(Study, AnInterruptedRunIsNoResult) {
    StudyPlan endless;
    endless.scenes = {scene(profile("p", "predictive"), 1e7)};
    put_many(endless.scenes[0], box(0, 0, 40, 40), 100, by_offset({1e7, 0}), 1);
    StudyOptions options = usual();
    options.checkpoint = fresh_file("endless");
    options.progress = [](const StudyProgress& p) {
        EXPECT_EQ(p.done, 0u);
        return false;
    };
    const StudyOutcome outcome = run_study(jobs_of(endless), options);
    EXPECT_FALSE(outcome.finished);
    EXPECT_EQ(outcome.done(), 0u);
    EXPECT_TRUE(spread_of(outcome.results).empty());
    const std::string file = content(options.checkpoint);
    EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 1);
    std::filesystem::remove(options.checkpoint);
}

TEST(Spread, HasWhatTheVerdictCounts) {
    const std::vector<RunNumber> numbers = numbers_of(StudyResult{});
    for (const auto& [name, health] : every_finding()) {
        const std::string_view wanted = name;
        const auto same = [wanted](const RunNumber& n) { return n.name == wanted; };
        EXPECT_EQ(std::count_if(numbers.begin(), numbers.end(), same), 1) << name;
        StudyResult result;
        result.summary.health = health;
        const std::vector<RunNumber> found = numbers_of(result);
        EXPECT_GT(std::find_if(found.begin(), found.end(), same)->value, 0) << name;
    }
}

TEST(Spread, EachRunCountsOnce) {
    std::vector<StudyResult> results(4);
    const Metric* time = &require_metric("time");
    for (std::size_t i = 0; i < 3; ++i) {
        results[i].done = true;
        results[i].summary.agents_created = 10 * (i + 1);
        results[i].metrics = {{time, MetricSummary{10 * (i + 1), 4.0 + 2.0 * static_cast<double>(i)}}};
    }
    results[2].metrics[0].second.mean = std::nan("");
    const auto spreads = spread_of(results);
    const auto find = [&](const std::string& name) {
        return *std::find_if(spreads.begin(), spreads.end(), [&](const Spread& s) { return s.name == name; });
    };
    EXPECT_EQ(find("agents_created").over_runs.n, 3u);
    EXPECT_EQ(find("agents_created").over_runs.mean, 20);
    EXPECT_EQ(find("agents_created").min, 10);
    EXPECT_EQ(find("agents_created").max, 30);
    EXPECT_NEAR(find("agents_created").interval.high, 20 + 4.30265 * 10 / std::sqrt(3.0), 1e-3);
    EXPECT_EQ(find("time").over_runs.n, 2u) << "undefined in one";
    EXPECT_EQ(find("time").over_runs.mean, 5);
    EXPECT_EQ(find("time").unit, "s");
}

}  // namespace
}  // namespace sidestep
