#include "path/taut_string.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/wall.h"
#include "path/tangent.h"

namespace sidestep {
namespace {

/// 10°, 5°, 2.5°, 1.25°; cuts lie beyond the circle by 1.5 %, 0.4 %, 0.1 % and 0.02 % of the radius.
constexpr HalfTurn kHalfTurns[] = {{0.984807753012208, 0.17364817766693033},
                                   {0.9961946980917455, 0.08715574274765817},
                                   {0.9990482215818578, 0.043619387365336},
                                   {0.9997620270799091, 0.02181488503456112}};

}  // namespace

// The funnel: from its apex, the directions in which the way may go on, between two bounds. It starts again whenever a
// corner becomes the new apex. Directions stand for lines that touch the apex' circle, so comparing them is exact.
//
//                       L1       L2          Gates are passed one after the other, between their corners L and R.
//                      o        o            Around each is a circle as wide as the body, which bounds only touch.
//                  .-'
//              .-'  left bound               A corner of the next gate, here L2 and R2, is (pass)
//   apex   .-'
//        x      the way may go on here       inside the funnel, as R2: its side's bound moves there;
//          `-.                               outside on its own side, as L2: nothing changes;
//              `-.  right bound              beyond the other side's bound, as an R2 above the line of L1: the way
//                  `-.   R2                  bends round L1, or whatever else of that side the line meets first
//                      o  o                  (first_met), or round R2 where nothing is met. That corner becomes the
//                      R1                    apex, and the gates after it are seen from there (bend_at).
//
// The goal is a last gate without width.
void TautString::find_bends(Vec2d start, Vec2d goal, double radius) {
    struct Bound {
        Corner corner;
        Vec2d direction;
        std::size_t gate;  ///< where it was met
        std::size_t next;  ///< the gate after which to go on from it
        bool set;
    };
    const std::size_t count = gates_.size();
    bends_.clear();
    bends_.push_back({start, 0, 0});
    Bend apex = bends_.back();
    std::uint32_t apex_id = kNoCorner;
    Bound left{}, right{};
    std::size_t i = 0, first_gate = 0;
    const auto corner_at = [&](std::size_t gate, double side) {
        return side > 0 ? gates_[gate].left : gates_[gate].right;
    };
    const auto direction_to = [&](Vec2d place, double side) {
        return tangent(apex.corner, place, (side - apex.side) * radius);
    };
    const auto bend_at = [&](const Bound& bound, double side) {
        const Vec2d arriving = direction_to(bound.corner.place, side);
        // On with the gates at this corner that are not behind yet where the way touches its circle.
        const auto ahead = [&](std::size_t gate) {
            const Corner other = corner_at(gate, -side);
            return corner_at(gate, side).id == bound.corner.id && other.id != kNoCorner &&
                   dot(arriving, other.place - bound.corner.place) > 0;
        };
        i = bound.next;
        while (i > 0 && ahead(i - 1)) --i;
        first_gate = i;
        apex = {bound.corner.place, bound.gate, side};
        apex_id = bound.corner.id;
        bends_.push_back(apex);
        left.set = right.set = false;
    };
    // A line to a corner or the goal may lie outside the funnel and yet meet nothing: seen from the side, a gate is
    // closed by its own circles, the farther of which is beyond the nearer one, or beyond a goal that stands in the
    // gate. So what bounds the funnel is asked whether it really is in the way, up to where the line ends.
    const auto is_met = [&](Corner corner, double side, Vec2d from, Vec2d to) {
        // On the wrong side of the line, wherever: the way leads round it. Unless it is the other corner of the gate
        // the line leads to, and farther away.
        const bool wrong_side = sidestep::cross(to - from, corner.place - from) * side <= 0;
        const bool beyond = i < count && corner.id == corner_at(i, side).id && dot(corner.place - to, to - from) > 0;
        return (wrong_side && !beyond) || distance(Wall{from, to}, corner.place) < radius;
    };
    // The corner on this side that the way must bend at first, if any.
    const auto first_met = [&](double side, Vec2d towards, Vec2d end, double end_side) {
        const Vec2d normal = left_of(unit(towards)) * radius;
        const Vec2d from = apex.corner - normal * apex.side, to = end - normal * end_side;
        const Bound& bound = side > 0 ? left : right;
        if (is_met(bound.corner, side, from, to)) return bound;
        Bound met{{}, towards, 0, 0, false};
        for (std::size_t g = first_gate; g < std::min(i + 1, count); ++g) {
            const Corner corner = corner_at(g, side);
            if (corner.id == apex_id || corner.id == kNoCorner) continue;
            const Vec2d past = direction_to(corner.place, side);
            if (sidestep::cross(past, met.direction) * side > 0 && is_met(corner, side, from, to)) {
                met = {corner, past, g, g + 1, true};
            }
        }
        return met;
    };
    // Each corner narrows the funnel; where it would be narrower than nothing, the way bends, and the rest is seen from
    // there.
    const auto pass = [&]<int kSide>() {
        constexpr double side = kSide;
        const Corner corner = corner_at(i, side);
        if (corner.id == apex_id || corner.id == kNoCorner) return true;
        Bound& own = side > 0 ? left : right;
        Bound& other = side > 0 ? right : left;
        const Bound bound{corner, direction_to(corner.place, side), i, i + 1, true};
        if (own.set && sidestep::cross(own.direction, bound.direction) * side > 0) return true;
        if (!other.set || sidestep::cross(other.direction, bound.direction) * side >= 0) {
            own = bound;
            return true;
        }
        if (const Bound met = first_met(-side, bound.direction, corner.place, side); met.set) {
            bend_at(met, -side);
        } else {
            // This one is nearer: the other comes after it.
            Bound after = other;
            bend_at(bound, side);
            after.direction = direction_to(after.corner.place, -side);
            after.next = bound.next;
            other = after;
        }
        return false;
    };
    // Every corner is an apex once in a run of gates that share it; the limit only guards against rounding.
    for (std::size_t steps = 0; steps < (count + 2) * (count + 2); ++steps) {
        if (i < count) {
            if (pass.template operator()<-1>() && pass.template operator()<1>()) ++i;
            continue;
        }
        const Vec2d towards = direction_to(goal, 0);
        const bool over_left = left.set && sidestep::cross(left.direction, towards) > 0;
        const bool over_right = right.set && sidestep::cross(right.direction, towards) < 0;
        if (!over_left && !over_right) break;
        const double side = over_left ? 1 : -1;
        const Bound met = first_met(side, towards, goal, 0);
        if (!met.set) break;
        bend_at(met, side);
    }
    bends_.push_back({goal, count, 0});
}

double TautString::play(const Bend& bend, double radius) const {
    const auto corner_at = [&](std::size_t gate) { return bend.side > 0 ? gates_[gate].left : gates_[gate].right; };
    const std::uint32_t id = corner_at(bend.gate).id;
    std::size_t first = bend.gate, last = bend.gate;
    while (first > 0 && corner_at(first - 1).id == id) --first;
    while (last + 1 < gates_.size() && corner_at(last + 1).id == id) ++last;
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t g = first; g <= last; ++g) {
        const Gate& gate = gates_[g];
        if (gate.left.id == kNoCorner || gate.right.id == kNoCorner) continue;
        shortest = std::min(shortest, norm(gate.right.place - gate.left.place));
    }
    return shortest - 2 * radius;
}

double TautString::pull(Vec2d start, Vec2d goal, double radius, std::vector<Vec2d>& points) {
    find_bends(start, goal, radius);
    points.push_back(start);
    double length = 0;
    const auto append = [&](Vec2d p) {
        length += norm(p - points.back());
        points.push_back(p);
    };
    const auto leaving = [&](std::size_t i) {
        return unit(tangent(bends_[i].corner, bends_[i + 1].corner, (bends_[i + 1].side - bends_[i].side) * radius));
    };
    Vec2d in = leaving(0);
    for (std::size_t i = 1; i + 1 < bends_.size(); ++i) {
        const Bend& bend = bends_[i];
        const Vec2d out = leaving(i);
        if (radius == 0) {
            append(bend.corner);
            continue;
        }
        const double room = play(bend, radius);
        // The finest cut is 0.02 % of the radius outside the circle: nothing anybody could measure.
        std::size_t fineness = 0;
        while (fineness + 1 < std::size(kHalfTurns) && radius / kHalfTurns[fineness].cos - radius > room) ++fineness;
        const HalfTurn half = kHalfTurns[fineness];
        cut_round(bend.corner, bend.side, radius, in, out, half, append);
        in = out;
    }
    append(goal);
    return length;
}

}  // namespace sidestep
