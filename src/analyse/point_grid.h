// Finds pairs of points that are near each other without looking at all pairs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

/// Points sorted into cells. Sorting instead of a table of cells: a few people in a large area cost no more than their
/// number.
class PointGrid {
public:
    PointGrid(std::span<const Vec2d> points, double cell_x, double cell_y);

    /// Calls f(i, j), i < j in the order of cells, for each pair in the same or in adjacent cells, once: every pair
    /// with |Δx| ≤ cell_x and |Δy| ≤ cell_y is among them.
    template <class F>
    void for_each_pair(F&& f) const;

private:
    struct Entry {
        std::int64_t cx, cy;
        std::uint32_t point;
        bool operator<(const Entry& o) const {
            return cy != o.cy ? cy < o.cy : cx != o.cx ? cx < o.cx : point < o.point;
        }
    };
    std::vector<Entry> entries_;
};

inline PointGrid::PointGrid(std::span<const Vec2d> points, double cell_x, double cell_y) {
    entries_.reserve(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        entries_.push_back({static_cast<std::int64_t>(std::floor(points[i].x / cell_x)),
                            static_cast<std::int64_t>(std::floor(points[i].y / cell_y)), i});
    }
    std::sort(entries_.begin(), entries_.end());
}

template <class F>
void PointGrid::for_each_pair(F&& f) const {
    // Walking in the order of cells, the three cells of the row above move forwards only: one pass, no searching.
    std::size_t above = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& e = entries_[i];
        for (std::size_t j = i + 1; j < entries_.size() && entries_[j].cy == e.cy && entries_[j].cx <= e.cx + 1; ++j) {
            f(e.point, entries_[j].point);
        }
        const Entry from{e.cx - 1, e.cy + 1, 0};
        while (above < entries_.size() && entries_[above] < from) ++above;
        for (std::size_t j = above; j < entries_.size() && entries_[j].cy == e.cy + 1 && entries_[j].cx <= e.cx + 1;
             ++j) {
            f(e.point, entries_[j].point);
        }
    }
}

}  // namespace sidestep
