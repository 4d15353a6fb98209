// The score of the steering benchmark (SteerBench).
#pragma once

#include <cstddef>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Power of standing (J/(kg s)) and its growth with speed² (J s/(kg m²)): Guy et al. 2010, after Whittle.
inline constexpr double kStandingPower = 2.23, kWalkingPower = 1.26;

struct SteerOptions {
    double unknown_radius = 0.25;  ///< m, of agents whose file does not say
    double tolerance = 1e-3;       ///< m of overlap that do not count
};
/// Everything per agent, lower is better.
struct SteerScore {
    std::size_t agents = 0;
    double collisions = 0;  ///< a contiguous overlap of a pair counts once for each of the two
    double time = 0;        ///< s in the scene
    double kinetic = 0;     ///< m²/s, ∫½|v|²dt of a unit mass; over time, so that it does not depend on the frame rate
    double effort = 0;      ///< J/kg, ∫(2.23 + 1.26 |v|²)dt; reported beside, not part of the score
    double score = 0;       ///< 50 collisions + time + kinetic
};
SteerScore steer_score(const Trajectory& trajectory, const SteerOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
