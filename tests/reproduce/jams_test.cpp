// Doors that stop a model for good, and do not where people give way. All models and seeds: `sidestep reproduce jams`.
#include "reproduce/jams.h"

#include <gtest/gtest.h>

namespace sidestep::jams {
namespace {

Passing through_door(double width, std::string_view model, std::uint64_t seed, Deadlocks deadlocks) {
    Scenario scenario = door_scene(width);
    use_model(scenario, model);
    scenario.seed = seed;
    scenario.deadlocks = deadlocks;
    return pass(std::move(scenario), kDoorLine);
}

TEST(Jams, AreResolvedByTurns) {
    EXPECT_TRUE(through_door(0.7, "paris", 1, Deadlocks::none).stalls);
    for (const std::string_view model : {"paris", "orca", "pledestrians"}) {
        const Passing passing = through_door(0.7, model, 1, Deadlocks::yield);
        EXPECT_FALSE(passing.stalls) << model;
        EXPECT_GT(passing.yielded, 0) << model;
        EXPECT_GT(passing.time, 100 / 3.0) << model << ": no more than three people in a second";
    }
}

TEST(Jams, AQueueThatMovesIsLeftAlone) {
    const Passing alone = through_door(1.2, "collision_free_speed", 2, Deadlocks::none);
    const Passing turns = through_door(1.2, "collision_free_speed", 2, Deadlocks::yield);
    EXPECT_FALSE(alone.stalls);
    EXPECT_FALSE(turns.stalls);
    EXPECT_LT(turns.time, 1.15 * alone.time);
}

}  // namespace
}  // namespace sidestep::jams
