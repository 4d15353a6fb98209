// Quality of motion on walks whose answer is known, and on recorded people.
#include "sidestep/motion_quality.h"

#include <gtest/gtest.h>

#include <fstream>

#include "analyse/walks.h"
#include "sidestep/analyse.h"
#include "support/maps.h"

namespace sidestep {
namespace {

MotionQuality only(const Trajectory& trajectory, double sampling = kDefaultSampling) {
    const auto all = motion_quality(trajectory, sampling);
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? MotionQuality{} : all[0];
}

TEST(MotionQuality, AnEvenWalkHasNothingToTell) {
    const MotionQuality q = only(alone(10, 20, [](double t) { return Vec2d{1.2 * t, 0.5 * t}; }));
    EXPECT_EQ(q.reversals, 0);
    EXPECT_EQ(q.reversals_raw, 0);
    EXPECT_NEAR(q.jerk, 0, 1e-9);
    EXPECT_NEAR(q.jerk_raw, 0, 1e-7);
    EXPECT_EQ(q.standing, 0);
    EXPECT_EQ(q.creeping, 0);
    EXPECT_EQ(q.backwards, 0);
    EXPECT_NEAR(q.swerving, 0, 1e-9);
}

/// Walks at 1.3 m/s and sways sideways by `amplitude`, at the moments of sampling from one side to the other.
Trajectory swaying(double amplitude) {
    return alone(10, 30, [=](double t) { return Vec2d{1.3 * t, amplitude * std::cos(2 * std::numbers::pi * t)}; });
}

TEST(MotionQuality, SwayingHeadsReverseNothing) {
    EXPECT_EQ(only(swaying(0.049)).reversals, 0);
    // Places at 0, 0.5, …, 30 s: 59 accelerations, each against the one before.
    EXPECT_NEAR(only(swaying(0.051)).reversals, 58 / 0.5, 1e-9);
}

TEST(MotionQuality, ReversalsFollowWithinASecond) {
    // Even speed, but for 0.5 s of 1 m/s² at 2 s, and the same backwards after a while.
    const auto speeding = [](double until) {
        return alone(10, 20, [=](double t) {
            const auto way = [](double s) { return s < 0 ? 0.0 : s < 0.5 ? 0.5 * s * s : 0.5 * s - 0.125; };
            return Vec2d{t + way(t - 2) - way(t - until), 0};
        });
    };
    EXPECT_NEAR(only(speeding(2.5)).reversals_raw, 3, 1e-9);
    EXPECT_EQ(only(speeding(5)).reversals_raw, 0) << "who sets out and stops later does not shiver";
}

TEST(MotionQuality, ShiveringFasterThanTheSamplingIsSeenInTheRecordedStepsOnly) {
    const Trajectory t = alone(10, 30, [](double s) {
        const double k = std::round(10 * s);
        return Vec2d{1.3 * s + (std::fmod(k, 2) == 0 ? 0.005 : -0.005), 0};
    });
    EXPECT_NEAR(only(t).reversals_raw, 298 / 0.5, 1e-9);
    EXPECT_EQ(only(t).reversals, 0);
    // |a| = 4 · 0.005 · 100 = 2, and turns round from step to step.
    EXPECT_NEAR(only(t).jerk_raw, 4 / 0.1, 1e-6);
}

TEST(MotionQuality, JerkOfAKnownCurve) {
    // x = t³/60: jerk 0.1 whatever the step.
    const MotionQuality q = only(alone(10, 10, [](double t) { return Vec2d{t * t * t / 60, 0}; }));
    EXPECT_NEAR(q.jerk, 0.1, 1e-6);
    EXPECT_NEAR(q.jerk_95, 0.1, 1e-6);
    EXPECT_NEAR(q.jerk_raw, 0.1, 1e-6);
    // One corner in 101 places: two of 98 jerks.
    const MotionQuality corner = only(alone(2, 50, [](double t) { return t < 25 ? Vec2d{t, 0} : Vec2d{25, t - 25}; }));
    EXPECT_NEAR(corner.jerk, 2 * std::numbers::sqrt2 / 0.25 / 98, 1e-9);
    EXPECT_NEAR(corner.jerk_95, 0, 1e-9);
}

TEST(MotionQuality, SharesOfTime) {
    // 10 s each: standing, creeping, walking.
    const MotionQuality q = only(alone(10, 30, [](double t) {
        return Vec2d{t < 10 ? 0.1 * t : t < 20 ? 1 + 0.3 * (t - 10) : 4 + 1.2 * (t - 20), 0};
    }));
    EXPECT_NEAR(q.standing, 1.0 / 3, 1e-9);
    EXPECT_NEAR(q.creeping, 1.0 / 3, 1e-9);
}

TEST(MotionQuality, AStepBackIsBackwards) {
    // A second back at 0.6 m/s in a walk of 20 s.
    const MotionQuality q = only(alone(10, 20, [](double t) {
        return Vec2d{t < 10 ? 1.2 * t : t < 11 ? 12 - 0.6 * (t - 10) : 11.4 + 1.2 * (t - 11), 0};
    }));
    EXPECT_NEAR(q.backwards, 1.0 / 20, 1e-9);
    // Turning round for good is a change of direction: only what lies within 2 s of it counts.
    const MotionQuality round = only(alone(10, 40, [](double t) { return Vec2d{t < 20 ? t : 40 - t, 0}; }));
    EXPECT_LE(round.backwards, 2.0 / 40);
}

TEST(MotionQuality, ABendIsNoSwerving) {
    const double round = 2 * std::numbers::pi * kRadius / kSpeed;
    EXPECT_NEAR(only(alone(10, 4 * round, on_circle)).swerving, 0, 0.5);
    // Zigzag: a turn of 90° every second, 1 m long; smoothed over 2 s nearly nothing of it is left.
    const MotionQuality q = only(alone(10, 60, [](double t) {
        const double within = std::fmod(t, 2);
        return Vec2d{t, within < 1 ? within : 2 - within};
    }));
    const double length = 60 * std::numbers::sqrt2;
    EXPECT_NEAR(q.swerving, 59 * 90 / length, 0.35 * 59 * 90 / length);
    EXPECT_GT(q.swerving, 0.6 * 59 * 90 / length);
}

TEST(MotionQuality, WhoWasSeenTooShortlyIsLeftOut) {
    Trajectory t = alone(10, 1.4, [](double s) { return Vec2d{s, 0}; });
    EXPECT_TRUE(std::isnan(only(t).reversals)) << "places at 0, 0.5 and 1 s";
    EXPECT_EQ(only(t).reversals_raw, 0);
    const Measurement measurement(t);
    EXPECT_TRUE(require_metric("reversals").measure(measurement).empty());
    EXPECT_EQ(require_metric("reversals_raw").measure(measurement).size(), 1u);
    t = alone(10, 60, [](double) { return Vec2d{3, 4}; });
    EXPECT_EQ(only(t).standing, 1);
    EXPECT_TRUE(std::isnan(only(t).swerving)) << "nobody can say";
    EXPECT_THROW(motion_quality(t, 0), std::invalid_argument);
}

TEST(MotionQuality, RoundAPeriodicAxisIsTheWayWalked) {
    Trajectory t = alone(10, 30, [](double s) { return Vec2d{std::fmod(1.3 * s, 10), 1}; });
    t.info.periodic = {10, 0};
    EXPECT_EQ(only(t).reversals_raw, 0);
    EXPECT_EQ(only(t).backwards, 0);
}

TEST(RecordedPeople, AreBesideWhatTheyWereMeasuredLike) {
    const auto reversals = people_range("reversals", 0.5);
    ASSERT_TRUE(reversals);
    EXPECT_LT(reversals->low, reversals->high);
    EXPECT_EQ(people_text("reversals", 0.5), "0.58-5.5");
    EXPECT_FALSE(people_range("reversals", 1));
    EXPECT_FALSE(people_range("reversals_raw", 0.5));
    EXPECT_FALSE(people_range("time", 0.5));
    EXPECT_EQ(people_text("time", 0.5), "");
    for (const RecordedPeople& people : recorded_people()) {
        if (people.accelerations) continue;
        EXPECT_LT(people.mean.jerk, people_range("jerk", 0.5)->low) << people.name << ": smoothed, so not in the range";
    }
}

TEST(RecordedPeople, AreWhatTheRecordingsGive) {
    if (!std::filesystem::is_directory(test::data_folder())) {
        GTEST_SKIP() << "no recordings at " << test::data_folder() << "; set SIDESTEP_DATA";
    }
    for (const RecordedPeople& people : recorded_people()) {
        const Trajectory t = read_trajectory((test::data_folder() / people.file).string());
        const Measurement measurement(t);
        const auto check = [&](const char* metric, double told) {
            const double mean = summarise(require_metric(metric).measure(measurement)).mean;
            EXPECT_NEAR(mean, told, 0.006 * told + 1e-12) << people.name << ": " << metric;  // three digits are told
        };
        check("reversals", people.mean.reversals);
        check("jerk", people.mean.jerk);
        check("jerk_95", people.mean.jerk_95);
        check("standing", people.mean.standing);
        check("creeping", people.mean.creeping);
        check("backwards", people.mean.backwards);
        check("swerving", people.mean.swerving);
    }
}

}  // namespace
}  // namespace sidestep
