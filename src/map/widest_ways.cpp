#include "map/widest_ways.h"

#include <algorithm>
#include <utility>

namespace sidestep {

WidestWays::WidestWays(const Subdivision& subdivision) : links_(subdivision.cells.size()) {
    for (std::uint32_t c = 0; c < links_.size(); ++c) links_[c].up = c;
    std::vector<std::uint32_t> size(links_.size(), 1);
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t p = 0; p < subdivision.portals.size(); ++p) {
        order.emplace_back(-subdivision.length(subdivision.portals[p]), p);
    }
    std::sort(order.begin(), order.end());
    const auto top = [&](std::uint32_t cell) {
        while (links_[cell].up != cell) cell = links_[cell].up;
        return cell;
    };
    for (const auto& [length, portal] : order) {
        std::uint32_t a = top(subdivision.portals[portal].cells[0]), b = top(subdivision.portals[portal].cells[1]);
        if (a == b) continue;
        if (size[a] > size[b]) std::swap(a, b);
        links_[a] = {b, -length};
        size[b] += size[a];
    }
}

double WidestWays::between(std::uint32_t a, std::uint32_t b) const {
    double width = kUnlimited;
    while (a != b) {
        // The wider link is the older one: the other end may be above it, but cannot be below.
        if (links_[a].width < links_[b].width) std::swap(a, b);
        width = links_[a].width;
        if (width == 0) return 0;
        a = links_[a].up;
    }
    return width;
}

}  // namespace sidestep
