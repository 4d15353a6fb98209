// A structure whose doors were opened and closed is the one that would be built for the doors as they are now.
#include <gtest/gtest.h>

#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "rooms.h"

namespace sidestep {
namespace {

using test::Dice;
using test::RoomPlan;
using test::rooms;

constexpr double kRadius = 0.25;

std::size_t ancestors(const AbstractionTree& tree, std::uint32_t cell) {
    std::size_t count = 0;
    for (std::uint32_t member = tree.parent(cell); member != kNoCell; member = tree.parent(member)) ++count;
    return count;
}

class Doors : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Doors, GiveTheSameAsBuildingAnew) {
    RoomPlan plan;
    plan.columns = plan.rows = 14;
    plan.doors = 0.5;
    const auto ground = std::make_shared<PathGround>(rooms(plan, 7));
    const Subdivision& map = ground->subdivision();
    std::vector<std::uint32_t> portal_of_door;
    for (std::uint32_t p = 0; p < map.portals.size(); ++p) {
        if (map.portals[p].door != kNoDoor) portal_of_door.push_back(p);
    }
    const auto doors = static_cast<int>(portal_of_door.size());
    ASSERT_GT(doors, 50);

    HierarchicalSearch changed(ground, kRadius, {GetParam()});
    std::vector<std::uint8_t> open(portal_of_door.size(), 1);
    const double side = plan.columns * plan.side;
    Dice dice(3);
    std::size_t closed_ways = 0, renewed = 0;
    for (int round = 0; round < 8; ++round) {
        for (int i = 0; i < 12; ++i) {
            const auto door = static_cast<std::uint32_t>(dice.below(doors));
            open[door] = static_cast<std::uint8_t>(dice.below(3) == 0);
            changed.set_door(door, open[door] != 0);
            const auto& cells = map.portals[portal_of_door[door]].cells;
            EXPECT_LE(changed.last_renewed().cells, ancestors(changed.tree(), cells[0]));
            EXPECT_LE(changed.last_renewed().cells, ancestors(changed.tree(), cells[1]));
            renewed += changed.last_renewed().cells;
        }
        HierarchicalSearch anew(ground, kRadius, {GetParam()});
        FlatSearch flat(ground, kRadius, GetParam());
        for (std::uint32_t door = 0; door < open.size(); ++door) {
            if (open[door] != 0) continue;
            anew.set_door(door, false);
            flat.set_door(door, false);
        }
        const auto a_scratch = changed.scratch(), b_scratch = anew.scratch(), f_scratch = flat.scratch();
        Path a, b, f;
        for (int i = 0; i < 60; ++i) {
            const Vec2d from{dice.between(0, side), dice.between(0, side)},
                to{dice.between(0, side), dice.between(0, side)};
            changed.find(from, to, *a_scratch, a);
            anew.find(from, to, *b_scratch, b);
            flat.find(from, to, *f_scratch, f);
            ASSERT_EQ(a.status, f.status);
            ASSERT_EQ(a.status, b.status);
            EXPECT_EQ(a.portals, b.portals);
            EXPECT_EQ(a.length, b.length);
            EXPECT_NEAR(a.roadmap_length, f.roadmap_length, 1e-6);
            for (const std::uint32_t portal : a.portals) {
                EXPECT_TRUE(map.portals[portal].door == kNoDoor || open[map.portals[portal].door] != 0);
            }
            closed_ways += a.status == PathStatus::unreachable && a.closed_door ? 1 : 0;
        }
    }
    EXPECT_GT(closed_ways, 0u);
    EXPECT_GT(renewed, 0u);
    EXPECT_LT(renewed, 96u * changed.tree().node_count() / 8) << "most of the tree is not touched";
}

INSTANTIATE_TEST_SUITE_P(KeyPoints, Doors, testing::Values(1u, 2u));

TEST(Doors, DoNotLetMemoryGrow) {
    RoomPlan plan;
    plan.columns = plan.rows = 10;
    plan.doors = 1;
    const auto ground = std::make_shared<PathGround>(rooms(plan, 2));
    HierarchicalSearch search(ground, kRadius);
    const std::size_t before = search.memory_bytes();
    for (int i = 0; i < 4000; ++i) search.set_door(static_cast<std::uint32_t>(i / 2 % 40), i % 2 == 1);
    EXPECT_LT(search.memory_bytes(), 2 * before + 16384);
}

}  // namespace
}  // namespace sidestep
