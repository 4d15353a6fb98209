// How fast somebody wants to walk (Brogan and Johnson 2003, eqs 2 and 3), made to start and to arrive.
#pragma once

#include <algorithm>

#include "sidestep/heading_chart.h"

namespace sidestep {

/// m/s lost and gained per metre.
inline double speeding_up(const ChartValues& v) {
    return v[kTopSpeed] / v[kAccelDistance];
}
inline double slowing_down(const ChartValues& v) {
    return v[kTopSpeed] / v[kDecelDistance];
}

/// Speed in contact is turn_speed, from obstacle_distance on it is top_speed.
inline double speed_near_obstacle(const ChartValues& v, double clearance) {
    if (!(clearance < v[kObstacleDistance])) return v[kTopSpeed];
    return v[kTurnSpeed] + (v[kTopSpeed] - v[kTurnSpeed]) / v[kObstacleDistance] * clearance;
}

/// The distance before the start at which a walker of this speed would have stood; at least that of min_speed, because
/// a speed proportional to a distance of 0 stays 0.
inline double head_start(const ChartValues& v, double start_speed) {
    return std::max(start_speed, v[kMinSpeed]) / speeding_up(v);
}

/// `from_start` includes head_start(); `to_goal` is the way still to go, `clearance` from the body to the nearest
/// obstacle.
inline double wanted_speed(const ChartValues& v, double from_start, double to_goal, double goal_speed,
                           double clearance) {
    const double end = to_goal + goal_speed / slowing_down(v);
    const double speed = std::min(std::min(v[kTopSpeed], speed_near_obstacle(v, clearance)),
                                  std::min(speeding_up(v) * from_start, slowing_down(v) * end));
    return std::max(speed, v[kMinSpeed]);
}

}  // namespace sidestep
