// The tree of ever larger cells of Lamarche & Donikian 2004 (§3.1): chains, dead ends and passages are swallowed first,
// then crossroads are joined two by two where that adds the fewest paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "path/cell_graph.h"

namespace sidestep {

/// What joining two cells that share `shared` edges does to the number of directed paths to store: p(a) = a(a − 1).
constexpr std::int64_t paths_added(std::int64_t arity, std::int64_t other, std::int64_t shared) {
    const auto paths = [](std::int64_t a) { return a * (a - 1); };
    return paths(arity + other - 2 * shared) - paths(arity) - paths(other);
}

/// Members of the tree are cells (below cell_count) and abstract cells, cell_count + index, children before parents.
/// The tree is that of all doors open: a closed one changes what paths cost, not who contains whom.
class AbstractionTree {
public:
    struct Node {
        std::uint32_t first, last;     ///< the leaves it contains are those at places [first, last) of the leaf order
        std::uint32_t parent;          ///< a member, or kNoCell for a root
        std::uint32_t first_child;     ///< in children()
        std::uint32_t first_boundary;  ///< in its boundary
    };

    AbstractionTree() = default;
    explicit AbstractionTree(const CellGraph& graph);

    /// The children of all abstract cells, one after the other, and how many each has: with the graph, all there is to
    /// know.
    struct Joins {
        std::vector<std::uint32_t> counts, children;
    };
    Joins joins() const;
    /// Nothing where they are not the joins of a tree.
    static std::optional<AbstractionTree> from_joins(const CellGraph& graph, const Joins& joins);

    std::uint32_t cell_count() const { return static_cast<std::uint32_t>(cell_parent_.size()); }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size() - 1); }
    bool is_cell(std::uint32_t member) const { return member < cell_count(); }
    const Node& node(std::uint32_t member) const { return nodes_[member - cell_count()]; }
    std::uint32_t parent(std::uint32_t member) const {
        return is_cell(member) ? cell_parent_[member] : node(member).parent;
    }
    std::uint32_t leaf_place(std::uint32_t cell) const { return leaf_place_[cell]; }
    std::span<const std::uint32_t> children(std::uint32_t member) const {
        const Node* n = &node(member);
        return {children_.data() + n->first_child, n[1].first_child - n->first_child};
    }
    /// Portals between it and the rest, ascending; of abstract cells only (a cell's are in the graph).
    std::span<const std::uint32_t> boundary(std::uint32_t member) const {
        const Node* n = &node(member);
        return {boundary_.data() + n->first_boundary, n[1].first_boundary - n->first_boundary};
    }
    /// Which child of an abstract cell the leaf at this place is in.
    std::uint32_t child_at(std::uint32_t member, std::uint32_t place) const;
    /// The smallest abstract cell that contains both.
    std::uint32_t common_ancestor(std::uint32_t cell, std::uint32_t other) const;
    std::uint32_t height() const;

    std::size_t memory_bytes() const;

private:
    void order_leaves();

    std::vector<std::uint32_t> cell_parent_, leaf_place_;
    std::vector<Node> nodes_;  ///< and one more that ends the lists of the last
    std::vector<std::uint32_t> children_, boundary_;
};

}  // namespace sidestep
