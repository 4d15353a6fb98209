// What is measured of somebody who was simulated.
#pragma once

#include <vector>

#include "evaluate/replay.h"

namespace sidestep {

/// Places of the metrics of one person in evaluate_metrics(); those of pairs have their own list.
enum PersonMetric : std::size_t {
    kAde,
    kFde,
    kTouch,
    kNear,
    kW1,
    kPersonLikelihood,
    kPersonArea,
    kPersonSpeed,
    kPersonMetrics
};
enum MeetingMetric : std::size_t { kDelta, kLikelihood, kLeast, kOrder, kArea, kSpeed, kMeetingMetrics };

/// Of every actor; of kW1 it is the least distance to anybody, clipped.
std::vector<std::vector<double>> measure_people(const Replay& scene, const std::vector<ReplayedWay>& ways,
                                                const EvaluateOptions& options);
/// Of a scene of two actors who enter at once.
std::vector<double> measure_meeting(const Replay& scene, const std::vector<ReplayedWay>& ways,
                                    const EvaluateOptions& options);

/// Least distance of two who move along straight lines between samples, and on which side it was.
struct ClosestApproach {
    double distance = 0;
    double side = 0;  ///< cross product of relative place and velocity: its sign is the order
};
ClosestApproach closest_approach(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b);

}  // namespace sidestep
