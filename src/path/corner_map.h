// What `corner` and `exact` share on one map for one body: the free space, its taut corner graph, and the cells that
// portals are told by.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "map/ground.h"
#include "path/clearance.h"
#include "path/corner_graph.h"
#include "path/edge_portals.h"
#include "path/free_space.h"

namespace sidestep {

class CornerMap {
public:
    CornerMap(const MapOutline& outline, std::shared_ptr<const PathGround> ground, double radius)
        : space_(clear_of_walls(outline, radius)),
          graph_(space_),
          ground_(std::move(ground)),
          portals_(space_, graph_, *ground_),
          radius_(radius) {}

    // Parts of it know each other's place.
    CornerMap(const CornerMap&) = delete;
    CornerMap& operator=(const CornerMap&) = delete;

    const FreeSpace& space() const { return space_; }
    const CornerGraph& graph() const { return graph_; }
    const PathGround& ground() const { return *ground_; }
    double radius() const { return radius_; }

    /// The place itself where it is clear of walls. People are pressed against walls, and mitres take a little more
    /// than the body needs: a place in a cell but not in the free space is moved to the nearest clear one, by at most
    /// four radii (and a few centimetres) and never across a wall. Leaves `place` empty where there is none.
    Vec2d stand(Vec2d p, FreeSpace::Place& place) const;
    const EdgePortals& portals() const { return portals_; }

    std::size_t memory_bytes() const { return space_.memory_bytes() + graph_.memory_bytes() + portals_.memory_bytes(); }

private:
    FreeSpace space_;
    CornerGraph graph_;
    std::shared_ptr<const PathGround> ground_;
    EdgePortals portals_;
    double radius_;
};

}  // namespace sidestep
