// Walks between rests, and what they tell of walking (Brogan and Johnson 2003, §3). docs/metrics.md has the
// definitions.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

struct RestOptions {
    double standing = 0.15;  ///< m/s, slower is standing
    double least = 1;        ///< m, shorter ways are no walks
};
/// The parts of a track in which somebody walks, with the last sample before that and the first one after. Speeds are
/// those over half a second, so that one sample's noise neither ends nor begins a walk.
std::vector<Track> walks_of(const Track& track, const TrajectoryInfo& info, const RestOptions& options = {});

/// Somebody at one end of a path.
struct PathEnd {
    Vec2d place{};
    double heading = 0;  ///< rad
    double speed = 0;    ///< m/s
};
/// Heading over the first (last) quarter of a metre, speed over the first (last) third of a second: single samples are
/// noise. Throws std::invalid_argument for a path that goes nowhere.
PathEnd start_of(std::span<const Vec2d> path, double step);
PathEnd end_of(std::span<const Vec2d> path, double step);

struct ProfileOptions {
    double cutoff = 1;  ///< Hz, of the filter of places; 0: none
    double least = 3;   ///< m, walks that are shorter reach no top speed
    RestOptions rest{};
};
/// The constants of a walker, each over the walks that show it.
struct WalkingProfile {
    std::vector<double> top_speed;       ///< m/s, greatest of a walk
    std::vector<double> turn_speed;      ///< m/s, in turns: nearest to the wall, where there is one within 1.5 m
    std::vector<double> accel_distance;  ///< m from standing to the top speed of the walk
    std::vector<double> decel_distance;  ///< m from the top speed to standing
    /// As the paper read them off one cubic of speed over distance through all walks, if it has a top: m from the start
    /// to the top, from the top to the end, and from the top down to the share of it that the paper found in turns.
    std::vector<double> accel_cubic, decel_cubic, slowing_cubic;
    std::size_t walks = 0;
};
WalkingProfile walking_profile(const Trajectory& trajectory, const ProfileOptions& options = {});

/// A column of WalkingProfile for those who print them all.
struct ProfileConstant {
    std::string_view name;
    std::string_view unit;
    std::vector<double> WalkingProfile::* values;
    double paper;  ///< what Brogan and Johnson measured
};
std::span<const ProfileConstant> profile_table();

}  // namespace SIDESTEP_EXPORT sidestep
