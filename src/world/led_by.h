// Of somebody who follows a person by name: where that person is to be looked up while all decide.
#pragma once

#include "world/agents.h"

namespace sidestep {

struct LedBy {
    AgentId id = kNobody;  ///< nobody: follows nobody by name
    Slot slot = 0;         ///< of the person, while it is there
    float radius = 0;      ///< m, its
    bool there = false;    ///< else it has not come yet
};

}  // namespace sidestep
