// Flat and hierarchical search against Dijkstra's algorithm, and what every path must be.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "rooms.h"
#include "sound_path.h"
#include "support/dice.h"

namespace sidestep {
namespace {

using test::Dice;
using test::expect_sound;
using test::RoomPlan;
using test::rooms;

constexpr double kRadius = 0.25;

/// Shortest over all key points, every cell open to every portal of it.
double dijkstra(const CellGraph& graph, Vec2d start, std::uint32_t start_cell, Vec2d goal, std::uint32_t goal_cell) {
    if (start_cell == goal_cell) return norm(goal - start);
    const std::uint32_t k = graph.key_points();
    std::vector<double> length(graph.node_count(), std::numeric_limits<double>::infinity());
    std::set<std::pair<double, std::uint32_t>> queue;
    const auto reach = [&](std::uint32_t cell, Vec2d from, double so_far) {
        for (const std::uint32_t portal : graph.portals_of(cell)) {
            if (graph.closed(portal)) continue;
            for (std::uint32_t node = portal * k; node < portal * k + k; ++node) {
                const double total = so_far + norm(graph.place(node) - from);
                if (total >= length[node]) continue;
                queue.erase({length[node], node});
                length[node] = total;
                queue.insert({total, node});
            }
        }
    };
    reach(start_cell, start, 0);
    double best = std::numeric_limits<double>::infinity();
    while (!queue.empty()) {
        const auto [so_far, node] = *queue.begin();
        queue.erase(queue.begin());
        for (const std::uint32_t cell : graph.subdivision().portals[graph.portal_of(node)].cells) {
            if (cell == goal_cell) best = std::min(best, so_far + norm(goal - graph.place(node)));
            reach(cell, graph.place(node), so_far);
        }
    }
    return best;
}

struct Pair {
    Vec2d a, b;
};
Pair random_pair(const RoomPlan& plan, Dice& dice) {
    const double w = plan.columns * plan.side, h = plan.rows * plan.side;
    return {{dice.between(0, w), dice.between(0, h)}, {dice.between(0, w), dice.between(0, h)}};
}

class Searches : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Searches, HierarchicalIsAsShortAsFlatAndDijkstra) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        RoomPlan plan;
        plan.columns = plan.rows = 6 + 3 * static_cast<int>(seed);
        plan.open = seed % 2 == 0 ? 0.6 : 0.85;
        const auto ground = std::make_shared<PathGround>(rooms(plan, seed));
        const FlatSearch flat(ground, kRadius, GetParam());
        const HierarchicalSearch tree(ground, kRadius, {GetParam()});
        const auto flat_scratch = flat.scratch(), tree_scratch = tree.scratch();
        Dice dice(seed);
        Path a, b;
        std::size_t found = 0;
        for (int i = 0; i < 200; ++i) {
            const Pair pair = random_pair(plan, dice);
            flat.find(pair.a, pair.b, *flat_scratch, a);
            tree.find(pair.a, pair.b, *tree_scratch, b);
            ASSERT_EQ(a.status, b.status);
            const PathGround::Footing from = ground->footing(pair.a, kRadius), to = ground->footing(pair.b, kRadius);
            const double shortest = dijkstra(flat.graph(), from.place, from.cell, to.place, to.cell);
            if (a.status != PathStatus::found) {
                EXPECT_TRUE(std::isinf(shortest));
                continue;
            }
            ++found;
            EXPECT_NEAR(a.roadmap_length, shortest, 1e-6);
            EXPECT_NEAR(b.roadmap_length, shortest, 1e-6);
            expect_sound(*ground, a, from.cell, to.cell, kRadius);
            expect_sound(*ground, b, from.cell, to.cell, kRadius);
        }
        EXPECT_GT(found, 50u);
    }
}

INSTANTIATE_TEST_SUITE_P(KeyPoints, Searches, testing::Values(1u, 2u, 3u));

TEST(HierarchicalSearch, TakesFewerStepsThanFlat) {
    RoomPlan plan;
    plan.columns = plan.rows = 30;
    const auto ground = std::make_shared<PathGround>(rooms(plan, 1));
    const FlatSearch flat(ground, kRadius);
    const HierarchicalSearch tree(ground, kRadius);
    const auto flat_scratch = flat.scratch(), tree_scratch = tree.scratch();
    Dice dice(1);
    Path path;
    std::size_t flat_steps = 0, tree_steps = 0;
    for (int i = 0; i < 400; ++i) {
        const Pair pair = random_pair(plan, dice);
        flat.find(pair.a, pair.b, *flat_scratch, path);
        flat_steps += path.expansions;
        tree.find(pair.a, pair.b, *tree_scratch, path);
        tree_steps += path.expansions;
    }
    // Rooms with so many doors have few dead ends and passages; cities gain more.
    EXPECT_LT(4 * tree_steps, flat_steps) << tree_steps << " to " << flat_steps;
}

TEST(HierarchicalSearch, WithinTheCommonAncestorIsAWayToo) {
    RoomPlan plan;
    plan.columns = plan.rows = 20;
    const auto ground = std::make_shared<PathGround>(rooms(plan, 4));
    const HierarchicalSearch whole(ground, kRadius);
    const HierarchicalSearch part(ground, kRadius, {1, true});
    const auto whole_scratch = whole.scratch(), part_scratch = part.scratch();
    Dice dice(4);
    Path a, b;
    int longer = 0;
    std::size_t whole_steps = 0, part_steps = 0;
    for (int i = 0; i < 400; ++i) {
        const Pair pair = random_pair(plan, dice);
        whole.find(pair.a, pair.b, *whole_scratch, a);
        part.find(pair.a, pair.b, *part_scratch, b);
        ASSERT_EQ(a.status, b.status) << "a member of the tree is connected";
        if (a.status != PathStatus::found) continue;
        EXPECT_GE(b.roadmap_length, a.roadmap_length - 1e-9);
        longer += b.roadmap_length > a.roadmap_length + 1e-6 ? 1 : 0;
        whole_steps += a.expansions;
        part_steps += b.expansions;
        expect_sound(*ground, b, ground->footing(pair.a, kRadius).cell, ground->footing(pair.b, kRadius).cell, kRadius);
    }
    EXPECT_GT(longer, 0) << "what is given up";
    EXPECT_LE(part_steps, whole_steps);
}

}  // namespace
}  // namespace sidestep
