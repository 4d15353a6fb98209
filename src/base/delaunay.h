// The Delaunay triangulation of points on the lattice: divide and conquer after Guibas and Stolfi (ACM Transactions on
// Graphics 4, 1985), in strips that threads triangulate by themselves and that are then sewn together two by two.
// Exact, and a function of the points alone (lattice.h): neither their order nor the number of threads matters.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/lattice.h"
#include "base/parallel.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// A point with a name. Names decide between points in one place; (point, id) must be unique.
struct Site {
    LatticePoint at;
    std::uint32_t id;
};

class Delaunay {
public:
    /// Sites in any order and any number. Those in one place share a vertex: the lowest id stands for all, the others
    /// are linked to it in a chain, in order of id.
    void build(std::span<const Site> sites, Workers& workers);

    /// Calls visit(other) for every site linked to this one, in no particular order.
    template <class Visit>
    void for_each_linked(std::uint32_t site, Visit visit) const {
        if (!chain_.empty()) {
            if (chain_[site].before != kNone) visit(chain_[site].before);
            if (chain_[site].after != kNone) visit(chain_[site].after);
        }
        const std::uint32_t vertex = vertex_of_[site];
        if (vertex == kNone || first_[vertex] == kNone) return;
        const std::uint32_t first = first_[vertex];
        std::uint32_t e = first;
        do {
            visit(site_[edges_[e ^ 1].origin]);
            e = edges_[e].next;
        } while (e != first);
    }
    /// All links, each once, as pairs of sites.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links() const;

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    /// One direction of an edge; e ^ 1 is the other. The edges that leave a vertex form a ring.
    struct Edge {
        std::uint32_t origin;
        std::uint32_t next, previous;  ///< around the origin, to the left and to the right
    };
    /// Where edges of a part come from: those given back, then a range never used. Pairs are counted by their first.
    struct Pool {
        std::uint32_t free = kNone;  ///< chained through Edge::next
        std::uint32_t last_free = kNone;
        std::uint32_t fresh = 0, fresh_end = 0;
    };
    /// A triangulated part: the hull's edge out of its first vertex with the inside on the left, and out of its last
    /// vertex with the inside on the right. First and last are in the direction in which parts are joined.
    struct Part {
        std::uint32_t out_of_first = kNone, out_of_last = kNone;
        Pool pool;
    };
    struct Chain {
        std::uint32_t before = kNone, after = kNone;
    };
    struct Sorted {
        std::uint64_t place;  ///< orders like comes_before
        std::uint32_t id, site;
    };

    LatticePoint at(std::uint32_t e) const { return points_[edges_[e].origin]; }
    LatticePoint end(std::uint32_t e) const { return points_[edges_[e ^ 1].origin]; }
    std::uint32_t new_edge(Pool& pool, std::uint32_t from, std::uint32_t to);
    void remove_edge(Pool& pool, std::uint32_t e);
    /// Puts e, which is in no ring, behind `where` (to its left).
    void insert_behind(std::uint32_t e, std::uint32_t where);
    std::uint32_t connect(Pool& pool, std::uint32_t a, std::uint32_t b);
    void triangulate(std::uint32_t begin, std::uint32_t end, Part& part);
    void join(Part& first, const Part& second);
    void turn_upwards(Part& part) const;
    static void join_pools(std::vector<Edge>& edges, Pool& into, const Pool& from);

    void sort_into_strips(std::span<const Site> sites, Workers& workers);
    void number_vertices(std::span<const Site> sites);

    std::vector<LatticePoint> points_;      ///< by vertex; vertices lie strip by strip, left to right
    std::vector<std::uint32_t> site_;       ///< by vertex
    std::vector<std::uint32_t> vertex_of_;  ///< by site; none for those later in a chain
    std::vector<Chain> chain_;              ///< by site; empty where no two sites share a place
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> first_;  ///< by vertex: one of its edges

    std::vector<Sorted> sorted_;
    std::vector<std::uint32_t> strip_of_, bucket_;
    std::vector<std::uint32_t> strips_;  ///< first of each in sorted_, later its first vertex; one more at the end
    std::vector<Part> parts_;
};

}  // namespace SIDESTEP_EXPORT sidestep
