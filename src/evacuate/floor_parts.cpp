#include "evacuate/floor_parts.h"

#include <algorithm>
#include <cmath>

#include "evacuate/plan_ground.h"
#include "scenario/polygon.h"

namespace sidestep {
namespace {

/// Exits that lead from one part of the floor to another; the others stand at its border.
std::vector<PlanningMap::Door> dividing(const BuiltMap& map, const std::vector<PlanExit>& exits) {
    constexpr double kReach = 0.1, kBeside = 0.15;  // m
    std::vector<PlanningMap::Door> doors;
    for (const PlanExit& exit : exits) {
        if (!exit.line || exit.source == ExitSource::layer) continue;  // which may lie anywhere
        const auto [a, b] = *exit.line;
        const Vec2d middle = (a + b) * 0.5, aside = unit(left_of(b - a)) * kBeside;
        const bool from_wall_to_wall = map.clearance(a, kReach) < kReach && map.clearance(b, kReach) < kReach;
        if (from_wall_to_wall && map.walkable(middle - aside) && map.walkable(middle + aside)) doors.push_back({a, b});
    }
    return doors;
}

}  // namespace

FloorParts::FloorParts(const BuiltMap& map, const std::vector<PlanExit>& exits, double radius,
                       const std::optional<Vec2d>& inside) {
    const std::vector<PlanningMap::Door> doors = dividing(map, exits);
    const PlanningMap planning(map, doors);
    cells_ = planning.cells();
    ways_.resize(cells_.size());
    for (const PlanningMap::Portal& p : planning.portals()) {
        if (norm(p.b - p.a) <= 2 * radius) continue;
        ways_[p.cells[0]].push_back({p.cells[1], p.door.has_value()});
        ways_[p.cells[1]].push_back({p.cells[0], p.door.has_value()});
    }
    parts_.assign(cells_.size(), FloorPart::cut_off);
    find_cut_off(map, exits, radius);
    find_beyond(inside);
}

double FloorParts::area(std::size_t cell) const {
    return std::fabs(polygon_area(cells_[cell].corners));
}

std::vector<Polygon> FloorParts::inside_near(const std::array<Vec2d, 2>& line, double reach) const {
    const Box around = bounds({line[0], line[1]});
    const Vec2d lower = around.lower - Vec2d{reach, reach}, upper = around.upper + Vec2d{reach, reach};
    std::vector<Polygon> near;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
        if (parts_[c] != FloorPart::inside) continue;
        const Box box = bounds(corners(c));
        const bool meets =
            box.lower.x <= upper.x && box.upper.x >= lower.x && box.lower.y <= upper.y && box.upper.y >= lower.y;
        if (meets) near.push_back(corners(c));
    }
    return near;
}

void FloorParts::find_cut_off(const BuiltMap& map, const std::vector<PlanExit>& exits, double radius) {
    std::vector<Vec2d> starts;
    for (const PlanExit& exit : exits) {
        const std::vector<Vec2d> places = clear_places(map, exit.region, radius);
        starts.insert(starts.end(), places.begin(), places.end());
    }
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
        if (parts_[c] == FloorPart::inside) continue;
        if (!std::ranges::any_of(starts, [&](Vec2d p) { return holds(c, p); })) continue;
        for (const std::uint32_t cell : from(c, true)) parts_[cell] = FloorPart::inside;
    }
}

void FloorParts::find_beyond(const std::optional<Vec2d>& inside) {
    std::vector<bool> seen(cells_.size());
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
        if (parts_[c] == FloorPart::cut_off || seen[c]) continue;
        const std::vector<std::uint32_t> whole = from(c, true);
        std::vector<std::uint32_t> kept;
        double largest = 0;
        bool chosen = false;
        for (const std::uint32_t cell : whole) {
            if (seen[cell]) continue;
            std::vector<std::uint32_t> part = from(cell, false);
            double size = 0;
            bool wanted = false;
            for (const std::uint32_t member : part) {
                seen[member] = true;
                size += area(member);
                wanted = wanted || (inside && holds(member, *inside));
            }
            if ((!wanted && chosen) || (!wanted && size <= largest)) continue;
            chosen = chosen || wanted;
            largest = size;
            kept = std::move(part);
        }
        for (const std::uint32_t cell : whole) parts_[cell] = FloorPart::beyond;
        for (const std::uint32_t cell : kept) parts_[cell] = FloorPart::inside;
    }
}

bool FloorParts::holds(std::uint32_t cell, Vec2d p) const {
    const Box box = bounds(cells_[cell].corners);
    return p.x >= box.lower.x && p.x <= box.upper.x && p.y >= box.lower.y && p.y <= box.upper.y &&
           contains(cells_[cell].corners, p);
}

std::vector<std::uint32_t> FloorParts::from(std::uint32_t start, bool through_exits) const {
    std::vector<bool> marked(cells_.size());
    std::vector<std::uint32_t> found{start};
    marked[start] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const auto& [next, exit] : ways_[found[i]]) {
            if (marked[next] || (exit && !through_exits)) continue;
            marked[next] = true;
            found.push_back(next);
        }
    }
    return found;
}

}  // namespace sidestep
