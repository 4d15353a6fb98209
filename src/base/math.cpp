#include "base/math.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// From <cmath> only operations that IEEE 754 defines exactly are used: sqrt, floor, fabs, remainder, classification.

namespace sidestep {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// c[0] + c[1] x + c[2] x² + …
template <std::size_t N>
constexpr double polynomial(const std::array<double, N>& c, double x) {
    double sum = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + c[i];
    return sum;
}

constexpr double factorial(int n) {
    return n < 2 ? 1.0 : n * factorial(n - 1);
}

/// Coefficients of Taylor series: the arguments are reduced so far that their truncation error lies below rounding.
template <std::size_t N, class Term>
constexpr std::array<double, N> series(Term term) {
    std::array<double, N> c{};
    for (std::size_t i = 0; i < N; ++i) c[i] = term(static_cast<int>(i));
    return c;
}
// sin r = r + r·r²·(…), cos r = 1 - r²/2 + r⁴·(…), both for |r| <= π/4, in powers of r².
constexpr auto kSin = series<8>([](int i) { return (i % 2 ? 1 : -1) / factorial(2 * i + 3); });
constexpr auto kCos = series<7>([](int i) { return (i % 2 ? -1 : 1) / factorial(2 * i + 4); });
// e^r = 1 + r + r²·(…) for |r| <= ln 2 / 2.
constexpr auto kExp = series<12>([](int i) { return 1 / factorial(i + 2); });
// ln((1+s)/(1-s)) = 2s + s·s²·(…) for |s| <= 0.172, in powers of s².
constexpr auto kLog = series<11>([](int i) { return 2.0 / (2 * i + 3); });
// atan u = u + u·u²·(…) for |u| <= 1/16, in powers of u².
constexpr auto kAtan = series<7>([](int i) { return (i % 2 ? 1.0 : -1.0) / (2 * i + 3); });

// π/2 in pieces of 33 bits: k times a piece is exact for |k| < 2^20.
constexpr double kHalfPi1 = 0x1.921fb544p+0, kHalfPi2 = 0x1.0b4611a6p-34, kHalfPi3 = 0x1.3198a2ep-69;
// ln 2 as 32 bits and the rest, so that an exponent times the first part is exact.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;

constexpr std::array<double, 9> kAtanOfEighths = {0.0,
                                                  0.12435499454676144,
                                                  0.24497866312686414,
                                                  0.35877067027057225,
                                                  0.4636476090008061,
                                                  0.5585993153435624,
                                                  0.6435011087932844,
                                                  0.7188299996216245,
                                                  0.7853981633974483};

/// 2^k for a normal result.
double power_of_two(int k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// atan t for 0 <= t <= 1.
double arc_tangent_unit(double t) {
    const int eighth = static_cast<int>(t * 8 + 0.5);
    const double c = eighth * 0.125;
    const double u = (t - c) / (1 + t * c);
    const double u2 = u * u;
    return kAtanOfEighths[static_cast<std::size_t>(eighth)] + (u + u * u2 * polynomial(kAtan, u2));
}

}  // namespace

SinCos sin_cos(double x) {
    if (!std::isfinite(x)) return {kNaN, kNaN};
    // Beyond the stated range the angle itself is coarse; fold it so that nothing overflows.
    if (std::fabs(x) > 1e5) x = std::remainder(x, 2 * kPi);
    const double k = std::floor(x * (2 / kPi) + 0.5);
    const double r = ((x - k * kHalfPi1) - k * kHalfPi2) - k * kHalfPi3;
    const double r2 = r * r;
    const double s = r + r * r2 * polynomial(kSin, r2);
    const double c = 1 - (0.5 * r2 - r2 * r2 * polynomial(kCos, r2));
    switch (static_cast<std::int64_t>(k) & 3) {
        case 0:
            return {s, c};
        case 1:
            return {c, -s};
        case 2:
            return {-s, -c};
        default:
            return {-c, s};
    }
}

double exponential(double x) {
    if (std::isnan(x)) return x;
    if (x > 709.79) return kInfinity;
    if (x < -745.2) return 0;
    const double k = std::floor(x * (1 / std::numbers::ln2) + 0.5);
    const double r = (x - k * kLn2High) - k * kLn2Low;
    const double e = 1 + (r + r * r * polynomial(kExp, r));
    // In two factors, because 2^k alone may overflow or be subnormal where the result is not.
    const int exponent = static_cast<int>(k);
    const int half = exponent / 2;
    return e * power_of_two(half) * power_of_two(exponent - half);
}

double logarithm(double x) {
    if (std::isnan(x) || x < 0) return kNaN;
    if (x == 0) return -kInfinity;
    if (x == kInfinity) return x;
    int exponent = 0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 0x1p54;
        exponent = -54;
    }
    const auto bits = std::bit_cast<std::uint64_t>(x);
    exponent += static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
    if (m > std::numbers::sqrt2) {
        m *= 0.5;
        ++exponent;
    }
    // m - 1 is exact, so a logarithm near zero keeps its relative accuracy.
    const double s = (m - 1) / (m + 1);
    const double s2 = s * s;
    return exponent * kLn2High + (2 * s + (s * s2 * polynomial(kLog, s2) + exponent * kLn2Low));
}

double arc_tangent(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) return kNaN;
    const double ax = std::fabs(x), ay = std::fabs(y);
    double angle = 0;
    if (ax == ay) {
        angle = ax == 0 ? 0 : kPi / 4;  // also both infinite, whose quotient would be undefined
    } else if (ay < ax) {
        angle = arc_tangent_unit(ay / ax);
    } else {
        angle = kPi / 2 - arc_tangent_unit(ax / ay);
    }
    if (std::signbit(x)) angle = kPi - angle;
    return std::signbit(y) ? -angle : angle;
}

double power(double x, double y) {
    // Whole exponents are the usual case (squares, cubes) and come out as plain products.
    if (y == std::floor(y) && std::fabs(y) <= 64) {
        double result = 1, square = x;
        for (auto n = static_cast<unsigned>(std::fabs(y)); n != 0; n >>= 1, square *= square) {
            if (n & 1u) result *= square;
        }
        return y < 0 ? 1 / result : result;
    }
    return exponential(y * logarithm(x));
}

double normal_quantile(double p) {
    // Rational approximations of M. J. Wichura, "Algorithm AS 241", Applied Statistics 37 (1988) 477-484.
    static constexpr std::array<double, 8> kMiddleOver = {
        3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
        4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
    static constexpr std::array<double, 8> kMiddleUnder = {1.0,
                                                           4.2313330701600911252e1,
                                                           6.8718700749205790830e2,
                                                           5.3941960214247511077e3,
                                                           2.1213794301586595867e4,
                                                           3.9307895800092710610e4,
                                                           2.8729085735721942674e4,
                                                           5.2264952788528545610e3};
    static constexpr std::array<double, 8> kTailOver = {
        1.42343711074968357734e0, 4.63033784615654529590e0,  5.76949722146069140550e0,  3.64784832476320460504e0,
        1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static constexpr std::array<double, 8> kTailUnder = {1.0,
                                                         2.05319162663775882187e0,
                                                         1.67638483018380384940e0,
                                                         6.89767334985100004550e-1,
                                                         1.48103976427480074590e-1,
                                                         1.51986665636164571966e-2,
                                                         5.47593808499534494600e-4,
                                                         1.05075007164441684324e-9};
    static constexpr std::array<double, 8> kFarOver = {
        6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,  2.96560571828504891230e-1,
        2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static constexpr std::array<double, 8> kFarUnder = {1.0,
                                                        5.99832206555887937690e-1,
                                                        1.36929880922735805310e-1,
                                                        1.48753612908506148525e-2,
                                                        7.86869131145613259100e-4,
                                                        1.84631831751005468180e-5,
                                                        1.42151175831644588870e-7,
                                                        2.04426310338993978564e-15};

    if (std::isnan(p) || p < 0 || p > 1) return kNaN;
    if (p == 0) return -kInfinity;
    if (p == 1) return kInfinity;
    const double q = p - 0.5;
    if (std::fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(kMiddleOver, r) / polynomial(kMiddleUnder, r);
    }
    const double r = std::sqrt(-logarithm(q < 0 ? p : 1 - p));
    const double tail = r <= 5 ? polynomial(kTailOver, r - 1.6) / polynomial(kTailUnder, r - 1.6)
                               : polynomial(kFarOver, r - 5) / polynomial(kFarUnder, r - 5);
    return q < 0 ? -tail : tail;
}

}  // namespace sidestep
