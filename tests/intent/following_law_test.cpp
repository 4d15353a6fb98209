// The law of following by itself, against numbers worked out by hand.
#include "intent/following_law.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support/dice.h"

namespace sidestep {
namespace {

constexpr double kDt = 0.1;

double asked(const LawConstants& constants, const LeaderAhead& f) {
    return asked_speed(FollowingLaw::distance, constants, f);
}

TEST(FollowingLaw, PredictsTheLeaderAndItsError) {
    const std::vector<double> window{0, .12, .26, .36, .5, .6};
    const LeaderFit fit = fit_leader(window);
    EXPECT_NEAR(fit.next, 0.714, 1e-12);
    EXPECT_NEAR(fit.error, 0.0176958, 5e-8);
    // A follower at −0.9 sees everything 0.9 m farther.
    LeaderAhead f{.ahead = 1.5, .leader = {fit.next + 0.9, fit.error}, .standstill = 0.6, .dt = kDt};
    EXPECT_NEAR(asked({}, f), 0.996304 / 0.7, 1e-6);
}

TEST(FollowingLaw, WeightsOfThePredictionAreThoseOfLeastSquares) {
    const std::vector<std::vector<double>> exact{
        {1, -3, 3}, {.75, -1.25, -.75, 2.25}, {.6, -.6, -.8, 0, 1.8}, {.5, -.3, -.6, -.4, .3, 1.5}};
    for (const std::vector<double>& weights : exact) {
        for (std::size_t k = 0; k < weights.size(); ++k) {
            std::vector<double> places(weights.size(), 0.0);
            places[k] = 1;
            EXPECT_NEAR(fit_leader(places).next, weights[k], 1e-12) << weights.size() << " places, " << k;
        }
    }
}

TEST(FollowingLaw, SixPlacesAreFittedLikeAnyOthers) {
    test::Dice dice(11);
    for (int run = 0; run < 100; ++run) {
        std::vector<double> places;
        for (int k = 0; k < 6; ++k) places.push_back(7 + 0.12 * k + dice.between(-0.05, 0.05));
        const LeaderFit any = fit_leader(places);
        const LeaderFit six =
            fit_six({places[5], places[4], places[3], places[2], places[1], places[0]}, ErrorDistance::signed_mean);
        EXPECT_NEAR(six.next, any.next, 1e-12);
        EXPECT_NEAR(six.error, any.error, 1e-12);
    }
}

TEST(FollowingLaw, EvenMotionIsKnownExactly) {
    for (std::size_t n = 3; n <= 12; ++n) {
        for (const double far : {0.0, 5000.0}) {
            const auto at = [&](double t) { return far + 0.3 - 0.7 * t + 0.9 * t * t; };
            std::vector<double> places;
            for (std::size_t k = 0; k < n; ++k) places.push_back(at(0.1 * static_cast<double>(k)));
            const LeaderFit fit = fit_leader(places);
            EXPECT_NEAR(fit.next, at(0.1 * static_cast<double>(n)), far > 0 ? 1e-10 : 1e-12);
            EXPECT_LT(fit.error, far > 0 ? 1e-10 : 1e-12);
        }
    }
    EXPECT_EQ(fit_leader(std::vector<double>{2.5}).next, 2.5);
    EXPECT_NEAR(fit_leader(std::vector<double>{2.5, 2.75}).next, 3, 1e-12);
}

TEST(FollowingLaw, ResidualsHaveNoMean) {
    test::Dice dice(7);
    for (int run = 0; run < 200; ++run) {
        std::vector<double> places;
        for (int k = 0; k < 6; ++k) places.push_back(dice.between(-1, 1));
        // With the magnitude instead of the mean, which is 0, the distance grows by it.
        const double by_mean = fit_leader(places, ErrorDistance::signed_mean).error;
        const double by_magnitude = fit_leader(places, ErrorDistance::magnitude).error;
        EXPECT_GT(by_magnitude, by_mean);
        EXPECT_LE(by_magnitude, 1.5 * by_mean);  // a mean magnitude is at most the root of the mean square
    }
}

TEST(FollowingLaw, ClosesUpToAStandingLeader) {
    double at = -3;
    for (const double expected : {3.428571, 2.938776, 2.518950, 2.159100}) {
        const LeaderAhead f{.ahead = -at, .leader = {-at, 0}, .standstill = 0.6, .dt = kDt};
        const double v = asked({}, f);
        EXPECT_NEAR(v, expected, 1e-6);
        at += v * kDt;
    }
}

TEST(FollowingLaw, SteadyDistanceGrowsWithSpeed) {
    for (const double dt : {0.05, 0.1, 0.2}) {
        double leader = 2, follower = 0, v = 1.2;
        for (int i = 0; i < 2000; ++i) {
            const std::vector<double> places{leader - 2 * 1.2 * dt - follower, leader - 1.2 * dt - follower,
                                             leader - follower};
            v = asked({}, {.ahead = leader - follower, .leader = fit_leader(places), .standstill = 0.6, .dt = dt});
            follower += v * dt;
            leader += 1.2 * dt;
        }
        EXPECT_NEAR(leader - follower, 1.32, 1e-9) << dt;
    }
}

TEST(FollowingLaw, OthersAreTheirFormulas) {
    const LeaderAhead lemercier{.ahead = .8, .closing = .2, .speed = 0, .dt = kDt};
    EXPECT_NEAR(asked_speed(FollowingLaw::delayed, {.gain = 1.4}, lemercier) / kDt, 0.35, 1e-9);
    const LeaderAhead behind{
        .ahead = 2, .leader_speed = 1.3, .standstill = .6, .speed = 1, .max_speed = 1.6, .dt = kDt};
    const auto acceleration = [&](FollowingLaw law, const LawConstants& c) {
        return (asked_speed(law, c, behind) - behind.speed) / kDt;
    };
    EXPECT_NEAR(acceleration(FollowingLaw::optical_expansion, {.gain = 3}), 0.132029, 1e-6);
    EXPECT_NEAR(acceleration(FollowingLaw::speed, {.gain = 1.6}), 0.48, 1e-9);
    EXPECT_NEAR(acceleration(FollowingLaw::constant_gap, {.gain = 0.5}), 0.7, 1e-9);
    EXPECT_NEAR(acceleration(FollowingLaw::speed_gap, {.gain = 0.5, .time_gap = 0.4}), 0.5, 1e-9);
    EXPECT_NEAR(acceleration(FollowingLaw::linear, {.gain = 2, .gap_gain = 0.5, .time_gap = 0.4}), 1.1, 1e-9);
    EXPECT_NEAR(acceleration(FollowingLaw::ratio, {.gain = 2, .exponent = 2, .speed_exponent = 1}), 0.15, 1e-6);
    EXPECT_NEAR(asked_speed(FollowingLaw::arrival, {.slowing = 2.8}, behind), 0.8, 1e-9);
    EXPECT_NEAR(asked_speed(FollowingLaw::arrival, {.slowing = 0.5}, behind), 1.6, 1e-9);
}

TEST(FollowingLaw, LimitsSpeedAndItsChange) {
    const SpeedLimits limits{.preferred = 1.33, .most = 1.6, .accel = 1, .decel = 2};
    EXPECT_NEAR(limited_speed(5, 1.3, limits, 0, kDt), 1.33, 1e-12);
    EXPECT_NEAR(limited_speed(5, 1.3, limits, 0.05, kDt), 1.38, 1e-12);
    EXPECT_NEAR(limited_speed(5, 0.5, limits, 0, kDt), 0.6, 1e-12);
    EXPECT_NEAR(limited_speed(-5, 0.5, limits, 0, kDt), 0.3, 1e-12);
    EXPECT_EQ(limited_speed(-5, 0.1, limits, 0, kDt), 0);
    EXPECT_NEAR(limited_speed(5, 1.6, {.preferred = 2, .most = 1.6, .accel = 1, .decel = 2}, 0.3, kDt), 1.6, 1e-12);
}

}  // namespace
}  // namespace sidestep
