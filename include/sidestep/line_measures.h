// Who passes a line, when and in which direction: N–t, flow, time gaps, and the shape of a queue before a door.
// docs/measurement.md has the definitions, which are those of PedPy where it has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/measure_plan.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

struct LinePassing {
    AgentId id = 0;
    std::uint32_t frame = 0;  ///< the first beyond the line
    double time = 0;          ///< s, when the line was reached, between two frames
    double speed = 0;         ///< m/s at that frame; NaN: none
    bool to_left = false;     ///< ended up to the left of the way from a to b
    bool first = false;       ///< of this person: N–t and flow count these alone
};

/// From one passing to another, by PedPy: windows that begin and end with somebody.
struct FlowWindow {
    double from = 0, to = 0;  ///< s
    std::size_t people = 0;
    double flow = 0;   ///< 1/s
    double speed = 0;  ///< m/s, mean of those who passed; NaN: none has one
};

/// Of two who passed one after the other for the first time, in whatever direction.
struct TimeGap {
    AgentId id = 0;   ///< of the second
    double time = 0;  ///< s, when it passed
    double gap = 0;   ///< s
};

struct LineMeasures {
    double length = 0;                  ///< m
    std::vector<LinePassing> passings;  ///< in order of frame and id
    std::vector<FlowWindow> windows;
    std::uint32_t first_frame = 0, last_frame = 0;  ///< of the recording
    std::uint32_t interval = 1;                     ///< between its frames

    std::size_t people() const;                     ///< who passed at least once
    std::size_t to_left() const, to_right() const;  ///< first passings
    std::vector<TimeGap> time_gaps() const;         ///< in order of time
    /// 1/s between the passings of the n-th and the m-th person, for shares of all people; NaN where there are fewer
    /// than two or they passed at once. By default everybody: (N − 1) / (last − first).
    double flow(double from = 0, double to = 1) const;
};
/// One line; `info.fps` must be above 0.
LineMeasures measure_line(const Trajectory& trajectory, const MeasurePlan& plan, const MeasureLine& line);

/// The people who wait before a door, at those moments in which there are ten or more.
struct QueueShape {
    double depth = std::numeric_limits<double>::quiet_NaN();       ///< m, 90th percentile of distances from the line
    double half_width = std::numeric_limits<double>::quiet_NaN();  ///< m, likewise of distances along it
    std::size_t moments = 0;                                       ///< that were averaged
    double people = 0;                                             ///< mean number
    /// 1 of a half disc (an arch), more of a column, less of a row along the wall.
    double ratio() const { return depth / half_width; }
};
/// `line` is the door; people come from where most came. Slower than 0.5 m/s and in a chain of at most 1 m from the
/// door is waiting.
QueueShape queue_shape(const Trajectory& trajectory, const MeasurePlan& plan, const MeasureLine& line);

}  // namespace SIDESTEP_EXPORT sidestep
