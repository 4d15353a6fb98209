#include "path/edge_portals.h"

#include <algorithm>

namespace sidestep {

EdgePortals::EdgePortals(const FreeSpace& space, const CornerGraph& graph, const PathGround& ground)
    : space_(space), graph_(graph), ground_(ground) {
    for (std::uint32_t c = 0; c < graph.corners(); ++c) cells_.push_back(ground.locate(place(c)));
    first_.reserve(graph.edges() + 1);
    for (std::uint32_t c = 0; c < graph.corners(); ++c) {
        for (std::uint32_t e = graph.first_edge(c); e < graph.end_edge(c); ++e) {
            first_.push_back(static_cast<std::uint32_t>(portals_.size()));
            const std::uint32_t to = graph.edge(e).to;
            if (to < c) continue;
            const bool known = cells_[c] != kNoCell && cells_[to] != kNoCell;
            if (known && ground.walk(cells_[c], place(c), place(to), portals_).cell == cells_[to]) continue;
            portals_.resize(first_.back());
            portals_.push_back(kNoPortal);
        }
    }
    first_.push_back(static_cast<std::uint32_t>(portals_.size()));
    portals_.shrink_to_fit();
}

bool EdgePortals::follow(std::uint32_t from, std::uint32_t to, std::uint32_t& cell,
                         std::vector<std::uint32_t>& portals) const {
    if (cell != cells_[from]) return false;
    const std::uint32_t low = std::min(from, to), high = std::max(from, to);
    const std::uint32_t e = graph_.edge_between(low, high);
    const std::uint32_t first = first_[e], end = first_[e + 1];
    if (first < end && portals_[first] == kNoPortal) return false;
    if (from < to) {
        portals.insert(portals.end(), portals_.begin() + first, portals_.begin() + end);
    } else {
        for (std::uint32_t i = end; i-- > first;) portals.push_back(portals_[i]);
    }
    cell = cells_[to];
    return true;
}

void EdgePortals::tell(const Standing& start, std::span<const std::uint32_t> corners, const Standing& goal,
                       std::vector<std::uint32_t>& portals) const {
    std::uint32_t cell = ground_.locate(start.place);
    Vec2d at = start.place;
    const auto walk = [&](Vec2d to) {
        if (to == at) return;
        if (cell != kNoCell) cell = ground_.walk(cell, at, to, portals).cell;
        at = to;
    };
    walk(start.from);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2d to = place(corners[i]);
        if (i > 0 && follow(corners[i - 1], corners[i], cell, portals)) {
            at = to;
        } else {
            walk(to);
        }
    }
    walk(goal.from);
    walk(goal.place);
    // Over a polygon's corner into a cell and back, where the round way does not go.
    std::size_t kept = 0;
    for (const std::uint32_t portal : portals) {
        if (kept > 0 && portals[kept - 1] == portal) {
            --kept;
        } else {
            portals[kept++] = portal;
        }
    }
    portals.resize(kept);
}

std::size_t EdgePortals::memory_bytes() const {
    return (cells_.size() + first_.size() + portals_.size()) * sizeof(std::uint32_t);
}

}  // namespace sidestep
