// Which way three places turn, to the last bit.
#include "base/turn.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "support/dice.h"

namespace sidestep {
namespace {

__extension__ using Wide = __int128;

/// Of coordinates that are whole multiples of 2⁻⁵⁰ below 1: 2 × 51 bits and a sign fit.
int exact(Vec2d a, Vec2d b, Vec2d c) {
    const auto whole = [](double v) { return static_cast<Wide>(v * 0x1p50); };
    const Wide turned =
        (whole(b.x) - whole(a.x)) * (whole(c.y) - whole(a.y)) - (whole(b.y) - whole(a.y)) * (whole(c.x) - whole(a.x));
    return (turned > 0) - (turned < 0);
}

TEST(Turn, NearlyInLineIsDecidedExactly) {
    int straight = 0, differs = 0;
    for (std::uint64_t seed = 1; seed <= 200'000; ++seed) {
        test::Dice dice(seed);
        const auto coordinate = [&] { return dice.below(1 << 20) * 0x1p-20; };
        const Vec2d a{coordinate(), coordinate()}, d{coordinate() / 4, coordinate() / 4};
        const auto nudged = [&](Vec2d p) {
            return Vec2d{p.x + (dice.below(3) - 1) * 0x1p-50, p.y + (dice.below(3) - 1) * 0x1p-50};
        };
        const Vec2d b = nudged(a + d), c = nudged(a + d * 3);
        const int expected = exact(a, b, c);
        ASSERT_EQ(turn(a, b, c), expected);
        ASSERT_EQ(turn(b, a, c), -expected);
        ASSERT_EQ(turn(c, a, b), expected);
        straight += expected == 0;
        const double rounded = cross(b - a, c - a);
        differs += ((rounded > 0) - (rounded < 0)) != expected;
    }
    EXPECT_GT(straight, 1000);
    EXPECT_GT(differs, 100) << "else rounding would do";
}

TEST(Turn, EqualPlacesDoNotTurn) {
    const Vec2d p{0.1, 1e7}, q{-3, 1e-300};
    EXPECT_EQ(turn(p, p, q), 0);
    EXPECT_EQ(turn(p, q, p), 0);
    EXPECT_EQ(turn(q, p, p), 0);
    EXPECT_EQ(turn({0, 0}, {1, 0}, {1, 1}), 1);
    EXPECT_EQ(turn({0, 0}, {1, 0}, {1, -1}), -1);
}

}  // namespace
}  // namespace sidestep
