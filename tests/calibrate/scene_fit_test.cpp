// Parameters of scenes: known ones are found again; what cannot be fitted is refused.
#include "sidestep/scene_fit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "sidestep/error.h"
#include "sidestep/run.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;
using Names = std::vector<std::string>;

/// Two who meet head on, a little aside of each other.
Scenario meeting(const Settings& settings = {}) {
    Scenario s = scene(profile("w", "orca", settings), 12);
    put(s, {-6, 0.1}, to_point({6, 0.1}, true));
    put(s, {6, -0.1}, to_point({-6, -0.1}, true));
    return s;
}

/// What the metrics are in a run of this scene.
std::vector<MetricTarget> targets_in(const Scenario& scene, const Names& metrics) {
    const RecordedRun run = run_in_memory(scene);
    const Measurement measurement(run.trajectory);
    std::vector<MetricTarget> targets;
    for (const std::string& name : metrics) targets.push_back(target_of(require_metric(name), measurement));
    return targets;
}

SearchOptions few(int evaluations) {
    SearchOptions options;
    options.method = SearchMethod::simplex;
    options.seeds = 1;
    options.evaluations = evaluations;
    return options;
}

TEST(SceneFit, FindsASpeedAgain) {
    const Names fitted{"w.pref_speed"};
    const SceneFit fit(meeting(), fitted, targets_in(meeting({{"pref_speed", 1.13}}), {"avg_speed"}));
    EXPECT_EQ(fit.unknowns()[0].name, "w.pref_speed");
    const SceneFitResult result = fit_scene(fit, few(80));
    EXPECT_TRUE(result.found.finished);
    EXPECT_NEAR(result.found.best().best[0], 1.13, 0.01);
    EXPECT_LT(fit.cost(result.after), 1e-4);
    EXPECT_GT(fit.cost(result.before), fit.cost(result.after));
    EXPECT_EQ(result.found.best().cost, fit.cost(result.after));
}

TEST(SceneFit, FindsAParameterOfTheModelAndOneOfTheBodyAgain) {
    // Who sees no farther than 5 m has no use for a long horizon.
    const auto walkers = [](double horizon, double radius) {
        return meeting({{"neighbour_range", 15}, {"time_horizon", horizon}, {"radius", radius}});
    };
    const auto targets = targets_in(walkers(3.2, 0.31), {"approach", "degrees", "length"});
    const SceneFit fit(walkers(2, 0.25), Names{"w.time_horizon=0.5,5", "w.radius=0.1,0.5"}, targets);
    EXPECT_EQ(fit.unknowns()[0].name, "w.avoid.time_horizon");
    const SceneFitResult result = fit_scene(fit, few(240));
    EXPECT_NEAR(result.found.best().best[0], 3.2, 0.2);
    EXPECT_NEAR(result.found.best().best[1], 0.31, 0.01);
}

TEST(SceneFit, CostIsTheMeanOfSquaredDifferences) {
    const std::vector<MetricTarget> targets{{&require_metric("time"), 10, 2}, {&require_metric("length"), 5, 5}};
    const SceneFit fit(meeting(), Names{"w.pref_speed"}, targets);
    std::vector<Spread> measured(2);
    measured[0].over_runs = {1, 14};
    measured[1].over_runs = {1, 5};
    EXPECT_EQ(fit.cost(measured), 2) << "((14 - 10)/2)² and 0";
    measured[1].over_runs = {};
    EXPECT_TRUE(std::isinf(fit.cost(measured)));
}

TEST(SceneFit, StartsAtTheScenesValueOrTheDefault) {
    const std::vector<MetricTarget> time{target_of("time=9")};
    const auto start = [&](const Settings& settings, const std::string& name) {
        return SceneFit(meeting(settings), Names{name}, time).unknowns()[0].start;
    };
    EXPECT_EQ(start({{"pref_speed", 1.5}}, "w.pref_speed"), 1.5);
    EXPECT_EQ(start({{"pref_speed", 1.5}}, "w.pref_speed=0.5,1.25"), 1.25) << "within the bounds";
    const double usual = start({}, "w.time_horizon");
    EXPECT_EQ(usual, start({{"time_horizon", usual}}, "w.orca.time_horizon"));
}

TEST(SceneFit, IsResumed) {
    const Names fitted{"w.pref_speed"};
    const SceneFit fit(meeting(), fitted, {target_of("avg_speed=1.2")});
    SearchOptions options = few(30);
    const SearchResult whole = fit_scene(fit, options).found;
    options.checkpoint =
        (std::filesystem::temp_directory_path() / ("sidestep_scene_fit_" + std::to_string(::getpid()))).string();
    std::filesystem::remove(options.checkpoint);
    // Ended from inside an evaluation: what it would have cost is not known and not kept.
    int evaluated = 0;
    options.progress = [&](const SearchProgress& p) { return evaluated = p.evaluations, true; };
    SceneFitOptions short_of_breath;
    short_of_breath.goes_on = [&] { return evaluated < 10; };
    const SceneFitResult part =
        fit_scene(SceneFit(meeting(), fitted, {target_of("avg_speed=1.2")}, short_of_breath), options);
    EXPECT_FALSE(part.found.finished);
    EXPECT_TRUE(part.after.empty());
    ASSERT_FALSE(part.found.runs.empty());
    EXPECT_EQ(part.found.best().evaluations, 10);
    const SearchResult rest = fit_scene(fit, options).found;
    EXPECT_TRUE(rest.finished);
    EXPECT_EQ(rest.best().best, whole.best().best);
    EXPECT_EQ(rest.best().cost, whole.best().cost);
    const SceneFit other(meeting(), fitted, {target_of("avg_speed=1.25")});
    EXPECT_THROW(fit_scene(other, options), InputError) << "another search";
    std::filesystem::remove(options.checkpoint);
}

TEST(SceneFit, WhatCannotBeRunCostsMost) {
    Scenario crowded = meeting();
    // Who stands in a crowd is pushed aside, but not by metres.
    for (const double y : {0.1, 0.2, 0.3, 0.4}) put(crowded, {-6, y}, to_point({6, y}, true));
    const SceneFit fit(crowded, Names{"w.radius=0.1,1"}, {target_of("time=9")});
    const std::vector<double> too_wide{0.9}, fine{0.2};
    EXPECT_TRUE(std::isinf(fit.objective()(too_wide)));
    EXPECT_FALSE(std::isinf(fit.objective()(fine)));
}

TEST(SceneFit, RefusesWhatCannotBeFitted) {
    const std::vector<MetricTarget> time{target_of("time=9")};
    for (const char* name : {"w.nonsense", "x.radius", "radius", "w.radius=1", "w.radius=0.5,0.1", "w.radius=a,b",
                             "w.radius=-1,1", "w.max_accel", "w.max_neighbours", "w."}) {
        EXPECT_THROW(SceneFit(meeting(), Names{name}, time), InputError) << name;
    }
    EXPECT_THROW(SceneFit(meeting(), Names{"w.radius", "w.radius=0.1,0.2"}, time), InputError) << "twice";
    EXPECT_THROW(SceneFit(meeting(), Names{"w.radius"}, {}), InputError);
    EXPECT_THROW(SceneFit(meeting(), Names{"w.radius"}, {time[0], time[0]}), InputError);
    EXPECT_THROW(fit_scene(SceneFit(meeting(), {}, time), few(5)), InputError) << "no unknown";
}

TEST(SceneFit, WhatItsTableKeepsFromBeingFittedIsRefused) {
    std::size_t kept = 0;
    for (const PartInfo* part : models()) {
        Scenario s = scene(profile("w", part->name), 1);
        for (const Parameter& parameter : part->parameters) {
            if (!parameter.elsewhere.empty() || (parameter.calibratable && parameter.choices.empty())) continue;
            ++kept;
            EXPECT_THROW(SceneFit(s, Names{"w.avoid." + std::string(parameter.name)}, {target_of("time=9")}),
                         InputError)
                << part->name << " " << parameter.name;
        }
    }
    EXPECT_GT(kept, 0u);
}

TEST(SceneFit, RefusesTargetsThatAreNone) {
    for (const char* text : {"tiem=9", "time", "time=", "time=fast", "time=9,0", "time=9,x", "time=nan"}) {
        EXPECT_THROW(target_of(std::string(text)), InputError) << text;
    }
    EXPECT_EQ(target_of("time=9").scale, 9);
    EXPECT_EQ(target_of("time=-9").scale, 9);
    EXPECT_EQ(target_of("time=0").scale, 1);
    EXPECT_EQ(target_of("time=9,0.5").scale, 0.5);
    const Trajectory nobody;
    EXPECT_THROW(target_of(require_metric("time"), Measurement(nobody)), InputError);
    const SceneFit fit(meeting(), Names{"w.radius"}, {target_of("group_distance=1")});
    EXPECT_THROW(fit_scene(fit, few(5)), InputError) << "nobody is in a group";
}

}  // namespace
}  // namespace sidestep
