// Eight floats at once: every operation is the IEEE operation of each lane.
#include "base/pack.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "support/dice.h"

namespace sidestep::baseline {
namespace {

struct alignas(32) Lanes {
    float v[kLanes];
};
struct alignas(32) IntLanes {
    std::int32_t v[kLanes];
};

Lanes lanes(Pack p) {
    Lanes l;
    p.store(l.v);
    return l;
}
IntLanes lanes(PackInt p) {
    IntLanes l;
    p.store(l.v);
    return l;
}
bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// Ordinary numbers of all sizes, and the awkward ones.
float draw(test::Dice& dice) {
    static const float kAwkward[] = {0.0f,
                                     -0.0f,
                                     1.0f,
                                     -1.0f,
                                     1e-38f,
                                     -1e-42f,
                                     3e38f,
                                     std::numeric_limits<float>::infinity(),
                                     -std::numeric_limits<float>::infinity(),
                                     std::numeric_limits<float>::quiet_NaN()};
    if (dice.below(8) == 0) return kAwkward[dice.below(10)];
    return static_cast<float>(dice.between(-1, 1) * std::pow(10, dice.between(-6, 6)));
}

TEST(Pack, ArithmeticAndComparisonsByLane) {
    test::Dice dice(71);
    for (int round = 0; round < 2000; ++round) {
        Lanes a, b;
        for (int i = 0; i < kLanes; ++i) a.v[i] = draw(dice), b.v[i] = draw(dice);
        const Pack x = Pack::load(a.v), y = Pack::load(b.v);
        const Lanes sum = lanes(x + y), difference = lanes(x - y), product = lanes(x * y), quotient = lanes(x / y),
                    negative = lanes(-x), least = lanes(min(x, y)), most = lanes(max(x, y)), size = lanes(abs(x)),
                    root = lanes(sqrt(x)), sign = lanes(copysign(x, y));
        const unsigned less = bits(x < y), at_most = bits(x <= y), more = bits(x > y), at_least = bits(x >= y),
                       equal = bits(x == y);
        const Lanes chosen = lanes(select(x < y, x, y));
        for (int i = 0; i < kLanes; ++i) {
            const float p = a.v[i], q = b.v[i];
            EXPECT_TRUE(same(sum.v[i], p + q));
            EXPECT_TRUE(same(difference.v[i], p - q));
            EXPECT_TRUE(same(product.v[i], p * q));
            EXPECT_TRUE(same(quotient.v[i], p / q));
            EXPECT_TRUE(same(negative.v[i], -p));
            EXPECT_TRUE(same(least.v[i], p < q ? p : q));
            EXPECT_TRUE(same(most.v[i], p > q ? p : q));
            EXPECT_TRUE(same(size.v[i], std::fabs(p)));
            EXPECT_TRUE(same(root.v[i], std::sqrt(p)));
            EXPECT_TRUE(same(sign.v[i], std::copysign(p, q)));
            EXPECT_TRUE(same(chosen.v[i], p < q ? p : q));
            EXPECT_EQ(less >> i & 1, unsigned{p < q});
            EXPECT_EQ(at_most >> i & 1, unsigned{p <= q});
            EXPECT_EQ(more >> i & 1, unsigned{p > q});
            EXPECT_EQ(at_least >> i & 1, unsigned{p >= q});
            EXPECT_EQ(equal >> i & 1, unsigned{p == q});
        }
    }
}

TEST(Pack, Masks) {
    const Lanes a{{0, 1, 2, 3, 4, 5, 6, 7}};
    const Pack x = Pack::load(a.v);
    const Mask low = x<Pack(3.0f), high = x> Pack(5.0f);
    EXPECT_EQ(bits(low), 0x07u);
    EXPECT_EQ(bits(high), 0xc0u);
    EXPECT_EQ(bits(low | high), 0xc7u);
    EXPECT_EQ(bits(low & high), 0u);
    EXPECT_EQ(bits(inverse(low)), 0xf8u);
    EXPECT_TRUE(any(low));
    EXPECT_FALSE(any(low & high));
    EXPECT_TRUE(all(x >= Pack(0.0f)));
    EXPECT_FALSE(all(low));
    const IntLanes ones = lanes(as_int(mask_as_pack(low)));
    for (int i = 0; i < kLanes; ++i) EXPECT_EQ(ones.v[i], i < 3 ? -1 : 0);
}

TEST(Pack, Integers) {
    test::Dice dice(72);
    for (int round = 0; round < 500; ++round) {
        IntLanes a, b;
        for (int i = 0; i < kLanes; ++i) {
            a.v[i] = static_cast<std::int32_t>(dice.between(-2147483648.0, 2147483647.0));
            b.v[i] = static_cast<std::int32_t>(dice.between(-2147483648.0, 2147483647.0));
        }
        const PackInt x = PackInt::load(a.v), y = PackInt::load(b.v);
        const IntLanes sum = lanes(x + y), difference = lanes(x - y), product = lanes(x * y), both = lanes(x & y),
                       either = lanes(x | y), one = lanes(x ^ y), right = lanes(shift_right<7>(x)),
                       left = lanes(shift_left<5>(x)), least = lanes(min(x, y)), most = lanes(max(x, y));
        const Lanes real = lanes(to_float(x));
        for (int i = 0; i < kLanes; ++i) {
            const auto p = static_cast<std::uint32_t>(a.v[i]), q = static_cast<std::uint32_t>(b.v[i]);
            EXPECT_EQ(static_cast<std::uint32_t>(sum.v[i]), p + q);
            EXPECT_EQ(static_cast<std::uint32_t>(difference.v[i]), p - q);
            EXPECT_EQ(static_cast<std::uint32_t>(product.v[i]), p * q);
            EXPECT_EQ(static_cast<std::uint32_t>(both.v[i]), p & q);
            EXPECT_EQ(static_cast<std::uint32_t>(either.v[i]), p | q);
            EXPECT_EQ(static_cast<std::uint32_t>(one.v[i]), p ^ q);
            EXPECT_EQ(static_cast<std::uint32_t>(right.v[i]), p >> 7);
            EXPECT_EQ(static_cast<std::uint32_t>(left.v[i]), p << 5);
            EXPECT_EQ(least.v[i], std::min(a.v[i], b.v[i]));
            EXPECT_EQ(most.v[i], std::max(a.v[i], b.v[i]));
            EXPECT_EQ(real.v[i], static_cast<float>(a.v[i]));
            EXPECT_EQ(bits(x > y) >> i & 1, unsigned{a.v[i] > b.v[i]});
        }
    }
    EXPECT_EQ(lanes(truncate(Pack(-2.7f))).v[3], -2);
    EXPECT_EQ(lanes(truncate(Pack(2.7f))).v[3], 2);
}

TEST(Pack, LoadsAndStoresAnywhere) {
    float data[20];
    for (int i = 0; i < 20; ++i) data[i] = static_cast<float>(i);
    for (int offset = 0; offset < 8; ++offset) {
        const Lanes l = lanes(Pack::load_unaligned(data + offset));
        for (int i = 0; i < kLanes; ++i) EXPECT_EQ(l.v[i], static_cast<float>(offset + i));
        float out[20] = {};
        Pack::load_unaligned(data + 2).store_unaligned(out + offset);
        for (int i = 0; i < kLanes; ++i) EXPECT_EQ(out[offset + i], static_cast<float>(2 + i));
    }
}

TEST(Pack, Exponential) {
    for (double x = -86; x < 88; x += 0.0137) {
        const auto f = static_cast<float>(x);
        const double expected = std::exp(static_cast<double>(f));
        EXPECT_NEAR(lanes(exponential(Pack(f))).v[0] / expected, 1, 2.5e-7) << x;
    }
    EXPECT_LT(lanes(exponential(Pack(-1000.0f))).v[0], 1e-37f);
    EXPECT_EQ(lanes(exponential(Pack(0.0f))).v[0], 1.0f);
    EXPECT_TRUE(std::isfinite(lanes(exponential(Pack(-std::numeric_limits<float>::infinity()))).v[0]));
}

TEST(Pack, LogarithmAndPower) {
    for (double e = -30; e < 30; e += 0.0173) {
        const auto f = static_cast<float>(std::exp(e));
        const double expected = std::log(static_cast<double>(f));
        EXPECT_NEAR(lanes(logarithm(Pack(f))).v[0], expected, 1e-6 * std::fabs(expected) + 2e-7) << f;
    }
    for (const float x : {0.01f, 0.2f, 0.5f, 1.0f, 3.0f}) {
        for (const float y : {1.0f, 2.0f, 2.5f, 4.0f}) {
            const double expected = std::pow(static_cast<double>(x), static_cast<double>(y));
            EXPECT_NEAR(lanes(power(Pack(x), Pack(y))).v[0] / expected, 1, 5e-6) << x << "^" << y;
        }
    }
}

TEST(Pack, ArcTangent) {
    for (double turn = -0.4999; turn < 0.5; turn += 0.00037) {
        for (const double length : {1e-6, 0.3, 1.0, 40.0, 1e6}) {
            const auto x = static_cast<float>(length * std::cos(2 * kPi * turn));
            const auto y = static_cast<float>(length * std::sin(2 * kPi * turn));
            const double expected = std::atan2(static_cast<double>(y), static_cast<double>(x));
            EXPECT_NEAR(lanes(arc_tangent(Pack(y), Pack(x))).v[0], expected, 4e-7) << turn << " " << length;
            EXPECT_NEAR(arc_tangent(static_cast<double>(y), static_cast<double>(x)), expected, 1e-14);
            // Mirrored to the bit.
            EXPECT_EQ(lanes(arc_tangent(Pack(-y), Pack(x))).v[0], -lanes(arc_tangent(Pack(y), Pack(x))).v[0]);
        }
    }
    for (const float x : {-2.0f, -0.0f, 0.0f, 2.0f}) {
        for (const float y : {-2.0f, -0.0f, 0.0f, 2.0f}) {
            const double expected = arc_tangent(static_cast<double>(y), static_cast<double>(x));
            EXPECT_NEAR(lanes(arc_tangent(Pack(y), Pack(x))).v[0], expected, 4e-7) << y << " " << x;
        }
    }
}

TEST(Pack, DirectionOfTurn) {
    for (double turn = 0; turn < 1; turn += 0.00037) {
        const auto f = static_cast<float>(turn);
        const auto d = direction_of_turn(Pack(f));
        EXPECT_NEAR(lanes(d.x).v[0], std::cos(2 * kPi * f), 1e-6) << turn;
        EXPECT_NEAR(lanes(d.y).v[0], std::sin(2 * kPi * f), 1e-6) << turn;
        const auto exact = direction_of_turn(static_cast<double>(f));
        EXPECT_NEAR(exact.x, std::cos(2 * kPi * f), 1e-12);
        EXPECT_NEAR(exact.y, std::sin(2 * kPi * f), 1e-12);
    }
}

}  // namespace
}  // namespace sidestep::baseline
