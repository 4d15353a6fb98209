// The moments of a recording.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sidestep/tracks.h"

namespace sidestep {

/// Moments from the first to the last, those without anybody too. Recordings may number every sixth frame only, so the
/// interval is the shortest between two samples of one person: within it everybody present is seen once, even where
/// people were annotated in different phases.
struct FrameGrid {
    std::uint32_t first = 0, interval = 1;
    std::uint64_t count = 0;
};

inline FrameGrid frame_grid(const Trajectory& trajectory) {
    FrameGrid grid;
    std::uint32_t last = 0, shortest = 0;
    bool anybody = false;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.empty()) continue;
        grid.first = anybody ? std::min(grid.first, track.frame.front()) : track.frame.front();
        last = std::max(last, track.frame.back());
        anybody = true;
        for (std::size_t i = 1; i < track.frame.size(); ++i) {
            const std::uint32_t step = track.frame[i] - track.frame[i - 1];
            if (shortest == 0 || step < shortest) shortest = step;
        }
    }
    if (!anybody) return grid;
    grid.interval = std::max(shortest, 1u);
    grid.count = std::uint64_t{last - grid.first} / grid.interval + 1;
    return grid;
}

}  // namespace sidestep
