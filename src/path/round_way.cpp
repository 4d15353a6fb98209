#include "path/round_way.h"

#include <array>

namespace sidestep {
namespace {

/// 3°, 1°, 0.3°: cuts lie beyond the circle by 0.14 %, 0.015 % and 0.0014 % of the radius, and the coarsest are longer
/// than the arc by 0.09 %.
constexpr std::array kHalfTurns{HalfTurn{0.9986295347545738, 0.052335956242943835},
                                HalfTurn{0.9998476951563913, 0.01745240643728351},
                                HalfTurn{0.9999862922474267, 0.00523596383141958}};

/// Whether a way that changes direction like this does not lean on the circle.
bool leans_not(const Circle& circle, Vec2d in, Vec2d out) {
    return cross(in, out) * circle.side() < 0 && dot(in, out) > 0;
}

}  // namespace

void RoundWay::begin(Vec2d start) {
    bends_.clear();
    bends_.push_back({{start, 0}, true, false, {}});
}

void RoundWay::pass(const Circle& circle, bool stands_alone, bool known_clear) {
    Bend& last = bends_.back();
    if (last.circle.centre == circle.centre) return;
    last.clear = known_clear;
    bends_.push_back({circle, stands_alone, false, {}});
}

/// Takes out circles that the way does not lean on, until there are none.
bool RoundWay::straighten() {
    for (std::size_t i = 0; i + 1 < bends_.size();) {
        if (patience_-- == 0) return false;
        Bend& bend = bends_[i];
        const Circle &here = bend.circle, &next = bends_[i + 1].circle;
        const double offset = next.radius - here.radius;
        if (norm_squared(next.centre - here.centre) < offset * offset) return false;
        bend.out = straight_between(here, next).direction;
        if (i > 0 && leans_not(here, bends_[i - 1].out, bend.out)) {
            bends_.erase(bends_.begin() + static_cast<std::ptrdiff_t>(i));
            bends_[--i].clear = false;
        } else {
            ++i;
        }
    }
    return true;
}

/// The circles that are in the way come in, those that it does not lean on go. Away from the polygons it moves by less
/// than the radius, so it cannot get to the other side of a wall's corner: that one lies on the side it must be passed.
bool RoundWay::pull(const RoundWalls& walls) {
    patience_ = 8 * bends_.size() + 64;
    for (bool changed = true; changed;) {
        if (!straighten()) return false;
        changed = false;
        for (std::size_t i = 0; i + 1 < bends_.size(); ++i) {
            Bend& bend = bends_[i];
            if (bend.clear) continue;
            const Bend& next = bends_[i + 1];
            const RoundWalls::Sweep sweep = walls.sweep(bend.circle.touched(bend.out), next.circle.touched(bend.out));
            bend.clear = sweep.clear;
            if (sweep.clear) continue;
            if (!sweep.end || *sweep.end == bend.circle.centre || *sweep.end == next.circle.centre) return false;
            const bool left = cross(bend.out, *sweep.end - bend.circle.touched(bend.out)) > 0;
            const Circle met{*sweep.end, left ? walls.radius() : -walls.radius()};
            bends_.insert(bends_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                          {met, walls.stands_alone(met.centre), false, {}});
            changed = true;
            break;
        }
    }
    return true;
}

bool RoundWay::cut(const RoundWalls& walls, HalfTurn half, std::vector<Vec2d>& points) const {
    const std::size_t before = points.size();
    // Lines and arcs are clear, but cuts beside another wall may not be.
    bool all_clear = true, check = false;
    Vec2d last = bends_.front().circle.centre;
    const auto append = [&](Vec2d p) {
        all_clear = all_clear && (!check || walls.sweep(last, p).clear);
        points.push_back(p);
        last = p;
    };
    for (std::size_t i = 1; i + 1 < bends_.size() && all_clear; ++i) {
        const Bend& bend = bends_[i];
        check = check || !bend.alone;
        if (bend.circle.radius == 0) {
            append(bend.circle.centre);
        } else {
            const double side = bend.circle.side();
            cut_round(bend.circle.centre, side, bend.circle.radius * side, bends_[i - 1].out, bend.out, half, append);
        }
        check = !bend.alone;
    }
    if (all_clear && check) all_clear = walls.sweep(last, bends_.back().circle.centre).clear;
    if (!all_clear) points.resize(before);
    return all_clear;
}

bool RoundWay::end(Vec2d goal, const RoundWalls& walls, std::vector<Vec2d>& points) {
    bends_.push_back({{goal, 0}, true, true, {}});
    if (!pull(walls)) return false;
    for (const HalfTurn half : kHalfTurns) {
        if (cut(walls, half, points)) return true;
    }
    return false;
}

}  // namespace sidestep
