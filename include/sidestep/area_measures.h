// Density and speed in areas over time and on a grid, by the counting of heads and by Voronoi cells.
// docs/measurement.md has the definitions, which are those of PedPy where it has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/grid_field.h"
#include "sidestep/measure_plan.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Samples to either side over which a speed is taken: half of the plan's time, one at least. `interval` is that of
/// numbered frames.
std::size_t speed_steps(const MeasurePlan& plan, const TrajectoryInfo& info, std::uint32_t interval = 1);
/// m/s, the way between two samples `steps` before and after over the time between; nothing where `border` has none
/// near the ends of a track. With `single_sided` tracks that are too short for one side are taken as a whole.
std::optional<Vec2d> individual_velocity(const Track& track, std::size_t sample, const TrajectoryInfo& info,
                                         std::size_t steps, SpeedBorder border = SpeedBorder::single_sided);
/// Its length; NaN for nothing.
double individual_speed(const Track& track, std::size_t sample, const TrajectoryInfo& info, std::size_t steps,
                        SpeedBorder border = SpeedBorder::single_sided);

/// An area at one moment.
struct AreaSample {
    std::uint32_t frame = 0;
    double time = 0;                                          ///< s, frame / fps
    std::size_t people = 0;                                   ///< inside, not on its border
    double density = 0;                                       ///< 1/m², people / area
    double voronoi_density = 0;                               ///< 1/m², mean over the area of 1 / (size of the cell)
    double speed = std::numeric_limits<double>::quiet_NaN();  ///< m/s, mean of those inside; NaN: nobody
    double voronoi_speed = 0;                                 ///< m/s, mean over the area, 0 where there is no cell
    double covered = 0;                                       ///< share of the area in which there are cells

    /// m/s, mean over those parts of the area that belong to somebody; NaN where there are none.
    double speed_where_people_are() const {
        return covered > 0 ? voronoi_speed / covered : std::numeric_limits<double>::quiet_NaN();
    }
};

/// Means over all moments, of the walkable part of each square.
struct Profiles {
    GridField density;   ///< 1/m², by Voronoi cells
    GridField speed;     ///< m/s, weighted by how long and how much of the cell belonged to somebody; NaN: never
    GridField flow;      ///< 1/(m s), mean of density · speed
    double seconds = 0;  ///< covered by the moments
};

/// Somebody's cell at one moment.
struct IndividualSample {
    AgentId id = 0;
    std::uint32_t frame = 0;
    double speed = 0;  ///< m/s; NaN: none
    double area = 0;   ///< m², of the cell
};

struct AreaMeasures {
    double area = 0;                  ///< m²
    std::vector<AreaSample> samples;  ///< of every frame from the first to the last
};
struct AreaOptions {
    bool profiles = false, individuals = false;
    std::size_t profile_moments = 1000;  ///< at most, evenly spread
};
struct AllAreas {
    std::vector<AreaMeasures> areas;            ///< in the order of the plan
    Profiles profiles{};                        ///< where asked for, over the floor or, on a plane, over the people
    std::vector<IndividualSample> individuals;  ///< likewise, in order of frame and id
    std::size_t beside = 0;                     ///< samples of people beside the floor
};
/// Throws InputError where cells would have no limit (no cutoff and no walkable area), and for areas that are none.
AllAreas measure_areas(const Trajectory& trajectory, const MeasurePlan& plan, const AreaOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
