// What covers the faces of a drawing: polygons by the even-odd rule, less their holes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "outline/faces.h"

namespace sidestep {

class Coverage {
public:
    /// `polygon_count` polygons are numbered from 0 in `sources`.
    Coverage(const Faces& faces, const std::vector<EdgeSource>& sources, std::size_t polygon_count);

    bool on_floor(std::uint32_t face) const { return floors_[face] > 0; }
    bool in_obstacle(std::uint32_t face) const { return obstacles_[face] > 0; }
    /// Holes that take nothing away from their polygon though they enclose something.
    const std::vector<std::uint32_t>& useless_holes() const { return useless_holes_; }

private:
    std::vector<std::uint32_t> floors_, obstacles_;  // polygons that cover a face
    std::vector<std::uint32_t> useless_holes_;
};

}  // namespace sidestep
