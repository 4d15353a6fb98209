// Heading charts fitted to observed walks. Charts depend on a walk's goal and not on what is fitted: they are made
// once.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "base/random.h"
#include "map/built_map.h"
#include "map/map.h"
#include "sidestep/calibrate.h"
#include "sidestep/error.h"
#include "sidestep/walks.h"

namespace sidestep {
namespace {

constexpr double kShortest = 0.5;       // m, between the ends of a walk
constexpr double kMargin = 2;           // m around a walk that charts cover: nobody's turn is wider
constexpr double kArrivesAtRest = 0.3;  // m/s, slower at the end is a goal to stop at

/// What charts have to cover, where the map is larger or has no end.
ChartOptions::Area area_around(std::span<const Vec2d> path, const Map& map) {
    ChartOptions::Area area{path[0], path[0]};
    for (const Vec2d p : path) {
        area.lower = {std::min(area.lower.x, p.x), std::min(area.lower.y, p.y)};
        area.upper = {std::max(area.upper.x, p.x), std::max(area.upper.y, p.y)};
    }
    area.lower -= {kMargin, kMargin};
    area.upper += {kMargin, kMargin};
    if (!map.has_walkable_area()) return area;
    area.lower = {std::max(area.lower.x, map.lower().x), std::max(area.lower.y, map.lower().y)};
    area.upper = {std::min(area.upper.x, map.upper().x), std::min(area.upper.y, map.upper().y)};
    return area;
}

/// Index of a parameter that is in the table, as unknowns_of has made sure.
ChartParameter parameter_named(std::string_view name) {
    const auto table = chart_parameters();
    const auto at = std::find_if(table.begin(), table.end(), [&](const Parameter& p) { return p.name == name; });
    return static_cast<ChartParameter>(at - table.begin());
}

}  // namespace

std::string_view unit_of(PathMetric metric) {
    constexpr std::string_view kUnits[] = {"m", "m² per step", "m/s"};
    return kUnits[static_cast<std::size_t>(metric)];
}

double value_of(const PathErrors& errors, PathMetric metric) {
    const std::array all{errors.distance, errors.area, errors.speed};
    return all[static_cast<std::size_t>(metric)];
}

/// A walk with the charts of its goal.
struct WalkFit::Case {
    std::shared_ptr<const ChartSet> charts;
    WalkStart start;
};

WalkFit::WalkFit(std::vector<ObservedWalk> walks, std::span<const std::string> maps, std::vector<ChartSetting> settings,
                 const WalkFitOptions& options)
    : settings_(std::move(settings)) {
    const ChartValues values = this->values();
    std::vector<std::shared_ptr<const BuiltMap>> grounds;
    for (const std::string& wkt : maps) grounds.push_back(BuiltMap::from_wkt(wkt));
    std::vector<Case> cases(walks.size());
    std::vector<std::string> why(walks.size());
    Workers workers(options.threads);
    workers.for_each(walks.size(), [&](std::size_t i) {
        const std::vector<Vec2d>& path = walks[i].path;
        if (path.size() < 3 || norm(path.back() - path.front()) < kShortest) {
            why[i] = "its ends are too close to each other";
            return;
        }
        const Map ground(grounds[walks[i].map]->parts().walls());
        for (std::size_t k = 1; k < path.size() && why[i].empty() && !options.through_walls; ++k) {
            if (ground.crosses_wall(path[k - 1], path[k])) why[i] = "it leads through a wall of the map";
        }
        if (!why[i].empty()) return;
        const PathEnd start = start_of(path, values[kWalkStep]), end = end_of(path, values[kWalkStep]);
        const ChartGoal goal{end.place, end.heading, end.speed < kArrivesAtRest ? 0 : end.speed};
        ChartOptions covered;
        covered.area = area_around(path, ground);
        try {
            cases[i] = {make_charts(*grounds[walks[i].map], goal, values, covered),
                        {start.place, start.heading, start.speed}};
        } catch (const InputError& error) {
            why[i] = error.problem().message;
            return;
        }
        const WalkStatus status = walk_chart(*cases[i].charts, values, cases[i].start).status;
        if (status != WalkStatus::arrived && status != WalkStatus::missed) why[i] = std::string(text_of(status));
    });
    for (std::size_t i = 0; i < walks.size(); ++i) {
        if (!why[i].empty()) {
            left_out_.push_back({walks[i].id, why[i]});
            continue;
        }
        cases_.push_back(std::move(cases[i]));
        walks_.push_back(std::move(walks[i]));
    }
}

WalkFit::~WalkFit() = default;
WalkFit::WalkFit(WalkFit&&) noexcept = default;

std::span<const ObservedWalk> WalkFit::walks() const {
    return walks_;
}

std::span<const WalkFit::LeftOut> WalkFit::left_out() const {
    return left_out_;
}

ChartValues WalkFit::values(std::span<const Unknown> unknowns, std::span<const double> at) const {
    std::vector<ChartSetting> replaced = settings_;
    for (std::size_t i = 0; i < unknowns.size(); ++i) replaced.emplace_back(parameter_named(unknowns[i].name), at[i]);
    return chart_values(replaced);
}

WalkedPath WalkFit::walked(std::size_t walk, const ChartValues& values) const {
    return walk_chart(*cases_[walk].charts, values, cases_[walk].start);
}

WalkedPath WalkFit::baseline(std::size_t walk, const ChartValues& values, bool slowed) const {
    return walk_grid(*cases_[walk].charts, values, cases_[walk].start, slowed);
}

PathErrors WalkFit::errors(std::size_t walk, const WalkedPath& path) const {
    PathErrors errors = path_errors(walks_[walk].path, path.place, path.step);
    if (path.status == WalkStatus::arrived) return errors;
    const double longer = static_cast<double>(errors.steps) / static_cast<double>(walks_[walk].path.size() - 1);
    errors.distance *= longer;
    errors.area *= longer;
    errors.speed *= longer;
    return errors;
}

Objective WalkFit::objective(PathMetric metric, std::vector<Unknown> unknowns) const {
    return [this, metric, unknowns = std::move(unknowns)](std::span<const double> at) {
        const ChartValues values = this->values(unknowns, at);
        double sum = 0;
        for (std::size_t i = 0; i < walks_.size(); ++i) sum += value_of(errors(i, walked(i, values)), metric);
        return sum / static_cast<double>(walks_.size());
    };
}

std::vector<Unknown> WalkFit::unknowns(std::span<const std::string> names) const {
    static const std::vector<std::string> usual{"c_turn", "c_inertia"};
    ChartValues starts = values();
    // Where the specification's searches begin.
    starts[kTurnCoefficient] = 0.4;
    starts[kInertia] = 0.85;
    return unknowns_of(chart_parameters(), starts, names.empty() ? std::span(usual) : names);
}

std::string WalkFit::subject(PathMetric metric) const {
    std::uint64_t hash = 0;
    const auto add = [&](double value) { hash = mix(hash ^ std::bit_cast<std::uint64_t>(value)); };
    for (const ObservedWalk& walk : walks_) {
        for (const Vec2d p : walk.path) add(p.x), add(p.y);
    }
    // Maps are known by what charts made of them.
    for (const Case& c : cases_) add(static_cast<double>(summary_of(*c.charts).free_cells));
    for (const double value : values()) add(value);
    return fmt::format("heading_chart {} {} walks {:016x}", name_of(metric), walks_.size(), hash);
}

namespace {

std::vector<double> values_of(std::span<const PathErrors> all, PathMetric metric) {
    std::vector<double> values;
    for (const PathErrors& errors : all) values.push_back(value_of(errors, metric));
    return values;
}

}  // namespace

std::vector<double> WalkScores::column(PathMetric metric, bool of_baseline) const {
    return values_of(of_baseline ? baseline : model, metric);
}

std::vector<double> WalkScores::slowed_column(PathMetric metric) const {
    return values_of(slowed, metric);
}

PairedTest WalkScores::test(PathMetric metric) const {
    return paired_test(column(metric, false), column(metric, true));
}

PairedTest WalkScores::test_slowed(PathMetric metric) const {
    return paired_test(column(metric, false), slowed_column(metric));
}

WalkScores score(const WalkFit& fit, const ChartValues& values) {
    WalkScores scores;
    for (std::size_t i = 0; i < fit.walks().size(); ++i) {
        const WalkedPath path = fit.walked(i, values);
        scores.arrived += path.status == WalkStatus::arrived;
        scores.model.push_back(fit.errors(i, path));
        scores.baseline.push_back(fit.errors(i, fit.baseline(i, values)));
        scores.slowed.push_back(fit.errors(i, fit.baseline(i, values, true)));
    }
    return scores;
}

}  // namespace sidestep
