// The walkable region of an outline as a constrained Delaunay triangulation: what the subdivision starts from.
#pragma once

#include <cstdint>
#include <vector>

#include "base/constrained_delaunay.h"
#include "map/subdivision.h"
#include "sidestep/map.h"

namespace sidestep {

struct RegionMesh {
    /// What an edge of the triangulation is part of; edges have its number as label.
    struct Segment {
        LatticePoint from, to;
        bool boundary;       ///< exactly one side of it is walkable
        bool wall;           ///< blocks; without being boundary, on both sides
        std::uint32_t door;  ///< kNoDoor: none
        /// Points that simplification took out of it, in a list that is kept until the region is done.
        std::uint32_t first_gone = 0, gone_count = 0;
    };

    Vec2d origin;
    ConstrainedDelaunay mesh;
    std::vector<Segment> segments;
    std::vector<std::uint8_t> walkable;  ///< by triangle
    std::uint32_t first_foot;            ///< vertices from here on were inserted for bottlenecks

    /// Points of the outline: all but feet and the four corners of the square around everything.
    std::uint32_t corners() const { return first_foot - 4; }
    bool blocks(std::uint32_t h) const {
        const std::uint32_t label = mesh.label(h);
        return label != ConstrainedDelaunay::kFree && (segments[label].boundary || segments[label].wall);
    }
    bool is_door(std::uint32_t h) const {
        const std::uint32_t label = mesh.label(h);
        return label != ConstrainedDelaunay::kFree && segments[label].door != kNoDoor;
    }
    /// Whether one can walk on the left of h.
    bool walkable_at(std::uint32_t h) const { return walkable[h / 3] != 0; }
};

/// Snapped to the lattice, flooded, collinear chains simplified. Throws InputError.
RegionMesh triangulate_region(const MapOutline& outline, const SubdivisionOptions& options);

}  // namespace sidestep
