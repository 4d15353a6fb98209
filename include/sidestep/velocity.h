// Velocities of recorded motion.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// m/s at one sample of a track: the central difference, one-sided at the ends, over the frames that really lie
/// between, by the shorter way round a periodic axis. Zero for a track of one sample.
Vec2d velocity_at(const Track& track, std::size_t sample, const TrajectoryInfo& info);
/// The same where no track is at hand: from the places before, at and after the sample, equal where there is none, and
/// the number of frames from the first to the last of them.
Vec2d velocity_at(Vec2d before, Vec2d here, Vec2d after, std::uint32_t frames, const TrajectoryInfo& info);

}  // namespace SIDESTEP_EXPORT sidestep
