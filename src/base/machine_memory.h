// How much memory there is, so that what cannot fit is refused before half a minute was spent on it.
#pragma once

#include <cstdint>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Bytes that this process could have at most: the machine's, or fewer where a limit is set.
std::uint64_t machine_memory();

}  // namespace SIDESTEP_EXPORT sidestep
