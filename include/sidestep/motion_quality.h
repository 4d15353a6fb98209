// Whether somebody walks like a person or shivers, creeps and swerves. docs/metrics.md has the definitions,
// docs/quality_of_motion.md what recorded people do.
#pragma once

#include <limits>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/reversals.h"
#include "sidestep/trajectory.h"
#include "sidestep/walk_metrics.h"

namespace SIDESTEP_EXPORT sidestep {

inline constexpr double kCreepingSpeed = 0.5;  ///< m/s; slower is creeping, slower than RestOptions::standing standing

/// One agent from its first to its last sample. Not a number where it was recorded for too short: places at the
/// sampling interval, or recorded ones for `_raw`, must be four at least; of those who walked less than a metre nobody
/// can say whether they swerve.
struct MotionQuality {
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    AgentId id = 0;
    double reversals = kUnknown;      ///< 1/min, of the acceleration
    double reversals_raw = kUnknown;  ///< 1/min, with every recorded step
    double jerk = kUnknown;           ///< m/s³, mean of |Δa/Δt|
    double jerk_95 = kUnknown;        ///< m/s³, what 95 % of them do not exceed
    double jerk_raw = kUnknown;       ///< m/s³, mean with every recorded step
    double standing = kUnknown;       ///< share of time
    double creeping = kUnknown;       ///< share of time
    double backwards = kUnknown;      ///< share of time against the way made within 2 s before and after
    double swerving = kUnknown;       ///< °/m turned beyond what the path smoothed over 2 s needs
};

/// Agents with a single sample are left out. `sampling` (s) must be above 0.
std::vector<MotionQuality> motion_quality(const Trajectory& trajectory, double sampling = kDefaultSampling);

}  // namespace SIDESTEP_EXPORT sidestep
