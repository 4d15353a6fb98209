#include "evacuate/passage.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "outline/obstacles.h"
#include "scenario/polygon.h"

namespace sidestep {
namespace {

constexpr double kFine = 0.02;       // m between places that are looked at, and how far passages reach into the floor
constexpr double kInset = 0.01;      // m from the ends of an exit, where walls begin
constexpr double kBesideLine = 0.1;  // m: floor farther from a line is not along it
constexpr double kBridged = 0.5;     // m from a line's middle to the wall, where that bends away
constexpr double kWell = 0.3;        // m: on which side the inside is, whatever the line crosses
constexpr double kWallLeft = 0.1;    // m between a passage and what lies behind it
constexpr double kStep = 0.1;        // m that a body gets into an exit beyond being through
constexpr double kNowhere = std::numeric_limits<double>::infinity();

/// A rectangle along an exit, from so far inside to so far outside.
Polygon strip(const Opening& e, double from, double to) {
    return {e.a + e.outwards * from, e.b + e.outwards * from, e.b + e.outwards * to, e.a + e.outwards * to};
}

/// The nearest floor inside from a place in a direction, m.
double floor_from(Vec2d p, Vec2d direction, double at_most, const IsInside& inside) {
    for (double s = kFine; s <= at_most + kInset; s += kFine) {
        if (inside(p + direction * s)) return s;
    }
    return kNowhere;
}

/// Places along a line, as shares of it, from just within one end to just within the other.
std::vector<double> shares_along(double width) {
    const double inset = std::min(kInset / width, 0.4);
    const int steps = std::max(4, static_cast<int>(std::ceil(width / (2 * kFine))));
    std::vector<double> shares;
    for (int i = 0; i <= steps; ++i) shares.push_back(inset + (1 - 2 * inset) * i / steps);
    return shares;
}

struct Side {
    double well = 0;         ///< share of the line that has floor inside well behind it
    double near = kNowhere;  ///< m to that floor, median
};
Side look_to(const std::array<Vec2d, 2>& line, Vec2d direction, const IsInside& inside) {
    const auto [a, b] = line;
    const std::vector<double> shares = shares_along(norm(b - a));
    std::vector<double> gaps;
    Side side;
    for (const double share : shares) {
        const Vec2d p = a + (b - a) * share;
        side.well += inside(p + direction * kWell) ? 1.0 / static_cast<double>(shares.size()) : 0;
        gaps.push_back(floor_from(p, direction, kWell, inside));
    }
    std::ranges::nth_element(gaps, gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2));
    side.near = gaps[gaps.size() / 2];
    return side;
}

/// Whether the inside is on the first side rather than on the second; nothing where that cannot be said.
std::optional<bool> on_first(const Side& first, const Side& second) {
    constexpr double kMuch = 0.5, kNearer = 0.03;  // of the line; m
    if ((first.well >= kMuch) != (second.well >= kMuch)) return first.well >= kMuch;
    if (first.near + kNearer < second.near) return true;
    if (second.near + kNearer < first.near) return false;
    return std::nullopt;
}

/// Where something that has been seen at one share of a line, and not at another, begins.
double border_between(double with, double without, const std::function<bool(double)>& seen) {
    for (int i = 0; i < 40; ++i) {
        const double middle = (with + without) / 2;
        (seen(middle) ? with : without) = middle;
    }
    return with;
}

/// Of a segment, what lies inside a convex polygon: from one share of it to another. Empty: the second is not larger.
std::array<double, 2> shares_within(Vec2d a, Vec2d b, const Polygon& convex) {
    const double turn = polygon_area(convex) > 0 ? 1 : -1;
    std::array<double, 2> within{0, 1};
    for (std::size_t i = 0; i < convex.size(); ++i) {
        const Vec2d p = convex[i], side = (convex[(i + 1) % convex.size()] - p) * turn;
        const double at_a = cross(side, a - p), at_b = cross(side, b - p);
        if (at_a <= 0 && at_b <= 0) return {0, 0};
        if (at_a < 0) within[0] = std::max(within[0], at_a / (at_a - at_b));
        if (at_b < 0) within[1] = std::min(within[1], at_a / (at_a - at_b));
    }
    return within;
}

void cut_out(std::vector<std::vector<Vec2d>>& walls, const Polygon& doorway) {
    std::vector<std::vector<Vec2d>> kept;
    for (const auto& wall : walls) {
        std::vector<Vec2d> piece{wall.front()};
        const auto end_piece = [&] {
            if (piece.size() > 1) kept.push_back(piece);
        };
        for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
            const Vec2d a = wall[i], b = wall[i + 1];
            const auto [from, to] = shares_within(a, b, doorway);
            if (to > from) {
                if (from > 0) piece.push_back(a + (b - a) * from);
                end_piece();
                piece = {to < 1 ? a + (b - a) * to : b};
                if (to == 1) continue;
            }
            piece.push_back(b);
        }
        end_piece();
    }
    walls = std::move(kept);
}

/// How far one gets from a place of the exit before other floor, a wall or a passage is in the way, m.
double free_from(const BuiltMap& map, Vec2d start, Vec2d outwards, double at_most, const std::vector<Passage>& others) {
    bool left_floor = false;
    for (double s = kBesideLine + kFine; s <= at_most + kWallLeft; s += kFine) {
        const Vec2d p = start + outwards * s;
        const bool floor = map.walkable(p);
        if (floor && left_floor) return s - kWallLeft;
        left_floor = left_floor || !floor;
        // A wall as a line has the same on both of its sides; a border has not.
        const bool wall = map.clearance(p, kFine) < kFine && map.walkable(p - outwards * (2 * kFine)) == floor &&
                          map.walkable(p + outwards * (2 * kFine)) == floor;
        if (wall && s < at_most) return s - kFine;
        if (std::ranges::any_of(others, [&](const Passage& o) { return contains(o.ground(), p); })) {
            return s - kWallLeft;
        }
    }
    return at_most;
}

}  // namespace

std::optional<Opening> opening_at(const std::array<Vec2d, 2>& line, const IsInside& inside) {
    const auto [a, b] = line;
    const Vec2d left = unit(left_of(b - a));
    const std::optional<bool> inside_left = on_first(look_to(line, left, inside), look_to(line, left * -1.0, inside));
    if (!inside_left) return std::nullopt;
    const Vec2d inwards = *inside_left ? left : left * -1.0;
    const auto along_floor = [&](double share) {
        const Vec2d p = a + (b - a) * share;
        return inside(p) || floor_from(p, inwards, kBesideLine, inside) < kNowhere;
    };
    const std::vector<double> shares = shares_along(norm(b - a));
    const auto first = std::ranges::find_if(shares, along_floor);
    const auto last = std::find_if(shares.rbegin(), shares.rend(), along_floor);
    if (first == shares.end()) return std::nullopt;
    const double from = first == shares.begin() ? 0 : border_between(*first, *(first - 1), along_floor);
    const double to = last == shares.rbegin() ? 1 : border_between(*last, *(last - 1), along_floor);
    Opening exit{a + (b - a) * from, a + (b - a) * to, inwards * -1.0};
    if (*inside_left) std::swap(exit.a, exit.b);
    return exit;
}

Polygon Passage::ground() const {
    return strip(exit, -bridged - kFine, depth);
}

Polygon Passage::left() const {
    return strip(exit, depth / 2, depth);
}

void open_walls(MapOutline& outline, const std::array<Vec2d, 2>& line, double right, double left) {
    const auto [a, b] = line;
    const Vec2d inset = unit(b - a) * std::min(kInset, norm(b - a) / 4);
    cut_out(outline.walls, strip({a + inset, b - inset, unit(left_of(b - a))}, -right, left));
}

std::optional<Passage> passage_behind(const BuiltMap& map, const Opening& exit, const IsInside& inside, double radius,
                                      const std::vector<Passage>& others) {
    const double least = 2 * radius + kStep, width = norm(exit.b - exit.a);
    if (width <= 2 * radius) return std::nullopt;
    Passage passage{exit, 0, 2 * least};
    for (const double share : shares_along(width)) {
        const Vec2d p = exit.a + (exit.b - exit.a) * share;
        const double gap = inside(p) ? 0 : floor_from(p, exit.outwards * -1.0, kBridged, inside);
        if (gap < kNowhere) passage.bridged = std::max(passage.bridged, gap);
        passage.depth = std::min(passage.depth, free_from(map, p, exit.outwards, passage.depth, others));
    }
    if (passage.depth < least) return std::nullopt;
    return passage;
}

MapOutline with_passages(const MapOutline& outline, const std::vector<Passage>& passages) {
    MapOutline all = outline;
    for (const Passage& passage : passages) {
        open_walls(all, {passage.exit.a, passage.exit.b}, passage.bridged + kFine, kBesideLine);
        all.floor.push_back({passage.ground(), {}});
    }
    const std::shared_ptr<const BuiltMap> plan = BuiltMap::from_outline(outline), united = BuiltMap::from_outline(all);
    std::vector<Obstacle> sides;
    for (const Passage& passage : passages) {
        const Vec2d beside = unit(passage.exit.b - passage.exit.a) * kFine, out = passage.exit.outwards * passage.depth;
        for (const auto& [end, aside] : {std::pair{passage.exit.a, beside * -1.0}, {passage.exit.b, beside}}) {
            if (plan->walkable(end + out * 0.5 + aside)) sides.push_back({{end, end + out}, false});
        }
    }
    return sides.empty() ? united->outline() : with_obstacles(united->outline(), sides);
}

}  // namespace sidestep
