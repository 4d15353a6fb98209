// Who left a run, when, and by which exit: kept in results, and read from them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/tracks.h"

namespace SIDESTEP_EXPORT sidestep {

/// One exit of a scene, that is a goal by whose name people leave, and who left by it. Of a choice of exits ("any")
/// it is the one that somebody took.
struct ExitUse {
    struct Departure {
        AgentId id = 0;
        double time = 0;  ///< s, simulated
        friend bool operator==(const Departure&, const Departure&) = default;
    };
    std::string exit;
    std::vector<Departure> left;  ///< in order of time, of equals the lower id first
    friend bool operator==(const ExitUse&, const ExitUse&) = default;
};

/// Their key in a result's metadata.
inline constexpr std::string_view kExitsKey = "exits";
/// {"north": [[12, 34.5], [7, 36]], "south": []}
std::string to_json(std::span<const ExitUse> exits);
/// Of a finished run of a scene with exits, all of them, in the scene's order. Nothing for other recordings, and for
/// what cannot be read.
std::vector<ExitUse> exits_of(const TrajectoryInfo& info);

}  // namespace SIDESTEP_EXPORT sidestep
