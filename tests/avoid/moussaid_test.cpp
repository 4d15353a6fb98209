// Moussaïd 2009: values of the formulas, one agent in double.
#include "avoid/moussaid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace baseline;

using V = Vec<double>;
using People = std::vector<Near<double>>;
using Walls = std::vector<WallPiece<double>>;

MoussaidValues<double> values(const test::Settings& settings = {}) {
    const auto v = test::values_with(moussaid::kInfo, settings);
    return moussaid_values<double>([&](std::size_t i) { return v[i]; });
}

Own<double> walker() {
    return {.velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 1.69, .dt = 0.05};
}

V acceleration(const Own<double>& own, const People& near, const MoussaidValues<double>& p, const Walls& walls = {}) {
    return moussaid_acceleration(own, NearList(near), WallList(walls), p);
}

TEST(Moussaid, PublishedCheck) {
    const auto p = values();
    const V x{2, 0.3}, dv{2.6, 0};
    const auto i = interaction(x * (1 / norm(x)), dv, p);
    EXPECT_NEAR(i.range, 2.166750, 1e-6);
    EXPECT_NEAR(i.theta, 0.135760, 1e-6);
    const V f = pair_force(x, dv, p);
    EXPECT_NEAR(f.x, -0.781940, 1e-6);
    EXPECT_NEAR(f.y, -1.270918, 1e-6);
    // The same through the whole step: the drive is at rest.
    const V a = acceleration(walker(), {{x, {-1.3, 0}, 0.25}}, p);
    EXPECT_NEAR(a.x, f.x, 1e-12);
    EXPECT_NEAR(a.y, f.y, 1e-12);
}

TEST(Moussaid, Defaults) {
    const auto p = values();
    EXPECT_DOUBLE_EQ(p.strength, 4.5);
    EXPECT_DOUBLE_EQ(p.range_factor, 0.35);
    EXPECT_DOUBLE_EQ(p.velocity_weight, 2);
    EXPECT_DOUBLE_EQ(p.turn_focus, 2);
    EXPECT_DOUBLE_EQ(p.slow_focus, 3);
    EXPECT_DOUBLE_EQ(p.side_bias, 0.005);
    EXPECT_DOUBLE_EQ(p.relaxation_time, 0.54);
}

TEST(Moussaid, DriveAndWalls) {
    Own<double> own = walker();
    own.velocity = {0, 0.2};
    const V a = acceleration(own, {}, values());
    EXPECT_NEAR(a.x, 1.3 / 0.54, 1e-12);
    EXPECT_NEAR(a.y, -0.2 / 0.54, 1e-12);
    for (const double gap : {0.0, 0.05, 0.2}) {
        const V w = acceleration(walker(), {}, values(), {{{-5, 0.25 + gap}, {5, 0.25 + gap}}});
        EXPECT_NEAR(w.x, 0, 1e-12);
        EXPECT_NEAR(w.y, -3 * std::exp(-gap / 0.1), 1e-9) << gap;
    }
}

TEST(Moussaid, MirroredPairGivesMirroredForcesWithoutBias) {
    const auto p = values({{"side_bias", 0}});
    test::Dice dice(43);
    for (int i = 0; i < 1000; ++i) {
        const V x{dice.between(-3, 3), dice.between(-3, 3)}, dv{dice.between(-2, 2), dice.between(-2, 2)};
        const V a = pair_force(x, dv, p), b = pair_force(V{x.x, -x.y}, V{dv.x, -dv.y}, p);
        EXPECT_NEAR(a.x, b.x, 1e-12);
        EXPECT_NEAR(a.y, -b.y, 1e-12);
    }
}

TEST(Moussaid, HeadOnTheBiasDecides) {
    const People oncoming = {{{3, 0}, {-1.3, 0}, 0.25}};
    EXPECT_LT(acceleration(walker(), oncoming, values()).y, -0.1);
    EXPECT_EQ(acceleration(walker(), oncoming, values({{"side_bias", 0}})).y, 0);
    // Towards the side where the other is not.
    EXPECT_LT(acceleration(walker(), {{{3, 0.2}, {-1.3, 0}, 0.25}}, values()).y, -0.1);
    EXPECT_GT(acceleration(walker(), {{{3, -0.2}, {-1.3, 0}, 0.25}}, values()).y, 0.1);
}

TEST(Moussaid, PackAgreesWithDouble) {
    const auto p = values();
    test::Dice dice(44);
    test::Crowd crowd(test::some_walls());
    crowd.dt = 0.05f;
    int agents = 0, differ = 0, at_walls = 0;
    for (const test::Decided& d : test::decide(crowd, test::random_bodies(dice, 400, 1.0, 0.5), "moussaid")) {
        const V raw = d.own.velocity + acceleration(d.own, d.near, p, d.walls) * d.own.dt;
        const V v = limited(raw, d.own.max_speed);
        // The limit must not hide a blow-up.
        EXPECT_LT(norm(raw), 3 * 1.29);
        ++agents;
        differ += !(norm(v - V{d.decision.vx, d.decision.vy}) <= 1e-3);
        at_walls += !d.walls.empty();
    }
    EXPECT_GT(agents, 300);
    EXPECT_GT(at_walls, 10);
    EXPECT_LE(differ, agents / 100);
}

TEST(Moussaid, DegenerateInputGivesNumbers) {
    const auto p = values();
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    // In one place; D = 0 because the other leaves at half a metre per second.
    for (const Near<double>& other :
         {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3}, Near<double>{{1, 0}, {0.5, 0}, 0.3}}) {
        const V a = acceleration(own, {other, other}, p, {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}});
        EXPECT_TRUE(std::isfinite(a.x) && std::isfinite(a.y));
    }
}

}  // namespace
}  // namespace sidestep
