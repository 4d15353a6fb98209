#include "map/cell_locator.h"

#include <algorithm>

namespace sidestep {
namespace {

// Squares for each cell. With four, a square of a city lists three cells on average.
constexpr std::uint64_t kSquaresPerCell = 4;
constexpr std::uint64_t kEntriesPerCell = 64;

}  // namespace

CellLocator::CellLocator(const Subdivision& subdivision) : origin_(subdivision.origin) {
    if (subdivision.cells.empty()) return;
    corners_.reserve(subdivision.sides.size());
    first_corner_.reserve(subdivision.cells.size() + 1);
    LatticePoint high = low_ = subdivision.points[subdivision.sides[0].point];
    for (std::uint32_t cell = 0; cell < subdivision.cells.size(); ++cell) {
        first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));
        for (const Subdivision::Side& side : subdivision.sides_of(cell)) {
            const LatticePoint p = subdivision.points[side.point];
            corners_.push_back(p);
            low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    }
    first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));

    const auto squares_with = [&](int shift) {
        columns_ = static_cast<std::int32_t>((std::int64_t{high.x} - low_.x) >> shift) + 1;
        rows_ = static_cast<std::int32_t>((std::int64_t{high.y} - low_.y) >> shift) + 1;
        return static_cast<std::uint64_t>(columns_) * static_cast<std::uint64_t>(rows_);
    };
    const auto cells = static_cast<std::uint32_t>(subdivision.cells.size());
    while (squares_with(shift_) > kSquaresPerCell * cells + 64) ++shift_;
    // Long thin cells are in many squares. Larger squares then keep the lists short, at worst one that has all cells.
    const std::uint64_t most_entries = kEntriesPerCell * cells + 1024;
    std::uint64_t squares = squares_with(shift_);
    for (;; squares = squares_with(++shift_)) {
        std::uint64_t listed = 0;
        first_entry_.assign(squares + 1, 0);
        for (std::uint32_t cell = 0; cell < cells && listed <= most_entries; ++cell) {
            for_each_square(cell, [&](std::size_t square) {
                ++first_entry_[square + 1];
                ++listed;
            });
        }
        if (listed <= most_entries) break;
    }
    for (std::size_t s = 0; s < squares; ++s) first_entry_[s + 1] += first_entry_[s];
    entries_.resize(first_entry_[squares]);
    std::vector<std::uint32_t> free(first_entry_.begin(), first_entry_.end() - 1);
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
        for_each_square(cell, [&](std::size_t square) { entries_[free[square]++] = cell; });
    }
}

/// All squares that the cell meets, and perhaps some beside it.
template <class Visit>
void CellLocator::for_each_square(std::uint32_t cell, Visit visit) const {
    const std::uint32_t begin = first_corner_[cell], end = first_corner_[cell + 1];
    std::int32_t bottom = corners_[begin].y, top = bottom;
    for (std::uint32_t i = begin; i < end; ++i) {
        bottom = std::min(bottom, corners_[i].y);
        top = std::max(top, corners_[i].y);
    }
    const auto row_of = [&](std::int32_t y) { return (std::int64_t{y} - low_.y) >> shift_; };
    for (std::int64_t row = row_of(bottom); row <= row_of(top); ++row) {
        // What the border has in this row, from left to right.
        const double y0 = static_cast<double>((row << shift_) + low_.y);
        const double y1 = y0 + static_cast<double>(std::int64_t{1} << shift_);
        double left = 1e300, right = -1e300;
        for (std::uint32_t i = begin; i < end; ++i) {
            LatticePoint a = corners_[i], b = corners_[i + 1 < end ? i + 1 : begin];
            if (a.y > b.y) std::swap(a, b);
            if (a.y > y1 || b.y < y0) continue;
            const double slope = a.y == b.y ? 0 : (static_cast<double>(b.x) - a.x) / (static_cast<double>(b.y) - a.y);
            const double from = a.y < y0 ? a.x + (y0 - a.y) * slope : a.x;
            const double to = a.y == b.y ? b.x : b.y > y1 ? a.x + (y1 - a.y) * slope : b.x;
            left = std::min({left, from, to});
            right = std::max({right, from, to});
        }
        // A step on either side for rounding.
        const auto column_of = [&](double x) {
            return std::clamp((static_cast<std::int64_t>(x) - low_.x) >> shift_, std::int64_t{0},
                              std::int64_t{columns_} - 1);
        };
        for (std::int64_t column = column_of(left - 2); column <= column_of(right + 2); ++column) {
            visit(static_cast<std::size_t>(row * columns_ + column));
        }
    }
}

bool CellLocator::snap(Vec2d p, LatticePoint& at) const {
    const Vec2d from = p - origin_;
    constexpr double kReach = kLatticeLimit / kLatticePerMetre;
    if (!(from.x >= -kReach && from.x <= kReach && from.y >= -kReach && from.y <= kReach)) return false;
    at = {static_cast<std::int32_t>(to_lattice(from.x)), static_cast<std::int32_t>(to_lattice(from.y))};
    return true;
}

bool CellLocator::holds(std::uint32_t cell, LatticePoint p) const {
    const LatticePoint* begin = corners_.data() + first_corner_[cell];
    const LatticePoint* end = corners_.data() + first_corner_[cell + 1];
    LatticePoint a = end[-1];
    for (const LatticePoint* corner = begin; corner != end; ++corner) {
        if (orientation(a, *corner, p) < 0) return false;
        a = *corner;
    }
    return true;
}

bool CellLocator::holds(std::uint32_t cell, Vec2d p) const {
    LatticePoint at;
    return snap(p, at) && holds(cell, at);
}

std::uint32_t CellLocator::locate(Vec2d p) const {
    LatticePoint at;
    if (!snap(p, at)) return kNoCell;
    const std::int64_t column = (std::int64_t{at.x} - low_.x) >> shift_, row = (std::int64_t{at.y} - low_.y) >> shift_;
    if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return kNoCell;
    const auto square = static_cast<std::size_t>(row * columns_ + column);
    for (std::uint32_t e = first_entry_[square]; e < first_entry_[square + 1]; ++e) {
        if (holds(entries_[e], at)) return entries_[e];
    }
    return kNoCell;
}

/// The way infinitely little to the right (or left) of the straight line, which therefore meets no corner.
CellLocator::Walk CellLocator::walk_beside(const Subdivision& subdivision, std::uint32_t cell, LatticePoint a,
                                           LatticePoint b, bool right, std::vector<std::uint32_t>& portals) const {
    // A line that does not turn meets every portal once.
    for (std::size_t steps = 0; steps <= subdivision.portals.size(); ++steps) {
        if (holds(cell, b)) return {true, cell};
        // It leaves where the border comes from its right to its left.
        const auto sides = subdivision.sides_of(cell);
        const LatticePoint* corner = corners_.data() + first_corner_[cell];
        const auto is_left = [&](std::size_t i) {
            const std::int64_t side = orientation(a, b, corner[i]);
            return side != 0 ? side > 0 : right;
        };
        std::uint32_t portal = kNoPortal;
        bool was_left = is_left(0);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const bool then_left = is_left(i + 1 < sides.size() ? i + 1 : 0);
            if (!was_left && then_left) portal = sides[i].portal;
            was_left = then_left;
        }
        if (portal == kNoPortal) return {false, cell};
        portals.push_back(portal);
        const auto& beyond = subdivision.portals[portal].cells;
        cell = beyond[0] == cell ? beyond[1] : beyond[0];
    }
    return {false, cell};
}

/// Around a corner of the cell, to the left or right, to the first cell from which one can set out for b. kNoCell where
/// a wall is in the way; the cell itself where a is no corner of it.
std::uint32_t CellLocator::turn_towards(const Subdivision& subdivision, std::uint32_t cell, LatticePoint a,
                                        LatticePoint b, bool left, std::vector<std::uint32_t>& portals) const {
    // Each cell at the corner once.
    for (std::size_t turns = 0; turns <= subdivision.cells.size(); ++turns) {
        const auto sides = subdivision.sides_of(cell);
        const LatticePoint* corner = corners_.data() + first_corner_[cell];
        const auto at = static_cast<std::size_t>(std::find(corner, corner + sides.size(), a) - corner);
        if (at == sides.size()) return cell;
        const std::size_t before = at == 0 ? sides.size() - 1 : at - 1, after = at + 1 == sides.size() ? 0 : at + 1;
        if (orientation(corner[before], a, b) >= 0 && orientation(a, corner[after], b) >= 0) return cell;
        // Seen from the corner, the side that leads to it is the cell's left border.
        const std::uint32_t portal = sides[left ? before : at].portal;
        if (portal == kNoPortal) return kNoCell;
        portals.push_back(portal);
        const auto& beyond = subdivision.portals[portal].cells;
        cell = beyond[0] == cell ? beyond[1] : beyond[0];
    }
    return kNoCell;
}

CellLocator::Walk CellLocator::walk(const Subdivision& subdivision, std::uint32_t cell, Vec2d a, Vec2d b,
                                    std::vector<std::uint32_t>& portals) const {
    LatticePoint from, to;
    if (!snap(a, from) || !snap(b, to)) return {false, cell};
    Walk best{false, cell};
    std::vector<std::uint32_t> way, best_way;
    // A way that begins at a corner may have to go around it first; then it passes on either side of the line.
    for (const bool left : {true, false}) {
        way.clear();
        const std::uint32_t start = turn_towards(subdivision, cell, from, to, left, way);
        if (start == kNoCell) continue;
        const std::size_t turned = way.size();
        for (const bool right : {true, false}) {
            way.resize(turned);
            const Walk walked = walk_beside(subdivision, start, from, to, right, way);
            const bool better = walked.arrived != best.arrived ? walked.arrived
                                : walked.arrived               ? way.size() < best_way.size()
                                                               : way.size() > best_way.size();
            if (!better) continue;
            best = walked;
            best_way = way;
            if (best.arrived) break;  // the other side differs only where the line meets a corner
        }
        if (turned == 0) break;  // nothing to go around
    }
    portals.insert(portals.end(), best_way.begin(), best_way.end());
    return best;
}

bool CellLocator::walk(const Subdivision& subdivision, std::span<const Vec2d> points,
                       std::vector<std::uint32_t>& portals) const {
    if (points.empty()) return false;
    Walk at{true, locate(points[0])};
    at.arrived = at.cell != kNoCell;
    for (std::size_t i = 1; i < points.size() && at.arrived; ++i) {
        at = walk(subdivision, at.cell, points[i - 1], points[i], portals);
    }
    return at.arrived;
}

std::size_t CellLocator::memory_bytes() const {
    return corners_.capacity() * sizeof(LatticePoint) +
           (first_corner_.capacity() + first_entry_.capacity() + entries_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace sidestep
