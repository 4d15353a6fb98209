// The frozen state every stage reads.
#pragma once

#include <cstdint>
#include <span>

#include "map/map.h"
#include "sidestep/parameters.h"
#include "sidestep/reactions.h"
#include "world/agents.h"
#include "world/companions.h"
#include "world/history.h"
#include "world/led_by.h"

namespace sidestep {

/// Layout of an agent's values in the pool: the common parameters, the model's own, then what is computed once from
/// them.
struct ValueLayout {
    static constexpr std::size_t own = kCommonCount;  ///< first parameter of the model
    static std::size_t wall_range(std::size_t model_parameters) { return own + model_parameters; }
    static std::size_t stride(std::size_t model_parameters) { return own + model_parameters + 1; }
};

struct WorldView {
    const Place* place;
    const Motion* motion;
    const Self* self;
    std::size_t size;
    const float* values;  ///< pool of parameter values; an agent's begin at Self::values
    float widest;         ///< no radius is larger
    const Map* map;
    Vec2d periodic;  ///< length of a periodic axis, 0 where it is not
    double time;
    float dt;            ///< of this (sub-)step
    std::uint64_t step;  ///< counts sub-steps
    std::uint64_t seed;
    const ReactionTable* reactions = nullptr;  ///< those the scene defines
    const Companions* companions = nullptr;    ///< null where nobody has a group
    const History* history = nullptr;          ///< by slot; holds what PartInfo::history_s of all parts asks for
    double between_places = 0;                 ///< s from one place of the history to the next: a whole step
    double since_place = 0;                    ///< s since the newest of them: parts of the step that are over
    const LedBy* led = nullptr;                ///< by slot; of those with flag::led
};

}  // namespace sidestep
