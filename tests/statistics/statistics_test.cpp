// Tests of significance against published and hand-counted values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sidestep/statistics.h"

namespace sidestep {
namespace {

struct Row {
    Summary time, length, speed, smoothness, accel, degrees;
};
// Table 1 of Karamouzas et al. 2009 as restored in the specification: hallway, 100 agents.
constexpr Row kHelbing{{100, 30.33, 3.71}, {100, 37.12, 2.34},  {100, 1.23, 0.09},
                       {100, 1.08, 1.08},  {100, 55.73, 28.37}, {100, 323.22, 225.79}};
constexpr Row kPredictive{{100, 25.05, 2.10}, {100, 35.14, 1.79}, {100, 1.40, 0.05},
                          {100, 0.06, 0.08},  {100, 9.4, 6.01},   {100, 76.62, 52.29}};
constexpr Row kRvo{{100, 24.51, 1.79}, {100, 34.56, 0.35},  {100, 1.41, 0.01},
                   {100, 0.10, 0.07},  {100, 18.75, 10.17}, {100, 106.2, 56.14}};

std::string one_digit(double p) {
    return fmt::format("{:.0e}", p);
}

TEST(Welch, PredictiveAgainstHelbing) {
    EXPECT_EQ(one_digit(welch_test(kPredictive.time, kHelbing.time).p), "5e-25");
    EXPECT_EQ(one_digit(welch_test(kPredictive.length, kHelbing.length).p), "2e-10");
    EXPECT_EQ(one_digit(welch_test(kPredictive.speed, kHelbing.speed).p), "6e-36");
    EXPECT_EQ(one_digit(welch_test(kPredictive.smoothness, kHelbing.smoothness).p), "2e-15");
    EXPECT_EQ(one_digit(welch_test(kPredictive.accel, kHelbing.accel).p), "3e-30");
    EXPECT_EQ(one_digit(welch_test(kPredictive.degrees, kHelbing.degrees).p), "1e-18");
}

TEST(Welch, PredictiveAgainstRvo) {
    const auto check = [](const Summary& a, const Summary& b, double t, double p, double tolerance) {
        const WelchTest test = welch_test(a, b);
        EXPECT_NEAR(test.t, t, 0.005);
        EXPECT_NEAR(test.p, p, tolerance);
    };
    check(kPredictive.time, kRvo.time, 1.96, 0.052, 0.0005);
    check(kPredictive.speed, kRvo.speed, -1.96, 0.052, 0.0008);
    check(kPredictive.smoothness, kRvo.smoothness, -3.76, 2e-4, 5e-5);
    check(kPredictive.accel, kRvo.accel, -7.91, 4e-13, 0.5e-13);
    check(kPredictive.degrees, kRvo.degrees, -3.86, 2e-4, 5e-5);
    check(kPredictive.length, kRvo.length, 3.18, 0.002, 0.0005);
    // The other reading of the smoothness cell, which contradicts the paper's text.
    EXPECT_NEAR(welch_test(kPredictive.smoothness, {100, 0.07, 0.01}).p, 0.22, 0.005);
}

TEST(Welch, ByHand) {
    // a: mean 2, variance 1; b: mean 5, variance 2.5. t = −3/√(1/3+1/2), df = (5/6)²/(1/18+1/16).
    const std::array<double, 3> a{1, 2, 3};
    const std::array<double, 5> b{3, 4, 5, 6, 7};
    const WelchTest test = welch_test(a, b);
    EXPECT_NEAR(test.t, -3 / std::sqrt(5.0 / 6), 1e-12);
    EXPECT_NEAR(test.df, 25.0 / 36 / (1.0 / 18 + 1.0 / 16), 1e-12);
    EXPECT_NEAR(welch_test(b, a).t, -test.t, 1e-12);
    EXPECT_NEAR(welch_test(b, a).p, test.p, 1e-12);
}

TEST(Welch, Degenerate) {
    const std::array<double, 3> same{2, 2, 2}, other{3, 3, 3};
    EXPECT_EQ(welch_test(same, same).p, 1);
    EXPECT_EQ(welch_test(same, other).p, 0);
    EXPECT_EQ(welch_test(same, other).t, -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(welch_test(std::span(same).first(1), other).p));
}

/// Values whose differences from zero have this t.
std::vector<double> with_t(double t, std::size_t n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(std::sin(static_cast<double>(i * i)));
    const Summary s = summarise(values);
    for (double& v : values) v += t * s.sd / std::sqrt(static_cast<double>(n)) - s.mean;
    return values;
}

TEST(Paired, OfTheSpecification) {
    // Brogan and Johnson 2003 give t(59) = 1.375, not significant; with 30 pairs it is t(29).
    for (const auto& [n, p] : {std::pair{60u, 0.174}, {30u, 0.180}}) {
        const std::vector<double> a = with_t(1.375, n), zero(n, 0.0);
        const PairedTest test = paired_test(a, zero);
        EXPECT_NEAR(test.t, 1.375, 1e-9);
        EXPECT_EQ(test.df, n - 1.0);
        EXPECT_NEAR(test.p, p, 0.0005);
        EXPECT_NEAR(paired_test(zero, a).t, -1.375, 1e-9);
    }
}

TEST(Paired, ByHand) {
    // Differences 1, 2, 3: mean 2, sd 1, t = 2 √3; the distribution with df 2 has a closed form.
    const std::array<double, 3> a{2, 4, 6}, b{1, 2, 3};
    const PairedTest test = paired_test(a, b);
    EXPECT_EQ(test.n, 3u);
    EXPECT_DOUBLE_EQ(test.difference, 2);
    EXPECT_NEAR(test.t, 2 * std::sqrt(3.0), 1e-12);
    EXPECT_NEAR(test.p, 1 - test.t / std::sqrt(2 + test.t * test.t), 1e-12);
    EXPECT_EQ(paired_test(a, a).p, 1);
    const std::array<double, 3> shifted{3, 5, 7};
    EXPECT_EQ(paired_test(shifted, a).p, 0);
    EXPECT_TRUE(std::isnan(paired_test(std::span(a).first(1), std::span(b).first(1)).p));
    EXPECT_THROW(paired_test(a, std::span(b).first(2)), std::invalid_argument);
}

TEST(Correlation, ByHand) {
    // Deviations −2, −1, 0, 1, 2 and −1, −2, 1, 0, 2: their products sum to 8, their squares to 10 each.
    const std::array<double, 5> x{1, 2, 3, 4, 5}, y{2, 1, 4, 3, 5};
    const Correlation c = correlation(x, y);
    EXPECT_NEAR(c.r, 0.8, 1e-12);
    EXPECT_NEAR(c.p, 0.104088, 1e-6);
    EXPECT_NEAR(correlation(y, x).r, c.r, 1e-12);
    std::array<double, 5> falling{};
    for (std::size_t i = 0; i < 5; ++i) falling[i] = 7 - 3 * x[i];
    EXPECT_NEAR(correlation(x, falling).r, -1, 1e-12);
    EXPECT_LT(correlation(x, falling).p, 1e-6);
    const std::array<double, 5> same{1, 1, 1, 1, 1};
    EXPECT_TRUE(std::isnan(correlation(x, same).r));
    EXPECT_TRUE(std::isnan(correlation(std::span(x).first(2), std::span(y).first(2)).r));
    EXPECT_THROW(correlation(x, std::span(y).first(4)), std::invalid_argument);
}

TEST(Student, KnownTails) {
    // df 1 is Cauchy's distribution, df 2 has a closed form: the incomplete beta function is checked by both.
    for (const double t : {0.1, 1.0, 3.0, 50.0, 1e6}) {
        const double cauchy = 1 - 2 / std::numbers::pi * std::atan(t);
        EXPECT_NEAR(incomplete_beta(0.5, 0.5, 1 / (1 + t * t)), cauchy, 1e-12);
        const double two = 1 - t / std::sqrt(2 + t * t);
        EXPECT_NEAR(incomplete_beta(1, 0.5, 2 / (2 + t * t)), two, 1e-12);
    }
    EXPECT_NEAR(incomplete_beta(5, 0.5, 10 / (10 + 2.228139 * 2.228139)), 0.05, 1e-6);
}

TEST(IncompleteBeta, ClosedForms) {
    EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
    EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
    for (const double x : {0.01, 0.3, 0.5, 0.77, 0.999}) {
        EXPECT_NEAR(incomplete_beta(1, 1, x), x, 1e-14);
        EXPECT_NEAR(incomplete_beta(3, 1, x), x * x * x, 1e-14);
        EXPECT_NEAR(incomplete_beta(2, 2, x), x * x * (3 - 2 * x), 1e-14);
        EXPECT_NEAR(incomplete_beta(40, 7, x) + incomplete_beta(7, 40, 1 - x), 1, 1e-12);
    }
    EXPECT_THROW(incomplete_beta(0, 1, 0.5), std::invalid_argument);
}

TEST(Summary, MeanAndSampleDeviation) {
    const std::array<double, 8> values{2, 4, 4, 4, 5, 5, 7, 9};
    const Summary s = summarise(values);
    EXPECT_EQ(s.n, 8u);
    EXPECT_DOUBLE_EQ(s.mean, 5);
    EXPECT_DOUBLE_EQ(s.sd, std::sqrt(32.0 / 7));
    EXPECT_TRUE(std::isnan(summarise({}).mean));
    EXPECT_TRUE(std::isnan(summarise(std::span(values).first(1)).sd));
    EXPECT_DOUBLE_EQ(summarise(std::span(values).first(1)).mean, 2);
}

TEST(MannWhitney, ExactSmallCases) {
    // All of a below all of b: 1 of C(6,3) = 20 arrangements on each side.
    const std::array<double, 3> a{1, 2, 3}, b{4, 5, 6};
    EXPECT_EQ(mann_whitney_test(a, b).u, 0);
    EXPECT_TRUE(mann_whitney_test(a, b).exact);
    EXPECT_NEAR(mann_whitney_test(a, b).p, 2.0 / 20, 1e-12);
    EXPECT_EQ(mann_whitney_test(b, a).u, 9);
    EXPECT_NEAR(mann_whitney_test(b, a).p, 2.0 / 20, 1e-12);
    EXPECT_LT(mann_whitney_test(a, b).z, 0);
    // U = 2: of the 20 arrangements 1, 1 and 2 have U = 0, 1, 2.
    const std::array<double, 3> c{1, 2, 5}, d{3, 4, 6};
    EXPECT_EQ(mann_whitney_test(c, d).u, 2);
    EXPECT_NEAR(mann_whitney_test(c, d).p, 2 * 4.0 / 20, 1e-12);
    // C(10,5) = 252; the critical value of published tables for n = m = 5 is U = 2 at 5 %: 4 arrangements have U ≤ 2.
    const std::array<double, 5> e{1, 2, 3, 4, 7}, f{5, 6, 8, 9, 10};
    EXPECT_EQ(mann_whitney_test(e, f).u, 2);
    EXPECT_NEAR(mann_whitney_test(e, f).p, 2 * 4.0 / 252, 1e-12);
    const std::array<double, 1> one{5};
    EXPECT_NEAR(mann_whitney_test(one, one).p, 1, 1e-12);
}

TEST(MannWhitney, TiesUseTheCorrectedNormalApproximation) {
    // Ranks of a: 1, 2.5, 4.5; of b: 2.5, 4.5, 6. U = 8 − 6 = 2; Σ(t³−t) = 12.
    const std::array<double, 3> a{1, 2, 3}, b{2, 3, 4};
    const MannWhitneyTest test = mann_whitney_test(a, b);
    EXPECT_FALSE(test.exact);
    EXPECT_EQ(test.u, 2);
    const double sigma = std::sqrt(9.0 / 12 * (7 - 12.0 / 30));
    EXPECT_NEAR(test.z, -2 / sigma, 1e-12);
    EXPECT_NEAR(test.p, std::erfc(2 / sigma / std::sqrt(2.0)), 1e-12);
}

TEST(MannWhitney, ApproximationMeetsTheExactCount) {
    // Interleaved with a shift; 20 on each side is exact, 21 is not, and they must nearly agree.
    const auto p_of = [](int n) {
        std::vector<double> a, b;
        for (int i = 0; i < n; ++i) {
            a.push_back(i);
            b.push_back(i + 4.5);
        }
        return mann_whitney_test(a, b);
    };
    EXPECT_TRUE(p_of(20).exact);
    EXPECT_FALSE(p_of(21).exact);
    EXPECT_NEAR(p_of(20).p, std::erfc(std::abs(p_of(20).z) / std::sqrt(2.0)), 0.002);
}

TEST(MannWhitney, Degenerate) {
    const std::array<double, 3> same{2, 2, 2};
    EXPECT_EQ(mann_whitney_test(same, same).p, 1);
    EXPECT_TRUE(std::isnan(mann_whitney_test(same, {}).p));
}

TEST(Interval, StudentsTable) {
    EXPECT_NEAR(student_quantile(0.95, 1), 12.7062, 1e-4);
    EXPECT_NEAR(student_quantile(0.95, 9), 2.26216, 1e-5);
    EXPECT_NEAR(student_quantile(0.99, 4), 4.60409, 1e-5);
    EXPECT_NEAR(student_quantile(0.95, 1e6), 1.95997, 1e-4);
    EXPECT_THROW(student_quantile(1, 4), std::invalid_argument);
}

TEST(Interval, IsAroundTheMean) {
    const std::vector<double> values{4, 6, 8};
    const Interval all = mean_interval(summarise(values));
    EXPECT_NEAR(all.low, 6 - 4.30265 * 2 / std::sqrt(3.0), 1e-4);
    EXPECT_NEAR(all.high, 6 + 4.30265 * 2 / std::sqrt(3.0), 1e-4);
    EXPECT_TRUE(std::isnan(mean_interval(summarise(std::vector<double>{5})).low));
    const Interval constant = mean_interval(summarise(std::vector<double>{5, 5}));
    EXPECT_EQ(constant.low, 5);
    EXPECT_EQ(constant.high, 5);
}

}  // namespace
}  // namespace sidestep
