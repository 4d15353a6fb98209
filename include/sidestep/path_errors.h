// How far a walked path is from an observed one (Brogan and Johnson 2003). docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Places at even times, `step` seconds apart: both paths start at time 0, and who has arrived stays.
struct PathErrors {
    std::size_t steps = 0;  ///< that were compared
    double distance = 0;    ///< m, mean distance of the two at the same time
    double area = 0;        ///< m² per step, between the two paths, whatever the times
    double speed = 0;       ///< m/s, mean difference of the speeds at the same time
};
/// Which steps count. The paper's are those of the simulation: what the observed person does after the walker has
/// arrived is not compared.
enum class PathSteps : std::uint8_t { walked, longer, shorter };
struct PathErrorOptions {
    PathSteps steps = PathSteps::walked;
};
/// Zero for paths without a step. `step` (s) must be above 0.
PathErrors path_errors(std::span<const Vec2d> observed, std::span<const Vec2d> walked, double step,
                       const PathErrorOptions& options = {});
/// m², ∬|winding number| of the closed curve from a's start along a, across to b's end, back along b: lobes on both
/// sides count, loops as often as they are run through.
double area_between(std::span<const Vec2d> a, std::span<const Vec2d> b);

/// A recorded track as such a path, by linear interpolation.
std::vector<Vec2d> sampled_path(const Track& track, const TrajectoryInfo& info, double step);

/// Where and when a heel touched the ground.
struct HeelStrike {
    double time = 0;  ///< s, ascending
    Vec2d place{};
};
/// The body is half-way between two successive strikes at half-time; between, a Catmull–Rom curve. Empty for fewer than
/// two strikes. Throws std::invalid_argument when times do not ascend.
std::vector<Vec2d> path_of_heel_strikes(std::span<const HeelStrike> strikes, double step);

}  // namespace SIDESTEP_EXPORT sidestep
