// Which cells can be seen from a point, by casting shadows: row by row away from the point, the directions that are
// still free are kept as spans of slopes, and every run of blocked cells takes its shadow out of them. A cell's centre
// is seen when the segment to it touches no blocked cell, exactly what CellGrid::sees says, at a fixed cost per cell
// instead of a walk along each segment.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/math.h"
#include "chart/cell_grid.h"

namespace sidestep {

/// Directions within `half` (rad, at most π) of `middle` (rad).
struct Wedge {
    double middle = 0, half = kPi;
};

class Sight {
public:
    /// Calls visit(row, first, last) for runs of columns whose centres are seen from p, in cell units, and lie in the
    /// wedge. p must lie in a free cell.
    template <class Visit>
    void look(const CellGrid& grid, Vec2d p, const Wedge& wedge, Visit visit);

private:
    /// dx/dy of directions in one half plane, dy counted away from p.
    struct Span {
        double low, high;
    };
    /// Grazing a corner does not count, whatever rounding makes of it.
    static double graze(double slope) { return 1e-12 * (1 + std::min(std::abs(slope), 1e6)); }

    template <int Up, class Visit>
    void look_half(const CellGrid& grid, Vec2d p, Visit visit);
    /// Appends to `rest` what the blocked columns of a row, as high as from `near` to `far` above p, leave of a span.
    void cut(const CellGrid& grid, double x, int row, Span span, int first_blocked, double near, double far,
             std::vector<Span>& rest);
    /// The part of the wedge in one half plane: angles from 0 to π after turning by `turn`, mirrored if so.
    void add_spans(const Wedge& wedge, bool up);

    std::vector<Span> free_, next_, seen_;
};

inline void Sight::add_spans(const Wedge& wedge, bool up) {
    free_.clear();
    constexpr double kAll = std::numeric_limits<double>::infinity();
    if (wedge.half >= kPi) {
        free_.push_back({-kAll, kAll});
        return;
    }
    double start = (up ? wedge.middle : -wedge.middle) - wedge.half;
    start -= 2 * kPi * std::floor(start / (2 * kPi));
    const double end = start + 2 * wedge.half;
    const auto slope = [](double angle) {
        const SinCos s = sin_cos(angle);
        return s.cos / s.sin;
    };
    // The half plane is met at angles from 0 to π and again from 2π to 3π; slopes fall while angles grow.
    for (const double turn : {2 * kPi, 0.0}) {
        const double from = start - turn, to = end - turn;
        if (to <= 0 || from >= kPi) continue;
        free_.push_back({to < kPi ? slope(to) : -kAll, from > 0 ? slope(from) : kAll});
    }
    if (free_.size() == 2 && free_[0].low > free_[1].low) std::swap(free_[0], free_[1]);
}

inline void Sight::cut(const CellGrid& grid, double x, int row, Span span, int first_blocked, double near, double far,
                       std::vector<Span>& rest) {
    double low = span.low;
    const double reach = span.high > 0 ? span.high * far : span.high * near;
    int begin = first_blocked;
    while (begin < grid.columns() && begin - x <= reach + 1) {
        const int end = grid.next_free(begin, row);
        const double left = begin - x, right = end - x;
        const double from = left / (left < 0 ? near : far), to = right / (right > 0 ? near : far);
        const double shadow_low = from + graze(from), shadow_high = to - graze(to);
        if (shadow_low >= span.high) break;
        if (shadow_low > low) rest.push_back({low, shadow_low});
        low = std::max(low, shadow_high);
        if (!(low < span.high)) return;
        begin = grid.next_blocked(end, row);
    }
    rest.push_back({low, span.high});
}

template <int Up, class Visit>
void Sight::look_half(const CellGrid& grid, Vec2d p, Visit visit) {
    int row = static_cast<int>(p.y);
    if (Up < 0 && row > 0 && p.y == row) --row;
    for (; !free_.empty() && row >= 0 && row < grid.rows(); row += Up) {
        const double far = Up > 0 ? row + 1 - p.y : p.y - row;
        const double near = std::max(0.0, far - 1), middle = far - 0.5;
        next_.clear();
        for (const Span& span : free_) {
            // Columns that the span may touch anywhere in this row.
            const double left = p.x + (span.low < 0 ? span.low * far : span.low * near);
            const double right = p.x + (span.high > 0 ? span.high * far : span.high * near);
            const int first = static_cast<int>(std::max(0.0, left - 1e-9));
            const int blocked = grid.next_blocked(first, row);
            const auto visit_centres = [&](const Span& s) {
                const double from = std::max(0.0, std::ceil(p.x + s.low * middle - 0.5));
                const double to = std::min<double>(grid.columns() - 1, std::floor(p.x + s.high * middle - 0.5));
                if (from <= to) visit(row, static_cast<int>(from), static_cast<int>(to));
            };
            if (blocked >= grid.columns() || blocked > right + 1e-9) {
                if (middle > 0) visit_centres(span);
                next_.push_back(span);
                continue;
            }
            if (middle > 0) {
                seen_.clear();
                cut(grid, p.x, row, span, blocked, near, middle, seen_);
                for (const Span& s : seen_) visit_centres(s);
            }
            cut(grid, p.x, row, span, blocked, near, far, next_);
        }
        free_.swap(next_);
    }
}

template <class Visit>
void Sight::look(const CellGrid& grid, Vec2d p, const Wedge& wedge, Visit visit) {
    add_spans(wedge, true);
    look_half<1>(grid, p, visit);
    add_spans(wedge, false);
    look_half<-1>(grid, p, visit);

    // Centres level with p belong to neither half.
    const int row = static_cast<int>(p.y), column = static_cast<int>(p.x);
    if (row + 0.5 != p.y) return;
    const auto in_wedge = [&](double angle) {
        const double off = angle - wedge.middle;
        return std::abs(off - 2 * kPi * std::floor(off / (2 * kPi) + 0.5)) <= wedge.half;
    };
    int first = column, last = column;
    if (in_wedge(0)) last = grid.next_blocked(column, row) - 1;
    if (in_wedge(kPi)) {
        while (!grid.blocked(first - 1, row)) --first;
    }
    visit(row, first, last);
}

}  // namespace sidestep
