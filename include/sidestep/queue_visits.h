// Who waited in which line of a run, and how long: kept in results, and read from them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/tracks.h"
#include "sidestep/visit.h"

namespace SIDESTEP_EXPORT sidestep {

/// One waiting line of a scene, that is a goal with a queue, and who came to it. Of a choice of queues ("any") it is
/// the one that somebody took.
struct QueueUse {
    std::string queue;
    std::uint32_t points = 1;   ///< where people were served
    double end = 0;             ///< s, simulated: when the run ended
    std::vector<Visit> visits;  ///< in order of coming, of equals the lower id first; those that were not over too
    friend bool operator==(const QueueUse&, const QueueUse&) = default;
};

/// Their key in a result's metadata.
inline constexpr std::string_view kQueuesKey = "queues";
/// {"desk": {"points": 1, "end": 60, "visits": [[12, 3.4, 5.6, 9.6, 0, "served"], [13, 4.1, null, null, 0, "waits"]]}}
std::string to_json(std::span<const QueueUse> queues);
/// Of a finished run of a scene with waiting lines, all of them, in the scene's order. Nothing for other recordings,
/// and for what cannot be read.
std::vector<QueueUse> queues_of(const TrajectoryInfo& info);

}  // namespace SIDESTEP_EXPORT sidestep
