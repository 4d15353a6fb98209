// How one person walked (Karamouzas et al. 2009, Table 1). docs/metrics.md has the definitions.
#pragma once

#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// One agent, from its first to its last sample: whoever stands at its goal stands there for as long as it was
/// recorded. Walls, goals and radii play no part.
struct WalkMetrics {
    AgentId id = 0;
    double time = 0;            ///< s, from the first sample to the last
    double length = 0;          ///< m, Σ|Δx|
    double avg_speed = 0;       ///< m/s, length / time
    double smoothness = 0;      ///< 1/m, ∫κ²ds of the path resampled at the sampling interval
    double smoothness_raw = 0;  ///< 1/m, the same for every recorded step: measures the switching of forces
    double total_accel = 0;     ///< m/s, Σ|Δv| over the recorded steps
    double degrees = 0;         ///< °, Σ|Δθ| of the resampled path
    double degrees_raw = 0;     ///< °, the same for every recorded step
};

inline constexpr double kDefaultSampling = 0.5;  ///< s

/// Agents with a single sample have not walked and are left out. `sampling` (s) must be above 0; below the interval of
/// the frames it would measure corners of the interpolation.
std::vector<WalkMetrics> walk_metrics(const Trajectory& trajectory, double sampling = kDefaultSampling);

}  // namespace SIDESTEP_EXPORT sidestep
