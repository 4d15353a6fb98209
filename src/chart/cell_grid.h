// Where the centre of a body may be: square cells over the scene, blocked where a wall is nearer to their centre than
// the body's radius. The outermost cells lie beyond the scene and are blocked, so that no search leaves the grid.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "map/map.h"
#include "sidestep/heading_chart.h"

namespace sidestep {

/// Questions are in cell units: cell (column, row) covers [column, column + 1] × [row, row + 1].
class CellGrid {
public:
    CellGrid() = default;
    /// Clearances are known up to `farthest` beyond the body.
    CellGrid(const Map& map, const ChartOptions::Area& area, double cell, double body_radius, double farthest,
             Workers& workers);
    static std::size_t cells_over(const ChartOptions::Area& area, double cell);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    double cell() const { return cell_; }
    Vec2d lower() const { return origin_; }
    std::size_t size() const { return clearance_.size(); }
    std::size_t index(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }
    Vec2d to_cells(Vec2d place) const { return (place - origin_) * per_metre_; }
    Vec2d to_place(Vec2d cells) const { return origin_ + cells * cell_; }

    bool covers(Vec2d p) const { return p.x >= 0 && p.y >= 0 && p.x < columns_ && p.y < rows_; }
    bool blocked(int column, int row) const { return bit(blocked_, column, row); }
    bool blocked_at(Vec2d p) const { return !covers(p) || blocked(static_cast<int>(p.x), static_cast<int>(p.y)); }
    /// The first such column from `column` on; columns() where there is none. At the edge is a free cell with a blocked
    /// one among its eight neighbours.
    int next_blocked(int column, int row) const { return next(blocked_, 0, column, row); }
    int next_free(int column, int row) const { return next(blocked_, ~std::uint64_t{0}, column, row); }
    int next_at_edge(int column, int row) const { return next(edge_, 0, column, row); }

    /// Whether the segment keeps off all blocked cells, their borders included. Both ends must be covered.
    bool sees(Vec2d a, Vec2d b) const;
    /// m from the body to the nearest wall, 0 in contact, between cell centres by bilinear interpolation; at most
    /// `farthest`.
    double clearance(Vec2d p) const;
    /// Direction in which the clearance grows; zero where it does not.
    Vec2d away_from_walls(Vec2d p) const;

    std::size_t bytes() const;

private:
    bool bit(const std::vector<std::uint64_t>& bits, int column, int row) const {
        return bits[static_cast<std::size_t>(row) * words_ + static_cast<std::size_t>(column >> 6)] >> (column & 63) &
               1;
    }
    int next(const std::vector<std::uint64_t>& bits, std::uint64_t flip, int column, int row) const {
        if (column >= columns_) return columns_;
        const std::uint64_t* words = bits.data() + static_cast<std::size_t>(row) * words_;
        auto w = static_cast<std::size_t>(column >> 6);
        std::uint64_t word = (words[w] ^ flip) & (~std::uint64_t{0} << (column & 63));
        while (word == 0) {
            if (++w == words_) return columns_;
            word = words[w] ^ flip;
        }
        const int found = static_cast<int>(w) * 64 + std::countr_zero(word);
        return found < columns_ ? found : columns_;
    }
    /// Blocks both cells between two blocked ones that meet at a corner only: nobody fits through.
    void close_diagonals();
    void set(std::vector<std::uint64_t>& bits, int column, int row) const {
        bits[static_cast<std::size_t>(row) * words_ + static_cast<std::size_t>(column >> 6)] |= std::uint64_t{1}
                                                                                                << (column & 63);
    }

    Vec2d origin_{};
    double cell_ = 1, per_metre_ = 1;
    int columns_ = 0, rows_ = 0;
    std::size_t words_ = 0;  ///< per row
    std::vector<std::uint64_t> blocked_, edge_;
    std::vector<float> clearance_;  ///< m beyond the body's radius at the centre of each cell; negative in walls
};

}  // namespace sidestep
