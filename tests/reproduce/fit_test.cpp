#include "reproduce/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace sidestep {
namespace {

const std::vector<FitRange> kBox = {{-2, 2}, {-1, 3}};

double banana(const Point& p) {
    return 100 * std::pow(p[1] - p[0] * p[0], 2) + std::pow(1 - p[0], 2);
}

TEST(Fit, HypercubeHitsEverySliceOnce) {
    const auto points = latin_hypercube(kBox, 50, 7);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::set<int> slices;
        for (const Point& p : points) slices.insert(static_cast<int>((p[axis] - kBox[axis].low) / 4 * 50));
        EXPECT_EQ(slices.size(), 50u);
    }
    EXPECT_EQ(points, latin_hypercube(kBox, 50, 7));
    EXPECT_NE(points, latin_hypercube(kBox, 50, 8));
}

TEST(Fit, SimplexFindsTheBottomOfAValley) {
    int calls = 0;
    const Fit f = nelder_mead(
        [&](const Point& p) {
            ++calls;
            return banana(p);
        },
        kBox, {-1.2, 1}, banana({-1.2, 1}), 200);
    EXPECT_LE(calls, 202);
    EXPECT_EQ(calls, f.evaluations);
    EXPECT_NEAR(f.best[0], 1, 1e-3);
    EXPECT_NEAR(f.best[1], 1, 1e-3);
}

TEST(Fit, StaysInsideTheBox) {
    const Fit f = fit(
        [](const Point& p) {
            EXPECT_TRUE(p[0] >= -2 && p[0] <= 2 && p[1] >= -1 && p[1] <= 3);
            return std::pow(p[0] - 5, 2) + p[1] * p[1];  // its minimum lies outside
        },
        kBox, {0, 0}, {.starts = 20, .polished = 2, .evaluations = 100});
    EXPECT_NEAR(f.best[0], 2, 1e-6);
    EXPECT_NEAR(f.best[1], 0, 0.02);
}

TEST(Fit, NeverWorseThanWhatWasKnown) {
    // A needle that nobody finds by chance.
    const auto needle = [](const Point& p) { return p[0] == 0.123 && p[1] == 0.456 ? -1.0 : std::abs(p[0]); };
    const Fit f = fit(needle, kBox, {0.123, 0.456}, {.starts = 10, .polished = 1, .evaluations = 20});
    EXPECT_EQ(f.cost, -1);
}

}  // namespace
}  // namespace sidestep
