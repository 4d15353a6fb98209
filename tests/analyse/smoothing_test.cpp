// Smoothing against what a Butterworth filter is known to do, and never where nobody asked.
#include "sidestep/smoothing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyse/walks.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr double kFps = 25;
constexpr double kTurn = 2 * std::numbers::pi;

Trajectory of(Track track, double fps = kFps) {
    Trajectory trajectory;
    trajectory.info.fps = fps;
    trajectory.tracks.push_back(std::move(track));
    return trajectory;
}

/// What forwards and backwards leave of a sine: |H|² of the second-order filter, with the warp of the bilinear
/// transform.
double left_of_sine(double f, double cutoff) {
    const double ratio = std::tan(std::numbers::pi * f / kFps) / std::tan(std::numbers::pi * cutoff / kFps);
    return 1 / (1 + std::pow(ratio, 4));
}

TEST(Smoothing, SinesAreLeftAsTheFilterSays) {
    for (const double f : {0.2, 0.5, 1.0, 2.0, 4.0}) {
        Trajectory t = of(walk(1, kFps, 60, [&](double time) { return Vec2d{std::sin(kTurn * f * time), 5}; }));
        const Track raw = t.tracks[0];
        const SmoothedParts parts = smooth(t, 1);
        EXPECT_EQ(parts.smoothed, 1u);
        const double gain = left_of_sine(f, 1);
        // Away from the ends: in phase, and as strong as that.
        for (std::size_t i = 400; i < 1100; ++i) {
            EXPECT_NEAR(t.tracks[0].position[i].x, gain * raw.position[i].x, 1e-6) << f << " Hz, sample " << i;
            EXPECT_NEAR(t.tracks[0].position[i].y, 5, 1e-12);
        }
    }
    EXPECT_DOUBLE_EQ(left_of_sine(1, 1), 0.5);
}

TEST(Smoothing, WhoStandsOrWalksEvenlyIsLeftAlone) {
    Trajectory t = of(walk(1, kFps, 10, [](double time) { return Vec2d{3 + 1.4 * time, -2}; }));
    const Track raw = t.tracks[0];
    smooth(t, 0.5);
    for (std::size_t i = 0; i < raw.position.size(); ++i) {
        EXPECT_NEAR(t.tracks[0].position[i].x, raw.position[i].x, 1e-9);
        EXPECT_NEAR(t.tracks[0].position[i].y, -2, 1e-12);
    }
}

TEST(Smoothing, DoesNotReachOverGaps) {
    // Stands at 0, is not seen for two seconds, stands at 10.
    Track track = walk(1, kFps, 8, [](double time) { return Vec2d{time < 4 ? 0.0 : 10.0, 0}; });
    const auto at = [](auto& v, std::size_t i) { return v.begin() + static_cast<std::ptrdiff_t>(i); };
    track.frame.erase(at(track.frame, 75), at(track.frame, 125));
    track.position.erase(at(track.position, 75), at(track.position, 125));
    Trajectory t = of(track);
    EXPECT_EQ(smooth(t, 1).smoothed, 2u);
    for (std::size_t i = 0; i < track.position.size(); ++i)
        EXPECT_NEAR(t.tracks[0].position[i].x, i < 75 ? 0 : 10, 1e-9);
    EXPECT_EQ(t.tracks[0].frame, track.frame);
}

TEST(Smoothing, RunsRoundPeriodicAxes) {
    Trajectory t = of(walk(1, kFps, 20, [](double time) { return Vec2d{std::fmod(1.5 * time, 10.0), 0}; }));
    t.info.periodic = {10, 0};
    const Track raw = t.tracks[0];
    smooth(t, 1);
    for (std::size_t i = 0; i < raw.position.size(); ++i) {
        EXPECT_NEAR(t.tracks[0].position[i].x, raw.position[i].x, 1e-9) << i;
    }
}

TEST(Smoothing, IsTold) {
    Trajectory t = of(walk(1, kFps, 1, [](double time) { return Vec2d{time, 0}; }));
    t.tracks.push_back({2, {0, 1}, {{5, 5}, {5, 6}}, {}});
    EXPECT_FALSE(t.info.metadata.contains(kSmoothedKey));
    EXPECT_EQ(smooth(t, 1.5).left, 1u);
    EXPECT_NE(t.info.metadata[kSmoothedKey].find("Butterworth of order 2, forwards and backwards, cut-off 1.5 Hz"),
              std::string::npos);
    smooth(t, 3);
    EXPECT_NE(t.info.metadata[kSmoothedKey].find("; then zero-phase"), std::string::npos);
    EXPECT_EQ(t.tracks[1].position[1], (Vec2d{5, 6}));
}

TEST(Smoothing, CutOffsBeyondTheRateAreRefused) {
    Trajectory t = of(walk(1, 2.5, 60, [](double time) { return Vec2d{time, 0}; }), 2.5);
    EXPECT_THROW(smooth(t, 1.25), InputError);
    EXPECT_THROW(smooth(t, 0), InputError);
    EXPECT_THROW(smooth(t, std::nan("")), InputError);
    EXPECT_NO_THROW(smooth(t, 1.2));
    // Every sixth frame of fifteen a second is as seldom.
    Trajectory sixth = of(walk(1, 2.5, 60, [](double time) { return Vec2d{time, 0}; }), 15);
    for (std::uint32_t& frame : sixth.tracks[0].frame) frame *= 6;
    EXPECT_THROW(smooth(sixth, 2), InputError);
    EXPECT_EQ(smooth(sixth, 1).smoothed, 1u);
}

}  // namespace
}  // namespace sidestep
