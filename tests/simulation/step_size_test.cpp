// Models that integrate accelerations: half the step that they declare stable must tell the same story.
#include <gtest/gtest.h>

#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

/// When the later of two who meet head-on, 8 m apart and 5 cm aside, has arrived.
double arrival(std::string_view model, double dt) {
    Scenario s = scene(calm_profile(model, {{"pref_speed", 1.3}}), 60, dt);
    put(s, {0, 0}, by_offset({8, 0}));
    put(s, {8, 0.05}, by_offset({-8, 0}));
    Simulation simulation(s);
    while (!simulation.finished()) simulation.step();
    EXPECT_TRUE(agent(simulation, 1).arrived && agent(simulation, 2).arrived) << model;
    return simulation.time();
}

TEST(StepSize, HalvingItHardlyChangesAMeeting) {
    for (const auto& [model, dt] : {std::pair{"ttca_dca", 0.1},
                                    {"moussaid", 0.05},
                                    {"steering_dynamics", 0.05},
                                    {"reynolds", 0.05},
                                    {"social_force", 0.05},
                                    {"predictive", 0.1},
                                    {"power_law", 0.02},
                                    {"generalized_centrifugal", 0.02}}) {
        const double whole = arrival(model, dt), half = arrival(model, dt / 2);
        EXPECT_NEAR(half, whole, 0.05 * whole) << model;
        EXPECT_LT(whole, 12) << model;
    }
}

}  // namespace
}  // namespace sidestep
