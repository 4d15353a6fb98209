// The constrained Delaunay triangulation of points and segments on the lattice, for maps: every segment is an edge, and
// no point that a triangle can see lies inside its circle. Points are inserted one by one along Hilbert's curve,
// segments by flipping what they cross (Sloan, Computers & Structures 47, 1993). Exact; of several triangulations of
// points on one circle it takes the one of lattice.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/lattice.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

class ConstrainedDelaunay {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    /// Label of an edge that no segment asked for.
    static constexpr std::uint32_t kFree = UINT32_MAX;

    /// Two segments that cross: the one that was inserted and the one in its way, by their points.
    struct Crossing {
        std::uint32_t a, b, c, d;
    };

    /// A square from `low` to `high` in two triangles; all points must lie strictly inside, and distinct. Vertices are
    /// numbered as given; the square's corners follow.
    ConstrainedDelaunay(std::span<const LatticePoint> points, LatticePoint low, LatticePoint high);

    /// Makes edges of the segment from a to b; where it passes through points there are several. Each gets the label
    /// label_of(u, v, old label). Returns what it crosses, and then the triangulation may not be used any more.
    template <class LabelOf>
    [[nodiscard]] std::optional<Crossing> constrain(std::uint32_t a, std::uint32_t b, LabelOf label_of) {
        while (a != b) {
            const auto [edge, crossing] = connect(a, b);
            if (crossing) return crossing;
            const std::uint32_t reached = end(edge);
            set_label(edge, label_of(a, reached, label(edge)));
            restore_made();
            a = reached;
        }
        return std::nullopt;
    }
    /// Whether `p` sees all four corners of the two triangles at h: then h can be replaced by a way through p.
    bool can_split(std::uint32_t h, LatticePoint p) const;
    /// Replaces h (with label) by two edges through the new point, which both get its label. New triangles are
    /// appended; `changed` receives every triangle that is new or has changed, some of them several times. Returns the
    /// vertex.
    std::uint32_t split(std::uint32_t h, LatticePoint p, std::vector<std::uint32_t>& changed);

    // Half-edges: three in a row are a triangle, counterclockwise.
    std::uint32_t half_edges() const { return static_cast<std::uint32_t>(origin_.size()); }
    std::uint32_t triangles() const { return half_edges() / 3; }
    std::uint32_t origin(std::uint32_t h) const { return origin_[h]; }
    static std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
    static std::uint32_t previous(std::uint32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }
    std::uint32_t end(std::uint32_t h) const { return origin_[next(h)]; }
    /// The same edge from the other side; none on the square's border.
    std::uint32_t twin(std::uint32_t h) const { return twin_[h]; }
    std::uint32_t label(std::uint32_t h) const { return label_[h]; }
    void set_label(std::uint32_t h, std::uint32_t label);
    /// The point opposite to h in its triangle.
    std::uint32_t apex(std::uint32_t h) const { return origin_[previous(h)]; }

    std::uint32_t vertices() const { return static_cast<std::uint32_t>(points_.size()); }
    LatticePoint point(std::uint32_t vertex) const { return points_[vertex]; }
    const std::vector<LatticePoint>& points() const { return points_; }
    /// One of the half-edges that leave the vertex.
    std::uint32_t edge_of(std::uint32_t vertex) const { return edge_of_[vertex]; }
    /// The next half-edge that leaves the same vertex, to the left; none behind the square's border.
    std::uint32_t turn_left(std::uint32_t h) const { return twin_[previous(h)]; }

private:
    void insert(std::uint32_t vertex, std::uint32_t& near);
    std::uint32_t new_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    void link(std::uint32_t a, std::uint32_t b);
    /// Gives the other side and the label of half-edge `from` to `to`.
    void move_border(std::uint32_t from, std::uint32_t to);
    void flip(std::uint32_t h);
    /// Flips until no doubtful edge has a point in its circle.
    void restore(std::vector<std::uint32_t>* changed);
    /// The same after a new point in a Delaunay triangulation, when only edges opposite to it can be wrong.
    void restore_around_new();
    /// The same for edges that connect() made.
    void restore_made();
    void split_edge(std::uint32_t h, std::uint32_t vertex);
    bool flips(std::uint32_t h) const;
    /// None where there is no such edge.
    std::uint32_t find_edge(std::uint32_t from, std::uint32_t to) const;
    /// The first edge of the segment from a to b, made where it is missing.
    std::pair<std::uint32_t, std::optional<Crossing>> connect(std::uint32_t a, std::uint32_t b);

    std::vector<LatticePoint> points_;
    std::vector<std::uint32_t> origin_, twin_, label_;  ///< by half-edge
    std::vector<std::uint32_t> edge_of_;                ///< by vertex
    std::vector<std::uint32_t> doubtful_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> crossed_, made_;  ///< edges by their ends
    std::uint32_t first_corner_ = 0;                                       ///< of the square
};

}  // namespace SIDESTEP_EXPORT sidestep
