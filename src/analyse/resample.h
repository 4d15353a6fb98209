// Places of one person at even times.
#pragma once

#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Positions every `interval` seconds from the first sample on. A remainder shorter than the interval is left out: its
/// direction would be that of single steps, which is what resampling is to avoid.
std::vector<Vec2d> resampled(const Track& track, double fps, double interval);

/// The way really walked: round a periodic axis, recorded places jump back by its length.
Track unrolled(Track track, Vec2d periodic);

}  // namespace sidestep
