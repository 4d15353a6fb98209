// Names of agents and obstacles. Stands alone, so that a program can store a handle without including the engine.
#pragma once

#include <cstdint>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Public name of an agent: unique in a run, never reused, what result files contain.
using AgentId = std::uint32_t;

/// Number of something a program put in people's way; never used again in a run.
using ObstacleId = std::uint32_t;

/// Refers to a living agent. A handle kept after its agent left is recognised as stale; zero is null.
struct AgentHandle {
    std::uint32_t slot_plus_one = 0;
    std::uint32_t generation = 0;

    explicit operator bool() const { return slot_plus_one != 0; }
    friend bool operator==(AgentHandle, AgentHandle) = default;
};

}  // namespace SIDESTEP_EXPORT sidestep
