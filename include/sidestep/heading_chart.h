// How one person walks through a static scene to a place, a heading and a speed: heading charts, after D. C. Brogan and
// N. L. Johnson, "Realistic human walking paths", CASA 2003. docs/heading_charts.md has the rules and the departures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/parameters.h"
#include "sidestep/tracks.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

// ---- Parameters ----

/// Indices into chart_parameters() and ChartValues. Charts depend on those before kTopSpeed only, so that the others
/// can be fitted without building charts anew.
enum ChartParameter : std::uint32_t {
    kBodyRadius,
    kCell,
    kSubStep,
    kMaxTurnRadius,
    kTurnRadii,
    kTurnRule,
    kEdgeTurn,
    kCornerRule,
    kTopSpeed,
    kTurnSpeed,
    kAccelDistance,
    kDecelDistance,
    kObstacleDistance,
    kMinSpeed,
    kStoppedShare,
    kTurnCoefficient,
    kInertia,
    kRetryStep,
    kDetour,
    kAnticipation,
    kAstrayCircles,
    kGoalTolerance,
    kLineTolerance,
    kGridSlowing,
    kWalkStep,
    kChartParameterCount
};
std::span<const Parameter> chart_parameters();

using ChartValues = std::array<double, kChartParameterCount>;
/// The default of a parameter whose table says how it is derived.
double derived(ChartParameter parameter, const ChartValues& values);
/// The defaults with some values replaced; what is derived follows them. Throws InputError for a value out of range.
ChartValues chart_values(std::span<const std::pair<ChartParameter, double>> replaced);
inline ChartValues chart_values(std::initializer_list<std::pair<ChartParameter, double>> replaced = {}) {
    return chart_values(std::span(replaced.begin(), replaced.size()));
}
/// The same by index; those that are not set, or beyond the end, have their defaults.
ChartValues chart_values(std::span<const std::optional<double>> written);

// ---- Charts ----

struct ChartGoal {
    Vec2d place{};
    std::optional<double> heading{};  ///< rad, of somebody who arrives; unset: any
    double speed = 0;                 ///< m/s on arrival
    friend bool operator==(const ChartGoal&, const ChartGoal&) = default;
};

struct ChartOptions {
    /// m, ascending; unset: `turn_radii` values from 0 to `max_turn_radius`.
    std::optional<std::vector<double>> radii{};
    struct Area {
        Vec2d lower{}, upper{};
    };
    /// What charts cover; unset: the walkable area. A map without one needs it.
    std::optional<Area> area{};
    std::size_t memory_limit = std::size_t{1} << 30;  ///< bytes, also while charts are made; more is refused
    int threads = 1;                                  ///< 0: all the machine has; charts do not depend on it
};

class BuiltMap;

/// The charts of one goal, one for each turning radius, over one grid. Immutable.
class ChartSet;

/// Throws InputError with value, allowed and remedy where the goal lies in an obstacle, nobody can arrive with its
/// heading, there is no radius, a value is out of range or the memory limit would be exceeded.
std::shared_ptr<const ChartSet> make_charts(const std::string& wkt, const ChartGoal& goal, const ChartValues& values,
                                            const ChartOptions& options = {});
/// The same on a map that is there already.
std::shared_ptr<const ChartSet> make_charts(const BuiltMap& map, const ChartGoal& goal, const ChartValues& values,
                                            const ChartOptions& options = {});

/// What a chart says at a place.
struct ChartAdvice {
    Vec2d direction{};  ///< unit vector
    double left = 0;    ///< m to the goal along the chart's path
};
/// Nothing where no path with this turning radius leads to the goal.
std::optional<ChartAdvice> advice_at(const ChartSet& charts, std::size_t chart, Vec2d place);

/// A chart as a picture.
struct ChartField {
    double radius = 0;  ///< m, of the turns
    Vec2d lower{};      ///< corner of the first cell
    double cell = 0;    ///< m
    std::uint32_t columns = 0, rows = 0;
    std::vector<float> heading;         ///< rad, row by row; NaN: obstacle, or no path
    std::vector<float> left;            ///< m to the goal; NaN likewise
    std::vector<std::uint8_t> blocked;  ///< 1: no place for the centre of a body
};
ChartField field_of(const ChartSet& charts, std::size_t chart);

/// The charts that lead people of a run to one goal; field_of() draws them.
struct GoalCharts {
    std::vector<std::string> goals;  ///< names of the scene's goals they lead to; empty: a plain point
    ChartGoal goal;
    double body_radius = 0;                  ///< m, of those who walk by them
    std::shared_ptr<const ChartSet> charts;  ///< of the baseline: the tightest alone
};

/// What charts took.
struct ChartSummary {
    std::size_t cells = 0, free_cells = 0;
    std::size_t bytes = 0;
    struct Chart {
        double radius = 0;
        std::size_t undefined = 0;  ///< free cells without a path
        std::size_t subgoals = 0;   ///< looked from
        std::uint64_t looked = 0;   ///< cells looked at
    };
    std::vector<Chart> charts;
};
ChartSummary summary_of(const ChartSet& charts);

// ---- Walking ----

struct WalkStart {
    Vec2d place{};
    std::optional<double> heading{};  ///< rad; unset: that of the chart
    double speed = 0;                 ///< m/s
};

enum class WalkStatus : std::uint8_t {
    arrived,
    start_outside,  ///< beyond what the charts cover
    start_blocked,  ///< in a wall, or closer to one than the body's radius
    unreachable,    ///< no way leads to the goal
    too_coarse,     ///< there is a way, but it is narrower than the cells
    missed,         ///< walked past the goal, or stuck: twice the expected time is over
};
/// A sentence without its full stop.
std::string_view text_of(WalkStatus status);
/// Throws InputError with value and remedy where a walk from this place would not have a way.
void check_start(const ChartSet& charts, Vec2d place);

struct WalkedPath {
    WalkStatus status = WalkStatus::missed;
    double step = 0;             ///< s between samples
    std::vector<Vec2d> place;    ///< from the start on
    std::vector<Vec2d> heading;  ///< unit vectors
    std::vector<double> speed;   ///< m/s with which the next place is reached; the last one is that of arrival
    std::uint32_t slowed = 0;    ///< steps slower than wanted, because the chart of the wanted speed knew no way
    std::uint32_t slid = 0;      ///< steps that an obstacle bent
    double time() const { return place.empty() ? 0 : step * static_cast<double>(place.size() - 1); }
    double length() const;
    /// As recorded motion at 1/step frames per second.
    Track track(AgentId id = 1) const;
};

/// Speed, chart, inertia, step by step until the goal. A start that cannot be used or a goal that is not reached is a
/// status, never an exception, so that optimisers can try anything.
WalkedPath walk_chart(const ChartSet& charts, const ChartValues& values, const WalkStart& start);

/// Baseline: the shortest way over the cells (eight neighbours), made straight where one can see, walked with the same
/// accelerations. `slow_at_obstacles`, as `grid_slowing` does, applies the rule for obstacles as well.
WalkedPath walk_grid(const ChartSet& charts, const ChartValues& values, const WalkStart& start,
                     bool slow_at_obstacles = false);
/// Its corners, from start to goal; empty where there is no way.
std::vector<Vec2d> grid_path(const ChartSet& charts, Vec2d start);

}  // namespace SIDESTEP_EXPORT sidestep
