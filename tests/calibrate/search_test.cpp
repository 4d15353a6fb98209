// Searches on surfaces whose lowest point is known; threads, seeds, interruptions and damaged checkpoints.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "calibrate/trials.h"
#include "sidestep/calibrate.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

const std::vector<Unknown> kBox{{"a", 0, 1, 0.4}, {"b", -2, 3, 0.3}};

/// A bowl with ripples, lowest at (0.62, −0.5).
double rippled(std::span<const double> at) {
    const double a = at[0] - 0.62, b = (at[1] + 0.5) / 5;
    return 0.1 + a * a + b * b + 0.002 * (2 - std::cos(40 * a) - std::cos(40 * b));
}

std::vector<SearchMethod> methods() {
    std::vector<SearchMethod> all{SearchMethod::annealing, SearchMethod::simplex};
    if (available(SearchMethod::cmaes)) all.push_back(SearchMethod::cmaes);
    return all;
}

std::string fresh_file(const std::string& name) {
    const auto file = std::filesystem::temp_directory_path() / ("sidestep_search_" + name);
    std::filesystem::remove(file);
    return file.string();
}

void expect_equal(const SearchResult& a, const SearchResult& b) {
    ASSERT_EQ(a.runs.size(), b.runs.size());
    for (std::size_t i = 0; i < a.runs.size(); ++i) {
        EXPECT_EQ(a.runs[i].seed, b.runs[i].seed);
        EXPECT_EQ(a.runs[i].best, b.runs[i].best);
        EXPECT_EQ(a.runs[i].cost, b.runs[i].cost);
        EXPECT_EQ(a.runs[i].evaluations, b.runs[i].evaluations);
    }
}

TEST(Search, FindsTheLowestPoint) {
    for (const SearchMethod method : methods()) {
        SearchOptions options;
        options.method = method;
        const SearchResult result = search(rippled, kBox, options);
        ASSERT_EQ(result.runs.size(), 3u);
        EXPECT_TRUE(result.finished);
        EXPECT_NEAR(result.best().best[0], 0.62, 0.03);
        EXPECT_NEAR(result.best().best[1], -0.5, 0.15);
        for (const SearchRun& run : result.runs) EXPECT_LE(run.evaluations, 400);
        EXPECT_EQ(result.spread(0).n, 3u);
        EXPECT_NE(result.runs[0].best, result.runs[1].best) << "seeds differ";
    }
}

TEST(Search, ThreadsDoNotMatter) {
    for (const SearchMethod method : methods()) {
        SearchOptions options{.method = method, .seeds = 5, .evaluations = 120, .threads = 1};
        const SearchResult one = search(rippled, kBox, options);
        options.threads = 4;
        expect_equal(one, search(rippled, kBox, options));
    }
}

TEST(Search, StaysInsideAndCountsNothingTwice) {
    for (const SearchMethod method : methods()) {
        std::atomic<int> calls = 0;
        const Objective cost = [&](std::span<const double> at) {
            ++calls;
            for (std::size_t i = 0; i < kBox.size(); ++i) {
                EXPECT_GE(at[i], kBox[i].low);
                EXPECT_LE(at[i], kBox[i].high);
            }
            return -at[0] - at[1];  // drives into the corner
        };
        int told = 0;
        SearchOptions options{.method = method, .seeds = 2, .evaluations = 100, .threads = 2};
        options.progress = [&](const SearchProgress& p) {
            EXPECT_EQ(p.evaluations, ++told);
            EXPECT_EQ(p.of, 200);
            return true;
        };
        const SearchResult result = search(cost, kBox, options);
        EXPECT_EQ(calls, told);
        EXPECT_EQ(calls, result.runs[0].evaluations + result.runs[1].evaluations);
        EXPECT_GT(result.best().best[1], 2);
    }
}

TEST(Search, WhatIsNotFiniteIsTheWorst) {
    for (const SearchMethod method : methods()) {
        const Objective cost = [](std::span<const double> at) {
            return at[0] > 0.5 ? std::nan("") : at[0] < 0.2 ? INFINITY : std::abs(at[0] - 0.3);
        };
        const SearchResult result = search(cost, kBox, {.method = method});
        EXPECT_NEAR(result.best().best[0], 0.3, 0.02);
    }
    const SearchResult hopeless =
        search([](std::span<const double>) { return std::nan(""); }, kBox, {.seeds = 1, .evaluations = 20});
    EXPECT_EQ(hopeless.best().best.size(), 2u);
    EXPECT_TRUE(std::isfinite(hopeless.best().cost));
}

TEST(Search, InterruptedAndResumedIsAsIfNothingHadHappened) {
    for (const SearchMethod method : methods()) {
        SearchOptions options{.method = method, .seeds = 3, .evaluations = 150, .threads = 2};
        const SearchResult whole = search(rippled, kBox, options);
        options.checkpoint = fresh_file("resume.json");
        options.subject = "ripples";
        for (const int stop_after : {1, 40, 200, 1000}) {
            options.progress = [&](const SearchProgress& p) { return p.evaluations < stop_after; };
            const SearchResult part = search(rippled, kBox, options);
            EXPECT_EQ(part.finished, stop_after == 1000);
            EXPECT_FALSE(std::filesystem::exists(options.checkpoint + ".part"));
        }
        std::atomic<int> calls = 0;
        options.progress = {};
        const SearchResult again = search(
            [&](std::span<const double> at) {
                ++calls;
                return rippled(at);
            },
            kBox, options);
        expect_equal(again, whole);
        EXPECT_EQ(calls, 0) << "everything is known";
        options.evaluations = 180;
        EXPECT_EQ(search(rippled, kBox, options).runs[0].evaluations, 180) << "continued with more";
    }
}

TEST(Search, CheckpointsOfOthersAreRefused) {
    SearchOptions options{.seeds = 1, .evaluations = 10};
    options.checkpoint = fresh_file("refused.json");
    options.subject = "ripples";
    search(rippled, kBox, options);
    const auto refused = [&](const SearchOptions& o, std::span<const Unknown> box) {
        try {
            search(rippled, box, o);
            return std::string("accepted");
        } catch (const InputError& error) {
            EXPECT_FALSE(error.problem().remedy.empty());
            return error.problem().message;
        }
    };
    SearchOptions other = options;
    other.subject = "waves";
    EXPECT_NE(refused(other, kBox).find("another search"), std::string::npos);
    EXPECT_NE(refused(options, std::span(kBox).first(1)).find("another search"), std::string::npos);
    std::ofstream(options.checkpoint) << "{\"people\": 3}";
    EXPECT_NE(refused(options, kBox).find("no checkpoint"), std::string::npos);
    std::ofstream(options.checkpoint) << "{\"search\": tru";
    EXPECT_NE(refused(options, kBox).find("no checkpoint"), std::string::npos);
    options.checkpoint = "/no/such/folder/x.json";
    EXPECT_NE(refused(options, kBox).find("cannot be written"), std::string::npos);
    EXPECT_NE(refused({.seeds = 0}, kBox).find("nothing"), std::string::npos);
}

TEST(Annealing, FollowsTheSchedule) {
    // A flat surface: everything is accepted, and the steps show the schedule.
    std::vector<UnitPoint> points;
    const Objective flat = [](std::span<const double>) { return 1.0; };
    std::vector<Unknown> box(40, Unknown{"x", 0, 1, 0.5});
    Trials trials(flat, box, {}, 101, [&](const Trial& t) { points.push_back(t.at); });
    anneal(trials, 7);
    ASSERT_EQ(points.size(), 101u);
    EXPECT_EQ(points[0], UnitPoint(40, 0.5));
    for (const std::size_t k : {1u, 30u, 100u}) {
        double squares = 0;
        for (std::size_t i = 0; i < 40; ++i) squares += std::pow(points[k][i] - points[k - 1][i], 2);
        const double expected = 0.05 * std::pow(0.97, static_cast<double>(k - 1));
        EXPECT_NEAR(std::sqrt(squares / 40), expected, 0.35 * expected) << k;
    }
}

TEST(Annealing, AcceptsWorseLessAndLessOften) {
    // Costs alternate between 1 and a little more: at a temperature of a tenth of the first cost e⁻¹ of them pass.
    int accepted = 0, tried = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        std::vector<UnitPoint> points;
        int calls = 0;
        const Objective cost = [&](std::span<const double>) { return ++calls == 2 ? 1.1 : 1.0; };
        const std::vector<Unknown> box(1, Unknown{"x", 0, 1, 0.5});
        Trials trials(cost, box, {}, 3, [&](const Trial& t) { points.push_back(t.at); });
        anneal(trials, seed);
        // The third point lies around the second if that was accepted, else around the first.
        accepted += std::abs(points[2][0] - points[1][0]) < std::abs(points[2][0] - points[0][0]);
        ++tried;
    }
    // Geometry blurs the count: steps are as large as the distance of the two.
    EXPECT_GT(accepted, tried / 5);
    EXPECT_LT(accepted, tried * 2 / 3);
}

TEST(Unknowns, ComeFromTheTable) {
    const ChartValues values = chart_values();
    const std::vector<std::string> names{"c_inertia", "accel_distance"};
    const std::vector<Unknown> unknowns = unknowns_of(chart_parameters(), values, names);
    ASSERT_EQ(unknowns.size(), 2u);
    EXPECT_EQ(unknowns[0].low, 0);
    EXPECT_EQ(unknowns[0].high, 0.99);
    EXPECT_EQ(unknowns[0].start, 0.86);
    EXPECT_GT(unknowns[1].low, 0) << "0 is excluded";
    for (const std::string bad : {"c_trun", "cell", "turn_rule", "c_inertia"}) {
        const std::vector<std::string> wrong{"c_inertia", bad};
        try {
            unknowns_of(chart_parameters(), values, wrong);
            FAIL() << bad;
        } catch (const InputError& error) {
            EXPECT_EQ(error.problem().value, bad);
            EXPECT_NE(error.problem().allowed.find("c_turn"), std::string::npos);
            EXPECT_EQ(error.problem().allowed.find("body_radius"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace sidestep
