// Charts are made once and shared; who plans over cells gets the nearest goal, corners, and a speed to begin with.
#include "route/cell_routes.h"

#include <gtest/gtest.h>

#include "chart/speed.h"
#include "route/over_cells.h"
#include "route/straight.h"
#include "support/crowd.h"

namespace sidestep {
namespace {

constexpr const char* kTwoRooms = "GEOMETRYCOLLECTION (POLYGON ((0 0, 12 0, 12 6, 0 6, 0 0)), LINESTRING (6 0, 6 4.5))";

Scenario scenario(std::string_view kind) {
    Scenario s;
    s.map.wkt = kTwoRooms;
    for (const double cell : {0.1, 0.1, 0.2}) {
        ProfileSpec& p = s.profiles.emplace_back();
        p.route.name = kind;
        p.route.set(kCell, Distribution::fixed(cell));
        p.avoid.name = "nothing";
    }
    s.profiles[1].route.set(kInertia, Distribution::fixed(0.5));
    s.goals.resize(3);
    s.goals[0].point = {11, 1};
    s.goals[0].heading = 0;
    s.goals[1].point = {5, 5};
    s.goals[2].any = {0, 1};
    return s;
}

struct Walkers {
    explicit Walkers(std::string_view kind = kByCharts)
        : scene(scenario(kind)),
          chains(chains_of(scene, parts())),
          routes(scene, chains, std::make_shared<const Map>(Map::from_wkt(kTwoRooms))) {
        for (const int goal : {0, 1}) routes.need(0, 0.25, routes.goal_of(goal, {}), workers);
    }
    Row add(Vec2d at, int goal, Vec2f velocity = {}) {
        const std::vector<double> values = {0.25, 1.36, 2, kUnlimited, 5, 10, 0.1};
        AgentRecord record = test::record_of(static_cast<AgentId>(world.size() + 1), at, values,
                                             scene.goals[static_cast<std::size_t>(goal)].point, velocity);
        record.plans = true;
        record.self.goal = static_cast<std::int16_t>(goal);
        record.part_values.resize(chains[0].part_value_count());
        chains[0].draw_part_values(1, 1, values, record.part_values);
        world.add(record);
        const auto row = static_cast<Row>(world.size() - 1);
        world.route_of(row).walk.body_radius = 0.25;
        return row;
    }
    const double* own(Row row) const { return world.part_values_of(world.now.self[row]); }
    static Parts parts() {
        static const PartInfo nothing{.name = "nothing", .kind = PartKind::avoid, .source = {}};
        static const std::array<const PartInfo*, 3> all{&heading_chart_route().info, &grid_route().info, &nothing};
        return all;
    }

    Scenario scene;
    std::vector<Chain> chains;
    Workers workers{1};
    CellRoutes routes;
    World world;
};

TEST(OverCells, ChartsAreSharedWhereTheyWouldBeTheSame) {
    Walkers w;
    const ChartGoal goal = w.routes.goal_of(0, {});
    EXPECT_EQ(goal.heading, 0.0);
    EXPECT_EQ(w.routes.sets().size(), 2u);
    w.routes.need(0, 0.25, goal, w.workers);
    w.routes.need(1, 0.25, goal, w.workers);
    EXPECT_EQ(w.routes.sets().size(), 2u) << "inertia does not matter to charts";
    w.routes.need(2, 0.25, goal, w.workers);
    EXPECT_EQ(w.routes.sets().size(), 3u) << "cells do";
    w.routes.need(0, 0.3, goal, w.workers);
    EXPECT_EQ(w.routes.sets().size(), 4u);
    EXPECT_EQ(w.routes.find(1, 0.25, goal), 0u);
    EXPECT_FALSE(w.routes.find(1, 0.35, goal));
    EXPECT_FALSE(w.routes.find(1, 0.25, w.routes.goal_of(-1, {1, 1})));
}

TEST(OverCells, ThePlanTakesTheGoalThatIsNearestToWalkTo) {
    for (const std::string_view kind : {kByCharts, kAlongGrid}) {
        Walkers w(kind);
        // The goal behind the wall is nearer as the crow flies: (5, 5) is 4.5 m, (11, 1) around the wall 12.6 m away.
        const Row row = w.add({5, 0.5}, 0, {0.5f, 0});
        RouteMemory& m = w.world.route_of(row);
        m.any = 2;
        EXPECT_GT(w.routes.plan(w.world, row, 7, 0), 0u);
        EXPECT_TRUE(m.has_plan());
        EXPECT_EQ(w.world.now.self[row].goal, 1);
        ASSERT_EQ(m.candidate_count, 2);
        EXPECT_NEAR(m.candidate[0].cost, 4.5, 0.1);
        EXPECT_NEAR(m.candidate[1].cost, 10.5, 0.6);
        EXPECT_EQ(m.walk.charts, 1u);
        EXPECT_EQ(m.walk.heading, (Vec2d{1, 0}));
        EXPECT_NEAR(m.walk.from_start, head_start(w.routes.values_of(w.world.now.self[row], w.own(row)), 0.5), 1e-6);
        EXPECT_GT(m.due, 7u);
        EXPECT_EQ(m.corners.empty(), kind == kByCharts);
    }
}

TEST(OverCells, WhoStandsLooksWhereTheChartLeads) {
    Walkers w;
    const Row row = w.add({5, 0.5}, 0);
    w.routes.plan(w.world, row, 0, 0);
    const Vec2d heading = w.world.route_of(row).walk.heading;
    EXPECT_GT(heading.y, 0.9) << "up, around the wall";
    EXPECT_NEAR(norm(heading), 1, 1e-9);
}

TEST(OverCells, SpeedIsTheAgentsOwn) {
    Walkers w;
    const Row row = w.add({5, 0.5}, 0);
    Self& self = w.world.now.self[row];
    self.pref_speed = 2;
    const ChartValues values = w.routes.values_of(self, w.own(row), 0.5);
    EXPECT_NEAR(values[kTopSpeed], 1, 1e-6);
    EXPECT_NEAR(values[kMinSpeed], 2 * 0.135335, 1e-5) << "of the speed without the slow region";
}

TEST(OverCells, TheWalkIsPartOfTheHash) {
    Walkers w;
    const Row row = w.add({5, 0.5}, 0);
    w.routes.plan(w.world, row, 0, 0);
    RouteMemory& m = w.world.route_of(row);
    const std::uint64_t plain = m.hash();
    m.walk.from_start += 1e-9;
    EXPECT_NE(m.hash(), plain);
    m.walk.from_start -= 1e-9;
    m.walk.heading = left_of(m.walk.heading);
    EXPECT_NE(m.hash(), plain);
    RouteMemory without, with;
    with.corners = {{1, 1}};
    EXPECT_NE(with.hash(), without.hash());
}

}  // namespace
}  // namespace sidestep
