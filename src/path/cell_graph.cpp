#include "path/cell_graph.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace sidestep {

CellGraph::CellGraph(const Subdivision& subdivision, double width, std::uint32_t key_points_per_portal)
    : subdivision_(&subdivision), width_(width), key_points_(key_points_per_portal) {
    start_.assign(subdivision.cells.size() + 1, 0);
    const auto portal_count = static_cast<std::uint32_t>(subdivision.portals.size());
    for (std::uint32_t p = 0; p < portal_count; ++p) {
        if (!wide_enough(p)) continue;
        for (const std::uint32_t cell : subdivision.portals[p].cells) ++start_[cell + 1];
    }
    for (std::size_t c = 0; c + 1 < start_.size(); ++c) start_[c + 1] += start_[c];
    portals_.resize(start_.back());
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    places_.reserve(std::size_t{portal_count} * key_points_);
    for (std::uint32_t p = 0; p < portal_count; ++p) {
        const Subdivision::Portal& portal = subdivision.portals[p];
        if (wide_enough(p)) {
            for (const std::uint32_t cell : portal.cells) portals_[next[cell]++] = p;
        }
        // §3.2: k points at fractions (i + ½)/k of the part [W/2, L − W/2] a body can use.
        const Vec2d a = subdivision.place(portal.a) - subdivision.origin;
        const Vec2d along = subdivision.place(portal.b) - subdivision.place(portal.a);
        const double length = norm(along), usable = std::max(0.0, length - width);
        for (std::uint32_t i = 0; i < key_points_; ++i) {
            const double at = 0.5 * (length - usable) + usable * (i + 0.5) / key_points_;
            const Vec2d place = a + along * (at / length);
            places_.push_back({static_cast<float>(place.x), static_cast<float>(place.y)});
        }
    }
}

std::vector<std::uint32_t> CellGraph::set_door(std::uint32_t door, bool open) {
    std::vector<std::uint32_t> changed;
    for (std::uint32_t p = 0; p < subdivision_->portals.size(); ++p) {
        if (subdivision_->portals[p].door == door && (closed_.empty() || (closed_[p] != 0) == open))
            changed.push_back(p);
    }
    if (open && closed_.empty()) changed.clear();
    if (!changed.empty() && closed_.empty()) closed_.assign(subdivision_->portals.size(), 0);
    for (const std::uint32_t p : changed) closed_[p] = open ? 0 : 1;
    closed_count_ = open ? closed_count_ - changed.size() : closed_count_ + changed.size();
    return changed;
}

std::size_t CellGraph::memory_bytes() const {
    return sizeof(std::uint32_t) * (start_.size() + portals_.size()) + sizeof(Vec2f) * places_.size() + closed_.size();
}

double widest_way(const CellGraph& graph, std::uint32_t from, std::uint32_t to) {
    const Subdivision& map = graph.subdivision();
    std::vector<double> width(map.cells.size(), 0);
    std::vector<std::uint8_t> settled(map.cells.size(), 0);
    std::priority_queue<std::pair<double, std::uint32_t>> queue;  // the widest first
    const double unlimited = 1e300;
    width[from] = unlimited;
    queue.push({unlimited, from});
    while (!queue.empty()) {
        const auto [here, cell] = queue.top();
        queue.pop();
        if (cell == to) return here;
        if (settled[cell] != 0) continue;
        settled[cell] = 1;
        for (const Subdivision::Side& side : map.sides_of(cell)) {
            if (side.portal == kNoPortal || graph.closed(side.portal)) continue;
            const double through = std::min(here, map.length(map.portals[side.portal]));
            const std::uint32_t next = graph.other_cell(side.portal, cell);
            if (through <= width[next]) continue;
            width[next] = through;
            queue.push({through, next});
        }
    }
    return 0;
}

}  // namespace sidestep
