#include "chart/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace sidestep {
namespace {

// A centre exactly one radius from a wall is free, whatever rounding made of the distance.
constexpr double kContact = 1e-9;

int cells_along(double length, double cell) {
    return static_cast<int>(std::ceil(length / cell - 1e-9)) + 2;
}

}  // namespace

std::size_t CellGrid::cells_over(const ChartOptions::Area& area, double cell) {
    const double columns = std::ceil((area.upper.x - area.lower.x) / cell) + 2;
    const double rows = std::ceil((area.upper.y - area.lower.y) / cell) + 2;
    return static_cast<std::size_t>(std::min(columns * rows, 1e18));
}

CellGrid::CellGrid(const Map& map, const ChartOptions::Area& area, double cell, double body_radius, double farthest,
                   Workers& workers)
    : origin_(area.lower - Vec2d{cell, cell}),
      cell_(cell),
      per_metre_(1 / cell),
      columns_(cells_along(area.upper.x - area.lower.x, cell)),
      rows_(cells_along(area.upper.y - area.lower.y, cell)),
      words_((static_cast<std::size_t>(columns_) + 63) / 64) {
    const auto rows = static_cast<std::size_t>(rows_);
    clearance_.assign(rows * static_cast<std::size_t>(columns_), 0.f);
    blocked_.assign(rows * words_, 0);
    edge_.assign(rows * words_, 0);
    workers.for_each(rows, [&](std::size_t r) {
        const int row = static_cast<int>(r);
        for (int column = 0; column < columns_; ++column) {
            const Vec2d centre = to_place({column + 0.5, row + 0.5});
            const double beyond = map.clearance(centre, body_radius + farthest) - body_radius;
            const bool border = row == 0 || row == rows_ - 1 || column == 0 || column == columns_ - 1;
            const bool walkable = !border && map.walkable(centre);
            clearance_[index(column, row)] = static_cast<float>(walkable ? beyond : std::min(beyond, 0.0));
            if (!walkable || beyond < -kContact) set(blocked_, column, row);
        }
    });
    close_diagonals();
    for (int row = 1; row + 1 < rows_; ++row) {
        for (int column = next_free(0, row); column < columns_; column = next_free(column + 1, row)) {
            bool edge = false;
            for (int y = row - 1; y <= row + 1; ++y) edge = edge || next_blocked(column - 1, y) <= column + 1;
            if (edge) set(edge_, column, row);
        }
    }
}

void CellGrid::close_diagonals() {
    // Closing one may make another, so until there is none.
    for (bool changed = true; changed;) {
        changed = false;
        for (int row = 0; row + 1 < rows_; ++row) {
            for (int column = 0; column + 1 < columns_; ++column) {
                const bool here = blocked(column, row), right = blocked(column + 1, row);
                if (here == right || blocked(column, row + 1) != right || blocked(column + 1, row + 1) != here)
                    continue;
                for (const int x : {column, column + 1}) {
                    for (const int y : {row, row + 1}) set(blocked_, x, y);
                }
                changed = true;
            }
        }
    }
}

bool CellGrid::sees(Vec2d a, Vec2d b) const {
    if (a.y > b.y) std::swap(a, b);
    const Vec2d way = b - a;
    // Row by row, the columns between where the segment enters and leaves it; touching a corner counts.
    constexpr double kTouch = 1e-9;
    const int last_row = std::min(static_cast<int>(b.y + kTouch), rows_ - 1);
    for (int row = std::max(0, static_cast<int>(a.y - kTouch)); row <= last_row; ++row) {
        double x0 = a.x, x1 = b.x;
        if (way.y > kTouch) {
            x0 = a.x + way.x * std::clamp((row - a.y) / way.y, 0.0, 1.0);
            x1 = a.x + way.x * std::clamp((row + 1 - a.y) / way.y, 0.0, 1.0);
        }
        const int first = std::max(0, static_cast<int>(std::min(x0, x1) - kTouch));
        if (next_blocked(first, row) <= std::max(x0, x1) + kTouch) return false;
    }
    return true;
}

double CellGrid::clearance(Vec2d p) const {
    const double x = std::clamp(p.x - 0.5, 0.0, columns_ - 1.001), y = std::clamp(p.y - 0.5, 0.0, rows_ - 1.001);
    const int column = static_cast<int>(x), row = static_cast<int>(y);
    const double u = x - column, v = y - row;
    const float* below = clearance_.data() + index(column, row);
    const float* above = below + columns_;
    const double beyond = (1 - v) * ((1 - u) * below[0] + u * below[1]) + v * ((1 - u) * above[0] + u * above[1]);
    return std::max(0.0, beyond);
}

Vec2d CellGrid::away_from_walls(Vec2d p) const {
    const int column = std::clamp(static_cast<int>(p.x), 1, columns_ - 2);
    const int row = std::clamp(static_cast<int>(p.y), 1, rows_ - 2);
    const auto at = [&](int c, int r) { return static_cast<double>(clearance_[index(c, r)]); };
    return unit(Vec2d{at(column + 1, row) - at(column - 1, row), at(column, row + 1) - at(column, row - 1)});
}

std::size_t CellGrid::bytes() const {
    return clearance_.size() * sizeof(float) + (blocked_.size() + edge_.size()) * sizeof(std::uint64_t);
}

}  // namespace sidestep
