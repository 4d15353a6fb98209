// What `corner` and `exact` share on one map for one body: the free space, its taut corner graph, and the cells that
// portals are told by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "map/ground.h"
#include "path/body_widths.h"
#include "path/clearance.h"
#include "path/corner_graph.h"
#include "path/edge_portals.h"
#include "path/free_space.h"
#include "path/round_walls.h"

namespace sidestep {

class CornerMap {
public:
    /// Of the ground's outline.
    CornerMap(std::shared_ptr<const PathGround> ground, double radius)
        : CornerMap(clear_of_walls(ground->outline(), radius), ground, radius) {}

    // Parts of it know each other's place.
    CornerMap(const CornerMap&) = delete;
    CornerMap& operator=(const CornerMap&) = delete;

    const FreeSpace& space() const { return space_; }
    const CornerGraph& graph() const { return graph_; }
    const PathGround& ground() const { return *ground_; }
    double radius() const { return radius_; }

    const RoundWalls& walls() const { return walls_; }
    /// Whether nothing is in the way of the round way between the ends of an edge.
    bool clear(std::uint32_t edge) const { return clear_edges_[edge]; }
    /// Whether nothing is in the way of going round a corner.
    bool stands_alone(std::uint32_t corner) const { return alone_[corner]; }

    /// The place itself where the body fits. People are pressed against walls: a place in a cell where it does not is
    /// moved to the nearest where it does, by at most four radii (and a few centimetres), never across a wall nor past
    /// a gap that is too narrow for the body. Not possible() where there is none.
    void stand(Vec2d p, Standing& standing) const;
    const EdgePortals& portals() const { return portals_; }

    /// How wide a body may be to get from one place to the other (BodyWidths), whatever doors are open.
    double widest_way(Vec2d a, Vec2d b) const;

    std::size_t memory_bytes() const {
        return space_.memory_bytes() + graph_.memory_bytes() + portals_.memory_bytes() + walls_.memory_bytes() +
               (clear_edges_.size() + alone_.size()) / 8;
    }

private:
    CornerMap(const Clearance& clearance, const std::shared_ptr<const PathGround>& ground, double radius);
    bool opens(Vec2d from, Vec2d to) const;
    std::optional<Vec2d> pushed_off(Vec2d p) const;

    FreeSpace space_;
    CornerGraph graph_;
    std::shared_ptr<const PathGround> ground_;
    EdgePortals portals_;
    RoundWalls walls_;
    std::vector<bool> clear_edges_;  ///< by edge
    std::vector<bool> alone_;        ///< by corner
    double radius_;
    // Most maps are never asked.
    mutable std::once_flag widths_made_;
    mutable std::unique_ptr<const BodyWidths> widths_;
};

}  // namespace sidestep
