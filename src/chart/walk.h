// One walker, one step at a time: speed, chart, inertia, move.
#pragma once

#include <cstdint>

#include "chart/chart_set.h"
#include "sidestep/heading_chart.h"

namespace sidestep {

struct ChartWalker {
    Vec2d place{};
    Vec2d heading{};        ///< unit vector
    double speed = 0;       ///< m/s of the last step
    double from_start = 0;  ///< m walked since the start, and head_start()
    double left = 0;        ///< m to the goal one step ago; 0: not known yet
    double astray = 0;      ///< m walked that have not led nearer to the goal
};

/// Where a walker would go next.
struct ChartChoice {
    bool found = false;
    bool slowed = false;  ///< the chart of the wanted speed knows no way here
    double speed = 0;     ///< m/s
    double left = 0;      ///< m to the goal
    Vec2d direction{};    ///< of the chart, before inertia
    std::size_t chart = 0;
    double radius = 0;  ///< m, of the tightest turn at this speed; 0: any
    Vec2d from{};  ///< where the chart was asked, in cell units: the walker's place, or the free cell nearest to it
};
/// Speed by the rules, chart by speed; where that chart is undefined the walker slows down until one is not. With
/// rounded corners the chart is the widest that full speed would ask for here, as long as its way is not much longer:
/// who has just set out or is about to stop does not turn tighter than it must. Its direction is that a little ahead,
/// because inertia delays the turn. Who has gone astray for long enough walks slower, by tighter charts.
ChartChoice choose(const ChartSet& charts, const ChartValues& values, const ChartWalker& walker);

/// What of a way of `walked` metres, at the end of which `left` are to go, has led nowhere. Metres gained count twice:
/// small detours are forgotten.
void count_astray(ChartWalker& walker, double walked, double left);

/// Share of the heading that is kept for a step of `dt` seconds.
double kept_heading(const ChartValues& values, double dt);
/// Eq. 5: kept·heading + (1 − kept)·direction, as a unit vector; who must turn back turns left.
Vec2d turned(Vec2d heading, Vec2d direction, double kept);

/// One step of `dt` seconds as chosen: inertia, then the move. True when an obstacle bent it.
bool walk_on(const CellGrid& grid, ChartWalker& walker, const ChartChoice& choice, double kept, double dt);

/// Straight ahead; where an obstacle is in the way along the chart, else along the obstacle, else nowhere. Updates
/// place and heading; true when bent.
bool move(const CellGrid& grid, ChartWalker& walker, Vec2d direction, double way);

/// s for a way of this length beside an obstacle, starting and stopping by the rules; twice as much is given up.
double expected_time(const ChartValues& values, double length, double start_speed, double goal_speed);

/// Whether the way from `before` to the walker reaches the goal.
bool arrives(const ChartGoal& goal, const ChartValues& values, Vec2d before, const ChartWalker& walker);

}  // namespace sidestep
