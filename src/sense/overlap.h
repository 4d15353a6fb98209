// Run health counts how often an agent comes to overlap another.
#pragma once

#include "world/agents.h"

namespace sidestep {

/// Bodies may touch; less than this is rounding.
inline constexpr float kTouching = 1e-3f;

/// Remembers in one of its flags whether the agent overlaps somebody; true when that begins.
inline bool note_overlap(Self& self, float depth, std::uint8_t seen) {
    const bool was = (self.flags & seen) != 0;
    const bool is = depth > kTouching;
    if (is != was) self.flags ^= seen;
    return is && !was;
}

}  // namespace sidestep
