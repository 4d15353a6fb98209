// How long a run will still take, from how long its beginning took.
#include <gtest/gtest.h>

#include "progress_bar.h"

namespace sidestep::cli {
namespace {

TEST(TimeLeft, IsWhatTheRestTakesAtThisPace) {
    EXPECT_EQ(time_left(10, 0.5), ", about 0:10 left");
    EXPECT_EQ(time_left(60, 0.25), ", about 3:00 left");
    EXPECT_EQ(time_left(100, 0.02), ", about 1:21:40 left");
}

TEST(TimeLeft, IsNotGuessed) {
    EXPECT_EQ(time_left(1, 0.5), "") << "too early to tell";
    EXPECT_EQ(time_left(60, 0.001), "");
    EXPECT_EQ(time_left(60, 0), "");
    EXPECT_EQ(time_left(60, 1), "");
    EXPECT_EQ(time_left(1e6, 0.02), ", days left");
}

}  // namespace
}  // namespace sidestep::cli
