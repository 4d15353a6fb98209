// What the measured table of docs/models/README.md (scripts/which_model) comes to.
#include "sidestep/simulation.h"

namespace sidestep {

std::span<const Recommendation> recommendations() {
    static constexpr Recommendation kAll[] = {
        {"everyday walking, buildings, evacuation", kDefaultModel,
         "nobody gets stuck at doors, bodies stay apart, fast; with \"contacts\": \"project\""},
    };
    return kAll;
}

}  // namespace sidestep
