// Where people are and how fast, over the whole recording. docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/grid_field.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

struct FieldOptions {
    /// m; 0: the smallest of …, 0.25, 0.5, 1, 2, 5, … m with at most 100 cells along the longer side, at least 0.25 m
    double cell = 0;
};

struct CrowdFields {
    GridField density;  ///< 1/m², people per area, averaged over all frames, those without anybody too
    GridField speed;  ///< m/s, mean over the samples in the cell: weighted by the time people spent there; NaN: nobody
    double seconds = 0;  ///< that the average covers: frames times the interval between them
};
/// The grid covers everybody, its cells start at multiples of their size. Walls play no part: a cell half behind a wall
/// counts as a whole. Empty without anybody. Throws InputError for a cell that makes more than 10⁸ cells.
CrowdFields crowd_fields(const Trajectory& trajectory, const FieldOptions& options = {});

struct CrowdSample {
    std::uint32_t frame = 0;
    double time = 0;  ///< s, frame / fps
    std::size_t people = 0;
    double speed = std::numeric_limits<double>::quiet_NaN();  ///< m/s, mean; NaN when nobody is there
};
/// At most `at_most` frames, evenly spread from the first to near the last; frames in which nobody was are among them.
std::vector<CrowdSample> crowd_series(const Trajectory& trajectory, std::size_t at_most = 1000);

/// Speeds of all samples, in order of (id, frame). Tracks of one sample have none.
std::vector<double> all_speeds(const Trajectory& trajectory);

}  // namespace SIDESTEP_EXPORT sidestep
