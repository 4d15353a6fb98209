// What a scenario may ask for at most: what indices and counters can hold, and what fits into the machine. Goals,
// doors, regions, groups and sources are counted in 32 bits and need no bound of their own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

inline constexpr std::size_t kMostProfiles = 60'000;             ///< agents name theirs in 16 bits
inline constexpr std::uint64_t kMostAgents = 100'000'000;        ///< from the start
inline constexpr std::uint64_t kMostIds = 4'294'967'294;         ///< the last number of 32 bits is nobody's
inline constexpr double kMostSteps = 4e9;                        ///< plans are due at a step of 32 bits
inline constexpr double kShortestStep = 1e-6, kLongestStep = 1;  ///< s

/// Before anything is built. Throws InputError that names the field, for scenarios of files and of programs alike.
void check_bounds(const Scenario& scenario);

}  // namespace SIDESTEP_EXPORT sidestep
