#include "map/ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/random.h"
#include "map/opening_way.h"
#include "sidestep/error.h"

namespace sidestep {

PathGround::PathGround(Subdivision subdivision, MapOutline outline, std::shared_ptr<const MapFile> file)
    : outline_(std::move(outline)),
      file_(std::move(file)),
      subdivision_(std::move(subdivision)),
      locator_(subdivision_),
      widest_ways_(subdivision_) {
    const Subdivision& map = subdivision_;
    for (std::uint32_t c = 0; c < map.cells.size(); ++c) {
        const auto sides = map.sides_of(c);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            if (sides[i].portal != kNoPortal) continue;
            walls_.push_back({map.place(sides[i].point), map.place(sides[(i + 1) % sides.size()].point)});
        }
    }
    grid_ = WallGrid(walls_, 0);

    const auto triangle_area = [&](std::uint32_t cell, std::uint32_t corner) {
        const auto sides = map.sides_of(cell);
        const Vec2d a = map.place(sides[0].point);
        return 0.5 * cross(map.place(sides[corner].point) - a, map.place(sides[corner + 1].point) - a);
    };
    std::vector<double> area(map.cells.size(), 0);  // by component
    for (std::uint32_t c = 0; c < map.cells.size(); ++c) {
        for (std::uint32_t i = 1; i + 1 < map.cells[c].side_count; ++i)
            area[map.cells[c].component] += triangle_area(c, i);
    }
    const auto largest = static_cast<std::size_t>(std::max_element(area.begin(), area.end()) - area.begin());
    for (std::uint32_t c = 0; c < map.cells.size(); ++c) {
        if (map.cells[c].component != largest) continue;
        for (std::uint32_t i = 1; i + 1 < map.cells[c].side_count; ++i) {
            patches_.push_back({c, i, patches_area_});
            patches_area_ += triangle_area(c, i);
        }
    }
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
        grid_.crosses(walls_, p + (place - p) * 1e-3, place) ||
        !opens_up(p, place, radius, [&](Vec2d at) { return clearance(at, radius); })) {
        return {p, kNoCell};
    }
    return {place, locate(place)};
}

Vec2d PathGround::random_place(std::uint64_t seed, std::uint64_t index, double radius) const {
    const Subdivision& map = subdivision_;
    for (std::uint64_t attempt = 0; attempt < 10000 && !patches_.empty(); ++attempt) {
        const auto draw = [&](std::uint64_t which) {
            return random_unit(seed, static_cast<AgentId>(index), 3 * attempt + which, Purpose::place);
        };
        const double at = draw(0) * patches_area_;
        const auto after = std::upper_bound(patches_.begin(), patches_.end(), at,
                                            [](double value, const Patch& p) { return value < p.area_before; });
        const Patch& patch = *(after - 1);
        const auto sides = map.sides_of(patch.cell);
        const Vec2d a = map.place(sides[0].point), b = map.place(sides[patch.corner].point),
                    c = map.place(sides[patch.corner + 1].point);
        double u = draw(1), v = draw(2);
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        const Vec2d p = a + (b - a) * u + (c - a) * v;
        if (clear_in_cell(patch.cell, p, radius) || clearance(p, radius) >= radius) return p;
    }
    InputProblem problem;
    problem.message = "hardly any place of the map is clear enough of walls";
    problem.value = fmt::format("{}", radius);
    problem.allowed = "a radius for which there is room";
    problem.remedy = "Give a smaller radius, or a map with more room.";
    throw InputError(problem);
}

}  // namespace sidestep
