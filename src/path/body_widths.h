// How wide a body may be to get from one place to another, between the walls as they were drawn.
//
// Two places are apart for a body when walls that it does not fit between close a ring around one of them, and a ring
// runs around one of two places when it crosses the line between them an odd number of times. So the ends of walls are
// joined in order of their distance, the nearest first, counting crossings; the first ring with an odd number is closed
// by the narrowest place of the widest way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "path/free_space.h"
#include "sidestep/map.h"

namespace sidestep {

class BodyWidths {
public:
    explicit BodyWidths(const MapOutline& outline);

    /// Of the narrowest place on the widest way, m; 0 where nobody passes, or where nothing is narrow. It is asked for
    /// when a way was not found: takes time in proportion to the number of walls.
    double between(Vec2d a, Vec2d b) const;

private:
    /// From one end of a wall to another, straight or by way of the nearest point of the other's wall.
    struct Link {
        double width;
        std::uint32_t from, to;
        Vec2d via;
    };
    void add_links(const FreeSpace& space, std::uint32_t triangle, std::uint32_t corner);

    Vec2d origin_{};
    std::vector<Vec2d> points_;  ///< ends of walls, lattice units
    std::vector<Link> links_;    ///< the narrowest first
};

}  // namespace sidestep
