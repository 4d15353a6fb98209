// The baseline: A* over the cells of the same grid, straightened where one can see.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chart/chart_set.h"

namespace sidestep {

/// What a search needs, kept from one to the next.
struct GridScratch {
    std::vector<double> walked;         ///< by cell
    std::vector<std::uint32_t> before;  ///< by cell
    std::vector<std::pair<double, std::uint32_t>> open;
    std::vector<Vec2d> cells;
    std::uint64_t expansions = 0;  ///< of the last search
};

/// Corners of the way from start to goal; empty where there is none.
void find_corners(const ChartSet& charts, Vec2d start, GridScratch& scratch, std::vector<Vec2d>& corners);

}  // namespace sidestep
