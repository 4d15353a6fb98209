#include "map/wall_grid.h"

#include <algorithm>
#include <cmath>

namespace sidestep {

WallGrid::WallGrid(std::span<const Wall> walls, std::size_t boundary_count)
    : boundary_count_(static_cast<std::uint32_t>(boundary_count)) {
    if (walls.empty()) return;
    Vec2d lower = walls[0].a, upper = lower;
    double total_length = 0;
    for (const Wall& wall : walls) {
        for (const Vec2d p : {wall.a, wall.b}) {
            lower = {std::min(lower.x, p.x), std::min(lower.y, p.y)};
            upper = {std::max(upper.x, p.x), std::max(upper.y, p.y)};
        }
        total_length += norm(wall.b - wall.a);
    }
    // Cells and entries both stay proportional to the number of walls, also for a few walls of many kilometres.
    const auto count = static_cast<double>(walls.size());
    const Vec2d extent = upper - lower;
    cell_ = std::max({1.0, std::sqrt(extent.x * extent.y / (4 * count + 4096)), total_length / (16 * count + 65536),
                      std::max(extent.x, extent.y) / (4 * count + 65536)});
    inverse_cell_ = 1 / cell_;
    // A wall is listed a little beyond the cells it passes, so that rounding can never hide it from a neighbouring
    // cell.
    margin_ = 1e-6 * cell_;
    origin_ = lower - Vec2d{0.25, 0.25} * cell_;
    nx_ = static_cast<int>((extent.x + 0.5 * cell_) * inverse_cell_) + 1;
    ny_ = static_cast<int>((extent.y + 0.5 * cell_) * inverse_cell_) + 1;

    const auto for_each_listing = [&](auto visit) {
        for (std::uint32_t w = 0; w < walls.size(); ++w) {
            const Wall& wall = walls[w];
            const int y0 = row_of(std::min(wall.a.y, wall.b.y) - margin_);
            const int y1 = row_of(std::max(wall.a.y, wall.b.y) + margin_);
            for (int y = y0; y <= y1; ++y) {
                int x0 = 0, x1 = 0;
                if (!columns_in_row(wall.a, wall.b, y, x0, x1)) continue;
                for (int x = x0; x <= x1; ++x) visit(w, x, y, x == x0);
            }
        }
    };
    const auto columns = static_cast<std::size_t>(nx_);
    const std::size_t cells = columns * static_cast<std::size_t>(ny_);
    const auto cell_index = [&](int x, int y) {
        return static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x);
    };
    start_.assign(cells + 1, 0);
    for_each_listing([&](std::uint32_t, int x, int y, bool) { ++start_[cell_index(x, y) + 1]; });
    for (std::size_t c = 0; c < cells; ++c) start_[c + 1] += start_[c];
    entries_.resize(start_[cells]);
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for_each_listing([&](std::uint32_t w, int x, int y, bool first) {
        entries_[next[cell_index(x, y)]++] = {w, static_cast<std::uint32_t>(x) & 0x7fffffffu, first ? 1u : 0u};
    });

    sums_.assign((columns + 1) * (static_cast<std::size_t>(ny_) + 1), 0);
    for (int y = 0; y < ny_; ++y) {
        std::uint32_t in_row = 0;
        for (int x = 0; x < nx_; ++x) {
            in_row += start_[cell_index(x, y) + 1] - start_[cell_index(x, y)];
            const std::size_t corner =
                (static_cast<std::size_t>(y) + 1) * (columns + 1) + static_cast<std::size_t>(x) + 1;
            sums_[corner] = sums_[corner - (columns + 1)] + in_row;
        }
    }
    if (boundary_count_ > 0) classify_cells(walls);
}

void WallGrid::classify_cells(std::span<const Wall> walls) {
    state_.assign(start_.size() - 1, CellState::outside);
    for (int y = 0; y < ny_; ++y) {
        // From the right, because inside() follows its ray to the right up to the first cell that is already known.
        for (int x = nx_ - 1; x >= 0; --x) {
            const std::span<const Entry> here = entries(y, x, x);
            CellState& state =
                state_[static_cast<std::size_t>(y) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(x)];
            state = CellState::mixed;
            if (std::any_of(here.begin(), here.end(), [&](Entry e) { return e.wall < boundary_count_; })) continue;
            const Vec2d centre = origin_ + Vec2d{x + 0.5, y + 0.5} * cell_;
            state = inside(walls, centre) ? CellState::inside : CellState::outside;
        }
    }
}

int WallGrid::column_of(double x) const {
    const double column = (x - origin_.x) * inverse_cell_;
    return column >= 0 ? (column < nx_ ? static_cast<int>(column) : nx_ - 1) : 0;
}

int WallGrid::row_of(double y) const {
    const double row = (y - origin_.y) * inverse_cell_;
    return row >= 0 ? (row < ny_ ? static_cast<int>(row) : ny_ - 1) : 0;
}

WallGrid::Cells WallGrid::cells_around(Vec2d p, double range) const {
    const double x0 = (p.x - range - origin_.x) * inverse_cell_, x1 = (p.x + range - origin_.x) * inverse_cell_;
    const double y0 = (p.y - range - origin_.y) * inverse_cell_, y1 = (p.y + range - origin_.y) * inverse_cell_;
    // Written so that a NaN lands here too.
    if (!(x1 >= 0 && y1 >= 0 && x0 < nx_ && y0 < ny_)) return {0, -1, 0, -1};
    return {static_cast<int>(std::max(x0, 0.0)), static_cast<int>(std::min(x1, nx_ - 1.0)),
            static_cast<int>(std::max(y0, 0.0)), static_cast<int>(std::min(y1, ny_ - 1.0))};
}

bool WallGrid::columns_in_row(Vec2d a, Vec2d b, int row, int& x0, int& x1) const {
    const double bottom = origin_.y + row * cell_ - margin_, top = origin_.y + (row + 1) * cell_ + margin_;
    if (a.y > b.y) std::swap(a, b);
    if (a.y > top || b.y < bottom) return false;
    const double slope = (b.x - a.x) / (b.y - a.y);  // not used where the segment is level
    const double from = a.y < bottom ? a.x + (bottom - a.y) * slope : a.x;
    const double to = b.y > top ? a.x + (top - a.y) * slope : b.x;
    x0 = column_of(std::min(from, to) - margin_);
    x1 = column_of(std::max(from, to) + margin_);
    return true;
}

std::span<const WallGrid::Entry> WallGrid::entries(int row, int x0, int x1) const {
    const std::size_t base = static_cast<std::size_t>(row) * static_cast<std::size_t>(nx_);
    const std::uint32_t begin = start_[base + static_cast<std::size_t>(x0)];
    const std::uint32_t end = start_[base + static_cast<std::size_t>(x1) + 1];
    return {entries_.data() + begin, end - begin};
}

template <class Visit>
void WallGrid::for_each_near(std::span<const Wall> walls, Vec2d p, double range, Visit visit) const {
    const Cells c = cells_around(p, range + margin_);
    if (c.x1 < c.x0) return;
    for (int y = c.y0; y <= c.y1; ++y) {
        for (const Entry e : entries(y, c.x0, c.x1)) {
            const Vec2d nearest = nearest_point(walls[e.wall], p);
            const double d = norm(p - nearest);
            // A wall listed in several cells is met several times; it counts where its nearest point lies.
            if (d <= range && static_cast<int>(e.column) == column_of(nearest.x) && y == row_of(nearest.y))
                visit(e.wall, d);
        }
    }
}

std::size_t WallGrid::near(std::span<const Wall> walls, Vec2d p, double range, std::span<std::uint32_t> out) const {
    std::size_t found = 0, kept = 0;
    for_each_near(walls, p, range, [&](std::uint32_t wall, double d) {
        ++found;
        if (kept == out.size()) {
            // More than the caller wants: keep the nearest. Rare, so distances are computed anew rather than stored.
            if (kept == 0) return;
            std::size_t farthest = 0;
            double farthest_distance = -1;
            for (std::size_t i = 0; i < kept; ++i) {
                const double other = distance(walls[out[i]], p);
                if (other >= farthest_distance) {
                    farthest_distance = other;
                    farthest = i;
                }
            }
            if (d > farthest_distance || (d == farthest_distance && wall > out[farthest])) return;
            std::copy(out.begin() + static_cast<std::ptrdiff_t>(farthest) + 1,
                      out.begin() + static_cast<std::ptrdiff_t>(kept),
                      out.begin() + static_cast<std::ptrdiff_t>(farthest));
            --kept;
        }
        std::size_t at = kept++;
        for (; at > 0 && out[at - 1] > wall; --at) out[at] = out[at - 1];
        out[at] = wall;
    });
    return found;
}

double WallGrid::clearance(std::span<const Wall> walls, Vec2d p, double at_most) const {
    if (walls.empty() || !(at_most > 0)) return at_most;
    // From outside the grid nothing is nearer than its edge. Beyond the far edge there is nothing, so the search ends.
    const Vec2d end = origin_ + Vec2d{static_cast<double>(nx_), static_cast<double>(ny_)} * cell_;
    const Vec2d outside{std::max({origin_.x - p.x, p.x - end.x, 0.0}), std::max({origin_.y - p.y, p.y - end.y, 0.0})};
    const Vec2d farthest{std::max(p.x - origin_.x, end.x - p.x), std::max(p.y - origin_.y, end.y - p.y)};
    const double limit = std::min(at_most, norm(farthest));
    double nearest = at_most;
    for (double range = norm(outside) + cell_;; range *= 2) {
        range = std::min(range, limit);
        for_each_near(walls, p, range, [&](std::uint32_t, double d) { nearest = std::min(nearest, d); });
        if (nearest <= range || !(range < limit)) return nearest;
    }
}

bool WallGrid::crosses(std::span<const Wall> walls, Vec2d a, Vec2d b) const {
    if (walls.empty()) return false;
    const double x_low = std::min(a.x, b.x), x_high = std::max(a.x, b.x);
    const double y_low = std::min(a.y, b.y), y_high = std::max(a.y, b.y);
    const Vec2d end = origin_ + Vec2d{static_cast<double>(nx_), static_cast<double>(ny_)} * cell_;
    if (!(x_high >= origin_.x && x_low <= end.x && y_high >= origin_.y && y_low <= end.y)) return false;
    const int y1 = row_of(y_high + margin_);
    for (int y = row_of(y_low - margin_); y <= y1; ++y) {
        int x0 = 0, x1 = 0;
        if (!columns_in_row(a, b, y, x0, x1)) continue;
        for (const Entry e : entries(y, x0, x1)) {
            if (touches(a, b, walls[e.wall])) return true;
        }
    }
    return false;
}

bool WallGrid::inside(std::span<const Wall> walls, Vec2d p) const {
    const double x = (p.x - origin_.x) * inverse_cell_, y = (p.y - origin_.y) * inverse_cell_;
    if (!(x >= 0 && y >= 0 && x < nx_ && y < ny_)) return false;
    const auto row = static_cast<int>(y);
    const auto first_column = static_cast<int>(x);
    const CellState* states = state_.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(nx_);
    // A ray to the right, until it comes to a cell without boundary, whose state is known; the grid's edge is outside.
    bool crossings_odd = false;
    for (int column = first_column; column < nx_; ++column) {
        const CellState state = states[column];
        if (state != CellState::mixed) return crossings_odd != (state == CellState::inside);
        for (const Entry e : entries(row, column, column)) {
            if (e.wall >= boundary_count_ || (!e.first && column != first_column)) continue;
            const auto [a, b] = walls[e.wall];
            // Half-open in y, so that a corner on the ray is crossed by exactly one of its two walls.
            if ((a.y > p.y) == (b.y > p.y)) continue;
            const double left = cross(b - a, p - a);
            if (b.y > a.y ? left > 0 : left < 0) crossings_odd = !crossings_odd;
        }
    }
    return crossings_odd;
}

}  // namespace sidestep
