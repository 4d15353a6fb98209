// Keeps agents in cell order. The plane is cut into strips, strips into cells; rows run along one strip and back along
// the next, so that agents who are neighbours in the row order are neighbours in the plane. The number of cells is
// bounded by the number of agents, whatever the extent of the crowd.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "world/agents.h"
#include "world/view.h"

namespace sidestep {

struct RowRange {
    Row begin, end;
};

class CellOrder {
public:
    /// Moves all columns of `now` into cell order; `spare` is the other half of the double buffer.
    void sort(AgentColumns& now, AgentColumns& spare, Vec2d periodic, Workers& workers);

    /// Rows of every cell that touches the window [low, high] (mirror coordinates), appended to `out`.
    void rows_in(Vec2f low, Vec2f high, std::vector<RowRange>& out) const;

    /// Positions in row order relative to origin(), as searching wants them.
    const float* x() const { return x_.data(); }
    const float* y() const { return y_.data(); }
    Vec2d origin() const { return origin_; }
    Vec2f period() const { return {static_cast<float>(periodic_.x), static_cast<float>(periodic_.y)}; }
    std::size_t cells() const { return static_cast<std::size_t>(columns_) * strips_; }

private:
    void lay_out(const AgentColumns& now, Vec2d periodic, Workers& workers);
    void append(int strip, int first, int last, std::vector<RowRange>& out) const;

    Vec2d origin_, periodic_;
    double column_per_m_ = 1, strip_per_m_ = 1;
    int columns_ = 1, strips_ = 1;
    std::vector<Row> start_;                 ///< first row of each cell, one more at the end
    std::vector<std::uint32_t> key_;         ///< cell of each old row
    std::vector<std::uint32_t> chunk_next_;  ///< per chunk and cell: where its next agent goes
    std::vector<float> x_, y_;
    struct Bounds {
        double low_x, low_y, high_x, high_y;
    };
    std::vector<Bounds> chunk_bounds_;
};

}  // namespace sidestep
