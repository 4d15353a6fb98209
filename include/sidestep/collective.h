// How much people move as one. docs/measurement.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/measure_plan.h"
#include "sidestep/trajectory.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// After Zhou et al. 2014: 1 where all go one way, 0 where nobody goes as those around do. Directions of those who
/// stand agree with nobody's. NaN of fewer than two people.
double collectiveness(std::span<const Vec2d> places, std::span<const Vec2d> velocities, std::size_t neighbours = 20);

/// 1/s, mean |∂v_y/∂x − ∂v_x/∂y| of a field that is fitted around everybody to those within `reach` (m). NaN where
/// nobody has three others around that are not in line.
double vorticity(std::span<const Vec2d> places, std::span<const Vec2d> velocities, double reach = 2);

struct CollectiveSample {
    std::uint32_t frame = 0;
    double time = 0;  ///< s
    std::size_t people = 0;
    double collectiveness = 0, vorticity = 0;  ///< NaN where undefined
};
/// Every so many seconds; velocities are those of measure plans (area_measures.h).
std::vector<CollectiveSample> collective_series(const Trajectory& trajectory, const MeasurePlan& plan = {},
                                                double every = 1);

}  // namespace SIDESTEP_EXPORT sidestep
