// Finding parameters from observed motion: searches that other calibrations share, and the fit of heading charts to
// walks. The same seeds give the same result on any number of threads, interrupted and resumed or not.
// docs/calibration.md has the methods.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/heading_chart.h"
#include "sidestep/names.h"
#include "sidestep/parameters.h"
#include "sidestep/path_errors.h"
#include "sidestep/statistics.h"

namespace SIDESTEP_EXPORT sidestep {

// ---- Searching ----

/// A number to be found, within [low, high].
struct Unknown {
    std::string name;
    double low = 0, high = 1;
    double start = 0.5;  ///< where searches begin
    /// As much of the way searched lies below the start as above it: for ranges that reach far beyond what is usual.
    bool start_in_middle = false;
};
/// Bounds from a parameter table, starts from `values` (in table order). Throws InputError for a name that the table
/// does not have, that must not be fitted or whose range has no end.
std::vector<Unknown> unknowns_of(std::span<const Parameter> table, ParameterValues values,
                                 std::span<const std::string> names);

/// To be minimised, from several threads at a time; one number per unknown. What is not finite counts as the worst.
using Objective = std::function<double(std::span<const double>)>;

enum class SearchMethod : std::uint8_t {
    annealing,  ///< simulated annealing with Gaussian steps
    cmaes,      ///< covariance matrix adaptation (pagmo), where the library was built with it
    simplex  ///< evenly spread points, then downhill from the best (Nelder and Mead); from some hundred evaluations on
};
template <>
struct NamesOf<SearchMethod> {
    static constexpr std::string_view all[] = {"annealing", "cmaes", "simplex"};
};
bool available(SearchMethod method);

struct SearchProgress {
    int evaluations = 0, of = 0;  ///< of all seeds together
    double best = 0;              ///< least cost so far
};

struct SearchOptions {
    SearchMethod method = SearchMethod::annealing;
    int seeds = 3;
    std::uint64_t first_seed = 1;
    int evaluations = 400;  ///< of each seed
    /// So many of them are kept for a simplex that walks downhill from the best the method found.
    int polish = 0;
    int threads = 0;  ///< 0: as many as the machine has; never changes a result
    /// Keeps what was tried, replaced as a whole about once a second; a file that is there is continued. Empty: none.
    std::string checkpoint{};
    /// What is searched for and in which data: a checkpoint of anything else is refused.
    std::string subject{};
    /// Called after evaluations, by one thread at a time; false ends the search, which can be resumed.
    std::function<bool(const SearchProgress&)> progress{};
};

/// What one seed found.
struct SearchRun {
    std::uint64_t seed = 0;
    std::vector<double> best;  ///< in the order of the unknowns
    double cost = 0;
    int evaluations = 0;
    int failed = 0;  ///< of them, those whose cost was not finite
};
struct SearchResult {
    std::vector<SearchRun> runs;  ///< by seed; those without an evaluation are left out
    bool finished = false;
    /// The run with the least cost, of equals the first. There must be one.
    const SearchRun& best() const;
    /// Of one unknown over the seeds.
    Summary spread(std::size_t unknown) const;
};
/// Throws InputError for a checkpoint that cannot be used or written, or a method that is not available.
SearchResult search(const Objective& objective, std::span<const Unknown> unknowns, const SearchOptions& options = {});

// ---- Heading charts and observed walks ----

enum class PathMetric : std::uint8_t { distance, area, speed };
template <>
struct NamesOf<PathMetric> {
    static constexpr std::string_view all[] = {"distance", "area", "speed"};
};
std::string_view unit_of(PathMetric metric);
double value_of(const PathErrors& errors, PathMetric metric);

/// Somebody's way from a start to a goal.
struct ObservedWalk {
    AgentId id = 0;
    std::size_t map = 0;      ///< place in the list of maps
    std::vector<Vec2d> path;  ///< every dt seconds, dt of the chart's values
};

using ChartSetting = std::pair<ChartParameter, double>;

struct WalkFitOptions {
    int threads = 0;             ///< 0: as many as the machine has; never changes a result
    bool through_walls = false;  ///< keep walks that lead through a wall of the map
};

/// Walks, each with the charts of its goal. Goal and start are the recorded ends: place, heading, speed.
class WalkFit {
public:
    /// Walks that charts cannot follow (through a wall of the map, an end in one, no way, ends closer than half a
    /// metre) are left out with the reason. `settings` replace defaults. Throws InputError for a map or a setting that
    /// cannot be used.
    WalkFit(std::vector<ObservedWalk> walks, std::span<const std::string> maps, std::vector<ChartSetting> settings = {},
            const WalkFitOptions& options = {});
    ~WalkFit();
    WalkFit(WalkFit&&) noexcept;

    struct LeftOut {
        AgentId id;
        std::string why;
    };
    std::span<const ObservedWalk> walks() const;
    std::span<const LeftOut> left_out() const;

    /// The defaults with the settings, and these on top.
    ChartValues values(std::span<const Unknown> unknowns = {}, std::span<const double> at = {}) const;
    WalkedPath walked(std::size_t walk, const ChartValues& values) const;
    /// A* over the cells, with the same accelerations; also slowed by obstacles as charts are.
    WalkedPath baseline(std::size_t walk, const ChartValues& values, bool slowed = false) const;
    /// Of who does not arrive, per step of the observed path: errors are means over the steps walked, and who walks on
    /// for ever would look better the longer it errs.
    PathErrors errors(std::size_t walk, const WalkedPath& path) const;

    /// Mean of the metric over all walks. Refers to this object.
    Objective objective(PathMetric metric, std::vector<Unknown> unknowns) const;
    /// c_turn and c_inertia from (0.4, 0.85), or others of chart_parameters() from their values.
    std::vector<Unknown> unknowns(std::span<const std::string> names = {}) const;
    /// For SearchOptions::subject: equal for equal walks, maps and settings only.
    std::string subject(PathMetric metric) const;

private:
    struct Case;
    std::vector<Case> cases_;
    std::vector<ObservedWalk> walks_;
    std::vector<LeftOut> left_out_;
    std::vector<ChartSetting> settings_;
};

/// Model and baseline on the same walks.
struct WalkScores {
    std::vector<PathErrors> model, baseline;  ///< by walk
    std::vector<PathErrors> slowed;           ///< baseline that obstacles slow down as they do the model
    std::size_t arrived = 0;                  ///< of the model's walkers
    std::vector<double> column(PathMetric metric, bool of_baseline) const;
    std::vector<double> slowed_column(PathMetric metric) const;
    /// Of model − baseline, and of model − the slowed one.
    PairedTest test(PathMetric metric) const;
    PairedTest test_slowed(PathMetric metric) const;
};
WalkScores score(const WalkFit& fit, const ChartValues& values);

}  // namespace SIDESTEP_EXPORT sidestep
