#include "sidestep/parameters.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace sidestep {
namespace {

TEST(CommonParameters, TableFollowsTheEnum) {
    const auto table = common_parameters();
    ASSERT_EQ(table.size(), kCommonCount);
    EXPECT_EQ(table[kRadius].name, "radius");
    EXPECT_EQ(table[kPrefSpeed].name, "pref_speed");
    EXPECT_EQ(table[kMaxSpeed].name, "max_speed");
    EXPECT_EQ(table[kMaxAccel].name, "max_accel");
    EXPECT_EQ(table[kNeighbourRange].name, "neighbour_range");
    EXPECT_EQ(table[kMaxNeighbours].name, "max_neighbours");
    EXPECT_EQ(table[kGoalRadius].name, "goal_radius");
}

TEST(CommonParameters, DefaultsLieInTheirRanges) {
    std::set<std::string_view> names;
    for (const Parameter& p : common_parameters()) {
        EXPECT_TRUE(names.insert(p.name).second) << p.name;
        EXPECT_GE(p.fallback, p.min) << p.name;
        EXPECT_LE(p.fallback, p.max) << p.name;
        EXPECT_FALSE(p.min_excluded && p.fallback == p.min) << p.name;
        EXPECT_FALSE(p.symbol.empty() || p.unit.empty() || p.source.empty() || p.meaning.empty()) << p.name;
    }
    EXPECT_EQ(common_parameters()[kRadius].min, 0.05);
    EXPECT_EQ(common_parameters()[kRadius].max, 2);
}

}  // namespace
}  // namespace sidestep
