// People one behind the other along a line, open or round a ring: who follows whom at what distance, how fast people
// walk at what density, and how speed depends on the room ahead. It works on places along a line, whether they come
// from a recording (walk_line.h) or from a simulation that has no other. docs/single_file.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/id.h"

namespace SIDESTEP_EXPORT sidestep {

/// Somebody's places along the line, at successive steps.
struct LineWalk {
    AgentId id = 0;
    std::size_t first = 0;        ///< step of the first place
    std::vector<double> along{};  ///< m downstream; who goes round a ring once more goes on counting
    float radius = 0;             ///< m; 0 where unknown

    std::size_t end() const { return first + along.size(); }  ///< the step after the last
    bool is_there(std::size_t step) const { return step >= first && step < end(); }
    double at(std::size_t step) const { return along[step - first]; }
};

/// The same person may walk more than once, if it was out of sight meanwhile. Results do not depend on the order of the
/// walks, only on their ids.
struct SingleFile {
    double interval = 0.1;  ///< s between steps
    double ring = 0;        ///< m round the line; 0: it is open
    std::vector<LineWalk> walks{};

    std::size_t steps() const;  ///< one after the last in which somebody is there
    /// m: the ring, or from the first place that anybody had to the last.
    double length() const;
};

/// Throws std::invalid_argument for an interval that is none, a negative ring, and places that are not finite.
void check(const SingleFile& file);

// ---- Who follows whom ----

struct FollowingOptions {
    double speed_over = 0.4;  ///< s, the centred time over which a speed is taken; at least a step to either side
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s, both included
};
/// Somebody at one step, and the next person downstream.
struct Following {
    std::uint32_t walk = 0, leader = 0;  ///< places in SingleFile::walks
    std::size_t step = 0;
    double headway = 0;  ///< m, from centre to centre
    double gap = 0;      ///< m, the same less both radii
    double speed = 0;    ///< m/s along the line
    double density() const { return 1 / headway; }
};
/// In order of walk and step. Who has nobody ahead is left out: the first of an open line, anybody alone on a ring. Of
/// two at the same place the one with the smaller id is ahead.
std::vector<Following> followings(const SingleFile& file, const FollowingOptions& options = {});

// ---- How fast at what density ----

/// People and moments with about as much room ahead.
struct DensityBin {
    double lower = 0;          ///< 1/m, of the bin
    double density = 0;        ///< 1/m, mean
    double speed = 0, sd = 0;  ///< m/s, mean and standard deviation of the sample (NaN of one)
    std::size_t n = 0;
};
/// The local diagram after Jelić and others (2012): everybody's density is 1/headway. Bins begin at multiples of their
/// width, the empty ones are left out. Throws std::invalid_argument for a width that is none.
std::vector<DensityBin> density_diagram(std::span<const Following> samples, double width = 0.1);

/// The whole line during some time, by Edie's definitions: density is the time spent there by all, flow the way made by
/// all, each per time and length. On a ring density is N/L.
struct LineState {
    double from = 0, to = 0;  ///< s
    double people = 0;        ///< mean number
    double density = 0;       ///< 1/m
    double flow = 0;          ///< 1/s
    double speed = 0;         ///< m/s, flow/density: the mean over all who are there
};
/// One after the other; a remainder shorter than the window is left out, windows without anybody too. 0: all in one.
/// Throws std::invalid_argument for a window that is none.
std::vector<LineState> line_states(const SingleFile& file, double window = 0);

// ---- How speed depends on the room ahead ----

struct HeadwayPoint {
    double headway = 0, speed = 0;
    std::uint32_t person = 0;  ///< points of one person are not independent
};
std::vector<HeadwayPoint> headway_points(std::span<const Following> samples);
/// Mean speed over mean headway, 1/density; every window counts as a person of its own.
std::vector<HeadwayPoint> headway_points(std::span<const LineState> windows);

struct Estimate {
    double value = std::numeric_limits<double>::quiet_NaN();
    double error = std::numeric_limits<double>::quiet_NaN();  ///< standard error
};
struct HeadwayFitOptions {
    int resamples = 200;        ///< of the people, for the errors; 0: none
    std::uint64_t seed = 1;     ///< of the resamples
    double least_share = 0.02;  ///< a regime with fewer of the points is not there
};
/// Speed over headway as v = (h − standstill) / time_to_react, but not below 0 and not above free_speed.
struct HeadwayFit {
    Estimate time_to_react;                                ///< s; undefined where nobody is constrained
    Estimate standstill;                                   ///< m; likewise
    Estimate free_speed;                                   ///< m/s; undefined where everybody is
    double r2 = std::numeric_limits<double>::quiet_NaN();  ///< share of the variance of speeds that this explains
    std::size_t n = 0, constrained = 0, free = 0;          ///< points; on the slope; above it
    std::size_t people = 0;
    /// m/s that the fit expects; NaN where it has nothing to say.
    double speed(double headway) const;
};
/// Least squares over all three at once, so that people who walk freely do not flatten the slope. Errors from drawing
/// people with replacement. All undefined for fewer than ten points or headways that are all the same.
HeadwayFit fit_headways(std::span<const HeadwayPoint> points, const HeadwayFitOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
