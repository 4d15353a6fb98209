#include "sidestep/explain.h"

#include <gtest/gtest.h>

#include <set>

namespace sidestep {
namespace {

TEST(Explain, EveryRoleAndKindHasANameOfItsOwn) {
    std::set<std::string_view> roles, kinds;
    for (int i = 0; i < static_cast<int>(Role::count); ++i) roles.insert(name_of(static_cast<Role>(i)));
    for (int i = 0; i < static_cast<int>(Shape::Kind::count); ++i) {
        kinds.insert(name_of(static_cast<Shape::Kind>(i)));
    }
    EXPECT_EQ(roles.size(), static_cast<std::size_t>(Role::count));
    EXPECT_EQ(kinds.size(), static_cast<std::size_t>(Shape::Kind::count));
    EXPECT_FALSE(roles.contains(""));
    EXPECT_FALSE(kinds.contains(""));
    EXPECT_EQ(name_of(Role::prediction), "prediction");
    EXPECT_EQ(name_of(Shape::Kind::half_plane), "half_plane");
}

}  // namespace
}  // namespace sidestep
