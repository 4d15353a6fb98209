// Run health counts how often an agent comes to overlap another.
#pragma once

#include "world/agents.h"

namespace sidestep {

/// Bodies may touch; less than this is rounding.
inline constexpr float kTouching = 1e-3f;

/// Remembers whether the agent overlaps somebody; true when that begins.
inline bool note_overlap(Self& self, float depth) {
    const bool was = (self.flags & flag::overlapping) != 0;
    const bool is = depth > kTouching;
    if (is != was) self.flags ^= flag::overlapping;
    return is && !was;
}

}  // namespace sidestep
