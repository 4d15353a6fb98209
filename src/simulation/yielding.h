// A mark in wishes of its own, beside those of world/agents.h: only this folder sets and reads it.
#pragma once

#include <cstdint>

namespace sidestep::wish {

inline constexpr std::uint32_t yields = 2;  ///< steps aside as it wishes, whatever its model says

}  // namespace sidestep::wish
