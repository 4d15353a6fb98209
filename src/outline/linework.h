// Walls as pieces between points of the lattice, and their noding: afterwards pieces meet only at their ends.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/lattice.h"
#include "sidestep/export.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// The lattice of a map lies around a whole number of metres: its places are multiples of its step wherever the map is.
/// The step is 2⁻¹⁶ m, or larger by powers of two where a map is wider than 16 km.
struct LatticeFrame {
    Vec2d origin{};
    double step = 1 / kLatticePerMetre;

    static LatticeFrame around(Vec2d lower, Vec2d upper);
    LatticePoint on(Vec2d p) const {
        const auto round = [this](double v) {
            const double units = v / step;
            return static_cast<std::int32_t>(units + (units < 0 ? -0.5 : 0.5));
        };
        return {round(p.x - origin.x), round(p.y - origin.y)};
    }
    Vec2d place(LatticePoint p) const { return origin + Vec2d{p.x * step, p.y * step}; }
};

struct Piece {
    std::uint32_t a, b;    ///< places in Linework::points
    std::uint32_t source;  ///< the ring or line it belongs to
};

/// Whether the way from a to b leads through the lattice square round p, beside or on it: noding leads it through p.
bool passes_through(LatticePoint a, LatticePoint b, LatticePoint p);

struct Linework {
    std::vector<LatticePoint> points;
    std::vector<Piece> pieces;
};

/// Equal points become one, in the order of comes_before. Pieces without length go, and points that no piece uses.
void unite_points(Linework& work);

/// Points nearer than `reach` (lattice units) become one. `joined` hears where two became one that no piece connects,
/// `shortened` where a piece vanished.
void weld(Linework& work, double reach, const std::function<void(LatticePoint)>& joined,
          const std::function<void(LatticePoint)>& shortened);

/// Who is told, if anybody, about what noding found: crossings between two sources, and ends that nearly touch a piece.
struct NodingListener {
    std::function<void(LatticePoint at, std::uint32_t source, std::uint32_t other)> crossed;
    std::function<void(LatticePoint at)> nearly_touched;
};

/// Snap rounding (Hobby 1999): pieces are split where they cross and where they come within `reach` (lattice units) of
/// a point, and led through that point. Crossings move to the lattice. Repeated until nothing is left to split. Throws
/// InputError where pieces cross so often that memory would not hold them.
void node(Linework& work, double reach, const NodingListener& listener);

/// A uniform grid over segments, each listed in every cell that it comes near.
class SegmentGrid {
public:
    struct Segment {
        LatticePoint a, b;
    };
    /// `near` in lattice units. Segments are asked for by their number.
    SegmentGrid(std::size_t count, const std::function<Segment(std::size_t)>& segment, double near);

    std::size_t cell_count() const { return first_.size() - 1; }
    std::size_t cell_of(LatticePoint p) const { return index(row_of(p.y), column_of(p.x)); }
    std::size_t columns() const { return columns_; }
    /// Left border of the cell, lattice units.
    double left_of(std::size_t cell) const { return left_ + static_cast<double>(cell % columns_) * size_; }
    const std::uint32_t* begin(std::size_t cell) const { return entries_.data() + first_[cell]; }
    const std::uint32_t* end(std::size_t cell) const { return entries_.data() + first_[cell + 1]; }
    /// Calls back with every cell within `near` of the segment.
    template <class Visit>
    void cells_near(Segment s, double near, Visit&& visit) const;

private:
    std::size_t clamp(double at, std::size_t count) const {
        return at <= 0 ? 0 : at >= static_cast<double>(count) ? count - 1 : static_cast<std::size_t>(at);
    }
    std::size_t column_of(double x) const { return clamp((x - left_) / size_, columns_); }
    std::size_t row_of(double y) const { return clamp((y - low_) / size_, rows_); }
    std::size_t index(std::size_t row, std::size_t column) const { return row * columns_ + column; }

    double left_ = 0, low_ = 0, size_ = 1;
    std::size_t columns_ = 1, rows_ = 1;
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> entries_;
};

template <class Visit>
void SegmentGrid::cells_near(Segment s, double near, Visit&& visit) const {
    double ax = s.a.x, ay = s.a.y, bx = s.b.x, by = s.b.y;
    if (ay > by) std::swap(ax, bx), std::swap(ay, by);
    // One lattice unit on top takes care of rounding here.
    near += 1;
    const std::size_t last = row_of(by + near);
    for (std::size_t row = row_of(ay - near); row <= last; ++row) {
        // The part of the segment this row of cells can be near to.
        const double low = low_ + static_cast<double>(row) * size_ - near, high = low + size_ + 2 * near;
        const double from = row == 0 ? ay : std::fmax(ay, low), to = row == rows_ - 1 ? by : std::fmin(by, high);
        double x0 = ax, x1 = bx;
        if (by > ay) {
            const double slope = (bx - ax) / (by - ay);
            x0 = ax + slope * (std::fmin(from, by) - ay);
            x1 = ax + slope * (std::fmax(to, ay) - ay);
        }
        if (x0 > x1) std::swap(x0, x1);
        const std::size_t end = column_of(x1 + near);
        for (std::size_t column = column_of(x0 - near); column <= end; ++column) visit(index(row, column));
    }
}

}  // namespace SIDESTEP_EXPORT sidestep
