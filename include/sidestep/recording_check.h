// What a recording that can be read may still have wrong with it. Nothing of it is mended: it is told.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

struct Finding {
    /// "gaps", "uneven", "jumps", "speed", "small", "phases", "single", "still"
    std::string_view kind;
    std::size_t people = 0;  ///< whom it concerns
    std::size_t times = 0;   ///< how often, over all of them
    RowKey row{};            ///< where it is worst, or first
    std::string text{};      ///< a sentence without its end, for people
};

/// m/s from one sample to the next: nobody runs that fast where people walk.
inline constexpr double kFastestStep = 8;
/// m/s in half of all steps: places or frame rate are in another unit.
inline constexpr double kFastestHalf = 5;

/// In the order of the kinds above; empty where all is well.
std::vector<Finding> check_recording(const Trajectory& trajectory);

}  // namespace SIDESTEP_EXPORT sidestep
