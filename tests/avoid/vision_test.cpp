// Ondřej 2010: values of the formulas, one agent in double.
#include "avoid/vision.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace one_agent;

constexpr double kFar = 100;

VisionValues<double> values(const test::Settings& settings = {}) {
    return vision_values<double>(test::table(vision::kInfo, settings));
}
Own<double> walker() {
    return {.velocity = {1.3, 0}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.1};
}
V step(const Own<double>& own, const People& near, const VisionValues<double>& p, const Walls& walls = {},
       double goal_distance = kFar) {
    return vision_velocity(own, goal_distance, NearList(near), WallList(walls), p);
}
VisionChoice<double> choice(const People& near, const VisionValues<double>& p, const Own<double>& own = walker(),
                            double goal_distance = kFar) {
    return vision_choice(own, unit_or_zero(own.velocity), goal_distance, NearList(near), WallList({}), p);
}

TEST(Vision, PublishedThresholdsAndSpeeds) {
    const auto p = values();
    const double tti[] = {0.5, 1, 2, 4}, rate[] = {1.697, 0.6, 0.212, 0.075},
                 share[] = {0.1175, 0.3935, 0.8647, 0.9997};
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(safe_bearing_rate(tti[i], p), rate[i], 5e-4);
        EXPECT_NEAR(speed_share(tti[i]), share[i], 5e-5);
    }
}

TEST(Vision, Sightings) {
    // Three metres ahead, half a metre per second to the left and one towards: reached in three seconds.
    const auto s = sighting(V{1, 0}, 3.0, V{-1, 0.5}, 1.57);
    EXPECT_NEAR(s.tti, 3, 1e-12);
    EXPECT_NEAR(s.bearing_rate, std::atan(0.5 / 2), 1e-12);
    EXPECT_LT(sighting(V{1, 0}, 3.0, V{1, 0.5}, 1.57).tti, 0);
    // Reached within the second: by the change over half the time that is left.
    EXPECT_NEAR(sighting(V{1, 0}, 0.5, V{-1, -0.1}, 1.57).bearing_rate, std::atan(-0.1 * 0.25 / 0.25) / 0.25, 1e-9);
    EXPECT_NEAR(sighting(V{1, 0}, 0.5, V{-1, 0}, 1.57).bearing_rate, 0, 1e-12);
    EXPECT_NEAR(sighting(V{1, 0}, 0.5, V{-1, -0.9}, 1.57).bearing_rate, -1.57, 1e-12);
}

TEST(Vision, TurnsAreTheLeastThatMakeEverythingSafe) {
    const auto p = values();
    const Near<double> other{{3, 0.1}, {-1, 0}, 0.25};
    double left = 0, right = 0;
    for (const double across : {-0.5, 0.0, 0.5}) {
        const double d0 = norm(other.position);
        const V q = other.position + left_of(other.position) * (across / d0);
        const double d = norm(q) - 0.25;
        const V k = q * (1 / norm(q)), w{-2.3, 0};
        const double tti = d / -dot(w, k);
        const double h = std::min(1.0, tti / 2);
        const double rate = std::atan2(cross(k, w) * h, d + dot(w, k) * h) / h;
        const double safe = std::min(0.6 * std::pow(tti, -1.5), 1.57);
        if (std::fabs(rate) >= safe) continue;
        left = std::max(left, rate + safe);
        right = std::min(right, rate - safe);
    }
    const auto e = evasion(walker(), V{1, 0}, 1e6, NearList(People{other}), WallList({}), p);
    EXPECT_TRUE(e.needed);
    EXPECT_NEAR(e.left, left, 1e-9);
    EXPECT_NEAR(e.right, right, 1e-9);
    EXPECT_LT(-right, left);  // it is on the left
    EXPECT_NEAR(choice({other}, p).turn, right, 1e-9);
}

TEST(Vision, WhoWillMissNeedsNoTurn) {
    const auto p = values();
    EXPECT_EQ(choice({{{3, 1.8}, {-1, 0.6}, 0.25}}, p).turn, 0);
    EXPECT_EQ(choice({{{3, 0.1}, {1.4, 0}, 0.25}}, p).turn, 0);  // it walks away
    EXPECT_EQ(choice({{{-3, 0.1}, {3, 0}, 0.25}}, p).turn, 0);   // out of sight
    EXPECT_NE(choice({{{-3, 0.1}, {3, 0}, 0.25}}, values({{"view_half_angle_deg", 180}})).turn, 0);
}

TEST(Vision, NothingBeyondTheGoalMattersUnlessUrgent) {
    const auto p = values();
    const People oncoming = {{{5, 0.1}, {-1, 0}, 0.25}};
    EXPECT_NE(choice(oncoming, p).turn, 0);
    EXPECT_EQ(choice(oncoming, p, walker(), 1.0).turn, 0);
    EXPECT_NE(choice({{{2, 0.1}, {-1, 0}, 0.25}}, p, walker(), 0.5).turn, 0);
}

TEST(Vision, HeadOnTiesGoRight) {
    EXPECT_LT(choice({{{4, 0}, {-1.3, 0}, 0.25}}, values()).turn, 0);
}

TEST(Vision, OtherTiesGoToTheGoal) {
    Own<double> own = walker();
    for (const double y : {0.5, -0.5}) {
        own.pref = {1.2, y};
        EXPECT_GT(choice({{{4, 0}, {-1.3, 0}, 0.25}}, values(), own).turn * y, 0);
    }
}

TEST(Vision, GoalOnOneSideDecides) {
    Own<double> own = walker();
    own.pref = {1, 0.8};
    // Two metres off, to the left: its bearing changes fast.
    EXPECT_GT(choice({{{3, 0.1}, {-1, 0}, 0.25}}, values({{"goal_rate", 0.1}}), own, 2.0).turn, 0);
    EXPECT_LT(choice({{{3, 0.1}, {-1, 0}, 0.25}}, values({{"goal_rate", 2}}), own, 2.0).turn, 0);
}

TEST(Vision, TurnsOnToTheGoal) {
    Own<double> own = walker();
    own.pref = {1, 1};
    const auto straight_on = choice({{{4, 0}, {-1.3, 0}, 0.25}}, values({{"goal_turn_time", 10}}), own);
    const auto to_the_goal = choice({{{4, 0}, {-1.3, 0}, 0.25}}, values({{"goal_turn_time", 0.6}}), own);
    EXPECT_GT(straight_on.turn, 0);
    EXPECT_LT(straight_on.turn, 1);
    EXPECT_NEAR(to_the_goal.turn, std::numbers::pi / 4 / 0.6, 1e-6);
}

TEST(Vision, SlowsForWhatIsSoon) {
    const auto p = values();
    const auto soon = choice({{{2.25, 0}, {0, 0}, 0.25}}, p);  // the nearest point in 2/1.3 s
    EXPECT_NEAR(soon.speed, 1.3 * (1 - std::exp(-0.5 * std::pow(2 / 1.3, 2))), 1e-6);
    EXPECT_EQ(choice({{{6, 0}, {0, 0}, 0.25}}, p).speed, 1.3);
}

TEST(Vision, FreeWalkersTurnToTheirGoal) {
    Own<double> own = walker();
    own.pref = {1.3 * std::cos(0.3), 1.3 * std::sin(0.3)};
    EXPECT_NEAR(choice({}, values(), own).turn, 0.3 / 0.25, 1e-9);
    own.pref = {-1.3, 0.1};
    EXPECT_NEAR(choice({}, values(), own).turn, 1.57, 1e-9);
    own.velocity = {0, 0};
    own.pref = {0, 1.3};
    const V v = step(own, {}, values());  // standing start
    EXPECT_NEAR(v.x, 0, 1e-12);
    EXPECT_NEAR(v.y, 1.3, 1e-12);
}

TEST(Vision, FivePointsSeeWhatThreeMiss) {
    const Near<double> other{{3, 0.25}, {0, 0}, 0.25};
    const auto three = evasion(walker(), V{1, 0}, 1e6, NearList(People{other}), WallList({}), values());
    const auto five = evasion(walker(), V{1, 0}, 1e6, NearList(People{other}), WallList({}),
                              values({{"silhouette", vision::kFivePoints}}));
    EXPECT_TRUE(three.needed && five.needed);
    EXPECT_GT(five.left, three.left + 0.01);
}

TEST(Vision, MirroredPairGivesMirroredVelocities) {
    for (const double silhouette : {0.0, 1.0}) {
        const auto p = values({{"silhouette", silhouette}});
        const V a = step(walker(), {{{3, 0.2}, {-1, 0.1}, 0.3}}, p),
                b = step(walker(), {{{3, -0.2}, {-1, -0.1}, 0.3}}, p);
        EXPECT_DOUBLE_EQ(a.x, b.x);
        EXPECT_DOUBLE_EQ(a.y, -b.y);
        EXPECT_NE(a.y, 0);
    }
}

TEST(Vision, WallsAreSomebodyAtTheirNearestPoint) {
    Own<double> own = walker();
    own.velocity = own.pref = {1.2, -0.4};
    const V wall = step(own, {}, values(), {{{-5, -0.6}, {5, -0.6}}});
    const V post = step(own, {{{0, -0.6}, {0, 0}, 0}}, values());
    EXPECT_NEAR(norm(wall - post), 0, 1e-12);
}

TEST(Vision, PackAgreesWithDouble) {
    for (const double silhouette : {0.0, 1.0}) {
        const test::Settings settings = {{"silhouette", silhouette}};
        const auto p = values(settings);
        test::expect_lanes_agree({.model = "vision", .seed = 47, .settings = settings}, [&](const test::Decided& d) {
            return step(d.own, d.near, p, d.feet, norm(d.way_point));
        });
    }
}

TEST(Vision, DegenerateInputGivesNumbers) {
    Own<double> own = walker();
    own.velocity = own.pref = {0, 0};
    for (const Near<double>& other :
         {Near<double>{{0, 0}, {0, 0}, 0.3}, Near<double>{{0, 0}, {1, 1}, 0.3}, Near<double>{{0.1, 0}, {-1, 0}, 0.3}}) {
        const V v = step(own, {other, other}, values(), {{{0, 0}, {0, 0}}, {{-1, 0}, {1, 0}}}, 0);
        EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
    }
}

}  // namespace
}  // namespace sidestep
