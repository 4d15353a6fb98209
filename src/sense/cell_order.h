// Keeps agents in cell order. The plane is cut into strips, strips into cells; rows run along one strip and back along
// the next, so that agents who are neighbours in the row order are neighbours in the plane. The number of cells is
// bounded by the number of agents, whatever the extent of the crowd.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "world/agents.h"
#include "world/view.h"

namespace sidestep {

struct RowRange {
    Row begin, end;
};

/// Which cell a place belongs to.
struct CellLayout {
    Vec2d origin;
    double column_per_m, strip_per_m;
    int columns, strips;
};

struct RowsFrom {
    const Place* place;
    const Motion* motion;
    const Self* self;
};
struct RowsTo {
    Place* place;
    Motion* motion;
    Self* self;
    std::int32_t *x, *y;
};

class CellOrder {
public:
    CellOrder();

    /// Moves all columns of `now` into cell order; `spare` is the other half of the double buffer.
    void sort(AgentColumns& now, AgentColumns& spare, Vec2d periodic, Workers& workers);

    /// Rows of every cell that touches the window [low, high], in metres from origin(). `out` has room for
    /// most_ranges(); returns how many were written.
    [[gnu::always_inline]] int rows_in(Vec2f low, Vec2f high, RowRange* out) const {
        // Rounding here is covered by the margin every search adds to its window.
        const auto cell = [](float at, float per_m) {
            const float scaled = at * per_m;
            return static_cast<int>(scaled) - static_cast<int>(scaled < 0.0f);
        };
        int column0 = cell(low.x, columns_per_m_), column1 = cell(high.x, columns_per_m_);
        int strip0 = cell(low.y, strips_per_m_), strip1 = cell(high.y, strips_per_m_);
        if (periodic_.x > 0 || periodic_.y > 0) return periodic_rows_in(column0, column1, strip0, strip1, out);
        // The outermost cells hold whoever is beyond them.
        const int last_column = columns_ - 1, last_strip = strips_ - 1;
        column0 = std::clamp(column0, 0, last_column), column1 = std::clamp(column1, 0, last_column);
        strip0 = std::clamp(strip0, 0, last_strip), strip1 = std::clamp(strip1, 0, last_strip);
        RowRange* next = out;
        const Row* start = start_.data() + static_cast<std::ptrdiff_t>(strip0) * columns_;
        for (int s = strip0; s <= strip1; ++s, start += columns_) {
            const bool reversed = (s & 1) != 0;
            const int first = reversed ? last_column - column1 : column0;
            const int last = reversed ? last_column - column0 : column1;
            *next = {start[first], start[last + 1]};
            next += next->begin != next->end;
        }
        return static_cast<int>(next - out);
    }
    std::size_t most_ranges() const { return 2 * static_cast<std::size_t>(strips_); }

    /// Positions in row order, as searching wants them: whole steps of 2⁻¹⁶ m, modulo 2³². Differences are exact, and
    /// depend on nothing but the two places: not on where the crowd is, nor on when cells were laid out.
    const std::int32_t* x() const { return x_.data(); }
    const std::int32_t* y() const { return y_.data(); }
    /// Where somebody may be so far away that it seems near.
    bool wide() const { return wide_; }
    Vec2d origin() const { return origin_; }
    Vec2d period() const { return periodic_; }
    std::size_t cells() const { return static_cast<std::size_t>(columns_) * strips_; }

private:
    void lay_out(const AgentColumns& now, Vec2d periodic, Workers& workers);
    RowRange rows_of(int strip, int first, int last) const;
    int periodic_rows_in(int column0, int column1, int strip0, int strip1, RowRange* out) const;

    /// Cell of each row in [begin, end) into `key`, and how many rows each cell gets into `count`.
    void (*assign_)(const CellLayout&, const Place*, std::size_t begin, std::size_t end, std::uint32_t* key,
                    std::uint32_t* count);
    /// Moves rows [begin, end) to where their cells' next free rows are.
    void (*scatter_)(const RowsFrom&, const RowsTo&, std::size_t begin, std::size_t end, const std::uint32_t* key,
                     std::uint32_t* next);

    Vec2d origin_, periodic_;
    double column_per_m_ = 1, strip_per_m_ = 1;
    float columns_per_m_ = 1, strips_per_m_ = 1;  ///< the same
    int columns_ = 1, strips_ = 1;
    std::size_t laid_out_for_ = 0;           ///< agents there were
    int uses_ = 0;                           ///< of this layout
    std::vector<Row> start_;                 ///< first row of each cell, one more at the end
    std::vector<std::uint32_t> key_;         ///< cell of each old row
    std::vector<std::uint32_t> chunk_next_;  ///< per chunk and cell: where its next agent goes
    std::vector<std::int32_t> x_, y_;
    bool wide_ = false;
    struct Bounds {
        double low_x, low_y, high_x, high_y;
    };
    std::vector<Bounds> chunk_bounds_;
};

}  // namespace sidestep
