// The preferred velocity: straight to the way point, not past it, slower where it is slow.
#include "route/limits.h"

#include <gtest/gtest.h>

#include <cmath>

#include "route/straight.h"
#include "support/crowd.h"

namespace sidestep {
namespace {

struct Walker {
    Vec2d position, goal;
    double speed = 1.4;
    std::uint8_t flags = 0;
    float start_time = 0;
};

/// Preferred velocities and maximum speeds by id, which counts from 1.
struct Route {
    std::map<AgentId, Vec2f> pref;
    std::map<AgentId, float> max_speed;
};

Route route(const std::vector<Walker>& walkers, const SpeedField& slow = {}, float dt = 0.1f) {
    test::Crowd crowd;
    crowd.dt = dt;
    AgentId id = 1;
    std::vector<double> values(kCommonCount);
    for (std::size_t i = 0; i < kCommonCount; ++i) values[i] = common_parameters()[i].fallback;
    for (const Walker& w : walkers) {
        values[kPrefSpeed] = w.speed;
        crowd.add({id, w.position}, values);
        Self& s = crowd.world.now.self.back();
        s.goal_x = w.goal.x, s.goal_y = w.goal.y;
        s.flags = w.flags;
        s.start_time = w.start_time;
        ++id;
    }
    crowd.sort();
    crowd.form();
    const WorldView view = crowd.view();
    limiter()(view, slow, crowd.scratch.octets, crowd.world.wishes.data());
    std::vector<std::uint8_t> lanes;
    for (const Octet& g : crowd.scratch.octets) lanes.push_back(static_cast<std::uint8_t>(g.used()));
    const MemoryOf nobody_plans;
    Straight().lead({view, crowd.scratch.octets, lanes, crowd.world.wishes.data(), &crowd.world, nobody_plans, 0});
    Route r;
    for (const Octet& g : crowd.scratch.octets) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Wish& wish = crowd.world.wishes[g.row[lane]];
            EXPECT_EQ(wish.vx, g.pref_x[lane]) << "by row and by lane";
            EXPECT_EQ(wish.way_y, g.way_y[lane]);
            EXPECT_EQ(wish.max_speed, g.max_speed[lane]);
            EXPECT_EQ((wish.flags & wish::waits) != 0, g.waits(lane));
            r.pref[g.id[lane]] = {wish.vx, wish.vy};
            r.max_speed[g.id[lane]] = wish.max_speed;
        }
    }
    return r;
}

TEST(DirectRoute, StraightToTheWayPoint) {
    test::Dice dice(91);
    std::vector<Walker> walkers;
    for (int i = 0; i < 50; ++i) {
        walkers.push_back({{dice.between(-50, 50), dice.between(-50, 50)},
                           {dice.between(-500, 500), dice.between(-500, 500)},
                           dice.between(0.3, 2)});
    }
    const Route r = route(walkers);
    for (AgentId id = 1; id <= 50; ++id) {
        const Walker& w = walkers[id - 1];
        const Vec2d expected = unit(w.goal - w.position) * w.speed;
        EXPECT_NEAR(r.pref.at(id).x, expected.x, 1e-5);
        EXPECT_NEAR(r.pref.at(id).y, expected.y, 1e-5);
    }
}

TEST(DirectRoute, NotPastTheWayPoint) {
    const Route r = route({{{0, 0}, {0.05, 0}}, {{0, 9}, {0, 9}}, {{5, 5}, {5 + 1e-9, 5}}});
    EXPECT_NEAR(r.pref.at(1).x, 0.5, 1e-5) << "there after one step";
    EXPECT_EQ(r.pref.at(2), (Vec2f{0, 0}));
    EXPECT_TRUE(std::isfinite(r.pref.at(3).x));
    EXPECT_LT(std::fabs(r.pref.at(3).x), 1e-6f);
}

TEST(DirectRoute, WhoArrivedOrWaitsStands) {
    const Route r = route({{{0, 0}, {9, 0}, 1.4, flag::arrived}, {{0, 2}, {9, 0}, 1.4, 0, 3.0f}, {{0, 4}, {9, 4}}});
    EXPECT_EQ(r.pref.at(1), (Vec2f{0, 0}));
    EXPECT_EQ(r.pref.at(2), (Vec2f{0, 0}));
    EXPECT_NEAR(r.pref.at(3).x, 1.4, 1e-5);
}

TEST(DirectRoute, SlowRegions) {
    const SpeedField slow({{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, 0.5}, {{{1, 0}, {3, 0}, {3, 2}, {1, 2}}, 0.4}});
    EXPECT_FALSE(slow.empty());
    EXPECT_FLOAT_EQ(slow.factor({0.5, 1}), 0.5f);
    EXPECT_FLOAT_EQ(slow.factor({1.5, 1}), 0.2f) << "regions multiply";
    EXPECT_FLOAT_EQ(slow.factor({9, 1}), 1.0f);
    const Route r = route({{{0.5, 1}, {20, 1}}, {{1.5, 1}, {20, 1}}, {{9, 1}, {20, 1}}}, slow);
    EXPECT_NEAR(r.pref.at(1).x, 0.7, 1e-5);
    EXPECT_NEAR(r.pref.at(2).x, 0.28, 1e-5);
    EXPECT_NEAR(r.pref.at(3).x, 1.4, 1e-5);
    EXPECT_NEAR(r.max_speed.at(1), 1.0, 1e-5);
    EXPECT_NEAR(r.max_speed.at(3), 2.0, 1e-5);
}

}  // namespace
}  // namespace sidestep
