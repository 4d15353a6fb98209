// Moussaïd 2009: values of the formulas, one agent in double.
#include "avoid/moussaid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

MoussaidValues<double> values(const test::Settings& settings = {}) {
    return moussaid_values<double>(test::table(moussaid::kInfo, settings));
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

// ---- people who walk together ----

/// What companions at these places add; whoever is beyond the first `mine` is a stranger.
V together(const std::vector<V>& places, const test::Settings& settings = {}, std::size_t mine = 9) {
    People near;
    for (const V at : places) near.push_back({at, {1.3, 0}, 0.25});
    return group_acceleration(
        walker(), NearList(near), [&](int k) { return static_cast<std::size_t>(k) < mine; },
        moussaid_group_values<double>(test::table(moussaid::kInfo, settings)));
}
void expect_vector(V got, V wanted) {
    EXPECT_NEAR(got.x, wanted.x, 1e-6);
    EXPECT_NEAR(got.y, wanted.y, 1e-6);
}

TEST(Moussaid, GroupTermsAreOffUnlessAsked) {
    const auto v = test::table(moussaid::kInfo, {});
    EXPECT_TRUE(v.chosen(moussaid::kGroups, kOff));
    const auto p = moussaid_group_values<double>(v);
    EXPECT_DOUBLE_EQ(p.gaze, 4);
    EXPECT_NEAR(p.gaze_half_angle, kPi / 2, 1e-7);
    EXPECT_DOUBLE_EQ(p.cohesion, 3);
    EXPECT_DOUBLE_EQ(p.cohesion_reach, 0.5);
    EXPECT_DOUBLE_EQ(p.spacing, 1);
    EXPECT_DOUBLE_EQ(p.spacing_distance, 0.8);
}

TEST(Moussaid, GazeBrakesWhoIsAhead) {
    // The head has to turn by 0.694738 rad beyond a right angle; 0.78 m apart is also too close.
    expect_vector(together({{-0.5, 0.6}}, {{"spacing", 0}}), {-3.612639, 0});
    expect_vector(together({{-0.5, 0.6}}), {-2.972455, -0.768221});
    // Beside or ahead there is nothing to turn for.
    expect_vector(together({{0, 0.9}}), {0, 0});
    expect_vector(together({{0.6, -0.7}}), {0, 0});
    // By the centre of the others: one behind and one more ahead than that.
    expect_vector(together({{-0.6, 0.9}, {0.7, -0.9}}), {0, 0});
    // Two behind: 1.325818 rad.
    expect_vector(together({{-1.2, 0.9}, {-0.4, -0.5}}), {-6.269557, 0.780869});
}

TEST(Moussaid, CohesionBeginsWhereTheGroupEnds) {
    // Of two, half a metre from the centre, which lies between them; of three, a metre.
    expect_vector(together({{0, 0.99}}), {0, 0});
    expect_vector(together({{0.3, 1.5}}), {0.588348, 2.941742});
    expect_vector(together({{0.4, -0.9}, {0.2, -1.9}}), {0, 0});
    expect_vector(together({{0, 1.1}, {0, 2.2}}), {0, 3});
    expect_vector(together({{0, 1.5}}, {{"cohesion_reach", 0.8}}), {0, 0});
}

TEST(Moussaid, CompanionsWhoAreTooCloseKeepApart) {
    expect_vector(together({{0, 0.7}}), {0, -1});
    expect_vector(together({{0, 0.7}, {0, -0.7}}), {0, 0});
    expect_vector(together({{0.42, 0.56}, {0, -0.9}}), {-0.6, -0.8});
    expect_vector(together({{0, 0.7}}, {{"spacing_distance", 0.6}}), {0, 0});
}

TEST(Moussaid, StrangersAddNothing) {
    expect_vector(together({{-0.5, 0.6}, {0, 5}}, {}, 0), {0, 0});
    expect_vector(together({{-0.5, 0.6}, {0, 0.3}, {0.2, 4}}, {}, 1), together({{-0.5, 0.6}}));
    expect_vector(together({}), {0, 0});
    const V same_place = together({{0, 0}, {0, 0}});
    EXPECT_TRUE(std::isfinite(same_place.x) && std::isfinite(same_place.y));
}

TEST(Moussaid, PackAgreesWithDouble) {
    const auto p = values();
    test::expect_lanes_agree({.model = "moussaid", .seed = 44, .dt = 0.05f, .at_walls = 10},
                             [&](const test::Decided& d) {
                                 const V a = acceleration(d.own, d.near, p, d.feet);
                                 // The limit must not hide a blow-up.
                                 EXPECT_LT(norm(d.own.velocity + a * d.own.dt), 3 * 1.29);
                                 return accelerated(d.own, a);
                             });
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
