// The way ahead pulled taut from where somebody is, as far as its first bend: straight to where the line touches the
// circle as wide as the body around the corner that is in the way, or to the goal. The whole string is the business of
// path/taut_string.h, which explains the funnel.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "map/wall.h"
#include "route/cone.h"

namespace sidestep {

/// How many gates are looked through at most: further away bends turn nobody's head.
inline constexpr std::size_t kGatesAhead = 64;

namespace taut {

/// Direction (of any length) that passes a corner at the radius; whoever is nearer to it already goes round it as it
/// is.
inline Vec2d past(Vec2d corner, double side, double radius) {
    const double spare = norm_squared(corner) - radius * radius;
    if (spare <= 0) return right_of(corner) * side;
    return corner * std::sqrt(spare) + right_of(corner) * (side * radius);
}

/// A corner relative to whoever looks, at its left (+1) or right (−1) hand, and the way past it.
struct Bound {
    Vec2d corner{}, direction{};
    std::size_t gate = 0;
    double side = 0;  ///< 0: none
};

inline LookAhead towards(Vec2d to) {
    LookAhead view;
    view.distance = norm(to);
    view.direction = unit(to);
    view.at_goal = true;
    return view;
}

/// Along a bound, to where the way goes round its corner.
inline LookAhead along(const Bound& bound, double radius) {
    LookAhead view;
    view.direction = unit(bound.direction);
    view.distance = std::max(0.0, dot(view.direction, bound.corner)) + radius;
    return view;
}

}  // namespace taut

/// `gate(k)` for k < count are the gates ahead, asked for in order; nobody has crossed the first. The body's centre is
/// to keep `radius` away from their ends.
template <class GateAt>
LookAhead look_taut(Vec2d at, std::size_t count, GateAt&& gate, Vec2d goal, double radius) {
    using taut::Bound;
    // Gates relative to whoever looks; plain numbers, so that nobody sets them all to zero first.
    struct {
        double right_x, right_y, left_x, left_y;
    } seen[kGatesAhead];
    const std::size_t most = count < kGatesAhead ? count : kGatesAhead;
    Bound right, left;
    std::size_t k = 0;
    const auto end_of = [&](std::size_t g, double side) {
        return side > 0 ? Vec2d{seen[g].left_x, seen[g].left_y} : Vec2d{seen[g].right_x, seen[g].right_y};
    };
    // Whether a corner bars the straight line to `to`, where another corner of gate k or the goal is passed. Seen from
    // the side, a gate is closed by its own circles: the farther of its corners is then in nobody's way.
    const auto bars = [&](const Bound& b, Vec2d to) {
        const bool wrong_side = cross(to, b.corner) * b.side <= 0;
        const bool beyond = b.gate == k && dot(b.corner - to, to) > 0;
        return (wrong_side && !beyond) || distance(Wall{{}, to}, b.corner) < radius;
    };
    // What bars the line first of what the line has on the side of `tightest`; none where nothing does.
    const auto first_in_the_way = [&](const Bound& tightest, Vec2d direction, Vec2d to) {
        if (bars(tightest, to)) return tightest;
        Bound met{{}, direction, 0, 0};
        for (std::size_t g = 0; g <= k && g < most; ++g) {
            const Vec2d corner = end_of(g, tightest.side);
            const Bound b{corner, taut::past(corner, tightest.side, radius), g, tightest.side};
            if (cross(b.direction, met.direction) * b.side > 0 && bars(b, to)) met = b;
        }
        return met;
    };
    // Narrows the view by a corner of gate k; false where nothing would be left: then the way bends, and `first` is
    // where.
    Bound first;
    const auto narrows = [&](Bound& own, const Bound& other, double side) {
        const Vec2d corner = end_of(k, side);
        if (k > 0 && corner == end_of(k - 1, side)) return true;
        // A circle beyond the bound, whose direction is as long as its corner's distance squared (taut::past), unless
        // that is within the radius.
        const double away = norm_squared(own.corner);
        if (own.side != 0 && away > radius * radius && cross(own.direction, corner) * side >= radius * away)
            return true;
        const Bound bound{corner, taut::past(corner, side, radius), k, side};
        if (own.side != 0 && cross(own.direction, bound.direction) * side > 0) return true;
        if (other.side == 0 || cross(other.direction, bound.direction) * side >= 0) {
            own = bound;
            return true;
        }
        const Vec2d to = corner - left_of(unit(bound.direction)) * (side * radius);
        first = first_in_the_way(other, bound.direction, to);
        if (first.side == 0) first = bound;
        return false;
    };
    for (; k < most; ++k) {
        const Gate g = gate(k);
        seen[k] = {g.right.x - at.x, g.right.y - at.y, g.left.x - at.x, g.left.y - at.y};
        if (!narrows(right, left, -1) || !narrows(left, right, 1)) return taut::along(first, radius);
    }
    const Vec2d to = most < count ? (end_of(most - 1, -1) + end_of(most - 1, 1)) * 0.5 : goal - at;
    const bool over_left = left.side != 0 && cross(left.direction, to) > 0;
    const bool over_right = right.side != 0 && cross(right.direction, to) < 0;
    if (over_left || over_right) {
        first = first_in_the_way(over_left ? left : right, to, to);
        if (first.side != 0) return taut::along(first, radius);
    }
    LookAhead view = taut::towards(to);
    view.at_goal = most == count;
    return view;
}

/// The same view where a further corner is in the way that bounds no gate ahead: of the cell one is in, which is
/// convex, so that it stays at the hand where the line has it.
inline void keep_off(LookAhead& view, Vec2d corner, double radius) {
    const double ahead = dot(view.direction, corner), aside = cross(view.direction, corner);
    if (ahead <= 0 || aside * aside >= radius * radius) return;
    // Up to the bend or the goal; what is beyond is seen from there.
    const double straight = view.at_goal ? view.distance : view.distance - radius;
    if (distance(Wall{{}, view.direction * straight}, corner) >= radius) return;
    const double side = aside >= 0 ? 1 : -1;
    view = taut::along({corner, taut::past(corner, side, radius), 0, side}, radius);
}

}  // namespace sidestep
