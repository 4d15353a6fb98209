#include "world/companions.h"

#include <gtest/gtest.h>

#include <map>

#include "support/dice.h"

namespace sidestep {
namespace {

std::vector<AgentId> members(const Companions& companions, std::string_view label) {
    const auto found = companions.members(companions.named(label));
    return {found.begin(), found.end()};
}

TEST(Companions, AreThoseOfOneLabel) {
    Companions companions;
    EXPECT_TRUE(companions.empty());
    companions.join(7, "family");
    companions.join(3, "family");
    companions.join(4, "tourists");
    companions.join(5, "");
    EXPECT_FALSE(companions.empty());
    EXPECT_EQ(companions.group_of(3), companions.group_of(7));
    EXPECT_NE(companions.group_of(3), companions.group_of(4));
    EXPECT_NE(companions.group_of(3), kNoGroup);
    EXPECT_EQ(companions.group_of(5), kNoGroup);
    EXPECT_EQ(companions.group_of(6), kNoGroup);
    EXPECT_EQ(members(companions, "family"), (std::vector<AgentId>{3, 7}));
    EXPECT_TRUE(members(companions, "nobody's").empty());
    EXPECT_TRUE(companions.members(kNoGroup).empty());
    EXPECT_TRUE(companions.members(99).empty());
}

TEST(Companions, AGroupLeftByAllIsForgotten) {
    Companions companions;
    companions.join(1, "a");
    companions.join(2, "a");
    companions.leave(1);
    EXPECT_EQ(members(companions, "a"), (std::vector<AgentId>{2}));
    companions.leave(1);
    companions.leave(5'000);
    companions.leave(2);
    EXPECT_TRUE(companions.empty());
    EXPECT_EQ(companions.named("a"), kNoGroup);
    companions.join(3, "b");
    EXPECT_EQ(companions.group_of(3), 1u) << "its number is another's";
    EXPECT_EQ(companions.group_of(2), kNoGroup);
}

TEST(Companions, WhoJoinsAnotherLeavesTheFirst) {
    Companions companions;
    companions.join(1, "a");
    companions.join(1, "b");
    EXPECT_EQ(companions.named("a"), kNoGroup);
    EXPECT_EQ(members(companions, "b"), (std::vector<AgentId>{1}));
    companions.join(1, "");
    EXPECT_TRUE(companions.empty());
}

TEST(Companions, AgreeWithAPlainListForAnyIds) {
    test::Dice dice(11);
    Companions companions;
    std::map<AgentId, std::string> plain;
    for (int i = 0; i < 20'000; ++i) {
        const auto id = dice.below(4) == 0 ? UINT32_MAX - static_cast<AgentId>(dice.below(5'000))
                                           : static_cast<AgentId>(dice.below(20'000));
        if (dice.below(3) == 0) {
            companions.leave(id);
            plain.erase(id);
        } else {
            const std::string label = "g" + std::to_string(dice.below(3'000));
            companions.join(id, label);
            plain[id] = label;
        }
    }
    std::map<std::string, std::vector<AgentId>> groups;
    for (const auto& [id, label] : plain) groups[label].push_back(id);
    ASSERT_GT(groups.size(), 2'000u);
    for (const auto& [label, ids] : groups) {
        ASSERT_EQ(members(companions, label), ids);
        for (const AgentId id : ids) ASSERT_EQ(companions.group_of(id), companions.named(label));
    }
    for (const auto& [id, label] : plain) companions.leave(id);
    EXPECT_TRUE(companions.empty());
}

}  // namespace
}  // namespace sidestep
