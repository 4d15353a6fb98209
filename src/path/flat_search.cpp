#include "path/flat_search.h"

#include <algorithm>

namespace sidestep {

FlatSearch::FlatSearch(std::shared_ptr<const PathGround> ground, double radius, std::uint32_t key_points)
    : RoadmapSearch(std::move(ground), radius, key_points) {}

bool FlatSearch::plan(const PathGround::Footing& start, const PathGround::Footing& goal, RoadmapScratch& scratch,
                      Path& path) const {
    SearchFront& front = scratch.front;
    const auto goal_node = static_cast<std::uint32_t>(graph_.node_count());
    const std::uint32_t k = graph_.key_points();
    front.start(graph_.node_count() + 1);

    // From a key point (or the start) to all others of the cell behind it. Cells are convex: back through the same
    // portal is never shorter.
    const auto enter = [&](std::uint32_t cell, std::uint32_t from, std::uint32_t portal, Vec2d place, double length) {
        for (const std::uint32_t next : graph_.portals_of(cell)) {
            if (next == portal || graph_.closed(next)) continue;
            for (std::uint32_t node = next * k; node < next * k + k; ++node) {
                const Vec2d at = graph_.place(node);
                const double total = length + norm(at - place);
                if (!front.improves(node, total)) continue;
                front.reach(node, total, norm(goal.place - at), from, graph_.other_cell(next, cell), 0);
            }
        }
    };
    enter(start.cell, kNoNode, kNoPortal, start.place, 0);
    for (;;) {
        const std::uint32_t node = front.pop();
        if (node == kNoNode) return false;
        if (node == goal_node) break;
        ++path.expansions;
        const SearchFront::Visit visit = front[node];
        const Vec2d place = graph_.place(node);
        if (visit.enters != goal.cell) {
            enter(visit.enters, node, graph_.portal_of(node), place, visit.length);
        } else if (const double total = visit.length + norm(goal.place - place); front.improves(goal_node, total)) {
            front.reach(goal_node, total, 0, node, kNoCell, 0);
        }
    }
    path.roadmap_length = front[goal_node].length;
    for (std::uint32_t node = front[goal_node].came_from; node != kNoNode; node = front[node].came_from) {
        scratch.nodes.push_back(node);
    }
    std::reverse(scratch.nodes.begin(), scratch.nodes.end());
    return true;
}

}  // namespace sidestep
