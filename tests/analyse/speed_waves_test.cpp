// Waves that were imposed are found as they are; where there are none, none are.
#include "sidestep/speed_waves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyse/files.h"
#include "base/random.h"

namespace sidestep {
namespace {

SingleFile line_with(const Dip& dip, std::uint32_t people = 12, double seconds = 40) {
    return file_of(people, 0, 0.1, seconds, [&](std::uint32_t i, double t) { return dip.at(i, t); });
}

TEST(SpeedWaves, NoneInAnEvenRing) {
    const SpeedWaves found = speed_waves(even_ring(20, 13, 0.4, 40));
    EXPECT_TRUE(found.waves.empty());
    EXPECT_EQ(found.score(), 0);
    EXPECT_NEAR(found.time, 35, 1e-9);
}

TEST(SpeedWaves, FindsTheImposedOne) {
    const Dip dip;
    const SpeedWaves found = speed_waves(line_with(dip));
    ASSERT_EQ(found.waves.size(), 1u);
    const SpeedWave& wave = found.waves[0];
    EXPECT_EQ(wave.people, 12u);
    ASSERT_EQ(wave.minima.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(wave.minima[i].walk, i);
        EXPECT_NEAR(wave.minima[i].time, 10 + 0.8 * static_cast<double>(i), 0.051);
    }
    EXPECT_NEAR(wave.duration, 11 * 0.8, 1e-9);
    const double depth = dip.depth * dip.left(0.5);
    EXPECT_NEAR(wave.amplitude, depth, 0.01);
    EXPECT_NEAR(wave.score, depth * 8.8 / 35, 0.003);
    EXPECT_NEAR(wave.speed, dip.wave_speed(), 0.01);  // −0.6 m/s: upstream
    EXPECT_NEAR(wave.growth, 1, 1e-6);
    EXPECT_EQ(wave.trend, WaveTrend::steady);
}

TEST(SpeedWaves, TellsGrowthFromDamping) {
    for (const double growth : {1.05, 0.9}) {
        const Dip dip{.depth = growth > 1 ? 0.3 : 0.6, .growth = growth};
        const SpeedWaves found = speed_waves(line_with(dip));
        ASSERT_EQ(found.waves.size(), 1u);
        EXPECT_NEAR(found.waves[0].growth, growth, 0.005);
        EXPECT_EQ(found.waves[0].trend, growth > 1 ? WaveTrend::amplified : WaveTrend::damped);
    }
}

TEST(SpeedWaves, GoOnRoundTheRing) {
    const Dip dip{.again = 12 * 0.8};
    const SingleFile file =
        file_of(12, 12 * dip.headway, 0.1, 60, [&](std::uint32_t i, double t) { return dip.at(i, t); });
    const SpeedWaves found = speed_waves(file);
    ASSERT_EQ(found.waves.size(), 1u);
    EXPECT_GT(found.waves[0].minima.size(), 55u);  // (60 − 10 − 2)/0.8
    EXPECT_EQ(found.waves[0].people, 12u);
    // Everybody loses the way of a dip with every round, which the wave does not.
    const double mean = dip.speed - dip.depth * dip.lost(1e9) / dip.again;
    EXPECT_NEAR(found.waves[0].speed, mean - dip.headway / dip.lag, 0.01);
}

TEST(SpeedWaves, ThresholdsAreOptions) {
    const Dip dip;
    const SingleFile file = line_with(dip);
    EXPECT_TRUE(speed_waves(file, {.prominence = 0.49}).waves.empty());  // smoothing takes 3 % of the half metre
    EXPECT_TRUE(speed_waves(file, {.lag = 0.7}).waves.empty());
    EXPECT_TRUE(speed_waves(file, {.people = 13}).waves.empty());
    EXPECT_EQ(speed_waves(file, {.people = 12}).waves.size(), 1u);
    // Those who were lowest before do not count, nor somebody who was already slow when counting began.
    const SpeedWaves later = speed_waves(file, {.discard = 12});
    ASSERT_EQ(later.waves.size(), 1u);
    EXPECT_EQ(later.waves[0].people, 8u);
    EXPECT_NEAR(later.time, 28, 1e-9);
    EXPECT_TRUE(speed_waves(line_with({.growth = 1}, 4)).waves.empty());
}

TEST(SpeedWaves, NothingBeforeTheStart) {
    const SpeedWaves found = speed_waves(line_with({}, 12, 4));
    EXPECT_EQ(found.time, 0);
    EXPECT_TRUE(found.waves.empty());
    EXPECT_TRUE(speed_waves(SingleFile{}).waves.empty());
}

TEST(SpeedWaves, AFlatMinimumLiesInItsMiddle) {
    // Stands from 10 s to 14 s.
    SingleFile file =
        file_of(1, 0, 0.1, 30, [](std::uint32_t, double t) { return t < 10 ? t : std::max(10.0, t - 4); });
    const auto minima = speed_minima(file);
    ASSERT_EQ(minima.size(), 1u);
    EXPECT_NEAR(minima[0].time, 12, 0.051);
    EXPECT_EQ(minima[0].speed, 0);
    EXPECT_NEAR(minima[0].amplitude, 1, 1e-9);
}

TEST(SpeedWaves, SmallWigglesBelongToLargerOnes) {
    // A dip of 0.6 m/s with wiggles of 0.04 m/s on it is one minimum.
    const Dip dip{.depth = 0.6, .half = 5, .first = 15};
    const SingleFile file =
        file_of(1, 0, 0.1, 30, [&](std::uint32_t i, double t) { return dip.at(i, t) + 0.04 / 2 * std::sin(2 * t); });
    EXPECT_EQ(speed_minima(file).size(), 1u);
    EXPECT_GT(speed_minima(file, {.prominence = 0.01}).size(), 3u);
}

TEST(SpeedWaves, WholeRoundsAndTheOrderOfPeopleDoNotMatter) {
    const Dip dip{.growth = 1.03, .again = 12 * 0.8};
    const SingleFile file = file_of(12, 14.4, 0.1, 60, [&](std::uint32_t i, double t) {
        return dip.at(i, t) + 0.02 * std::sin(3 * t + random_unit(1, i, 0, Purpose::place) * 6);
    });
    SingleFile shifted = file, turned = file;
    for (LineWalk& walk : shifted.walks) {
        for (double& at : walk.along) at += 7 * file.ring;
    }
    std::ranges::reverse(turned.walks);
    const SpeedWaves a = speed_waves(file), b = speed_waves(shifted), c = speed_waves(turned);
    ASSERT_FALSE(a.waves.empty());
    ASSERT_EQ(a.waves.size(), b.waves.size());
    ASSERT_EQ(a.waves.size(), c.waves.size());
    for (std::size_t i = 0; i < a.waves.size(); ++i) {
        EXPECT_NEAR(a.waves[i].score, b.waves[i].score, 1e-9);
        EXPECT_NEAR(a.waves[i].speed, b.waves[i].speed, 1e-9);
        EXPECT_EQ(a.waves[i].score, c.waves[i].score);
        EXPECT_EQ(a.waves[i].speed, c.waves[i].speed);
        EXPECT_EQ(a.waves[i].growth, c.waves[i].growth);
    }
}

}  // namespace
}  // namespace sidestep
