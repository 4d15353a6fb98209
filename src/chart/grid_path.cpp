#include "chart/grid_path.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "chart/speed.h"
#include "chart/walk.h"

namespace sidestep {
namespace {

constexpr double kDiagonal = 1.4142135623730951;
constexpr std::uint32_t kNobody = UINT32_MAX;

/// Cost between two cells of an empty grid.
double octile(int dx, int dy) {
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return std::max(dx, dy) + (kDiagonal - 1) * std::min(dx, dy);
}

/// Centres of the cells from the one with `start` to the one with `goal`, both free; empty where there is no way.
void cells_between(const CellGrid& grid, Vec2d start, Vec2d goal, GridScratch& s) {
    const int columns = grid.columns();
    const int goal_column = static_cast<int>(goal.x), goal_row = static_cast<int>(goal.y);
    s.walked.assign(grid.size(), std::numeric_limits<double>::infinity());
    s.before.assign(grid.size(), kNobody);
    s.open.clear();
    s.cells.clear();
    s.expansions = 0;
    const auto reach = [&](int column, int row, double cost, std::uint32_t from) {
        const std::size_t cell = grid.index(column, row);
        if (!(cost < s.walked[cell])) return;
        s.walked[cell] = cost;
        s.before[cell] = from;
        // Of equal costs the lower cell first.
        s.open.push_back({cost + octile(column - goal_column, row - goal_row), static_cast<std::uint32_t>(cell)});
        std::push_heap(s.open.begin(), s.open.end(), std::greater<>());
    };
    const std::size_t first = grid.index(static_cast<int>(start.x), static_cast<int>(start.y));
    reach(static_cast<int>(start.x), static_cast<int>(start.y), 0, kNobody);
    const auto end = static_cast<std::uint32_t>(grid.index(goal_column, goal_row));
    while (!s.open.empty() && s.open.front().second != end) {
        const auto [estimate, cell] = s.open.front();
        std::pop_heap(s.open.begin(), s.open.end(), std::greater<>());
        s.open.pop_back();
        const int column = static_cast<int>(cell) % columns, row = static_cast<int>(cell) / columns;
        const double cost = s.walked[cell];
        if (estimate > cost + octile(column - goal_column, row - goal_row)) continue;
        ++s.expansions;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                if ((dx == 0 && dy == 0) || grid.blocked(column + dx, row + dy)) continue;
                const bool diagonal = dx != 0 && dy != 0;
                if (diagonal && (grid.blocked(column + dx, row) || grid.blocked(column, row + dy))) continue;
                reach(column + dx, row + dy, cost + (diagonal ? kDiagonal : 1), cell);
            }
        }
    }
    if (s.before[end] == kNobody && first != end) return;
    for (std::uint32_t cell = end; cell != kNobody; cell = s.before[cell])
        s.cells.push_back({static_cast<int>(cell) % columns + 0.5, static_cast<int>(cell) / columns + 0.5});
    std::reverse(s.cells.begin(), s.cells.end());
}

/// From each corner straight to the last one that can be seen.
void straighten(const CellGrid& grid, const std::vector<Vec2d>& path, std::vector<Vec2d>& corners) {
    corners.assign(1, path.front());
    for (std::size_t at = 0; at + 1 < path.size();) {
        std::size_t to = path.size() - 1;
        while (to > at + 1 && !grid.sees(path[at], path[to])) --to;
        corners.push_back(path[to]);
        at = to;
    }
}

/// Somebody who walks along a line of corners.
class Along {
public:
    explicit Along(const std::vector<Vec2d>& corners) : corners_(corners) {
        for (std::size_t i = 1; i < corners.size(); ++i) left_ += norm(corners[i] - corners[i - 1]);
    }
    double left() const { return left_; }
    Vec2d place() const { return at_ + 1 < corners_.size() ? corners_[at_] + heading() * into_ : corners_.back(); }
    Vec2d heading() const {
        const std::size_t i = std::min(at_, corners_.size() - 2);
        return unit(corners_[i + 1] - corners_[i]);
    }
    void advance(double way) {
        left_ = std::max(0.0, left_ - way);
        into_ += way;
        while (at_ + 1 < corners_.size()) {
            const double length = norm(corners_[at_ + 1] - corners_[at_]);
            if (into_ < length) return;
            into_ -= length;
            ++at_;
        }
    }

private:
    const std::vector<Vec2d>& corners_;
    std::size_t at_ = 0;
    double into_ = 0, left_ = 0;
};

}  // namespace

void find_corners(const ChartSet& charts, Vec2d start, GridScratch& scratch, std::vector<Vec2d>& corners) {
    corners.clear();
    const CellGrid& grid = charts.grid();
    const std::optional<Vec2d> from = charts.free_near(grid.to_cells(start));
    if (!from) return;
    const Vec2d goal = grid.to_cells(charts.goal().place);
    cells_between(grid, *from, goal, scratch);
    std::vector<Vec2d>& cells = scratch.cells;
    if (cells.empty()) return;
    // The true ends instead of the centres of their cells.
    cells.front() = *from;
    if (cells.size() == 1) cells.push_back(goal);
    cells.back() = goal;
    straighten(grid, cells, corners);
    for (Vec2d& corner : corners) corner = grid.to_place(corner);
    corners.front() = start;
    corners.back() = charts.goal().place;
}

std::vector<Vec2d> grid_path(const ChartSet& charts, Vec2d start) {
    GridScratch scratch;
    std::vector<Vec2d> corners;
    find_corners(charts, start, scratch, corners);
    return corners;
}

WalkedPath walk_grid(const ChartSet& charts, const ChartValues& values, const WalkStart& start,
                     bool slow_at_obstacles) {
    WalkedPath path;
    path.step = values[kWalkStep];
    path.status = charts.status_at(start.place);
    if (path.status == WalkStatus::start_outside || path.status == WalkStatus::start_blocked) return path;
    const std::vector<Vec2d> corners = grid_path(charts, start.place);
    if (corners.empty()) {
        path.status = charts.why_no_way(start.place);
        return path;
    }
    Along walker(corners);
    slow_at_obstacles |= values[kGridSlowing] != 0;
    const double whole = walker.left(), head = head_start(values, start.speed);
    const auto steps =
        static_cast<std::size_t>(2 * expected_time(values, whole, start.speed, charts.goal().speed) / path.step) + 1;
    const auto arrived = [&] { return norm(walker.place() - charts.goal().place) < values[kGoalTolerance]; };
    double speed = start.speed;
    while (true) {
        path.place.push_back(walker.place());
        path.heading.push_back(walker.heading());
        path.status = arrived() ? WalkStatus::arrived : WalkStatus::missed;
        if (path.status == WalkStatus::arrived || path.place.size() > steps) break;
        const double clearance = slow_at_obstacles ? charts.grid().clearance(charts.grid().to_cells(walker.place()))
                                                   : std::numeric_limits<double>::infinity();
        speed = wanted_speed(values, whole - walker.left() + head, walker.left(), charts.goal().speed, clearance);
        path.speed.push_back(speed);
        walker.advance(speed * path.step);
    }
    path.speed.push_back(speed);
    return path;
}

}  // namespace sidestep
