#include "path/abstraction_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rooms.h"

namespace sidestep {
namespace {

using test::RoomPlan;
using test::rooms;

TEST(AbstractionTree, CountsThePathsAJoinAdds) {
    EXPECT_EQ(paths_added(3, 3, 1), 0);
    EXPECT_EQ(paths_added(4, 3, 1), 2);
    EXPECT_EQ(paths_added(4, 4, 1), 6);
    EXPECT_EQ(paths_added(3, 3, 2), -10);
    EXPECT_EQ(paths_added(5, 3, 2), -14);
    EXPECT_EQ(paths_added(4, 4, 2), -12);
}

TEST(AbstractionTree, AChainIsABalancedTree) {
    RoomPlan plan;
    plan.columns = 64;
    plan.rows = 1;
    plan.open = 1;
    plan.narrowest = 1;
    const Subdivision map = rooms(plan, 1);
    const AbstractionTree tree{CellGraph(map, 0.5)};
    EXPECT_EQ(tree.node_count(), 63u);
    EXPECT_EQ(tree.height(), 6u);
    for (std::uint32_t i = 0; i < tree.node_count(); ++i) {
        EXPECT_EQ(tree.children(tree.cell_count() + i).size(), 2u);
    }
}

TEST(AbstractionTree, AllDeadEndsOfACrossroadsJoinItAtOnce) {
    // Three rooms in a row and one above and below the middle one.
    RoomPlan plan;
    plan.columns = plan.rows = 3;
    plan.open = 1;
    plan.narrowest = 1;
    Subdivision map = rooms(plan, 1);
    // Only the openings of the middle room stay wide enough.
    for (Subdivision::Portal& portal : map.portals) {
        if (portal.cells[0] != 4 && portal.cells[1] != 4) portal.b = portal.a;
    }
    const CellGraph graph(map, 0.5);
    const AbstractionTree tree(graph);
    ASSERT_EQ(tree.node_count(), 1u);
    EXPECT_EQ(tree.children(tree.cell_count()).size(), 5u);
    EXPECT_EQ(tree.height(), 1u);
    EXPECT_EQ(tree.parent(0), kNoCell) << "a room nobody can enter is on its own";
}

TEST(AbstractionTree, BoundariesAndRangesBelongTogether) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        RoomPlan plan;
        plan.columns = plan.rows = 15;
        const Subdivision map = rooms(plan, seed);
        const CellGraph graph(map, 0.5);
        const AbstractionTree tree(graph);
        const auto contains = [&](std::uint32_t member, std::uint32_t cell) {
            const std::uint32_t place = tree.leaf_place(cell);
            return tree.node(member).first <= place && place < tree.node(member).last;
        };
        for (std::uint32_t member = tree.cell_count(); member < tree.cell_count() + tree.node_count(); ++member) {
            std::vector<std::uint32_t> boundary;
            for (std::uint32_t p = 0; p < map.portals.size(); ++p) {
                const auto& cells = map.portals[p].cells;
                if (graph.wide_enough(p) && contains(member, cells[0]) != contains(member, cells[1]))
                    boundary.push_back(p);
            }
            EXPECT_TRUE(std::equal(boundary.begin(), boundary.end(), tree.boundary(member).begin(),
                                   tree.boundary(member).end()));
            for (const std::uint32_t child : tree.children(member)) {
                EXPECT_EQ(tree.parent(child), member);
                EXPECT_LT(child, member) << "children come first";
                const std::uint32_t place = tree.is_cell(child) ? tree.leaf_place(child) : tree.node(child).first;
                EXPECT_EQ(tree.child_at(member, place), child);
            }
            EXPECT_EQ(tree.parent(member) == kNoCell, boundary.empty()) << "roots are closed, others are not";
        }
    }
}

TEST(CellGraph, PutsKeyPointsOnThePartABodyCanUse) {
    // §3.2: [W/2, L − W/2], at fractions (i + ½)/k.
    RoomPlan plan;
    plan.columns = 2;
    plan.rows = 1;
    plan.open = 1;
    plan.narrowest = plan.widest = 2;
    const Subdivision map = rooms(plan, 1);
    const CellGraph graph(map, 0.5, 3);
    const Vec2d a = map.place(map.portals[0].a);
    EXPECT_EQ(graph.node_count(), 3u);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(norm(graph.place(i) - a), 0.25 + 1.5 * (i + 0.5) / 3, 1e-4);
    }
}

TEST(CellGraph, LeavesOutWhatIsTooNarrow) {
    RoomPlan plan;
    plan.columns = 2;
    plan.rows = 1;
    plan.open = 1;
    plan.narrowest = plan.widest = 2;
    const Subdivision map = rooms(plan, 1);
    EXPECT_EQ(CellGraph(map, 1.99).portals_of(0).size(), 1u);
    EXPECT_EQ(CellGraph(map, 2).portals_of(0).size(), 0u) << "as wide as the body is too narrow";
    EXPECT_NEAR(widest_way(CellGraph(map, 3), 0, 1), 2, 1e-4);
}

}  // namespace
}  // namespace sidestep
