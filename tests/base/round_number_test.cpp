#include "base/round_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sidestep {
namespace {

TEST(RoundNumber, IsTheNextThatPeopleRead) {
    EXPECT_DOUBLE_EQ(round_number_above(0.013), 0.02);
    EXPECT_DOUBLE_EQ(round_number_above(2), 2);
    EXPECT_DOUBLE_EQ(round_number_above(2.1), 5);
    EXPECT_DOUBLE_EQ(round_number_above(5.1e9), 1e10);
}

// Of what a damaged recording makes there is none, and looking for it must end.
TEST(RoundNumber, EndsForEveryNumber) {
    EXPECT_EQ(round_number_above(0), 0);
    EXPECT_EQ(round_number_above(-3), -3);
    EXPECT_TRUE(std::isinf(round_number_above(std::numeric_limits<double>::infinity())));
    EXPECT_TRUE(std::isnan(round_number_above(std::nan(""))));
    EXPECT_GE(round_number_above(std::numeric_limits<double>::max()), 1e308);
    EXPECT_GE(round_number_above(std::numeric_limits<double>::denorm_min()), 0);
}

}  // namespace
}  // namespace sidestep
