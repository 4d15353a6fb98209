// The charts of one goal over one grid.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "chart/cell_grid.h"
#include "chart/heading_chart.h"
#include "map/map.h"
#include "sidestep/error.h"
#include "sidestep/heading_chart.h"

namespace sidestep {

/// What of the input charts could not be made of, so that whoever knows where it was written can say so.
enum class ChartInput : std::uint8_t { map, goal, heading, radii, memory };
class ChartError : public InputError {
public:
    ChartError(ChartInput about, InputProblem problem) : InputError(std::move(problem)), about_(about) {}
    ChartInput about() const { return about_; }

private:
    ChartInput about_;
};

class ChartSet {
public:
    /// Throws as make_charts does, ChartError where it is not a value out of range. The map is kept.
    ChartSet(std::shared_ptr<const Map> map, const ChartGoal& goal, const ChartValues& values,
             const ChartOptions& options, Workers& workers);

    const CellGrid& grid() const { return grid_; }
    const ChartGoal& goal() const { return goal_; }
    std::size_t size() const { return charts_.size(); }
    const HeadingChart& chart(std::size_t i) const { return charts_[i]; }
    double radius(std::size_t i) const { return radii_[i]; }
    /// The chart whose radius is nearest; of two equally near the tighter.
    std::size_t nearest(double radius) const;
    /// The chart with the tightest turns that lead to the goal with its heading; the last where none does.
    std::size_t first_with_headings() const { return first_with_headings_; }
    /// In metres; nothing outside the grid either.
    std::optional<ChartAdvice> advice(std::size_t chart, Vec2d place) const;
    /// Where a chart leads next, in metres, for a place in cell units that is free and has a way.
    Vec2d subgoal(std::size_t chart, Vec2d p) const;
    /// In cell units: p, or the centre of the nearest free cell where p touches an obstacle; nothing farther than two
    /// cells, or 6 cm, from a free one.
    std::optional<Vec2d> free_near(Vec2d p) const;
    /// m to the goal by the tightest chart, from here or from the nearest free cell.
    std::optional<double> left_from(Vec2d place) const;
    /// Throws where a chart leads to the goal from nowhere: whoever turns no tighter cannot arrive with its heading.
    void check_heading(std::size_t chart) const;
    /// `arrived` where somebody at this place can set out, else why not.
    WalkStatus status_at(Vec2d place) const;
    /// `too_coarse` where smaller cells would show a way to the goal, else `unreachable`.
    WalkStatus why_no_way(Vec2d place) const;
    std::size_t bytes() const;

private:
    bool connected(Vec2d place, double cell) const;

    std::shared_ptr<const Map> map_;
    ChartGoal goal_;
    ChartOptions::Area area_;
    double body_radius_ = 0, sub_step_ = 0;
    std::vector<double> radii_;
    std::size_t first_with_headings_ = 0;
    CellGrid grid_;
    std::vector<HeadingChart> charts_;
};

}  // namespace sidestep
