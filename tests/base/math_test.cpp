// Accuracy that the rest of the engine may rely on, against long double libm as an oracle.
#include "base/math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidestep {
namespace {

double relative_error(double ours, long double truth) {
    if (truth == 0) return std::fabs(ours);
    return static_cast<double>(std::fabs((static_cast<long double>(ours) - truth) / truth));
}

/// Calls `check` with `n` numbers spread over [low, high] without hitting round values.
template <class Check>
void sweep(double low, double high, int n, Check check) {
    for (int i = 0; i < n; ++i) {
        const double fraction = std::fmod(0.5 + i * 0.6180339887498949, 1.0);
        check(low + (high - low) * fraction);
    }
}

TEST(Math, SineAndCosineAreAccurateInTheStatedRange) {
    for (const double range : {0.01, 4.0, 100.0, 1e5}) {
        sweep(-range, range, 50000, [](double x) {
            const SinCos ours = sin_cos(x);
            EXPECT_NEAR(ours.sin, static_cast<double>(std::sin(static_cast<long double>(x))), 3e-16) << x;
            EXPECT_NEAR(ours.cos, static_cast<double>(std::cos(static_cast<long double>(x))), 3e-16) << x;
        });
    }
    sweep(-4, 4, 50000, [](double x) {
        EXPECT_LT(relative_error(sin_cos(x).sin, std::sin(static_cast<long double>(x))), 1e-14) << x;
    });
    EXPECT_EQ(sin_cos(0).sin, 0);
    EXPECT_EQ(sin_cos(0).cos, 1);
    EXPECT_TRUE(std::isnan(sin_cos(std::numeric_limits<double>::infinity()).sin));
    EXPECT_LE(std::fabs(sin_cos(1e300).sin), 1);
}

TEST(Math, ExponentialIsAccurate) {
    sweep(-30, 30, 50000, [](double x) {
        EXPECT_LT(relative_error(exponential(x), std::exp(static_cast<long double>(x))), 5e-16) << x;
    });
    sweep(-708, 709.7, 50000, [](double x) {
        EXPECT_LT(relative_error(exponential(x), std::exp(static_cast<long double>(x))), 5e-16) << x;
    });
    EXPECT_EQ(exponential(0), 1);
    EXPECT_EQ(exponential(-1000), 0);
    EXPECT_EQ(exponential(1000), std::numeric_limits<double>::infinity());
    EXPECT_GT(exponential(-740), 0) << "subnormal results are kept";
    EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Math, LogarithmIsAccurateAlsoNearOne) {
    for (const auto& [low, high] : {std::pair{0.99, 1.01}, {0.5, 2.0}, {1e-6, 1.0}, {1.0, 1e9}}) {
        sweep(low, high, 50000, [](double x) {
            EXPECT_LT(relative_error(logarithm(x), std::log(static_cast<long double>(x))), 1e-15) << x;
        });
    }
    EXPECT_EQ(logarithm(1), 0);
    EXPECT_LT(relative_error(logarithm(5e-324), std::log(static_cast<long double>(5e-324))), 1e-15);
    EXPECT_EQ(logarithm(0), -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(logarithm(-1)));
}

TEST(Math, ArcTangentIsAccurateInAllQuadrants) {
    sweep(-kPi, kPi, 50000, [](double angle) {
        for (const double length : {1e-3, 1.0, 1e7}) {
            const double x = length * std::cos(angle), y = length * std::sin(angle);
            const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
            EXPECT_LT(relative_error(arc_tangent(y, x), truth), 1e-15) << angle;
        }
    });
    const double inf = std::numeric_limits<double>::infinity();
    for (const double y : {0.0, -0.0, 1.0, -1.0, inf, -inf}) {
        for (const double x : {0.0, -0.0, 1.0, -1.0, inf, -inf}) {
            EXPECT_EQ(arc_tangent(y, x), std::atan2(y, x)) << y << " " << x;
        }
    }
}

TEST(Math, PowersAreAccurate) {
    sweep(0.01, 20, 2000, [](double x) {
        for (const double y : {-3.7, -0.5, 0.3, 0.5, 1.5, 2.2, 8.1}) {
            const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
            EXPECT_LT(relative_error(power(x, y), truth), 1e-14) << x << "^" << y;
        }
        EXPECT_EQ(power(x, 2), x * x);
        EXPECT_EQ(power(x, 1), x);
        EXPECT_EQ(power(x, 0), 1);
        EXPECT_EQ(power(x, -1), 1 / x);
    });
}

TEST(Math, NormalQuantileInvertsTheDistribution) {
    EXPECT_EQ(normal_quantile(0.5), 0);
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
    EXPECT_NEAR(normal_quantile(0.0013498980316300946), -3, 1e-13);
    EXPECT_NEAR(normal_quantile(1e-20), -9.262340089798408, 1e-13);
    for (const double range : {0.5, 0.1, 1e-3, 1e-9}) {
        sweep(0, range, 20000, [](double p) {
            const auto x = static_cast<long double>(normal_quantile(p));
            EXPECT_LT(relative_error(p, 0.5L * std::erfc(-x / std::sqrt(2.0L))), 1e-13) << p;
        });
    }
    sweep(0, 1, 1000, [](double p) { EXPECT_NEAR(normal_quantile(p), -normal_quantile(1 - p), 1e-11); });
}

// A last bit that changes here would change every golden hash; the table catches a compiler that fuses or reorders.
TEST(Math, BitsDoNotDependOnTheCompiler) {
    double sum = 0;
    for (int i = 1; i <= 1000; ++i) {
        const double x = i * 0.37;
        const SinCos t = sin_cos(x);
        sum += t.sin * 1.25 + t.cos + exponential(-x * 0.01) + logarithm(x) + arc_tangent(t.sin, t.cos * 0.7) +
               power(x, 0.7) + normal_quantile(i / 1001.0 * 0.9);
    }
    EXPECT_EQ(sum, 0x1.47a86b6affecap+15);
}

}  // namespace
}  // namespace sidestep
