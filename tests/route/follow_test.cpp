// Walking a planned way through cells made by hand: which portals are behind, where one is when pushed.
#include "route/follow.h"

#include <gtest/gtest.h>

#include <limits>

#include "route/plan_queue.h"

namespace sidestep {
namespace {

/// Squares of 4 m in a row: cell i covers x from 4 i to 4 i + 4, y from 0 to 4; portal i leads from cell i to i + 1.
PortalGround row_of_cells(std::uint32_t count) {
    Subdivision s;
    const auto lattice = [](double x, double y) {
        return LatticePoint{static_cast<std::int32_t>(to_lattice(x)), static_cast<std::int32_t>(to_lattice(y))};
    };
    for (std::uint32_t i = 0; i <= count; ++i) {
        s.points.push_back(lattice(4.0 * i, 0));
        s.points.push_back(lattice(4.0 * i, 4));
    }
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        // From below to above: the cell on its left is the one before.
        s.portals.push_back({2 * i + 2, 2 * i + 3, {i, i + 1}, kNoDoor});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        s.cells.push_back({static_cast<std::uint32_t>(s.sides.size()), 4, 0});
        s.sides.push_back({2 * i, kNoPortal});
        s.sides.push_back({2 * i + 2, i + 1 < count ? i : kNoPortal});
        s.sides.push_back({2 * i + 3, kNoPortal});
        s.sides.push_back({2 * i + 1, i > 0 ? i - 1 : kNoPortal});
    }
    return PortalGround(std::make_shared<const PathGround>(std::move(s)));
}

RouteMemory planned(std::vector<std::uint32_t> portals, std::uint32_t cell, Vec2d target) {
    RouteMemory m;
    m.portals = std::move(portals);
    m.cell = cell;
    m.planned = 0;
    m.due = 1000;
    m.target = target;
    return m;
}

TEST(Follow, KnowsCellsAndGates) {
    const PortalGround ground = row_of_cells(5);
    EXPECT_EQ(ground.locate({9, 2}), 2u);
    EXPECT_TRUE(ground.contains(2, {9, 2}, 0));
    EXPECT_FALSE(ground.contains(2, {7.9, 2}, 0.01));
    EXPECT_TRUE(ground.contains(2, {7.995, 2}, 0.01));
    const Gate forth = ground.gate(1, 1), back = ground.gate(1, 2);
    EXPECT_EQ(forth.right, (Vec2d{8, 0}));
    EXPECT_EQ(forth.left, (Vec2d{8, 4}));
    EXPECT_EQ(back.right, forth.left);
    EXPECT_EQ(ground.beyond(1, 1), 2u);
    EXPECT_EQ(ground.beyond(1, 2), 1u);
}

TEST(Follow, ForgetsWhatIsBehind) {
    const PortalGround ground = row_of_cells(5);
    RouteMemory m = planned({0, 1, 2, 3}, 0, {18, 2});
    keep_up(ground, m, {3.9, 2}, 1);
    EXPECT_EQ(m.next, 0u);
    keep_up(ground, m, {3.9995, 2}, 2);
    EXPECT_EQ(m.next, 1u) << "on the portal: the next one counts";
    EXPECT_EQ(m.cell, 1u);
    keep_up(ground, m, {8.2, 2}, 3);
    EXPECT_EQ(m.next, 2u);
    EXPECT_EQ(m.cell, 2u);
    EXPECT_EQ(m.due, 1000u) << "no other plan is wanted";
    const LookAhead view = look_ahead(ground, m, {8.2, 2}, 0.25, {});
    EXPECT_TRUE(view.at_goal);
    EXPECT_NEAR(view.direction.x, 1, 1e-12);
}

TEST(Follow, WhoIsPushedAlongTheWayNeedsNoOtherPlan) {
    const PortalGround ground = row_of_cells(6);
    RouteMemory m = planned({1, 2, 3, 4}, 1, {22, 2});
    keep_up(ground, m, {13, 1}, 1);
    EXPECT_EQ(m.cell, 3u);
    EXPECT_EQ(m.next, 2u);
    keep_up(ground, m, {7, 1}, 2);
    EXPECT_EQ(m.cell, 1u) << "pushed back";
    EXPECT_EQ(m.next, 0u);
    EXPECT_EQ(m.due, 1000u);
    EXPECT_FALSE(m.off_path);
}

TEST(Follow, WhoIsPushedOffTheWayWantsAnother) {
    const PortalGround ground = row_of_cells(6);
    RouteMemory m = planned({1, 2}, 1, {14, 2});
    keep_up(ground, m, {2, 1}, 7);
    EXPECT_TRUE(m.off_path);
    EXPECT_EQ(m.due, 7u);
    const LookAhead view = look_ahead(ground, m, {2, 1}, 0.25, {});
    EXPECT_EQ(view.direction, unit(Vec2d{6, 1})) << "meanwhile to the middle of the portal it had before it";
    keep_up(ground, m, {5, 1}, 8);
    EXPECT_FALSE(m.off_path) << "back in time";
    EXPECT_EQ(m.cell, 1u);
}

TEST(Follow, TheConeLeadsAroundACorner) {
    // Seen from the upper left, the gates leave a view that points down to the right.
    const PortalGround ground = row_of_cells(4);
    RouteMemory m = planned({0, 1, 2}, 0, {15, 0.5});
    const Vec2d at{1, 3.5};
    const LookAhead view = look_ahead(ground, m, at, 0.25, {});
    EXPECT_LT(view.direction.y, 0);
    EXPECT_TRUE(view.at_goal);
}

TEST(Follow, TheTautWayIsStraightUntilItBends) {
    const PortalGround ground = row_of_cells(4);
    const RouteMemory m = planned({0, 1, 2}, 0, {15, 0.5});
    const LookAhead view = look_taut(ground, m, {1, 3.5}, 0.25);
    EXPECT_TRUE(view.at_goal);
    EXPECT_EQ(view.direction, unit(Vec2d{14, -3}));
}

TEST(Follow, WhoIsPushedAsideBeforeARegionEntersThere) {
    // It wants to enter the region beyond x = 14 at its upper end.
    const PortalGround ground = row_of_cells(4);
    RouteMemory m = planned({}, 3, {14.5, 3.5});
    const Vec2d nearest{14, 0.5};
    const LookAhead far = look_taut(ground, m, {12.5, 0.5}, 0.25, nearest);
    EXPECT_EQ(far.direction, unit(Vec2d{2, 3})) << "in time it walks there";
    const LookAhead near = look_taut(ground, m, {13.9, 0.5}, 0.25, nearest);
    EXPECT_GT(near.direction.x, 0.2) << "not along the border";
    EXPECT_GT(near.direction.y, 0) << "but as near to its place as it can";
    EXPECT_LT(std::abs(near.direction.y / near.direction.x), 4.1);
}

TEST(RouteMemory, KeepsTheCheapestFour) {
    RouteMemory m;
    for (const float cost : {5.0f, 3.0f, 9.0f, 4.0f, 1.0f, 7.0f}) m.offer({{}, cost, static_cast<std::int16_t>(cost)});
    ASSERT_EQ(m.candidate_count, 4);
    EXPECT_EQ(m.candidate[0].cost, 1);
    EXPECT_EQ(m.candidate[1].cost, 3);
    EXPECT_EQ(m.candidate[2].cost, 4);
    EXPECT_EQ(m.candidate[3].cost, 5);
}

TEST(RouteMemory, IsPartOfTheHash) {
    const RouteMemory plain = planned({1, 2, 3}, 0, {1, 1});
    RouteMemory other = plain;
    EXPECT_EQ(other.hash(), plain.hash());
    other.portals[2] = 4;
    EXPECT_NE(other.hash(), plain.hash());
    other = plain;
    other.due = 7;
    EXPECT_NE(other.hash(), plain.hash());
    other = plain;
    other.offer({{1, 2}, 3, 0});
    EXPECT_NE(other.hash(), plain.hash());
    other = plain;
    other.lane_goal = 0;
    EXPECT_NE(other.hash(), plain.hash());
}

TEST(PlanQueue, ServesInOrderUntilTheEffortIsSpent) {
    for (const int threads : {1, 2, 4}) {
        Workers workers(threads);
        PlanQueue queue;
        // 400 people, those with larger numbers due earlier; each is charged 10.
        for (AgentId id = 1; id <= 400; ++id) queue.add({(400 - id) / 100, id, id - 1, 10});
        std::vector<int> served(401, 0);
        EXPECT_EQ(queue.serve(1285, workers, [&](const PlanRequest& r) { served[r.id] = 1; }), 128u);
        for (AgentId id = 1; id <= 400; ++id) {
            const bool first_hundred = id > 300, next = id > 200 && id <= 228;
            EXPECT_EQ(served[id], first_hundred || next ? 1 : 0) << id << " with " << threads << " threads";
        }
    }
}

TEST(PlanQueue, SomebodyIsServedHoweverDear) {
    Workers workers(1);
    PlanQueue queue;
    queue.add({0, 2, 0, 5000});
    queue.add({0, 1, 1, 5000});
    AgentId served = 0;
    EXPECT_EQ(queue.serve(100, workers, [&](const PlanRequest& r) { served = r.id; }), 1u);
    EXPECT_EQ(served, 1u);
}

// Periods and time steps at their extremes: the number of steps between two plans stays one.
TEST(NextDue, EndsForEveryPeriod) {
    for (const double steps : {std::numeric_limits<double>::infinity(), 1e300, 1e9}) {
        EXPECT_GT(next_due(10, 3, steps), 10u);
        EXPECT_LE(next_due(10, 3, steps), 10u + 2'000'000'000u);
    }
    for (const double steps : {0.0, 1e-300, 1.0}) EXPECT_EQ(next_due(10, 3, steps), 11u) << "every step";
}

}  // namespace
}  // namespace sidestep
