#include "chart/chart_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/math.h"
#include "map/built_map.h"

namespace sidestep {
namespace {

InputProblem problem_of(std::string message, std::string value, std::string allowed, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    return problem;
}

[[noreturn]] void fail(ChartInput about, std::string message, std::string value, std::string allowed,
                       std::string remedy) {
    throw ChartError(about, problem_of(std::move(message), std::move(value), std::move(allowed), std::move(remedy)));
}

std::string text_of(Vec2d p) {
    return fmt::format("({}, {})", p.x, p.y);
}

std::vector<double> radii_of(const ChartValues& values, const ChartOptions& options) {
    if (options.radii) {
        const std::vector<double>& radii = *options.radii;
        if (radii.empty()) {
            fail(ChartInput::radii, "there is no turning radius, so there is no heading chart", "none",
                 "one radius or more",
                 "Give at least the radius 0, with which every place that can be reached has a heading.");
        }
        for (std::size_t i = 0; i < radii.size(); ++i) {
            if (radii[i] >= 0 && std::isfinite(radii[i]) && (i == 0 || radii[i] > radii[i - 1])) continue;
            fail(ChartInput::radii, "the turning radii of heading charts do not ascend", fmt::format("{}", radii[i]),
                 "radii of 0 m or more, each larger than the one before", "Sort them and drop what is there twice.");
        }
        return radii;
    }
    const auto count = static_cast<std::size_t>(values[kTurnRadii]);
    std::vector<double> radii;
    for (std::size_t i = 0; i < count; ++i) {
        radii.push_back(count > 1 ? values[kMaxTurnRadius] * static_cast<double>(i) / static_cast<double>(count - 1)
                                  : 0);
        if (i > 0 && radii[i] <= radii[i - 1]) {
            fail(ChartInput::radii, "heading charts for several turning radii need a largest one above 0",
                 fmt::format("{}", values[kMaxTurnRadius]), "max_turn_radius above 0, or turn_radii 1",
                 "Choose a larger max_turn_radius.");
        }
    }
    return radii;
}

ChartOptions::Area area_of(const Map& map, const ChartOptions& options) {
    if (options.area) {
        const auto [lower, upper] = *options.area;
        if (upper.x > lower.x && upper.y > lower.y && std::isfinite(upper.x - lower.x + upper.y - lower.y))
            return *options.area;
        fail(ChartInput::map, "the area of the heading charts is empty", text_of(lower) + " to " + text_of(upper),
             "a lower and an upper corner", "Give the lower left and the upper right corner.");
    }
    if (!map.has_walkable_area()) {
        fail(ChartInput::map, "the map has no walkable area, so heading charts would have no end", "", "",
             "Draw the walkable area as a polygon, or say which area the charts are to cover.");
    }
    return {map.lower(), map.upper()};
}

/// What construction holds besides the charts, per thread and cell: ways to the goal, of cells and of subgoals there.
constexpr std::size_t kScratchBytes = 2 * sizeof(double);
/// Per cell of the grid at least: its clearance.
constexpr std::size_t kGridBytes = sizeof(float);

/// m: bodies thinner than those the charts are for come so much closer to walls (drawn sizes share charts), and some
/// more.
constexpr double kCloser = 0.06;

/// Looking for a way with smaller cells ends here.
constexpr std::size_t kMostFineCells = 4'000'000;

}  // namespace

ChartSet::ChartSet(std::shared_ptr<const Map> map, const ChartGoal& goal, const ChartValues& values,
                   const ChartOptions& options, Workers& workers)
    : map_(std::move(map)),
      goal_(goal),
      area_(area_of(*map_, options)),
      body_radius_(values[kBodyRadius]),
      sub_step_(values[kSubStep]),
      radii_(radii_of(values, options)) {
    const double cell = values[kCell];
    const std::size_t cells = CellGrid::cells_over(area_, cell);
    const std::size_t builders = std::min<std::size_t>(radii_.size(), static_cast<std::size_t>(workers.threads()));
    const auto too_much = [&](double bytes, std::string_view more) {
        fail(ChartInput::memory,
             fmt::format("heading charts of {} cells for {} turning radii would need {}{:.0f} MB", cells, radii_.size(),
                         more, bytes / 1e6),
             fmt::format("{}{:.0f} MB", more, bytes / 1e6),
             fmt::format("at most {:.0f} MB", static_cast<double>(options.memory_limit) / 1e6),
             "Use larger cells or fewer radii, cover a smaller area, or raise the memory limit.");
    };
    const std::size_t each = radii_.size() * sizeof(std::uint32_t) + builders * kScratchBytes;
    const double least = static_cast<double>(cells) * static_cast<double>(each + kGridBytes);
    if (least > static_cast<double>(options.memory_limit)) too_much(least, "");
    grid_ = CellGrid(*map_, area_, cell, body_radius_, values[kObstacleDistance], workers);

    const Vec2d place = grid_.to_cells(goal.place);
    if (grid_.blocked_at(place)) {
        const bool inside = grid_.covers(place) && map_->walkable(goal.place);
        if (inside && map_->clearance(goal.place, body_radius_) >= body_radius_) {
            fail(ChartInput::goal, "the goal of the heading charts lies in a gap narrower than the cells",
                 fmt::format("cell {} m", cell),
                 fmt::format("cells whose centres near {} are {} m from every wall", text_of(goal.place), body_radius_),
                 "Use smaller cells, or move the goal.");
        }
        fail(ChartInput::goal,
             inside ? "the goal of the heading charts lies in an obstacle, or closer to one than the body's radius"
                    : "the goal of the heading charts lies outside the walkable area",
             text_of(goal.place),
             fmt::format("a place at least {} m and half a cell ({} m) from every wall", body_radius_, cell / 2),
             "Move the goal.");
    }
    charts_.resize(radii_.size());
    const auto rules_of = [&](std::size_t i) {
        return TurnRules{radii_[i] / cell,       values[kSubStep] / cell,  values[kTurnRule] != 0,
                         values[kEdgeTurn] != 0, values[kCornerRule] == 0, body_radius_ / cell};
    };
    const std::size_t for_cells = grid_.bytes() + grid_.size() * each;
    ChartBudget budget(options.memory_limit, for_cells);
    workers.for_each(radii_.size(), [&](std::size_t i) {
        charts_[i] = HeadingChart(grid_, place, goal.heading, rules_of(i), budget);
    });
    std::size_t subgoals = 0, scratch = 0;
    for (const HeadingChart& chart : charts_) {
        subgoals += chart.subgoals() * sizeof(Subgoal);
        scratch = std::max(scratch, chart.scratch_bytes());
    }
    if (budget.exceeded() || for_cells + subgoals + builders * scratch > options.memory_limit)
        too_much(static_cast<double>(options.memory_limit), "more than ");
    while (first_with_headings_ + 1 < radii_.size() && !rules_of(first_with_headings_).keeps_headings())
        ++first_with_headings_;
    check_heading(0);
}

void ChartSet::check_heading(std::size_t chart) const {
    if (!goal_.heading) return;
    const Vec2d place = grid_.to_cells(goal_.place);
    for (int row = 0; row < grid_.rows(); ++row) {
        for (int column = 0; column < grid_.columns(); ++column) {
            // From farther away than one sub-step.
            const bool far = norm(Vec2d{column + 0.5, row + 0.5} - place) * grid_.cell() > sub_step_;
            if (far && charts_[chart].target(grid_.index(column, row)) != HeadingChart::kNone) return;
        }
    }
    fail(
        ChartInput::heading,
        fmt::format("nobody can arrive with the goal's heading: an obstacle is right behind the goal, and the tightest "
                    "turn has a radius of {:.4g} m",
                    radii_[chart]),
        fmt::format("heading {:.1f}° at {}", *goal_.heading * 180 / kPi, text_of(goal_.place)), "",
        "Turn the heading, move the goal, or let turns be tighter: by the radius 0, or a lower speed at the goal.");
}

std::size_t ChartSet::nearest(double radius) const {
    const auto above = std::lower_bound(radii_.begin(), radii_.end(), radius);
    const auto i = static_cast<std::size_t>(above - radii_.begin());
    if (i == 0) return 0;
    if (i == radii_.size()) return i - 1;
    return radii_[i] - radius < radius - radii_[i - 1] ? i : i - 1;
}

std::optional<ChartAdvice> ChartSet::advice(std::size_t chart, Vec2d place) const {
    const Vec2d p = grid_.to_cells(place);
    if (!grid_.covers(p)) return std::nullopt;
    std::optional<ChartAdvice> advice = charts_[chart].at(grid_, p);
    if (advice) advice->left *= grid_.cell();
    return advice;
}

Vec2d ChartSet::subgoal(std::size_t chart, Vec2d p) const {
    const HeadingChart& c = charts_[chart];
    return grid_.to_place(c.subgoal(c.target(grid_.index(static_cast<int>(p.x), static_cast<int>(p.y)))).place);
}

std::optional<double> ChartSet::left_from(Vec2d place) const {
    const std::optional<Vec2d> near = free_near(grid_.to_cells(place));
    const std::optional<ChartAdvice> advice = near ? charts_[0].at(grid_, *near) : std::nullopt;
    if (!advice) return std::nullopt;
    return advice->left * grid_.cell();
}

std::optional<Vec2d> ChartSet::free_near(Vec2d p) const {
    if (!grid_.covers(p)) return std::nullopt;
    if (!grid_.blocked_at(p)) return p;
    std::optional<Vec2d> best;
    const double reach = std::max(2.0, kCloser / grid_.cell());
    const int cells = static_cast<int>(std::ceil(reach));
    for (int row = static_cast<int>(p.y) - cells; row <= static_cast<int>(p.y) + cells; ++row) {
        for (int column = static_cast<int>(p.x) - cells; column <= static_cast<int>(p.x) + cells; ++column) {
            const Vec2d centre{column + 0.5, row + 0.5};
            if (grid_.blocked_at(centre) || norm(centre - p) > reach) continue;
            if (!best || norm(centre - p) < norm(*best - p)) best = centre;
        }
    }
    return best;
}

WalkStatus ChartSet::status_at(Vec2d place) const {
    const Vec2d p = grid_.to_cells(place);
    if (!grid_.covers(p) || !map_->walkable(place)) return WalkStatus::start_outside;
    const std::optional<Vec2d> from = free_near(p);
    const bool fits = !grid_.blocked_at(p) || map_->clearance(place, body_radius_) >= body_radius_;
    if (!fits) return WalkStatus::start_blocked;
    if (from && charts_[0].at(grid_, *from)) return WalkStatus::arrived;
    return why_no_way(place);
}

WalkStatus ChartSet::why_no_way(Vec2d place) const {
    for (double cell = grid_.cell() / 2; cell > grid_.cell() / 20 && CellGrid::cells_over(area_, cell) < kMostFineCells;
         cell /= 2) {
        if (connected(place, cell)) return WalkStatus::too_coarse;
    }
    return WalkStatus::unreachable;
}

bool ChartSet::connected(Vec2d place, double cell) const {
    Workers alone(1);
    const CellGrid grid(*map_, area_, cell, body_radius_, cell, alone);
    const Vec2d from = grid.to_cells(place), to = grid.to_cells(goal_.place);
    if (grid.blocked_at(from) || grid.blocked_at(to)) return false;
    std::vector<bool> seen(grid.size());
    std::vector<std::pair<int, int>> open;
    const auto visit = [&](int column, int row) {
        const std::size_t i = grid.index(column, row);
        if (seen[i] || grid.blocked(column, row)) return;
        seen[i] = true;
        open.emplace_back(column, row);
    };
    visit(static_cast<int>(from.x), static_cast<int>(from.y));
    while (!open.empty()) {
        const auto [column, row] = open.back();
        open.pop_back();
        visit(column + 1, row);
        visit(column - 1, row);
        visit(column, row + 1);
        visit(column, row - 1);
    }
    return seen[grid.index(static_cast<int>(to.x), static_cast<int>(to.y))];
}

std::size_t ChartSet::bytes() const {
    std::size_t sum = grid_.bytes();
    for (const HeadingChart& chart : charts_) sum += chart.bytes();
    return sum;
}

std::shared_ptr<const ChartSet> make_charts(const std::string& wkt, const ChartGoal& goal, const ChartValues& values,
                                            const ChartOptions& options) {
    return make_charts(*BuiltMap::from_wkt(wkt), goal, values, options);
}

std::shared_ptr<const ChartSet> make_charts(const BuiltMap& map, const ChartGoal& goal, const ChartValues& values,
                                            const ChartOptions& options) {
    Workers workers(options.threads);
    auto walls = std::make_shared<const Map>(map.parts().walls());
    return std::make_shared<const ChartSet>(std::move(walls), goal, values, options, workers);
}

void check_start(const ChartSet& charts, Vec2d place) {
    const WalkStatus status = charts.status_at(place);
    const double cell = charts.grid().cell();
    switch (status) {
        case WalkStatus::arrived:
        case WalkStatus::missed:
            return;
        case WalkStatus::start_outside:
            throw InputError(problem_of(std::string(text_of(status)), text_of(place), "a place in the walkable area",
                                        "Move the start."));
        case WalkStatus::start_blocked:
            throw InputError(problem_of(std::string(text_of(status)), text_of(place),
                                        "a place farther from walls than the body's radius",
                                        "Move the start, or make the body smaller."));
        case WalkStatus::unreachable:
            throw InputError(problem_of(std::string(text_of(status)),
                                        fmt::format("{} to {}", text_of(place), text_of(charts.goal().place)), "",
                                        "Open a passage, make the body smaller, or move start or goal."));
        case WalkStatus::too_coarse:
            throw InputError(problem_of(std::string(text_of(status)), fmt::format("cell {} m", cell),
                                        fmt::format("less than {} m", cell), "Use smaller cells."));
    }
}

std::optional<ChartAdvice> advice_at(const ChartSet& charts, std::size_t chart, Vec2d place) {
    return charts.advice(chart, place);
}

ChartField field_of(const ChartSet& charts, std::size_t chart) {
    const CellGrid& grid = charts.grid();
    constexpr float kUndefined = std::numeric_limits<float>::quiet_NaN();
    ChartField field;
    field.radius = charts.radius(chart);
    field.lower = grid.lower();
    field.cell = grid.cell();
    field.columns = static_cast<std::uint32_t>(grid.columns());
    field.rows = static_cast<std::uint32_t>(grid.rows());
    field.heading.assign(grid.size(), kUndefined);
    field.left.assign(grid.size(), kUndefined);
    field.blocked.assign(grid.size(), 0);
    for (int row = 0; row < grid.rows(); ++row) {
        for (int column = 0; column < grid.columns(); ++column) {
            const std::size_t i = grid.index(column, row);
            field.blocked[i] = grid.blocked(column, row);
            const auto advice = charts.chart(chart).at(grid, {column + 0.5, row + 0.5});
            if (!advice) continue;
            field.heading[i] = static_cast<float>(arc_tangent(advice->direction.y, advice->direction.x));
            field.left[i] = static_cast<float>(advice->left * grid.cell());
        }
    }
    return field;
}

ChartSummary summary_of(const ChartSet& charts) {
    const CellGrid& grid = charts.grid();
    ChartSummary summary;
    summary.cells = grid.size();
    summary.bytes = charts.bytes();
    for (int row = 0; row < grid.rows(); ++row) {
        for (int column = 0; column < grid.columns(); ++column) summary.free_cells += !grid.blocked(column, row);
    }
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const HeadingChart& chart = charts.chart(i);
        std::size_t defined = 0;
        for (std::size_t c = 0; c < grid.size(); ++c) defined += chart.target(c) != HeadingChart::kNone;
        summary.charts.push_back({charts.radius(i), summary.free_cells - defined, chart.subgoals(), chart.looked()});
    }
    return summary;
}

}  // namespace sidestep
