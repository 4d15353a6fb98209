// The cells of a subdivision as a graph for a body of one width (Lamarche & Donikian 2004, §3.1): portals longer than
// the body is wide are its edges, and each carries key points, the nodes that paths are searched over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "map/subdivision.h"

namespace sidestep {

inline constexpr std::uint32_t kNoNode = UINT32_MAX;

class CellGraph {
public:
    /// The subdivision must outlive the graph. All doors are open.
    CellGraph(const Subdivision& subdivision, double width, std::uint32_t key_points_per_portal = 1);

    const Subdivision& subdivision() const { return *subdivision_; }
    double width() const { return width_; }
    std::uint32_t key_points() const { return key_points_; }
    std::size_t cell_count() const { return start_.size() - 1; }

    /// Wide enough, ascending; doors among them whether open or not.
    std::span<const std::uint32_t> portals_of(std::uint32_t cell) const {
        return {portals_.data() + start_[cell], start_[cell + 1] - start_[cell]};
    }
    std::uint32_t other_cell(std::uint32_t portal, std::uint32_t cell) const {
        const auto& cells = subdivision_->portals[portal].cells;
        return cells[0] == cell ? cells[1] : cells[0];
    }
    bool wide_enough(std::uint32_t portal) const {
        return subdivision_->length(subdivision_->portals[portal]) > width_;
    }

    /// Nodes of a portal are portal · key_points() and those after it.
    std::size_t node_count() const { return places_.size(); }
    std::uint32_t portal_of(std::uint32_t node) const { return key_points_ == 1 ? node : node / key_points_; }
    Vec2d place(std::uint32_t node) const {
        return subdivision_->origin + Vec2d{static_cast<double>(places_[node].x), static_cast<double>(places_[node].y)};
    }
    double distance(std::uint32_t node, std::uint32_t other) const {
        const Vec2f a = places_[node], b = places_[other];
        return norm(Vec2d{static_cast<double>(b.x) - static_cast<double>(a.x),
                          static_cast<double>(b.y) - static_cast<double>(a.y)});
    }

    /// Marks the portals of a door and returns them.
    std::vector<std::uint32_t> set_door(std::uint32_t door, bool open);
    bool any_closed() const { return closed_count_ > 0; }
    bool closed(std::uint32_t portal) const { return closed_count_ > 0 && closed_[portal] != 0; }

    std::size_t memory_bytes() const;

private:
    const Subdivision* subdivision_;
    double width_;
    std::uint32_t key_points_;
    std::vector<std::uint32_t> start_;    ///< first of each cell's portals, and one past the last
    std::vector<std::uint32_t> portals_;  ///< cell by cell
    /// Relative to the origin of the lattice. Rounding moves them by less than a millimetre, for every search alike.
    std::vector<Vec2f> places_;
    std::vector<std::uint8_t> closed_;  ///< empty until a door is closed
    std::size_t closed_count_ = 0;
};

/// The width of the narrowest portal on the widest way between two cells through open doors: 0 where there is none.
double widest_way(const CellGraph& graph, std::uint32_t from, std::uint32_t to);

}  // namespace sidestep
