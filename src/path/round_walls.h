// Walls as a round body meets them, on the lattice: what comes closer to a line than the radius.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "map/wall.h"
#include "outline/linework.h"
#include "path/clearance.h"

namespace sidestep {

class RoundWalls {
public:
    explicit RoundWalls(const Clearance& clearance);

    /// Lattice units, as everything here.
    double radius() const { return radius_; }
    /// Distance to the nearest wall; twice the radius where it is farther.
    double clearance(Vec2d p) const;
    /// Whether a body fits here.
    bool fits(Vec2d p) const { return clearance(p) >= radius_ - kTouching; }
    bool crossed(Vec2d a, Vec2d b) const;
    /// Whether nothing but its own walls is near enough to a wall's corner to meet a body that goes round it.
    bool stands_alone(Vec2d corner) const;

    /// Whether a body can be moved along a line, and else the wall's end that it comes closest to; none where it would
    /// come too close to a wall, but not to an end of it.
    struct Sweep {
        bool clear = true;
        std::optional<Vec2d> end;
    };
    Sweep sweep(Vec2d a, Vec2d b) const;
    std::size_t memory_bytes() const;

private:
    // Half a thousandth of a millimetre, for rounding: margins (clearance.h) are larger.
    static constexpr double kTouching = 0x1p-5;

    template <class Visit>
    void for_each_near(Vec2d a, Vec2d b, Visit visit) const;

    double radius_;
    std::vector<Wall> walls_;
    SegmentGrid grid_;
};

}  // namespace sidestep
