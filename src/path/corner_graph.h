// The taut corner graph: corners of the free space and the lines of sight between them that a shortest path can use,
// which are those tangent to the obstacles at both ends. (Among others Kapoor & Maheshwari; the tangent visibility
// graph.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "path/free_space.h"

namespace sidestep {

/// Looking along the way, the side of a corner's obstacle (1: left, −1: right) that a line from the corner passes like
/// this.
inline double side_leaving(Passing passing) {
    return passing == kObstacleRight ? -1 : 1;
}
inline double side_arriving(Passing passing) {
    return -side_leaving(passing);
}

class CornerGraph {
public:
    struct Edge {
        double length;  ///< of the round way, m
        std::uint32_t to;
        /// Which edges of `to` go on tautly for whoever arrives over this one.
        std::uint32_t next_begin, next_end;
    };

    CornerGraph() = default;
    explicit CornerGraph(const FreeSpace& space);

    std::uint32_t corners() const { return static_cast<std::uint32_t>(places_.size()); }
    /// Where lengths are counted to (FreeSpace::mark), in metres around the space's origin.
    Vec2d place(std::uint32_t corner) const { return places_[corner]; }
    /// By how much a length may be less than the distance between places, m: a way may leave the circle before its
    /// place.
    double slack() const { return slack_; }
    const Edge& edge(std::uint32_t number) const { return edges_[number]; }
    std::size_t edges() const { return edges_.size(); }
    std::uint32_t first_edge(std::uint32_t corner) const { return first_[corner]; }
    std::uint32_t end_edge(std::uint32_t corner) const { return first_[corner + 1]; }
    /// How the path passes this edge's corner of origin.
    Passing passing(std::uint32_t edge) const { return static_cast<Passing>(passing_[edge]); }
    /// The edges of a corner that can follow when it is reached in the given way.
    std::pair<std::uint32_t, std::uint32_t> leaving(std::uint32_t corner, Passing arrival) const {
        const std::uint32_t first = first_[corner], middle = middle_[corner], end = first_[corner + 1];
        if (arrival == kObstacleBoth || mixed(corner)) return {first, end};
        return arrival == kObstacleRight ? std::pair(middle, end) : std::pair(first, middle);
    }
    /// The number of the edge between two corners, which there is.
    std::uint32_t edge_between(std::uint32_t from, std::uint32_t to) const {
        std::uint32_t e = first_[from];
        while (edges_[e].to != to) ++e;
        return e;
    }
    std::size_t memory_bytes() const;

private:
    /// Corners with an edge that passes in both ways keep their edges in no particular order.
    bool mixed(std::uint32_t corner) const { return middle_[corner] == UINT32_MAX; }

    double slack_ = 0;
    std::vector<Vec2d> places_;
    std::vector<std::uint32_t> first_;   ///< edge of each corner, and one past the last
    std::vector<std::uint32_t> middle_;  ///< where edges with the obstacle to the left begin
    std::vector<Edge> edges_;            ///< by corner: obstacle right, then left, each counterclockwise
    std::vector<std::uint8_t> passing_;
};

}  // namespace sidestep
