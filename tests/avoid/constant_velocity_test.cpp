// The baseline: nothing but the wish, or nothing but the present velocity.
#include "avoid/constant_velocity.h"

#include <gtest/gtest.h>

#include "avoid/decisions.h"

namespace sidestep {
namespace {

using namespace baseline;

Own<double> walker() {
    return {.velocity = {0.4, -0.7}, .heading = {1, 0}, .pref = {1.3, 0}, .radius = 0.25, .max_speed = 2, .dt = 0.1};
}

ConstantVelocityValues<double> values(double keeps = constant_velocity::kWish) {
    return constant_velocity_values<double>(test::table(constant_velocity::kInfo, {{"keeps", keeps}}));
}

TEST(ConstantVelocity, TakesTheWishOrKeepsWhatItHas) {
    Own<double> own = walker();
    Vec<double> v = constant_velocity_of(own, values());
    EXPECT_EQ(v.x, 1.3);
    EXPECT_EQ(v.y, 0);
    v = constant_velocity_of(own, values(constant_velocity::kCurrent));
    EXPECT_EQ(v.x, 0.4);
    EXPECT_EQ(v.y, -0.7);
    own.pref = {0, 0};
    v = constant_velocity_of(own, values());
    EXPECT_EQ(v.x, 0);
    EXPECT_EQ(v.y, 0);
    own.pref = {3, 4};
    EXPECT_NEAR(norm(constant_velocity_of(own, values())), 2, 1e-12) << "never faster than its maximum";
}

TEST(ConstantVelocity, NobodyAndNoWallChangesTheDecision) {
    for (const double keeps : {0.0, 1.0}) {
        test::Dice dice(5);
        test::Crowd crowd(test::some_walls());
        int agents = 0;
        for (const test::Decided& d :
             test::decide(crowd, test::random_bodies(dice, 400, 1.0, 0.3), "constant_velocity", {{"keeps", keeps}})) {
            const Vec<double> v = constant_velocity_of(d.own, values(keeps));
            EXPECT_NEAR(v.x, d.decision.vx, 1e-6);
            EXPECT_NEAR(v.y, d.decision.vy, 1e-6);
            ++agents;
        }
        EXPECT_GT(agents, 300);
    }
}

}  // namespace
}  // namespace sidestep
