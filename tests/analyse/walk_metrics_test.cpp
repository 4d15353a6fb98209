// The six measures of Karamouzas 2009 on walks whose answer is known.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "analyse/walks.h"
#include "base/random.h"
#include "sidestep/analyse.h"

namespace sidestep {
namespace {

constexpr double WalkMetrics::* kColumns[] = {
    &WalkMetrics::time,           &WalkMetrics::length,      &WalkMetrics::avg_speed, &WalkMetrics::smoothness,
    &WalkMetrics::smoothness_raw, &WalkMetrics::total_accel, &WalkMetrics::degrees,   &WalkMetrics::degrees_raw};

WalkMetrics only(const Trajectory& trajectory, double sampling = kDefaultSampling) {
    const auto all = walk_metrics(trajectory, sampling);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? WalkMetrics{} : all[0];
}

TEST(WalkMetrics, QuarterCircle) {
    // 1000 frames along the arc; the first and the last half step do not turn.
    const double fps = 1000 / kQuarter;
    const WalkMetrics m = only(alone(fps, kQuarter, on_circle), kQuarter / 250);
    EXPECT_NEAR(m.time, kQuarter, 1e-9);
    EXPECT_NEAR(m.length, std::numbers::pi, 1e-3);
    EXPECT_NEAR(m.avg_speed, kSpeed, 1e-3);
    EXPECT_NEAR(m.smoothness, 0.7854, 0.01 * 0.7854);
    EXPECT_NEAR(m.degrees, 90, 0.9);
    EXPECT_NEAR(m.total_accel, 2.199, 0.01 * 2.199);
}

TEST(WalkMetrics, QuarterCircleWithEveryRecordedStep) {
    // Steps of 3 cm: below 1 cm they would be merged.
    const WalkMetrics m = only(alone(100 / kQuarter, kQuarter, on_circle));
    EXPECT_NEAR(m.smoothness_raw, 0.7854, 0.011 * 0.7854);
    EXPECT_NEAR(m.degrees_raw, 90 * 99.0 / 100, 1e-6);
    EXPECT_NEAR(m.total_accel, 2.199 * 99 / 100, 1e-3);
}

TEST(WalkMetrics, LongCircleIsTheSameAtAnySampling) {
    // Ten rounds: ∫κ²ds = 10·2π/R, whatever the chords, up to (chord/R)² and the ends.
    const double round = 2 * std::numbers::pi * kRadius / kSpeed;
    for (const double sampling : {0.1, 0.25, 0.5}) {
        const WalkMetrics m = only(alone(20, 10 * round, on_circle), sampling);
        EXPECT_NEAR(m.smoothness, 10 * std::numbers::pi, 0.02 * 10 * std::numbers::pi) << sampling;
        EXPECT_NEAR(m.degrees, 3600, 0.01 * 3600) << sampling;
    }
}

TEST(WalkMetrics, RoundAPeriodicAxisIsTheWayWalked) {
    const auto straight = [](double t) { return Vec2d{1.3 * t, 0.2 * t}; };
    Trajectory round = alone(10, 30, [&](double t) {
        const Vec2d p = straight(t);
        return Vec2d{std::fmod(p.x, 10), std::fmod(p.y, 4)};
    });
    round.info.periodic = {10, 4};
    const WalkMetrics expected = walk_metrics(alone(10, 30, straight)).at(0), found = walk_metrics(round).at(0);
    for (double WalkMetrics::* column : kColumns) EXPECT_NEAR(found.*column, expected.*column, 1e-6);
    EXPECT_NEAR(found.avg_speed, std::hypot(1.3, 0.2), 1e-9);
}

TEST(WalkMetrics, StraightLine) {
    const WalkMetrics m = only(alone(10, 20, [](double t) { return Vec2d{3 + 1.2 * t, 0.5 * t}; }));
    EXPECT_DOUBLE_EQ(m.time, 20);
    EXPECT_NEAR(m.length, 26, 1e-9);
    EXPECT_NEAR(m.avg_speed, 1.3, 1e-9);
    EXPECT_NEAR(m.smoothness, 0, 1e-9);
    EXPECT_NEAR(m.smoothness_raw, 0, 1e-9);
    EXPECT_NEAR(m.total_accel, 0, 1e-9);
    EXPECT_NEAR(m.degrees, 0, 1e-9);
    EXPECT_NEAR(m.degrees_raw, 0, 1e-9);
}

TEST(WalkMetrics, OneCorner) {
    // East for 5 s, then north: one turn of 90° between steps of 0.65 m.
    const WalkMetrics m =
        only(alone(10, 10, [](double t) { return t < 5 ? Vec2d{1.3 * t, 0} : Vec2d{6.5, 1.3 * (t - 5)}; }));
    const double quarter = std::numbers::pi / 2;
    EXPECT_NEAR(m.degrees, 90, 1e-9);
    EXPECT_NEAR(m.degrees_raw, 90, 1e-9);
    EXPECT_NEAR(m.smoothness, quarter * quarter / 0.65, 1e-9);
    EXPECT_NEAR(m.smoothness_raw, quarter * quarter / 0.13, 1e-9);
    EXPECT_NEAR(m.total_accel, 1.3 * std::numbers::sqrt2, 1e-9);
}

TEST(WalkMetrics, StandingStillDoesNotTurn) {
    // Swaying by millimetres has a length but no direction.
    const WalkMetrics m =
        only(alone(10, 60, [](double t) { return Vec2d{0.002 * std::sin(7 * t), 0.002 * std::cos(5 * t)}; }));
    EXPECT_GT(m.length, 0.1);
    EXPECT_EQ(m.degrees_raw, 0);
    EXPECT_EQ(m.smoothness_raw, 0);
}

TEST(WalkMetrics, ShortStepsAreMergedIntoTheNext) {
    const Trajectory slow = alone(100, 10, [](double t) { return Vec2d{0.1 * t, 0}; });  // 1 mm per frame
    EXPECT_NEAR(only(slow).degrees_raw, 0, 1e-9);
    // A step back of 9 mm disappears; one of 11 mm is half a turn, and half a turn back.
    Trajectory back;
    back.tracks.push_back({1, {0, 1, 2, 3}, {{0, 0}, {1, 0}, {0.991, 0}, {2, 0}}, {}});
    EXPECT_NEAR(only(back).degrees_raw, 0, 1e-9);
    back.tracks[0].position[2].x = 0.989;
    EXPECT_NEAR(only(back).degrees_raw, 360, 1e-9);
}

TEST(WalkMetrics, GapsAreBridged) {
    Trajectory whole = alone(10, 20, on_circle), holes = whole;
    Track& track = holes.tracks[0];
    for (std::size_t i = track.frame.size() - 2; i > 0; i -= 2) {
        track.frame.erase(track.frame.begin() + static_cast<std::ptrdiff_t>(i));
        track.position.erase(track.position.begin() + static_cast<std::ptrdiff_t>(i));
        if (i < 2) break;
    }
    EXPECT_NEAR(only(holes).length, only(whole).length, 0.01 * only(whole).length);
    EXPECT_NEAR(only(holes).smoothness, only(whole).smoothness, 0.02 * only(whole).smoothness);
    EXPECT_DOUBLE_EQ(only(holes).time, only(whole).time);
}

TEST(WalkMetrics, ASingleSampleIsNoWalk) {
    Trajectory trajectory = alone(10, 5, on_circle);
    trajectory.tracks.push_back({2, {7}, {{0, 0}}, {}});
    EXPECT_EQ(walk_metrics(trajectory).size(), 1u);
    EXPECT_TRUE(walk_metrics({}).empty());
    EXPECT_THROW(walk_metrics(trajectory, 0), std::invalid_argument);
}

/// A wandering walk made from a seed.
Trajectory wander(std::uint64_t seed, double fps, double speed_scale) {
    Trajectory trajectory;
    trajectory.info.fps = fps;
    Track track;
    track.id = 1;
    Vec2d at{};
    double heading = 0;
    for (std::uint32_t frame = 0; frame < 120; ++frame) {
        track.frame.push_back(frame);
        track.position.push_back(at);
        heading += random_unit(seed, 1, frame, Purpose::wander) - 0.5;
        const double step = speed_scale * (0.05 + 0.1 * random_unit(seed, 2, frame, Purpose::wander));
        at += step * Vec2d{std::cos(heading), std::sin(heading)};
    }
    trajectory.tracks.push_back(track);
    return trajectory;
}

void expect_close(double a, double b) {
    RC_ASSERT(std::abs(a - b) <= 1e-6 * (1 + std::abs(a)));
}

TEST(WalkMetrics, DoNotDependOnWhereNorthIs) {
    EXPECT_TRUE(rc::check([](std::uint64_t seed) {
        const Trajectory a = wander(seed, 10, 1);
        Trajectory b = a;
        const double angle = 2 * std::numbers::pi * random_unit(seed, 3, 0, Purpose::wander);
        for (Vec2d& p : b.tracks[0].position) {
            p = Vec2d{std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y} +
                Vec2d{40, -7};
        }
        const WalkMetrics ma = only(a), mb = only(b);
        for (double WalkMetrics::* column : kColumns) expect_close(ma.*column, mb.*column);
    }));
}

TEST(WalkMetrics, InSlowMotionOnlyTimesAndSpeedsChange) {
    EXPECT_TRUE(rc::check([](std::uint64_t seed) {
        const Trajectory a = wander(seed, 10, 1);
        Trajectory b = a;
        b.info.fps = 5;
        const WalkMetrics ma = only(a, 0.5), mb = only(b, 1.0);
        expect_close(2 * ma.time, mb.time);
        expect_close(ma.length, mb.length);
        expect_close(ma.avg_speed, 2 * mb.avg_speed);
        expect_close(ma.total_accel, 2 * mb.total_accel);
        expect_close(ma.smoothness, mb.smoothness);
        expect_close(ma.smoothness_raw, mb.smoothness_raw);
        expect_close(ma.degrees, mb.degrees);
        expect_close(ma.degrees_raw, mb.degrees_raw);
    }));
}

TEST(WalkMetrics, TwiceTheSizeIsHalfTheCurvature) {
    EXPECT_TRUE(rc::check([](std::uint64_t seed) {
        const WalkMetrics ma = only(wander(seed, 10, 1)), mb = only(wander(seed, 10, 2));
        expect_close(2 * ma.length, mb.length);
        expect_close(ma.degrees_raw, mb.degrees_raw);
        expect_close(ma.smoothness_raw, 2 * mb.smoothness_raw);
        expect_close(ma.smoothness, 2 * mb.smoothness);
    }));
}

}  // namespace
}  // namespace sidestep
