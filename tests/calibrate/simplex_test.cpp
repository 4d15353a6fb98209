// Evenly spread points, then downhill.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "calibrate/trials.h"
#include "sidestep/calibrate.h"
#include "sidestep/error.h"

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

TEST(Polish, WalksDownhillFromTheBest) {
    const auto bowl = [](std::span<const double> at) {
        return (at[0] - 0.3) * (at[0] - 0.3) + 4 * (at[1] - 1.7) * (at[1] - 1.7);
    };
    SearchOptions options{.method = SearchMethod::annealing, .seeds = 1, .evaluations = 40, .threads = 1};
    const SearchRun rough = search(bowl, kBox, options).best();
    options.evaluations = 140;
    options.polish = 100;
    const SearchRun fine = search(bowl, kBox, options).best();
    EXPECT_GT(rough.cost, 0.01);
    EXPECT_LT(fine.cost, 1e-5);
    EXPECT_LE(fine.evaluations, 140);
    options.polish = 140;
    EXPECT_THROW(search(bowl, kBox, options), InputError);
}

TEST(Unknown, StartsInTheMiddleWhereThatIsAsked) {
    const Unknown wide{"t", 0, 60, 3, true}, high{"a", 1, 360, 350, true}, even{"e", 0, 60, 3, false};
    EXPECT_NEAR(value_at(wide, 0.5), 3, 1e-9);
    EXPECT_NEAR(value_at(high, 0.5), 350, 1e-9);
    EXPECT_NEAR(value_at(even, 0.5), 30, 1e-12);
    // 60·u^p with 0.05 = 0.5^p: p = 4.3219, 60·0.25^p = 60·0.05².
    EXPECT_NEAR(value_at(wide, 0.25), 0.15, 1e-9);
    for (const Unknown& unknown : {wide, high, even}) {
        EXPECT_EQ(value_at(unknown, 0), unknown.low);
        EXPECT_EQ(value_at(unknown, 1), unknown.high);
        for (int k = 1; k < 20; ++k) {
            EXPECT_GT(value_at(unknown, k / 20.0), value_at(unknown, (k - 1) / 20.0));
            EXPECT_NEAR(share_of(unknown, value_at(unknown, k / 20.0)), k / 20.0, 1e-9);
        }
    }
}

}  // namespace
}  // namespace sidestep
