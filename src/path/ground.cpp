#include "path/ground.h"

#include <algorithm>
#include <array>

namespace sidestep {

PathGround::PathGround(Subdivision subdivision) : subdivision_(std::move(subdivision)), locator_(subdivision_) {
    const Subdivision& map = subdivision_;
    for (std::uint32_t c = 0; c < map.cells.size(); ++c) {
        const auto sides = map.sides_of(c);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (sides[i].portal != kNoPortal) continue;
            walls_.push_back({map.place(sides[i].point), map.place(sides[(i + 1) % sides.size()].point)});
        }
    }
    grid_ = WallGrid(walls_, 0);
}

bool PathGround::clear_in_cell(std::uint32_t cell, Vec2d p, double radius) const {
    const auto sides = subdivision_.sides_of(cell);
    Vec2d a = subdivision_.place(sides.back().point);
    for (const Subdivision::Side& side : sides) {
        const Vec2d b = subdivision_.place(side.point);
        const double height = cross(b - a, p - a);
        if (height < 0 || height * height < radius * radius * norm_squared(b - a)) return false;
        a = b;
    }
    return true;
}

PathGround::Footing PathGround::footing(Vec2d p, double radius) const {
    const std::uint32_t cell = locate(p);
    if (cell == kNoCell) return {p, kNoCell};
    // Far from all sides of its cell is far from all walls.
    if (clear_in_cell(cell, p, radius) || clearance(p, radius) >= radius) return {p, cell};

    // Out of each wall that is too close, the closest first, until none is: in a corner between two walls the pushes
    // converge to the place that touches both.
    constexpr double kFarthest = 4, kBeyond = 1e-9;
    Vec2d place = p;
    std::array<std::uint32_t, 16> near{};
    for (int round = 0; round < 64; ++round) {
        const std::size_t count = std::min(grid_.near(walls_, place, radius, near), near.size());
        double closest = radius;
        Vec2d from{}, away{};
        for (std::size_t i = 0; i < count; ++i) {
            const Wall& wall = walls_[near[i]];
            const Vec2d foot = nearest_point(wall, place);
            const double distance = norm(place - foot);
            if (!(distance < closest)) continue;
            closest = distance;
            from = foot;
            // On the wall itself: to the side its cell is on, which walls have at their left.
            away = distance > 1e-9 ? (place - foot) / distance : unit(left_of(wall.b - wall.a));
        }
        if (!(closest < radius)) break;
        place = from + away * (radius * (1 + kBeyond));
    }
    if (norm(place - p) > kFarthest * radius || clearance(place, radius) < radius ||
        grid_.crosses(walls_, p + (place - p) * 1e-3, place)) {
        return {p, kNoCell};
    }
    return {place, locate(place)};
}

}  // namespace sidestep
