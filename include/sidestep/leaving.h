// How a place empties: who was out when, as a whole and exit by exit.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/tracks.h"

namespace SIDESTEP_EXPORT sidestep {

/// s: short enough for a crowd at a door, long enough that a few who come together are none.
inline constexpr double kFullestStretch = 10;

/// Times at which people left, of `people` who were to.
struct LeavingTimes {
    std::string exit;          ///< empty: all of them together
    std::size_t people = 0;    ///< of one exit those who took it; of all together everybody there was
    std::vector<double> time;  ///< s, ascending
    /// When so large a share of `people` was out: the time of the one who made it up. NaN where so many never were.
    double when(double share) const;
    /// How many a second left in the fullest stretch of so many seconds.
    double most_per_second(double stretch = kFullestStretch) const;
};

struct Leaving {
    LeavingTimes all;
    std::vector<LeavingTimes> exits;  ///< in the scene's order, those that nobody took included
    std::vector<AgentId> inside;      ///< who had not left when the recording ended
};
/// From what the run noted (departures.h): without any exits nobody left.
Leaving leaving_of(const Trajectory& trajectory);

/// Shares that are told: half, 90 %, 95 % and everybody.
inline constexpr double kToldShares[] = {0.5, 0.9, 0.95, 1};

}  // namespace SIDESTEP_EXPORT sidestep
