// Finds walls near a place: a uniform grid over all walls, each listed in every cell it passes through.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "map/wall.h"
#include "sidestep/export.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Holds indices only; the walls it was built from are handed to every call (Map keeps both together).
class WallGrid {
public:
    WallGrid() = default;
    /// The first `boundary_count` walls are closed rings that separate inside from outside.
    WallGrid(std::span<const Wall> walls, std::size_t boundary_count);

    bool any_near(Vec2d p, double range) const {
        const Vec2d reach{range, range};
        return any_in(p - reach, p + reach);
    }
    bool any_in(Vec2d low, Vec2d high) const {
        if (sums_.empty()) return false;
        // Asked for every agent in every step: no branch depends on where the agent is. Cells beyond an edge are
        // clamped to a range without cells.
        const auto clamped = [](double cell, int limit) {
            return static_cast<int>(std::min(std::max(0.0, cell), static_cast<double>(limit)));
        };
        const int x0 = clamped((low.x - origin_.x) * inverse_cell_, nx_);
        const int x1 = clamped((high.x - origin_.x) * inverse_cell_ + 1, nx_);
        const std::ptrdiff_t width = nx_ + 1;
        const std::uint32_t* below = sums_.data() + clamped((low.y - origin_.y) * inverse_cell_, ny_) * width;
        const std::uint32_t* above = sums_.data() + clamped((high.y - origin_.y) * inverse_cell_ + 1, ny_) * width;
        return above[x1] - above[x0] != below[x1] - below[x0];
    }
    std::size_t near(std::span<const Wall> walls, Vec2d p, double range, std::span<std::uint32_t> out) const;
    double clearance(std::span<const Wall> walls, Vec2d p, double at_most) const;
    bool crosses(std::span<const Wall> walls, Vec2d a, Vec2d b) const;
    /// Whether p lies inside the rings, by the even-odd rule.
    bool inside(std::span<const Wall> walls, Vec2d p) const;

private:
    struct Entry {
        std::uint32_t wall;
        std::uint32_t column : 31;
        std::uint32_t first : 1;  ///< the wall's lowest column in this row: where rays from the left meet it
    };
    struct Cells {
        int x0, x1, y0, y1;  ///< inclusive; empty when x1 < x0
    };
    enum class CellState : std::uint8_t { outside, inside, mixed };

    Cells cells_around(Vec2d p, double range) const;
    int column_of(double x) const;
    int row_of(double y) const;
    /// Columns of row `row` that the segment passes through; conservative by `margin_`. False where it misses the row.
    bool columns_in_row(Vec2d a, Vec2d b, int row, int& x0, int& x1) const;
    std::span<const Entry> entries(int row, int x0, int x1) const;
    template <class Visit>
    void for_each_near(std::span<const Wall> walls, Vec2d p, double range, Visit visit) const;
    void classify_cells(std::span<const Wall> walls);

    Vec2d origin_{};
    double cell_ = 1, inverse_cell_ = 1, margin_ = 0;
    int nx_ = 0, ny_ = 0;
    std::uint32_t boundary_count_ = 0;
    std::vector<std::uint32_t> start_;  ///< first entry of each cell, row by row, and one past the last
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> sums_;  ///< entries in the cells left of and below a grid corner, (nx + 1) per row
    std::vector<CellState> state_;
};

}  // namespace SIDESTEP_EXPORT sidestep
