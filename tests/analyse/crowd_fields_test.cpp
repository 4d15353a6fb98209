// Density and speed in space and time against values counted by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "analyse/walks.h"
#include "sidestep/analyse.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

/// One stands at (0.5, 0.5) in frames 0 to 3; one walks along y = 0.5 from x = 1.5 by 1 m a frame in frames 0 and 1.
Trajectory two_people() {
    Trajectory t;
    t.info.fps = 2;
    t.tracks.push_back({1, {0, 1, 2, 3}, {{0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}, {0.5, 0.5}}, {}});
    t.tracks.push_back({2, {0, 1}, {{1.5, 0.5}, {2.5, 0.5}}, {}});
    return t;
}

TEST(CrowdFields, CountedByHand) {
    const CrowdFields fields = crowd_fields(two_people(), {1.0});
    EXPECT_EQ(fields.seconds, 2);  // four frames of half a second
    ASSERT_EQ(fields.density.columns, 3u);
    ASSERT_EQ(fields.density.rows, 1u);
    EXPECT_EQ(fields.density.lower, (Vec2d{0, 0}));
    EXPECT_EQ(fields.density.value, (std::vector<double>{1, 0.25, 0.25}));
    EXPECT_EQ(fields.speed.value, (std::vector<double>{0, 2, 2}));
}

TEST(CrowdFields, SpeedIsWeightedByTimeSpent) {
    // Two samples of somebody who stands and one of somebody at 3 m/s share a cell: (0 + 0 + 3) / 3.
    Trajectory t;
    t.info.fps = 1;
    t.tracks.push_back({1, {0, 1}, {{0.2, 0.2}, {0.2, 0.2}}, {}});
    t.tracks.push_back({2, {0, 1}, {{0.8, 0.5}, {3.8, 0.5}}, {}});
    const CrowdFields fields = crowd_fields(t, {1.0});
    EXPECT_DOUBLE_EQ(fields.speed.at(0, 0), 1);
    EXPECT_TRUE(std::isnan(fields.speed.at(1, 0)));
    EXPECT_EQ(fields.density.at(1, 0), 0);
    EXPECT_DOUBLE_EQ(fields.speed.at(3, 0), 3);
}

TEST(CrowdFields, FramesWithoutAnybodyAndSkippedNumbersCount) {
    // Every tenth number is a frame: 0, 10, …, 90 are ten frames, in eight of which nobody is there.
    Trajectory t;
    t.info.fps = 25;
    t.tracks.push_back({1, {0, 10}, {{0.5, 0.5}, {0.5, 0.5}}, {}});
    t.tracks.push_back({2, {90}, {{0.5, 0.5}}, {}});
    const CrowdFields fields = crowd_fields(t, {1.0});
    EXPECT_DOUBLE_EQ(fields.density.at(0, 0), 0.3);
    EXPECT_DOUBLE_EQ(fields.seconds, 4);
    EXPECT_EQ(fields.speed.at(0, 0), 0);  // of the first alone: one sample has no speed
    const auto series = crowd_series(t);
    ASSERT_EQ(series.size(), 10u);
    EXPECT_EQ(series[1].people, 1u);
    EXPECT_EQ(series[2].people, 0u);
    EXPECT_TRUE(std::isnan(series[2].speed));
    EXPECT_EQ(series[9].people, 1u);
    EXPECT_TRUE(std::isnan(series[9].speed));
    EXPECT_DOUBLE_EQ(series[9].time, 3.6);
}

TEST(CrowdFields, AllFrameNumbersThereAre) {
    Trajectory t = alone(1, 2, [](double) { return Vec2d{0.5, 0.5}; });
    t.tracks[0].frame = {0, 1, std::numeric_limits<std::uint32_t>::max()};
    t.tracks[0].position.assign(3, {0.5, 0.5});
    t.tracks[0].heading.clear();
    const CrowdFields fields = crowd_fields(t, {1.0});
    EXPECT_DOUBLE_EQ(fields.density.value.at(0), 3 / 4294967296.0);
}

TEST(CrowdFields, PeopleOnEveryBorderAreInsideTheGrid) {
    Trajectory t;
    for (std::uint32_t i = 0; i < 40; ++i) t.tracks.push_back({i, {0}, {{-2 + 0.1 * i, 0.1 * i}}, {}});
    for (const double cell : {0.1, 0.25, 0.3, 0.7, 2.0}) {
        const GridField density = crowd_fields(t, {cell}).density;
        double people = 0;
        for (const double d : density.value) people += d * cell * cell;
        EXPECT_NEAR(people, 40, 1e-9) << cell;
        EXPECT_LE(density.lower.x, -2 + 1e-9);
        EXPECT_GE(density.upper().y, 3.9 - 1e-9);
    }
}

TEST(CrowdFields, CellFollowsTheArea) {
    const auto cell = [](double length) {
        return crowd_fields(alone(1, 2, [&](double t) { return Vec2d{length * t / 2, 0}; })).density.cell;
    };
    EXPECT_EQ(cell(3), 0.25);
    EXPECT_EQ(cell(25), 0.25);
    EXPECT_EQ(cell(26), 0.5);
    EXPECT_EQ(cell(90), 1);
    EXPECT_EQ(cell(130), 2);
    EXPECT_EQ(cell(1500), 20);
    EXPECT_THROW(crowd_fields(alone(1, 1, [](double t) { return Vec2d{1e6 * t, 1e6 * t}; }), {0.1}), InputError);
    EXPECT_THROW(crowd_fields({}, {-1.0}), std::invalid_argument);
}

TEST(CrowdFields, Nobody) {
    const CrowdFields fields = crowd_fields({});
    EXPECT_TRUE(fields.density.value.empty());
    EXPECT_EQ(fields.seconds, 0);
    EXPECT_TRUE(crowd_series({}).empty());
    EXPECT_TRUE(all_speeds({}).empty());
}

TEST(CrowdSeries, CountedByHand) {
    const auto series = crowd_series(two_people());
    ASSERT_EQ(series.size(), 4u);
    EXPECT_EQ(series[0].people, 2u);
    EXPECT_EQ(series[0].speed, 1);  // (0 + 2) / 2
    EXPECT_EQ(series[3].people, 1u);
    EXPECT_EQ(series[3].speed, 0);
    EXPECT_EQ(series[3].time, 1.5);
    const auto sparse = crowd_series(two_people(), 2);
    ASSERT_EQ(sparse.size(), 2u);
    EXPECT_EQ(sparse[1].frame, 2u);
    EXPECT_EQ(all_speeds(two_people()), (std::vector<double>{0, 0, 0, 0, 2, 2}));
}

TEST(CrowdSeries, OutOfPhasePeopleAreSeenOncePerInterval) {
    Trajectory t;
    t.info.fps = 1;
    t.tracks.push_back({1, {0, 2, 4}, {{0, 0}, {2, 0}, {4, 0}}, {}});
    t.tracks.push_back({2, {1, 3, 5}, {{0, 0}, {0, 0}, {0, 0}}, {}});
    for (const CrowdSample& sample : crowd_series(t)) {
        EXPECT_EQ(sample.people, 2u);
        EXPECT_EQ(sample.speed, 0.5);
    }
}

TEST(CrowdSeries, ShorterWayRound) {
    Trajectory t;
    t.info.fps = 1;
    t.tracks.push_back({1, {0, 1}, {{9.5, 0}, {0.5, 0}}, {}});
    EXPECT_EQ(all_speeds(t), (std::vector<double>{9, 9}));
    t.info.periodic = {10, 0};
    EXPECT_EQ(all_speeds(t), (std::vector<double>{1, 1}));
    EXPECT_EQ(crowd_series(t, 10)[0].speed, 1);
    EXPECT_EQ(crowd_fields(t, {1.0}).speed.at(9, 0), 1);
}

TEST(Histogram, RoundBinsHoldEverything) {
    // IQR 2 (quartiles 2 and 4), n = 8: 2·2/∛8 = 2.
    const std::vector<double> values{1, 2, 2, 3, 3, 4, 4, 5};
    const Histogram h = histogram(values);
    EXPECT_EQ(h.width, 2);
    EXPECT_EQ(h.lower, 0);
    EXPECT_EQ(h.count, (std::vector<std::size_t>{1, 4, 3}));
    EXPECT_EQ(h.n, 8u);
}

TEST(Histogram, EdgesBelongToTheBinAbove) {
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) values.push_back(i * 0.1);
    const Histogram h = histogram(values, 200);
    EXPECT_EQ(h.width, 2);  // 2·IQR/∛100 = 2.1
    EXPECT_EQ(h.count, (std::vector<std::size_t>{20, 20, 20, 20, 20}));
}

TEST(Histogram, OddInput) {
    EXPECT_TRUE(histogram({}).count.empty());
    const std::vector<double> nothing{std::nan(""), INFINITY};
    EXPECT_EQ(histogram(nothing).n, 0u);
    const std::vector<double> same(10, 1.4);
    EXPECT_EQ(histogram(same).count.size(), 1u);
    EXPECT_EQ(histogram(same).count[0], 10u);
    EXPECT_EQ(histogram(same).width, 0.2);
    const std::vector<double> zeros(3, 0.0);
    EXPECT_EQ(histogram(zeros).count, (std::vector<std::size_t>{3}));
    std::vector<double> outlier(1000, 1.0);
    for (std::size_t i = 0; i < 1000; ++i) outlier[i] += 1e-3 * static_cast<double>(i);
    outlier.push_back(1e6);
    EXPECT_LE(histogram(outlier, 30).count.size(), 30u);
    const std::vector<double> negative{-3.5, -1, 2};
    EXPECT_LE(histogram(negative).lower, -3.5);
}

}  // namespace
}  // namespace sidestep
