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
    std::uint32_t e = graph_.first_edge(low);
    while (graph_.edge(e).to != high) ++e;
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

void EdgePortals::tell(Vec2d start, std::span<const std::uint32_t> corners, Vec2d goal,
                       std::vector<std::uint32_t>& portals) const {
    std::uint32_t cell = ground_.locate(start);
    Vec2d at = start;
    const auto walk = [&](Vec2d to) {
        if (cell != kNoCell) cell = ground_.walk(cell, at, to, portals).cell;
        at = to;
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2d to = place(corners[i]);
        if (i > 0 && follow(corners[i - 1], corners[i], cell, portals)) {
            at = to;
        } else {
            walk(to);
        }
    }
    walk(goal);
}

std::size_t EdgePortals::memory_bytes() const {
    return (cells_.size() + first_.size() + portals_.size()) * sizeof(std::uint32_t);
}

}  // namespace sidestep
