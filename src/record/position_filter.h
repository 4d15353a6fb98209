// Recorded places for animation: jerks of a single step are filtered out. The simulation itself never sees it.
#pragma once

#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Follows every agent with a place and a velocity and forgets the past with a time constant (a fading-memory filter
/// of first order: no lag behind whoever walks on evenly).
class PositionFilter {
public:
    /// `memory`: time constant, more than 0; `interval`: between frames; both in s.
    PositionFilter(double memory, double interval);

    /// Replaces the places of a frame, whose rows are in order of id. Frames come in order.
    void apply(TrajectoryFrame& frame);

private:
    struct Track {
        AgentId id;
        Vec2d place, step;  ///< step: way from frame to frame
    };
    double place_gain_, step_gain_;
    std::vector<Track> tracks_, next_;
};

}  // namespace sidestep
