// Marks in wishes beside those of world/agents.h: only this folder sets and reads them.
#pragma once

#include <cstdint>

namespace sidestep::wish {

inline constexpr std::uint32_t yields = 8;     ///< steps aside as it wishes, whatever its model says
inline constexpr std::uint32_t has_turn = 16;  ///< goes on, also where its model leaves it standing

}  // namespace sidestep::wish
