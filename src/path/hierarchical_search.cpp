#include "path/hierarchical_search.h"

#include <algorithm>

namespace sidestep {

struct HierarchicalSearch::Scratch : RoadmapScratch {
    explicit Scratch(const AbstractPaths& paths) : unfolding(paths) {}
    std::vector<Above> above_start, above_goal;
    AbstractPaths::Unfolding unfolding;
    std::vector<std::uint32_t> coarse;
};

HierarchicalSearch::HierarchicalSearch(std::shared_ptr<const PathGround> ground, double radius, const Options& options,
                                       Empty)
    : RoadmapSearch(std::move(ground), radius, options.key_points),
      within_common_ancestor_(options.within_common_ancestor) {}

HierarchicalSearch::HierarchicalSearch(std::shared_ptr<const PathGround> ground, double radius, const Options& options)
    : HierarchicalSearch(std::move(ground), radius, options, Empty{}) {
    tree_ = AbstractionTree(graph_);
    paths_ = AbstractPaths(graph_, tree_);
}

void HierarchicalSearch::write(ArchiveWriter& archive) const {
    const AbstractionTree::Joins joins = tree_.joins();
    archive.add(joins.counts);
    archive.add(joins.children);
    paths_.write(archive);
}

std::unique_ptr<HierarchicalSearch> HierarchicalSearch::read(ArchiveReader& archive,
                                                             std::shared_ptr<const PathGround> ground, double radius,
                                                             const Options& options) {
    std::unique_ptr<HierarchicalSearch> search(new HierarchicalSearch(std::move(ground), radius, options, Empty{}));
    AbstractionTree::Joins joins;
    joins.counts = archive.vector<std::uint32_t>();
    joins.children = archive.vector<std::uint32_t>();
    std::optional<AbstractionTree> tree = AbstractionTree::from_joins(search->graph_, joins);
    if (!tree) return nullptr;
    search->tree_ = std::move(*tree);
    std::optional<AbstractPaths> paths = AbstractPaths::read(archive, search->graph_, search->tree_);
    if (!paths) return nullptr;
    search->paths_ = std::move(*paths);
    return search;
}

void HierarchicalSearch::skip(ArchiveReader& archive) {
    archive.vector<std::uint32_t>();
    archive.vector<std::uint32_t>();
    AbstractPaths::skip(archive);
}

std::unique_ptr<PathScratch> HierarchicalSearch::scratch() const {
    return std::make_unique<Scratch>(paths_);
}

void HierarchicalSearch::set_door(std::uint32_t door, bool open) {
    // Paths end at a door whether it is open or not; what changes begins where it lies inside.
    std::vector<std::uint32_t> joints;
    for (const std::uint32_t portal : graph_.set_door(door, open)) {
        if (!graph_.wide_enough(portal)) continue;
        const auto& cells = graph_.subdivision().portals[portal].cells;
        joints.push_back(tree_.common_ancestor(cells[0], cells[1]));
    }
    renewed_ = paths_.renew(graph_, tree_, joints);
}

std::size_t HierarchicalSearch::memory_bytes() const {
    return graph_.memory_bytes() + tree_.memory_bytes() + paths_.memory_bytes();
}

void HierarchicalSearch::climb(std::uint32_t cell, std::vector<Above>& above) const {
    above.clear();
    for (std::uint32_t member = tree_.parent(cell); member != kNoCell; member = tree_.parent(member)) {
        above.push_back({tree_.node(member).first, tree_.node(member).last, member});
    }
    std::reverse(above.begin(), above.end());
}

// From cell S to cell G, with the abstract cells above them (climb):
//
//   +---------------------- root ----------------------+
//   +---------- A ------------+---------- B -----------+    above S: root, A, C
//   +---- C -----+---- D -----+---- E -----+---- F ----+    above G: root, B, F
//   |  S  |  1   |  2  |  3   |  4  |  5   |  6  |  G  |    cells
//
// Whatever contains neither S nor G is crossed as a whole: 2 and 3 are seen as D, 4 and 5 as E. 1 and 6 stay
// themselves, since what is above them contains S or G (seen_as). What is searched, with portals as |:
//
//      S  --|--  1  --|==  D  ==|==  E  ==|--  6  --|--  G
//
//   --  between key points of a cell's portals, straight (enter_cell)
//   ==  between key points on the boundary of an abstract cell, by lengths that are stored (enter_abstract)
//
// Stored ways are unfolded, level by level down to cells, only along the way that is found. With
// within_common_ancestor the search does not leave the smallest abstract cell that contains both (top).
bool HierarchicalSearch::plan(const PathGround::Footing& start, const PathGround::Footing& goal,
                              RoadmapScratch& scratch, Path& path) const {
    auto& own = static_cast<Scratch&>(scratch);
    climb(start.cell, own.above_start);
    climb(goal.cell, own.above_goal);
    if (own.above_start.empty() || own.above_goal.empty() || own.above_start[0].member != own.above_goal[0].member) {
        return false;
    }
    std::size_t top = 0;
    if (within_common_ancestor_) {
        while (top + 1 < std::min(own.above_start.size(), own.above_goal.size()) &&
               own.above_start[top + 1].member == own.above_goal[top + 1].member) {
            ++top;
        }
    }
    // The search graph of §3.3 without building it: a cell is looked at as part of the largest abstract cell that
    // contains neither start nor goal, a child of the smallest that contains it and one of them.
    const auto seen_as = [&](std::uint32_t cell) {
        const std::uint32_t place = tree_.leaf_place(cell);
        const auto depth = [&](const std::vector<Above>& above) {
            std::size_t low = top, high = above.size();
            while (high - low > 1) {
                const std::size_t middle = (low + high) / 2;
                (above[middle].first <= place && place < above[middle].last ? low : high) = middle;
            }
            return low;
        };
        const std::size_t s = depth(own.above_start), g = depth(own.above_goal);
        return tree_.child_at(s > g ? own.above_start[s].member : own.above_goal[g].member, place);
    };
    const auto in_reach = [&](std::uint32_t cell) {
        const std::uint32_t place = tree_.leaf_place(cell);
        return own.above_start[top].first <= place && place < own.above_start[top].last;
    };

    SearchFront& front = own.front;
    const auto goal_node = static_cast<std::uint32_t>(graph_.node_count());
    const std::uint32_t k = graph_.key_points();
    const std::uint32_t straight = AbstractPaths::Reference::straight().bits();
    front.start(graph_.node_count() + 1);

    const auto enter_cell = [&](std::uint32_t cell, std::uint32_t from, std::uint32_t portal, Vec2d place,
                                double length) {
        for (const std::uint32_t next : graph_.portals_of(cell)) {
            if (next == portal || graph_.closed(next)) continue;
            const std::uint32_t beyond = graph_.other_cell(next, cell);
            if (top > 0 && !in_reach(beyond)) continue;
            for (std::uint32_t node = next * k; node < next * k + k; ++node) {
                const Vec2d at = graph_.place(node);
                const double total = length + norm(at - place);
                if (!front.improves(node, total)) continue;
                front.reach(node, total, norm(goal.place - at), from, beyond, straight);
            }
        }
    };
    const auto enter_abstract = [&](std::uint32_t member, std::uint32_t from, double length) {
        const std::span<const std::uint32_t> boundary = tree_.boundary(member);
        const std::uint32_t portal = graph_.portal_of(from);
        const auto number =
            static_cast<std::size_t>(std::lower_bound(boundary.begin(), boundary.end(), portal) - boundary.begin());
        const AbstractPaths::From paths = paths_.from(tree_, member, number * k + (from - portal * k));
        const AbstractionTree::Node& node_of_member = tree_.node(member);
        for (std::size_t other = 0; other < boundary.size(); ++other) {
            const std::uint32_t next = boundary[other];
            if (next == portal || graph_.closed(next)) continue;
            for (std::uint32_t i = 0; i < k; ++i) {
                const std::uint32_t node = next * k + i;
                const double total = length + paths.length(other * k + i);
                if (!front.improves(node, total)) continue;
                const auto& cells = graph_.subdivision().portals[next].cells;
                const std::uint32_t place = tree_.leaf_place(cells[0]);
                const bool within = node_of_member.first <= place && place < node_of_member.last;
                const std::uint32_t beyond = cells[within ? 1 : 0];
                if (top > 0 && !in_reach(beyond)) continue;
                front.reach(node, total, norm(goal.place - graph_.place(node)), from, beyond,
                            paths.reference(other * k + i).bits());
            }
        }
    };

    enter_cell(start.cell, kNoNode, kNoPortal, start.place, 0);
    for (;;) {
        const std::uint32_t node = front.pop();
        if (node == kNoNode) return false;
        if (node == goal_node) break;
        ++path.expansions;
        const SearchFront::Visit visit = front[node];
        if (visit.enters == goal.cell) {
            const double total = visit.length + norm(goal.place - graph_.place(node));
            if (front.improves(goal_node, total)) front.reach(goal_node, total, 0, node, kNoCell, straight);
            continue;
        }
        const std::uint32_t member = seen_as(visit.enters);
        if (tree_.is_cell(member)) {
            enter_cell(member, node, graph_.portal_of(node), graph_.place(node), visit.length);
        } else {
            enter_abstract(member, node, visit.length);
        }
    }

    path.roadmap_length = front[goal_node].length;
    own.coarse.clear();
    for (std::uint32_t node = front[goal_node].came_from; node != kNoNode; node = front[node].came_from) {
        own.coarse.push_back(node);
    }
    for (std::size_t i = own.coarse.size(); i-- > 0;) {
        own.unfolding.clear();
        own.unfolding.begin(AbstractPaths::Reference::from_bits(front[own.coarse[i]].way));
        for (std::uint32_t node = own.unfolding.next(); node != kNoNode; node = own.unfolding.next()) {
            scratch.nodes.push_back(node);
            // A stored tree that somebody made up could go on for ever.
            if (scratch.nodes.size() > graph_.node_count()) return false;
        }
        scratch.nodes.push_back(own.coarse[i]);
    }
    return true;
}

}  // namespace sidestep
