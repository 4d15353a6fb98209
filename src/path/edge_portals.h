// The portals that each edge of a corner graph crosses: telling them takes longer than finding the path otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "map/ground.h"
#include "path/corner_graph.h"
#include "path/free_space.h"

namespace sidestep {

/// Where a body stands, and the place of the free space from which its ways are sought: the same unless it stands
/// between a circle round a wall's corner and the polygon that takes the circle's place.
struct Standing {
    Vec2d place{}, from{};  ///< m
    FreeSpace::Place triangles;
    bool possible() const { return !triangles.empty(); }
};

class EdgePortals {
public:
    EdgePortals(const FreeSpace& space, const CornerGraph& graph, const PathGround& ground);

    /// Appends the portals crossed from start over the corners to the goal.
    void tell(const Standing& start, std::span<const std::uint32_t> corners, const Standing& goal,
              std::vector<std::uint32_t>& portals) const;
    std::size_t memory_bytes() const;

private:
    /// Goes on over the edge between two corners; false where it has to be walked.
    bool follow(std::uint32_t from, std::uint32_t to, std::uint32_t& cell, std::vector<std::uint32_t>& portals) const;
    Vec2d place(std::uint32_t corner) const { return space_.to_metres(space_.corners()[corner].at); }

    const FreeSpace& space_;
    const CornerGraph& graph_;
    const PathGround& ground_;
    std::vector<std::uint32_t> cells_;  ///< by corner
    /// Of each edge from a corner to one with a higher number, in that direction, and one past the last; others have
    /// none. One that ends in another cell than its corner's, on a border between the two, is a single kNoPortal.
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> portals_;
};

}  // namespace sidestep
