// A heading chart: for every cell the direction in which a walker with one turning radius sets out for the goal.
//
// Made backwards from the goal (Brogan and Johnson 2003, §4). A subgoal is a place with the heading of somebody who
// passes it; whoever comes from the wedge behind it turns there by no more than the radius allows. Subgoals follow each
// other along turning circles, and new ones stand where sight ends at an obstacle.
//
// In the paper these face the next subgoal already, so that the whole turn lies before the corner. Rounded corners have
// subgoals for every heading with which they can be passed; the way from there is that of somebody who turns on with
// the radius until the chart's direction is reached. So half of the turn may follow the corner, and who walks by such a
// chart must turn no tighter than its radius.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/math.h"
#include "chart/cell_grid.h"
#include "chart/chart_budget.h"
#include "sidestep/heading_chart.h"

namespace sidestep {

struct Subgoal {
    Vec2d place{};           ///< in cell units
    Vec2d heading{};         ///< unit vector; zero at a goal that may be reached with any heading
    double left = 0;         ///< to the goal, in cells
    SinCos turn{};           ///< of the largest turn here: half the angle of the wedge
    SinCos most{};           ///< of the largest angle between advice and heading
    std::uint32_t next = 0;  ///< the subgoal that follows on the way to the goal; its own number at the goal
    /// Before it on its turning circles, for who turns right there and for who turns left; UINT32_MAX: none.
    std::array<std::uint32_t, 2> before{UINT32_MAX, UINT32_MAX};
};

/// In cells.
struct TurnRules {
    double radius = 0;
    double sub_step = 4;
    bool chord = false;               ///< subgoals lie on the circle, instead of eq. 1
    bool full_turn_at_edges = false;  ///< however near the next subgoal is
    bool rounded_corners = false;     ///< else they face the next subgoal
    double body_radius = 3;
    /// Largest turn at a subgoal, rad.
    double turn() const;
    /// Whether turns are wide enough for cells to show them; else headings are free.
    bool keeps_headings() const { return turn() < kPi / 4; }
};

class HeadingChart {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    HeadingChart() = default;
    /// Place of the goal in cell units; without a heading it may be reached with any. Cells are taken of the budget
    /// already; where the rest exceeds it, the chart is not finished and of no use.
    HeadingChart(const CellGrid& grid, Vec2d goal, std::optional<double> heading, const TurnRules& rules,
                 ChartBudget& budget);

    /// In cell units, also the answer's distance; p must be covered by the grid.
    std::optional<ChartAdvice> at(const CellGrid& grid, Vec2d p) const;
    std::uint32_t target(std::size_t cell) const { return target_[cell]; }
    const Subgoal& subgoal(std::uint32_t i) const { return subgoals_[i]; }
    std::size_t subgoals() const { return subgoals_.size(); }
    std::uint64_t looked() const { return looked_; }
    std::size_t bytes() const;
    /// While it was made, besides cells.
    std::size_t scratch_bytes() const { return scratch_bytes_; }

private:
    std::vector<Subgoal> subgoals_;
    std::vector<std::uint32_t> target_;  ///< subgoal each cell heads for, kNone: no path
    std::uint64_t looked_ = 0;
    std::size_t scratch_bytes_ = 0;
};

}  // namespace sidestep
