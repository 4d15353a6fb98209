// Distances between all corners without a search: every corner keeps the distances to some hubs, chosen so that on a
// shortest path between any two corners there is a hub that both know. Pruned landmark labelling (Akiba, Iwata &
// Yoshida, SIGMOD 2013) on the taut corner graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "path/corner_graph.h"

namespace sidestep {

class HubLabels {
public:
    /// Eight bytes: a distance in ticks, and hub and next edge in one number.
    struct Entry {
        std::uint32_t distance;
        std::uint32_t packed;
    };

    HubLabels() = default;
    /// Nothing on the map sees farther than `farthest_sight`, m. Throws InputError as soon as the labels exceed the
    /// limit.
    HubLabels(const CornerGraph& graph, double farthest_sight, std::size_t most_bytes);

    /// Distances are kept in ticks, of which this many are a metre: the map's longest way, or line of sight, takes 30
    /// bits.
    double ticks_per_metre() const { return ticks_; }
    /// What can follow when the corner is reached in this way, the corner itself included; all of it for kObstacleBoth.
    std::span<const Entry> leaving(std::uint32_t corner, Passing arrival) const {
        const Bounds& b = bounds_[corner];
        const std::uint32_t begin = arrival == kObstacleRight ? b.both : b.first;
        const std::uint32_t end = arrival == kObstacleLeft ? b.left : bounds_[corner + 1].first;
        return {entries_.data() + begin, end - begin};
    }
    std::uint32_t hub(const Entry& entry) const { return entry.packed & hub_mask_; }
    std::uint32_t hubs() const { return static_cast<std::uint32_t>(rank_.size()); }
    /// Appends the corners from `corner`, which knows the hub, to the hub; both included.
    void unfold(const CornerGraph& graph, std::uint32_t corner, std::uint32_t hub,
                std::vector<std::uint32_t>& corners) const;
    /// The corner's entry for this hub; null where it has none.
    const Entry* find(std::uint32_t corner, std::uint32_t hub) const;
    std::size_t entries() const { return entries_.size(); }
    std::size_t memory_bytes() const;

private:
    /// Of a corner's entries: first those whose way begins with the obstacle to the right, then both (its own one among
    /// them), then left; each by hub.
    struct Bounds {
        std::uint32_t first, both, left;
    };

    double ticks_ = 1;
    std::uint32_t hub_mask_ = 0, hub_bits_ = 0;
    std::vector<Entry> entries_;
    std::vector<Bounds> bounds_;       ///< by corner, and one past the last
    std::vector<std::uint32_t> rank_;  ///< by corner: its number as a hub
};

}  // namespace sidestep
