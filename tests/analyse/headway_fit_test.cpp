// Lines that were put in come out, free walkers or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/random.h"
#include "sidestep/single_file.h"
#include "support/maps.h"

namespace sidestep {
namespace {

/// Headways from `low` to `high`, speeds on the line with so much noise (m/s, evenly to both sides).
std::vector<HeadwayPoint> points(double low, double high, double noise = 0, double free = 1.2) {
    std::vector<HeadwayPoint> all;
    for (std::uint32_t person = 0; person < 20; ++person) {
        // People differ too, or drawing them would make no difference.
        const double own = noise * (random_unit(1, person, 0, Purpose::noise) - 0.5);
        for (std::uint32_t i = 0; i < 100; ++i) {
            const double h = low + (high - low) * random_unit(2, person, i, Purpose::place);
            const double v = std::min(free, std::max(0.0, (h - 0.35) / 0.6));
            all.push_back({h, v + own + noise * (random_unit(3, person, i, Purpose::noise) - 0.5), person});
        }
    }
    return all;
}

TEST(HeadwayFit, ExactLine) {
    const HeadwayFit fit = fit_headways(points(0.2, 2.5));
    EXPECT_NEAR(fit.time_to_react.value, 0.6, 1e-6);
    EXPECT_NEAR(fit.standstill.value, 0.35, 1e-6);
    EXPECT_NEAR(fit.free_speed.value, 1.2, 1e-6);
    EXPECT_NEAR(fit.r2, 1, 1e-9);
    EXPECT_EQ(fit.n, 2000u);
    EXPECT_EQ(fit.people, 20u);
    EXPECT_GT(fit.free, 1000u);
    EXPECT_GT(fit.constrained, 400u);
    EXPECT_NEAR(fit.speed(0.3), 0, 1e-9);
    EXPECT_NEAR(fit.speed(0.65), 0.5, 1e-5);
    EXPECT_NEAR(fit.speed(9), 1.2, 1e-6);
}

TEST(HeadwayFit, WithoutFreeWalkersThereIsNoFreeSpeed) {
    const HeadwayFit fit = fit_headways(points(0.4, 1));
    EXPECT_NEAR(fit.time_to_react.value, 0.6, 1e-6);
    EXPECT_NEAR(fit.standstill.value, 0.35, 1e-6);
    EXPECT_TRUE(std::isnan(fit.free_speed.value));
    EXPECT_NEAR(fit.speed(3), (3 - 0.35) / 0.6, 1e-4);
}

TEST(HeadwayFit, AmongFreeWalkersThereIsNoSlope) {
    const HeadwayFit fit = fit_headways(points(1.2, 3, 0.1));
    EXPECT_NEAR(fit.free_speed.value, 1.2, 0.03);
    // Noise alone may pass for a slope of a few per cent, not for one that explains anything.
    EXPECT_LT(fit.r2, 0.1);
}

TEST(HeadwayFit, ErrorsAreAsLargeAsWhatNoiseDoes) {
    const HeadwayFit fit = fit_headways(points(0.2, 2.5, 0.3));
    EXPECT_GT(fit.time_to_react.error, 0.001);
    EXPECT_LT(fit.time_to_react.error, 0.05);
    EXPECT_NEAR(fit.time_to_react.value, 0.6, 3 * fit.time_to_react.error);
    EXPECT_NEAR(fit.standstill.value, 0.35, 3 * fit.standstill.error);
    EXPECT_NEAR(fit.free_speed.value, 1.2, 3 * fit.free_speed.error);
    EXPECT_GT(fit.r2, 0.8);
    EXPECT_LT(fit.r2, 0.97);
    EXPECT_TRUE(std::isnan(fit_headways(points(0.2, 2.5, 0.3), {.resamples = 0}).time_to_react.error));
}

TEST(HeadwayFit, TheOrderOfPointsDoesNotMatter) {
    auto some = points(0.2, 2.5, 0.3);
    const HeadwayFit a = fit_headways(some);
    std::ranges::reverse(some);
    const HeadwayFit b = fit_headways(some);
    EXPECT_EQ(a.time_to_react.value, b.time_to_react.value);
    EXPECT_EQ(a.standstill.error, b.standstill.error);
}

/// Published densities and speeds of people on a loop of 26 m, 14 to 70 of them.
TEST(HeadwayFit, PublishedDiagram) {
    const std::filesystem::path file = test::data_folder() / "fd_reference/single_file_1D.csv";
    std::ifstream in(file);
    if (!in) GTEST_SKIP() << "no " << file << "; set SIDESTEP_DATA";
    std::vector<HeadwayPoint> all;
    std::map<std::string, std::uint32_t> runs;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        const std::size_t a = line.find(','), b = line.find(',', a + 1);
        const auto run = runs.try_emplace(line.substr(0, a), static_cast<std::uint32_t>(runs.size())).first->second;
        all.push_back({1 / std::stod(line.substr(a + 1, b - a - 1)), std::stod(line.substr(b + 1)), run});
    }
    const HeadwayFit fit = fit_headways(all);
    EXPECT_NEAR(fit.time_to_react.value, 0.91, 0.01);
    EXPECT_NEAR(fit.standstill.value, 0.385, 0.01);
    EXPECT_NEAR(fit.free_speed.value, 0.93, 0.01);
    EXPECT_NEAR(fit.r2, 0.92, 0.01);
}

TEST(HeadwayFit, NothingComesOfNothing) {
    EXPECT_TRUE(std::isnan(fit_headways({}).time_to_react.value));
    const std::vector<HeadwayPoint> same(100, HeadwayPoint{1, 1, 0});
    EXPECT_TRUE(std::isnan(fit_headways(same).time_to_react.value));
    EXPECT_TRUE(std::isnan(fit_headways(same).speed(1)));
}

}  // namespace
}  // namespace sidestep
