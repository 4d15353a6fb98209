// The charts of one goal over one grid.
#pragma once

#include <memory>
#include <vector>

#include "base/parallel.h"
#include "chart/cell_grid.h"
#include "chart/heading_chart.h"
#include "map/map.h"
#include "sidestep/heading_chart.h"

namespace sidestep {

class ChartSet {
public:
    /// Throws as make_charts does. The map is kept.
    ChartSet(std::shared_ptr<const Map> map, const ChartGoal& goal, const ChartValues& values,
             const ChartOptions& options, Workers& workers);

    const CellGrid& grid() const { return grid_; }
    const ChartGoal& goal() const { return goal_; }
    std::size_t size() const { return charts_.size(); }
    const HeadingChart& chart(std::size_t i) const { return charts_[i]; }
    double radius(std::size_t i) const { return radii_[i]; }
    /// The chart whose radius is nearest; of two equally near the tighter.
    std::size_t nearest(double radius) const;
    /// In metres; nothing outside the grid either.
    std::optional<ChartAdvice> advice(std::size_t chart, Vec2d place) const;
    /// In cell units: p, or the centre of the nearest free cell where p touches an obstacle; nothing farther than two
    /// cells from a free one.
    std::optional<Vec2d> free_near(Vec2d p) const;
    /// `arrived` where somebody at this place can set out, else why not.
    WalkStatus status_at(Vec2d place) const;
    /// `too_coarse` where smaller cells would show a way to the goal, else `unreachable`.
    WalkStatus why_no_way(Vec2d place) const;
    std::size_t bytes() const;

private:
    bool connected(Vec2d place, double cell) const;
    /// Whether the tightest chart leads from anywhere farther than this to the goal.
    bool reaches_beyond(Vec2d place, double distance) const;

    std::shared_ptr<const Map> map_;
    ChartGoal goal_;
    ChartOptions::Area area_;
    double body_radius_ = 0;
    std::vector<double> radii_;
    CellGrid grid_;
    std::vector<HeadingChart> charts_;
};

}  // namespace sidestep
