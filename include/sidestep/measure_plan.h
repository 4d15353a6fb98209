// Where and how trajectories are to be measured: areas, lines, and what the definitions leave open. From the command
// line, a file or a scene; docs/measurement.md has the definitions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

struct MeasureArea {
    std::string name;
    std::vector<Vec2d> polygon;  ///< simple, in either direction, not closed (first point not repeated)
    friend bool operator==(const MeasureArea&, const MeasureArea&) = default;
};

/// People pass it to its left or to its right hand, as seen by somebody who looks from a to b.
struct MeasureLine {
    std::string name;
    Vec2d a{}, b{};
    friend bool operator==(const MeasureLine&, const MeasureLine&) = default;
};

/// How the speed of somebody is taken near the ends of a track, where the whole time is not there.
enum class SpeedBorder : std::uint8_t {
    single_sided,  ///< to the one side alone, over half the time
    adaptive,      ///< over what is there on the shorter side
    exclude,       ///< not at all
};
template <>
struct NamesOf<SpeedBorder> {
    static constexpr std::string_view all[] = {"single_sided", "adaptive", "exclude"};
};

struct MeasurePlan {
    std::vector<MeasureArea> areas{};
    std::vector<MeasureLine> lines{};
    double cutoff = 1;            ///< m: a Voronoi cell reaches no farther; 0: as far as the floor
    unsigned cutoff_corners = 3;  ///< sides of the polygon that stands for a quarter of that circle
    double speed_over = 1;        ///< s, the centred time over which a speed is taken; a frame to either side at least
    SpeedBorder speed_border = SpeedBorder::single_sided;
    double window = 10;  ///< s, over which flows are counted
    double cell = 0.25;  ///< m, of profiles

    /// Nowhere to measure.
    bool empty() const { return areas.empty() && lines.empty(); }
    friend bool operator==(const MeasurePlan&, const MeasurePlan&) = default;
};

/// As scenes write it and results carry it; what is at its default is left out.
std::string to_json(const MeasurePlan& plan);
/// What a result says of where to measure (TrajectoryInfo::metadata, "measure"); nothing where it says nothing, or what
/// this version does not understand.
MeasurePlan measure_plan_inside(std::string_view json);

}  // namespace SIDESTEP_EXPORT sidestep
