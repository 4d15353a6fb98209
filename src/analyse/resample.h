// Places of one person at even times.
#pragma once

#include <cmath>
#include <stdexcept>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Positions every `interval` seconds from the first sample on. A remainder shorter than the interval is left out: its
/// direction would be that of single steps, which is what resampling is to avoid.
std::vector<Vec2d> resampled(const Track& track, double fps, double interval);

/// The way really walked: round a periodic axis, recorded places jump back by its length.
Track unrolled(Track track, Vec2d periodic);

/// What `measure(way, frames per second, sampling)` says of everybody who was seen to move.
template <class Measure>
auto measured_ways(const Trajectory& trajectory, double sampling, const Measure& measure) {
    if (!(sampling > 0) || !std::isfinite(sampling))
        throw std::invalid_argument("the sampling interval must be above 0 s");
    std::vector<decltype(measure(Track{}, 1.0, sampling))> all;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.size() < 2) continue;
        const Vec2d periodic = trajectory.info.periodic;
        all.push_back(measure(periodic == Vec2d{} ? track : unrolled(track, periodic), trajectory.info.fps, sampling));
    }
    return all;
}

}  // namespace sidestep
