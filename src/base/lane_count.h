// How many agents a kernel works on at once.
#pragma once

namespace sidestep {

inline constexpr int kLanes = 8;

}  // namespace sidestep
