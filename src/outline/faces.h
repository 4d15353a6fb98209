// The faces of a plane cut by walls that meet only at their ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "outline/linework.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// A ring of a polygon, or a line.
struct EdgeSource {
    static constexpr std::uint32_t kLine = UINT32_MAX;
    std::uint32_t polygon = kLine;
    bool hole = false;
    bool obstacle = false;  ///< else floor
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
        std::int32_t net = 0;      ///< how much more often rings run from a to b than back
    };
    /// `work` is noded.
    Faces(const Linework& work, const std::vector<EdgeSource>& sources);

    const std::vector<LatticePoint>& points() const { return points_; }
    const std::vector<Edge>& edges() const { return edges_; }
    std::size_t half_edge_count() const { return 2 * edges_.size(); }
    static std::uint32_t twin(std::uint32_t half) { return half ^ 1u; }
    std::uint32_t from(std::uint32_t half) const { return half & 1 ? edges_[half / 2].b : edges_[half / 2].a; }
    std::uint32_t to(std::uint32_t half) const { return from(twin(half)); }
    std::uint32_t face(std::uint32_t half) const { return face_of_cycle_[cycle_[half]]; }
    /// The next half-edge out of the same point, clockwise.
    std::uint32_t clockwise(std::uint32_t half) const { return clockwise_[half]; }
    /// Rings that change sides at the edge.
    std::span<const std::uint32_t> crossed_rings(std::uint32_t edge) const {
        return {rings_.data() + ring_first_[edge], rings_.data() + ring_first_[edge + 1]};
    }

    std::size_t face_count() const { return areas_.size(); }
    /// Twice the area, lattice units; 0 for face 0.
    double doubled_area(std::uint32_t face) const { return areas_[face]; }
    /// The half-edges around each face.
    struct Borders {
        std::vector<std::uint32_t> first;  ///< by face, and the end
        std::vector<std::uint32_t> halves;
    };
    Borders borders() const;
    /// By face: how often the rings, all together, run around it counterclockwise.
    std::vector<std::int32_t> windings() const;
    /// The face that p lies in, or that one of the edges p lies on borders.
    std::uint32_t face_at(LatticePoint p) const;

private:
    void join_pieces(const Linework& work, const std::vector<EdgeSource>& sources);
    void link();
    void trace();
    void nest();
    /// The half-edge whose face is what lies left of p and infinitely little above it; none: UINT32_MAX.
    std::uint32_t left_of(LatticePoint p) const;
    bool passes_right_of(std::uint32_t edge, std::uint32_t other) const;

    std::vector<LatticePoint> points_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> ring_first_, rings_;
    std::vector<std::uint32_t> clockwise_, cycle_;
    struct Cycle {
        double doubled_area;
        std::uint32_t start;
        bool hole;  // the outer border of a component, seen from the face around it
    };
    std::vector<Cycle> cycles_;
    std::vector<std::uint32_t> face_of_cycle_;
    std::vector<double> areas_;
    SegmentGrid grid_;
};

}  // namespace SIDESTEP_EXPORT sidestep
