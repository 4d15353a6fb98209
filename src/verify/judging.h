// What several cases measure on their runs.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/verify.h"

namespace sidestep {

// ---- Numbers with their limits ----

VerifyNumber told(std::string name, std::string unit, double value);
VerifyNumber at_most(std::string name, std::string unit, double value, double high);
VerifyNumber at_least(std::string name, std::string unit, double value, double low);
VerifyNumber within(std::string name, std::string unit, double value, double low, double high);

// ---- Measures of a run ----

/// s: when the last of all people left; NaN where somebody did not.
double last_out(const RecordedRun& run);
/// People who never got to their goal; none may stay where a case is about getting there.
VerifyNumber nobody_stays(std::span<const VerifyRun> runs);
/// How many left by each exit, by its name.
std::map<std::string, std::size_t> people_by_exit(const RecordedRun& run);

/// s: when somebody came to this x first, from whichever side, between two frames; NaN: never.
double time_at_x(const Track& track, double fps, double x);
/// m/s between two places along x, from the first time at each.
double speed_between(const Track& track, double fps, double from, double to);
/// m/s along x from some time on to the end, mean over everybody; round a periodic axis too.
double mean_speed_along_x(const Trajectory& trajectory, double from_s);
/// s: first frame in which somebody is farther than a millimetre from its first place.
double start_time(const Track& track, double fps);

/// m: least distance of two centres in any frame.
double closest_centres(const Trajectory& trajectory);
/// How people stood to the walls.
struct WallCheck {
    std::size_t inside = 0;  ///< places inside a wall or outside the floor
    double deepest = 0;      ///< m: of a body in a wall
};
WallCheck wall_check(const VerifyRun& run);

/// 1/s over a line of the scene: everybody over the time between the first and the last.
double flow_over(const VerifyRun& run, std::string_view line);
/// 1/m²: mean number of people in an area of the scene over its size, while people are at it.
double density_in(const VerifyRun& run, std::string_view area);

}  // namespace sidestep
