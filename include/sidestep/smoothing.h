// Recorded places without the jitter of a camera. Never done unless asked for, and told in the metadata.
#pragma once

#include <cstddef>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Metadata that say how places were smoothed.
inline constexpr const char* kSmoothedKey = "smoothed";

struct SmoothedParts {
    std::size_t smoothed = 0;  ///< uninterrupted parts of tracks
    std::size_t left = 0;      ///< as they were: with fewer than three samples
};
/// A zero-phase low-pass (low_pass of meetings.h) on every part of a track without a gap; headings stay. Throws
/// InputError unless the cut-off, in Hz, is more than 0 and less than half the rate of the samples.
SmoothedParts smooth(Trajectory& trajectory, double cutoff);

}  // namespace SIDESTEP_EXPORT sidestep
