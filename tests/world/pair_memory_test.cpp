#include "world/pair_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "support/dice.h"

namespace sidestep {
namespace {

struct Met {
    float seen_for, unseen_for;
};
using Memory = PairMemory<Met>;
constexpr float kForget = 3;

/// One step of an owner who counts how often it saw everybody, and forgets whom it missed three times.
void look(Memory& memory, const std::vector<AgentId>& seen) {
    std::vector<std::int32_t> at(seen.size());
    memory.merge(seen, at, [](Met& m) { return kForget - ++m.unseen_for; });
    for (std::size_t k = 0; k < seen.size(); ++k) {
        if (at[k] < 0) continue;
        Met& m = memory.entry[at[k]];
        ASSERT_EQ(memory.id[at[k]], seen[k]);
        m.seen_for += 1;
        m.unseen_for = 0;
    }
}

/// The same by a map without limits, then cut down to 32 by the stated rule.
void look(std::map<AgentId, Met>& memory, const std::vector<AgentId>& seen) {
    const std::vector<AgentId> kept(seen.begin(),
                                    seen.begin() + static_cast<long>(std::min<std::size_t>(seen.size(), 32)));
    const auto is_seen = [&](AgentId id) { return std::find(kept.begin(), kept.end(), id) != kept.end(); };
    for (auto i = memory.begin(); i != memory.end();) {
        if (!is_seen(i->first) && kForget - ++i->second.unseen_for < 0) {
            i = memory.erase(i);
        } else {
            ++i;
        }
    }
    for (const AgentId id : kept) {
        Met& m = memory[id];
        m.seen_for += 1;
        m.unseen_for = 0;
    }
    while (memory.size() > 32) {
        auto least = memory.end();
        for (auto i = memory.begin(); i != memory.end(); ++i) {
            if (is_seen(i->first)) continue;
            if (least == memory.end() || i->second.unseen_for >= least->second.unseen_for) least = i;
        }
        memory.erase(least);
    }
}

void expect_same(const Memory& memory, const std::map<AgentId, Met>& expected) {
    ASSERT_EQ(memory.count, expected.size());
    std::uint32_t i = 0;
    for (const auto& [id, met] : expected) {
        EXPECT_EQ(memory.id[i], id);
        EXPECT_EQ(memory.entry[i].seen_for, met.seen_for);
        EXPECT_EQ(memory.entry[i].unseen_for, met.unseen_for);
        const Met* found = memory.find(id);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found, &memory.entry[i]);
        ++i;
    }
    for (; i < 32; ++i) {
        EXPECT_EQ(memory.id[i], 0u);
        EXPECT_EQ(memory.entry[i].seen_for, 0);
        EXPECT_EQ(memory.entry[i].unseen_for, 0);
    }
}

TEST(PairMemory, AgreesWithAMapOnRandomSequences) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        test::Dice dice(seed);
        Memory memory{};
        std::map<AgentId, Met> expected;
        // Few people give many returns, many people overflow.
        const int people = 5 + dice.below(80), most = 1 + dice.below(45);
        for (int step = 0; step < 200; ++step) {
            std::vector<AgentId> seen;
            const int n = dice.below(most + 1);
            while (static_cast<int>(seen.size()) < std::min(n, people)) {
                const auto id = static_cast<AgentId>(1 + dice.below(people));
                if (std::find(seen.begin(), seen.end(), id) == seen.end()) seen.push_back(id);
            }
            look(memory, seen);
            look(expected, seen);
            expect_same(memory, expected);
            if (HasFailure()) FAIL() << "seed " << seed << ", step " << step;
        }
    }
}

TEST(PairMemory, BytesDoNotTellTheOrderOfMeeting) {
    Memory a{}, b{};
    look(a, {7, 3, 9, 1});
    look(b, {1, 9, 3, 7});
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
    // Somebody who came and went leaves nothing behind.
    look(a, {3, 7, 1, 9});
    look(a, {9, 3, 7, 1, 5});
    for (int i = 0; i < 5; ++i) look(a, {9, 3, 7, 1});
    for (int i = 0; i < 7; ++i) look(b, {7, 3, 9, 1});
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
}

TEST(PairMemory, WhoIsSeenStaysAndTheLongestUnseenGoes) {
    Memory memory{};
    std::vector<AgentId> first, second;
    for (AgentId i = 1; i <= 20; ++i) first.push_back(i), second.push_back(100 + i);
    look(memory, first);
    look(memory, {1, 2});
    look(memory, second);  // 20 seen, room for 12 of the 20 others: 1 and 2 were seen later
    ASSERT_EQ(memory.count, 32u);
    for (const AgentId id : second) EXPECT_NE(memory.find(id), nullptr);
    for (AgentId id = 1; id <= 12; ++id) EXPECT_NE(memory.find(id), nullptr) << id;
    for (AgentId id = 13; id <= 20; ++id) EXPECT_EQ(memory.find(id), nullptr) << id;
}

}  // namespace
}  // namespace sidestep
