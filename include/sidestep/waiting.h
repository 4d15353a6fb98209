// How long people waited in line, and how long the lines were.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/queue_visits.h"
#include "sidestep/tracks.h"

namespace SIDESTEP_EXPORT sidestep {

/// From some time on so many people waited, whoever was served not counted.
struct LineLength {
    double time = 0;  ///< s
    std::size_t people = 0;
};

struct WaitingTimes {
    std::string queue;  ///< empty: all of them together
    std::size_t came = 0, served = 0, gave_up = 0;
    std::size_t waiting = 0;         ///< when the run ended; who was being served then counts nowhere but in `came`
    std::vector<double> waited;      ///< s, ascending: until they were served, of those who were
    std::vector<double> service;     ///< s, ascending, of those who have been
    std::vector<LineLength> length;  ///< where it changes, in order of time; the first at 0
    double end = 0;                  ///< s: when the run ended
    double busy = 0;                 ///< share of the time in which points served somebody

    /// The least time that so large a share of those served did not wait longer than. NaN where nobody was.
    double within(double share) const;
    double mean_wait() const;
    std::size_t longest() const;
    /// Over the whole run.
    double mean_length() const;
};

/// From what the run noted (queue_visits.h): each waiting line in the scene's order.
std::vector<WaitingTimes> waiting_of(const TrajectoryInfo& info);
/// All lines together.
WaitingTimes all_waiting(const TrajectoryInfo& info);

/// Shares that are told.
inline constexpr double kToldWaits[] = {0.5, 0.9, 0.95};

}  // namespace SIDESTEP_EXPORT sidestep
