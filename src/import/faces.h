// The faces of a plane cut by walls that meet only at their ends, and what covers each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "import/drawing.h"
#include "import/linework.h"

namespace sidestep {

/// A ring of a polygon, or a line.
struct EdgeSource {
    static constexpr std::uint32_t kLine = UINT32_MAX;
    std::uint32_t polygon = kLine;
    bool hole = false;
    Drawing::Role role = Drawing::Role::floor;
    bool is_line() const { return polygon == kLine; }
};

/// Edges are numbered; edge e has the half-edges 2e (from a to b) and 2e + 1 (back). The face of a half-edge is on its
/// left. Face 0 is the unbounded one.
class Faces {
public:
    struct Edge {
        std::uint32_t a, b;
        bool wall = false;         ///< part of a line
        std::uint32_t copies = 0;  ///< how often lines draw it
    };
    /// `work` is noded. `polygon_count` polygons are numbered from 0 in `sources`.
    Faces(const Linework& work, const std::vector<EdgeSource>& sources, std::size_t polygon_count);

    const std::vector<LatticePoint>& points() const { return points_; }
    const std::vector<Edge>& edges() const { return edges_; }
    std::size_t half_edge_count() const { return 2 * edges_.size(); }
    static std::uint32_t twin(std::uint32_t half) { return half ^ 1u; }
    std::uint32_t from(std::uint32_t half) const { return half & 1 ? edges_[half / 2].b : edges_[half / 2].a; }
    std::uint32_t to(std::uint32_t half) const { return from(twin(half)); }
    std::uint32_t face(std::uint32_t half) const { return face_of_cycle_[cycle_[half]]; }
    /// The next half-edge out of the same point, clockwise.
    std::uint32_t clockwise(std::uint32_t half) const { return clockwise_[half]; }

    std::size_t face_count() const { return floors_.size(); }
    /// Twice the area, lattice units; 0 for face 0.
    double doubled_area(std::uint32_t face) const { return areas_[face]; }
    bool on_floor(std::uint32_t face) const { return floors_[face] > 0; }
    bool in_obstacle(std::uint32_t face) const { return obstacles_[face] > 0; }
    /// The face that p lies in, or that one of the edges p lies on borders.
    std::uint32_t face_at(LatticePoint p) const;
    /// Holes that take nothing away from their polygon though they enclose something.
    const std::vector<std::uint32_t>& useless_holes() const { return useless_holes_; }

private:
    void join_pieces(const Linework& work, const std::vector<EdgeSource>& sources);
    void link();
    void trace();
    void nest();
    void cover(const std::vector<EdgeSource>& sources, std::size_t polygon_count);
    /// The half-edge whose face is what lies left of p and infinitely little above it; none: UINT32_MAX.
    std::uint32_t left_of(LatticePoint p) const;
    bool passes_right_of(std::uint32_t edge, std::uint32_t other) const;

    std::vector<LatticePoint> points_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> toggle_first_, toggles_;  // rings changed by crossing an edge
    std::vector<std::uint32_t> clockwise_, cycle_;
    struct Cycle {
        double doubled_area;
        std::uint32_t start;
        bool hole;  // the outer border of a component, seen from the face around it
    };
    std::vector<Cycle> cycles_;
    std::vector<std::uint32_t> face_of_cycle_;
    std::vector<double> areas_;
    std::vector<std::uint32_t> floors_, obstacles_;  // polygons that cover a face
    std::vector<std::uint32_t> useless_holes_;
    SegmentGrid grid_;
};

}  // namespace sidestep
