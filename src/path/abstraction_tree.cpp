#include "path/abstraction_tree.h"

#include <algorithm>
#include <utility>

namespace sidestep {
namespace {

/// From the boundaries of those who join: what appears twice is inside now.
void append_boundary(std::vector<std::uint32_t>& all, std::vector<std::uint32_t>& boundary) {
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i + 1 < all.size() && all[i] == all[i + 1]) {
            ++i;
        } else {
            boundary.push_back(all[i]);
        }
    }
}

/// Joins members until one is left of each component.
class Joiner {
public:
    explicit Joiner(const CellGraph& graph);
    void run();

    std::uint32_t cell_count;
    std::vector<std::uint32_t> parent;                   ///< of every member
    std::vector<std::vector<std::uint32_t>> children;    ///< of abstract cells
    std::vector<std::vector<std::uint32_t>> boundaries;  ///< of every member

private:
    std::size_t arity(std::uint32_t member) const { return boundaries[member].size(); }
    std::uint32_t top_of(std::uint32_t member);
    std::uint32_t neighbour(std::uint32_t member, std::uint32_t portal);
    std::uint32_t join(std::span<const std::uint32_t> members);
    std::uint32_t join_balanced(std::span<const std::uint32_t> chain);
    /// Each joins everybody who chose it, in one abstract cell.
    bool join_groups(std::vector<std::pair<std::uint32_t, std::uint32_t>>& chosen);
    void forget_joined();

    bool join_chains();
    bool join_dead_ends();
    bool join_passages();
    bool join_crossroads();

    const CellGraph& graph_;
    std::vector<std::uint32_t> tops_;     ///< members without a parent that still have a boundary, ascending
    std::vector<std::uint32_t> highest_;  ///< a shortcut towards the top, by member
    std::vector<std::uint32_t> seen_;     ///< by member: the pass it was last seen in
    std::uint32_t pass_ = 0;
};

Joiner::Joiner(const CellGraph& graph) : cell_count(static_cast<std::uint32_t>(graph.cell_count())), graph_(graph) {
    parent.assign(cell_count, kNoCell);
    boundaries.resize(cell_count);
    highest_.resize(cell_count);
    for (std::uint32_t c = 0; c < cell_count; ++c) {
        const std::span<const std::uint32_t> portals = graph.portals_of(c);
        boundaries[c].assign(portals.begin(), portals.end());
        highest_[c] = c;
        if (!portals.empty()) tops_.push_back(c);
    }
}

void Joiner::run() {
    while (!tops_.empty()) {
        if (join_chains() || join_dead_ends() || join_passages()) continue;
        if (!join_crossroads()) return;
    }
}

std::uint32_t Joiner::top_of(std::uint32_t member) {
    while (highest_[member] != member) {
        highest_[member] = highest_[highest_[member]];
        member = highest_[member];
    }
    return member;
}

std::uint32_t Joiner::neighbour(std::uint32_t member, std::uint32_t portal) {
    const auto& cells = graph_.subdivision().portals[portal].cells;
    const std::uint32_t top = top_of(cells[0]);
    return top == member ? top_of(cells[1]) : top;
}

std::uint32_t Joiner::join(std::span<const std::uint32_t> members) {
    const auto id = static_cast<std::uint32_t>(parent.size());
    std::vector<std::uint32_t> all;
    for (const std::uint32_t m : members) all.insert(all.end(), boundaries[m].begin(), boundaries[m].end());
    std::vector<std::uint32_t> boundary;
    append_boundary(all, boundary);
    for (const std::uint32_t m : members) parent[m] = highest_[m] = id;
    parent.push_back(kNoCell);
    highest_.push_back(id);
    children.emplace_back(members.begin(), members.end());
    boundaries.push_back(std::move(boundary));
    tops_.push_back(id);
    return id;
}

std::uint32_t Joiner::join_balanced(std::span<const std::uint32_t> chain) {
    if (chain.size() == 1) return chain[0];
    const std::size_t half = chain.size() / 2;
    const std::uint32_t pair[] = {join_balanced(chain.first(half)), join_balanced(chain.subspan(half))};
    return join(pair);
}

void Joiner::forget_joined() {
    std::erase_if(tops_, [&](std::uint32_t m) { return parent[m] != kNoCell || boundaries[m].empty(); });
}

bool Joiner::join_chains() {
    ++pass_;
    seen_.resize(parent.size(), 0);
    bool joined = false;
    const std::size_t before = tops_.size();
    std::vector<std::uint32_t> chain;
    for (std::size_t t = 0; t < before; ++t) {
        const std::uint32_t first = tops_[t];
        if (arity(first) > 2 || seen_[first] == pass_) continue;
        seen_[first] = pass_;
        chain.assign(1, first);
        // Along the first portal, then along the other: a ring is met whole in the first direction, and so is cut at
        // its lowest member.
        for (std::size_t direction = 0; direction < arity(first); ++direction) {
            std::uint32_t member = first, portal = boundaries[first][direction];
            for (;;) {
                const std::uint32_t next = neighbour(member, portal);
                if (arity(next) > 2 || seen_[next] == pass_) break;
                seen_[next] = pass_;
                chain.push_back(next);
                if (arity(next) < 2) break;
                portal = boundaries[next][0] == portal ? boundaries[next][1] : boundaries[next][0];
                member = next;
            }
            if (direction == 0) std::reverse(chain.begin(), chain.end());
        }
        if (chain.size() < 2) continue;
        join_balanced(chain);
        seen_.resize(parent.size(), pass_);
        joined = true;
    }
    forget_joined();
    return joined;
}

bool Joiner::join_groups(std::vector<std::pair<std::uint32_t, std::uint32_t>>& chosen) {
    std::sort(chosen.begin(), chosen.end());
    for (std::size_t i = 0; i < chosen.size();) {
        std::vector<std::uint32_t> members{chosen[i].first};
        for (; i < chosen.size() && chosen[i].first == members[0]; ++i) members.push_back(chosen[i].second);
        join(members);
    }
    forget_joined();
    return !chosen.empty();
}

bool Joiner::join_dead_ends() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> chosen;
    for (const std::uint32_t m : tops_) {
        if (arity(m) == 1) chosen.push_back({neighbour(m, boundaries[m][0]), m});
    }
    return join_groups(chosen);
}

bool Joiner::join_passages() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> chosen;
    for (const std::uint32_t m : tops_) {
        if (arity(m) != 2) continue;
        const std::uint32_t a = neighbour(m, boundaries[m][0]), b = neighbour(m, boundaries[m][1]);
        const auto added = [&](std::uint32_t crossroads) {
            return paths_added(static_cast<std::int64_t>(arity(crossroads)), 2, a == b ? 2 : 1);
        };
        const bool first = added(a) != added(b) ? added(a) < added(b) : a < b;
        chosen.push_back({first ? a : b, m});
    }
    return join_groups(chosen);
}

bool Joiner::join_crossroads() {
    struct Pair {
        std::int64_t added;
        std::uint32_t a, b;
    };
    std::vector<Pair> pairs;
    std::vector<std::uint32_t> others;
    for (const std::uint32_t m : tops_) {
        others.clear();
        for (const std::uint32_t portal : boundaries[m]) others.push_back(neighbour(m, portal));
        std::sort(others.begin(), others.end());
        for (std::size_t i = 0; i < others.size();) {
            std::size_t end = i;
            while (end < others.size() && others[end] == others[i]) ++end;
            if (others[i] > m) {
                const auto shared = static_cast<std::int64_t>(end - i);
                const auto here = static_cast<std::int64_t>(arity(m)),
                           there = static_cast<std::int64_t>(arity(others[i]));
                const std::int64_t added = paths_added(here, there, shared);
                if (pairs.empty() || added <= pairs.back().added) {
                    if (!pairs.empty() && added < pairs.back().added) pairs.clear();
                    pairs.push_back({added, m, others[i]});
                }
            }
            i = end;
        }
    }
    // Met in order of (a, b) already.
    for (const Pair& pair : pairs) {
        if (parent[pair.a] != kNoCell || parent[pair.b] != kNoCell) continue;
        const std::uint32_t members[] = {pair.a, pair.b};
        join(members);
    }
    forget_joined();
    return !pairs.empty();
}

}  // namespace

AbstractionTree::AbstractionTree(const CellGraph& graph) {
    Joiner joiner(graph);
    joiner.run();
    const std::uint32_t cells = joiner.cell_count;
    const auto members = static_cast<std::uint32_t>(joiner.parent.size());
    cell_parent_.assign(joiner.parent.begin(), joiner.parent.begin() + cells);
    nodes_.resize(members - cells + 1);
    for (std::uint32_t m = cells; m < members; ++m) {
        Node& node = nodes_[m - cells];
        node.parent = joiner.parent[m];
        node.first_child = static_cast<std::uint32_t>(children_.size());
        node.first_boundary = static_cast<std::uint32_t>(boundary_.size());
        const std::vector<std::uint32_t>& children = joiner.children[m - cells];
        children_.insert(children_.end(), children.begin(), children.end());
        boundary_.insert(boundary_.end(), joiner.boundaries[m].begin(), joiner.boundaries[m].end());
    }
    nodes_.back() = {0, 0, kNoCell, static_cast<std::uint32_t>(children_.size()),
                     static_cast<std::uint32_t>(boundary_.size())};
    children_.shrink_to_fit();
    boundary_.shrink_to_fit();

    order_leaves();
}

void AbstractionTree::order_leaves() {
    // In the order a walk down the tree meets them: what a member contains is one range.
    const std::uint32_t cells = cell_count(), members = cells + node_count();
    leaf_place_.assign(cells, 0);
    std::uint32_t place = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // an abstract cell and its next child
    for (std::uint32_t root = 0; root < members; ++root) {
        if (parent(root) != kNoCell) continue;
        std::uint32_t member = root;
        for (;;) {
            if (member < cells) {
                leaf_place_[member] = place++;
            } else {
                nodes_[member - cells].first = place;
                open.push_back({member, 0});
            }
            while (!open.empty() && open.back().second == children(open.back().first).size()) {
                nodes_[open.back().first - cells].last = place;
                open.pop_back();
            }
            if (open.empty()) break;
            member = children(open.back().first)[open.back().second++];
        }
    }
}

AbstractionTree::Joins AbstractionTree::joins() const {
    Joins joins;
    for (std::uint32_t i = 0; i < node_count(); ++i) {
        joins.counts.push_back(nodes_[i + 1].first_child - nodes_[i].first_child);
    }
    joins.children = children_;
    return joins;
}

std::optional<AbstractionTree> AbstractionTree::from_joins(const CellGraph& graph, const Joins& joins) {
    AbstractionTree tree;
    const auto cells = static_cast<std::uint32_t>(graph.cell_count());
    if (joins.counts.size() >= cells + std::size_t{1}) return std::nullopt;
    const auto nodes = static_cast<std::uint32_t>(joins.counts.size());
    tree.cell_parent_.assign(cells, kNoCell);
    tree.nodes_.assign(nodes + std::size_t{1}, {0, 0, kNoCell, 0, 0});
    tree.children_ = joins.children;
    std::size_t next = 0;
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const std::uint32_t member = cells + i;
        if (joins.counts[i] < 2 || joins.counts[i] > joins.children.size() - next) return std::nullopt;
        tree.nodes_[i].first_child = static_cast<std::uint32_t>(next);
        tree.nodes_[i].first_boundary = static_cast<std::uint32_t>(tree.boundary_.size());
        all.clear();
        for (const std::size_t end = next + joins.counts[i]; next < end; ++next) {
            const std::uint32_t child = joins.children[next];
            if (child >= member || tree.parent(child) != kNoCell) return std::nullopt;
            (child < cells ? tree.cell_parent_[child] : tree.nodes_[child - cells].parent) = member;
            const auto portals = child < cells ? graph.portals_of(child) : tree.boundary(child);
            all.insert(all.end(), portals.begin(), portals.end());
        }
        append_boundary(all, tree.boundary_);
        tree.nodes_[i + 1].first_child = static_cast<std::uint32_t>(next);
        tree.nodes_[i + 1].first_boundary = static_cast<std::uint32_t>(tree.boundary_.size());
    }
    if (next != joins.children.size()) return std::nullopt;
    for (std::uint32_t member = 0; member < cells + nodes; ++member) {
        const bool closed = member < cells ? graph.portals_of(member).empty() : tree.boundary(member).empty();
        if (closed != (tree.parent(member) == kNoCell)) return std::nullopt;
    }
    tree.order_leaves();
    return tree;
}

std::uint32_t AbstractionTree::child_at(std::uint32_t member, std::uint32_t place) const {
    const std::span<const std::uint32_t> list = children(member);
    std::size_t low = 0, high = list.size();
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        const std::uint32_t first = is_cell(list[middle]) ? leaf_place_[list[middle]] : node(list[middle]).first;
        (first <= place ? low : high) = middle;
    }
    return list[low];
}

std::uint32_t AbstractionTree::common_ancestor(std::uint32_t cell, std::uint32_t other) const {
    const std::uint32_t place = leaf_place_[other];
    std::uint32_t member = cell_parent_[cell];
    while (member != kNoCell && !(node(member).first <= place && place < node(member).last))
        member = node(member).parent;
    return member;
}

std::uint32_t AbstractionTree::height() const {
    std::vector<std::uint32_t> depth(node_count(), 0);
    std::uint32_t deepest = 0;
    // Parents come after children.
    for (std::uint32_t i = node_count(); i-- > 0;) {
        if (nodes_[i].parent != kNoCell) depth[i] = depth[nodes_[i].parent - cell_count()] + 1;
        deepest = std::max(deepest, depth[i] + 1);
    }
    return deepest;
}

std::size_t AbstractionTree::memory_bytes() const {
    return sizeof(std::uint32_t) * (cell_parent_.size() + leaf_place_.size() + children_.size() + boundary_.size()) +
           sizeof(Node) * nodes_.size();
}

}  // namespace sidestep
