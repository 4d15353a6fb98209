// Evenly spread points, then downhill.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "calibrate/trials.h"
#include "sidestep/calibrate.h"

namespace sidestep {
namespace {

const std::vector<Unknown> kBox{{"x", -2, 2, -1.2}, {"y", -1, 3, 1}};

SearchRun found(const Objective& cost, int evaluations) {
    SearchOptions options{.method = SearchMethod::simplex, .seeds = 1, .evaluations = evaluations, .threads = 1};
    return search(cost, kBox, options).best();
}

TEST(Simplex, HypercubeHitsEverySliceOnce) {
    const auto points = latin_hypercube(2, 50, 7);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::set<int> slices;
        for (const UnitPoint& p : points) slices.insert(static_cast<int>(p[axis] * 50));
        EXPECT_EQ(slices.size(), 50u);
    }
    EXPECT_EQ(points, latin_hypercube(2, 50, 7));
    EXPECT_NE(points, latin_hypercube(2, 50, 8));
    EXPECT_NE(points, latin_hypercube(2, 50, 7, 1));
}

TEST(Simplex, FindsTheBottomOfAValley) {
    int calls = 0;
    const SearchRun run = found(
        [&](std::span<const double> p) {
            ++calls;
            return 100 * std::pow(p[1] - p[0] * p[0], 2) + std::pow(1 - p[0], 2);
        },
        241);
    EXPECT_LE(calls, 241);
    EXPECT_EQ(calls, run.evaluations);
    EXPECT_NEAR(run.best[0], 1, 1e-3);
    EXPECT_NEAR(run.best[1], 1, 1e-3);
}

TEST(Simplex, StaysInsideTheBox) {
    const SearchRun run = found(
        [](std::span<const double> p) {
            EXPECT_TRUE(p[0] >= -2 && p[0] <= 2 && p[1] >= -1 && p[1] <= 3);
            return std::pow(p[0] - 5, 2) + p[1] * p[1];  // its minimum lies outside
        },
        240);
    EXPECT_NEAR(run.best[0], 2, 1e-6);
    EXPECT_NEAR(run.best[1], 0, 0.02);
}

TEST(Simplex, NeverWorseThanTheStart) {
    // A needle that nobody finds by chance.
    const auto needle = [](std::span<const double> p) {
        return std::abs(p[0] + 1.2) < 1e-12 && std::abs(p[1] - 1) < 1e-12 ? -1.0 : std::abs(p[0]);
    };
    for (const int evaluations : {1, 2, 7, 30}) EXPECT_EQ(found(needle, evaluations).cost, -1) << evaluations;
}

}  // namespace
}  // namespace sidestep
