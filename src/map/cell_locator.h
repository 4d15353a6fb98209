// Which cell a place lies in, and which portals a straight way crosses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/subdivision.h"

namespace sidestep {

/// A grid of squares that list the cells they meet. Keeps what it needs of the subdivision. Safe to ask from any
/// thread.
class CellLocator {
public:
    CellLocator() = default;
    explicit CellLocator(const Subdivision& subdivision);

    /// The cell that holds p, rounded to the lattice; on a border the lowest number of those that share it, kNoCell
    /// outside all of them.
    std::uint32_t locate(Vec2d p) const;
    /// Whether p, rounded to the lattice, lies in the cell or on its border.
    bool holds(std::uint32_t cell, Vec2d p) const;

    struct Walk {
        bool arrived;        ///< false: a wall is in the way
        std::uint32_t cell;  ///< where it ended
    };
    /// From a, which lies in `cell`, straight to b; appends the portals crossed. Who only grazes the corner of a wall
    /// is not stopped. Closed doors and narrow portals do not matter.
    Walk walk(const Subdivision& subdivision, std::uint32_t cell, Vec2d a, Vec2d b,
              std::vector<std::uint32_t>& portals) const;
    /// Straight from each point to the next. False where the first is in no cell or a wall is in the way.
    bool walk(const Subdivision& subdivision, std::span<const Vec2d> points, std::vector<std::uint32_t>& portals) const;
    std::size_t memory_bytes() const;

private:
    /// False where p is nowhere near the lattice, or not a number.
    bool snap(Vec2d p, LatticePoint& at) const;
    bool holds(std::uint32_t cell, LatticePoint p) const;
    Walk walk_beside(const Subdivision& subdivision, std::uint32_t cell, LatticePoint a, LatticePoint b, bool right,
                     std::vector<std::uint32_t>& portals) const;
    std::uint32_t turn_towards(const Subdivision& subdivision, std::uint32_t cell, LatticePoint corner, LatticePoint b,
                               bool left, std::vector<std::uint32_t>& portals) const;
    template <class Visit>
    void for_each_square(std::uint32_t cell, Visit visit) const;

    Vec2d origin_{};
    LatticePoint low_{};
    std::int32_t columns_ = 0, rows_ = 0;
    int shift_ = 0;                            ///< squares are 2^shift lattice steps wide
    std::vector<LatticePoint> corners_;        ///< of all cells, one after the other
    std::vector<std::uint32_t> first_corner_;  ///< by cell, and one past the last
    std::vector<std::uint32_t> first_entry_;   ///< by square, row by row, and one past the last
    std::vector<std::uint32_t> entries_;       ///< cells, ascending in each square
};

}  // namespace sidestep
