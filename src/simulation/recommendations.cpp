// What the measured table of docs/models/README.md (scripts/which_model) comes to.
#include "sidestep/simulation.h"

namespace sidestep {

std::span<const Recommendation> recommendations() {
    static constexpr Recommendation kAll[] = {
        {"everyday walking, buildings, large crowds", kDefaultModel,
         "passes doors, comes through counterflow, moves quietly and costs least; say \"contacts\": \"project\" with "
         "it. Nobody slows down behind others of the same speed. power_law meets one criterion more, but jerks in "
         "crowds and costs seven times as much"},
        {"crowds that leave through doors", "rvo",
         "its flow through doors of 0.8 to 1.2 m is nearest to that of people (docs/evacuation.md), with steps of 0.05 "
         "s, \"contacts\": \"project\" and \"deadlocks\": \"yield\"; the default of `sidestep evacuate`"},
        {"speed that falls with density", "collision_free_speed",
         "the only one whose single file walks as slowly as the recorded; jams in dense counterflow"},
        {"flow through a door, bodies that never overlap", "power_law",
         "near the recorded flow through 0.5 m, no overlap without projection; but it jerks where it is crowded, which "
         "makes runs unhealthy, and is slower to compute"},
        {"animation: early, small evasion and lanes", "predictive", "evades seconds ahead, sorts itself into lanes"},
        {"two or three people who meet", "experiment_based",
         "made from recorded meetings: who passes first, and how much each adapts; not for crowds"},
        {"people of different reactions to what they foresee", "reactive",
         "reactions are tables that a scene may write; bodies stay apart; costly"},
        {"a baseline", "constant_velocity", "walks as if alone"},
    };
    return kAll;
}

}  // namespace sidestep
