#include "map_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sidestep::cli {

PartsOfMap::PartsOfMap(const PlanningMap& map, double body)
    : cells_(map.cell_count()), parent_(map.tree(body)), level_(parent_.size(), 0) {
    // Parts come before the whole.
    for (std::size_t member = 0; member < parent_.size(); ++member) {
        highest_ = std::max<std::size_t>(highest_, level_[member]);
        if (const auto parent = parent_[member]) level_[*parent] = std::max(level_[*parent], level_[member] + 1);
    }
}

template <class MayClimb>
MapParts PartsOfMap::parts(MayClimb may_climb) const {
    constexpr std::uint32_t kUnnamed = UINT32_MAX;
    std::vector<std::uint32_t> number(parent_.size(), kUnnamed);
    MapParts result;
    for (std::uint32_t cell = 0; cell < cells_; ++cell) {
        std::uint32_t member = cell;
        while (parent_[member] && may_climb(*parent_[member])) member = *parent_[member];
        if (number[member] == kUnnamed) number[member] = static_cast<std::uint32_t>(result.count++);
        result.of_cell.push_back(number[member]);
    }
    return result;
}

MapParts PartsOfMap::at_level(std::size_t level) const {
    return parts([&](std::uint32_t member) { return level_[member] <= level; });
}

MapParts PartsOfMap::around(std::uint32_t cell, std::uint32_t other) const {
    std::vector<bool> opened(parent_.size(), false);
    for (std::optional<std::uint32_t> member : {std::optional(cell), std::optional(other)}) {
        for (; member; member = parent_[*member]) opened[*member] = true;
    }
    return parts([&](std::uint32_t member) { return !opened[member]; });
}

std::vector<std::size_t> PartsOfMap::levels_to_show(std::size_t count) const {
    std::vector<std::size_t> levels{0};
    const double whole = std::log(static_cast<double>(std::max<std::size_t>(at_level(highest_).count, 1)));
    const double all = std::log(static_cast<double>(std::max<std::size_t>(cells_, 1)));
    for (std::size_t level = 1; level < highest_ && levels.size() < count; ++level) {
        const double wanted = all + (whole - all) * static_cast<double>(levels.size()) /
                                        static_cast<double>(std::max<std::size_t>(count, 1));
        if (std::log(static_cast<double>(at_level(level).count)) <= wanted) levels.push_back(level);
    }
    return levels;
}

std::vector<std::size_t> colours_of(const MapParts& parts, std::span<const PlanningMap::Portal> portals) {
    std::vector<std::set<std::uint32_t>> beside(parts.count);
    for (const PlanningMap::Portal& portal : portals) {
        const std::uint32_t a = parts.of_cell[portal.cells[0]], b = parts.of_cell[portal.cells[1]];
        if (a == b) continue;
        beside[a].insert(b);
        beside[b].insert(a);
    }
    // A map in the plane always has a part with at most five neighbours. Taken away one after the other and coloured in
    // the opposite order, none sees more than five others: six colours do.
    std::vector<std::set<std::uint32_t>> left = beside;
    std::set<std::pair<std::size_t, std::uint32_t>> fewest;
    for (std::uint32_t part = 0; part < parts.count; ++part) fewest.insert({left[part].size(), part});
    std::vector<std::uint32_t> order;
    while (!fewest.empty()) {
        const std::uint32_t part = fewest.begin()->second;
        fewest.erase(fewest.begin());
        order.push_back(part);
        for (const std::uint32_t other : left[part]) {
            fewest.erase({left[other].size(), other});
            left[other].erase(part);
            fewest.insert({left[other].size(), other});
        }
    }
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> colour(parts.count, kNone);
    for (auto part = order.rbegin(); part != order.rend(); ++part) {
        std::set<std::size_t> taken;
        for (const std::uint32_t other : beside[*part]) taken.insert(colour[other]);
        // From where the part's number says, so that all colours are used.
        std::size_t mine = *part % 6;
        for (int tried = 0; tried < 6 && taken.contains(mine); ++tried) mine = (mine + 1) % 6;
        colour[*part] = mine;
    }
    return colour;
}

}  // namespace sidestep::cli
