// Finds walls near a place: a uniform grid over all walls, each listed in every cell it passes through.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/wall.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// Holds indices only; the walls it was built from are handed to every call (Map keeps both together).
class WallGrid {
public:
    WallGrid() = default;
    /// The first `boundary_count` walls are closed rings that separate inside from outside.
    WallGrid(std::span<const Wall> walls, std::size_t boundary_count);

    bool any_near(Vec2d p, double range) const;
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

}  // namespace sidestep
