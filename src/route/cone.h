// Visual optimisation (Lamarche & Donikian 2004): look through the portals ahead as far as one can and walk to the
// middle of what is seen.
#pragma once

#include <cstddef>

#include "sidestep/vec2.h"

namespace sidestep {

/// A portal as whoever walks through has its ends at hand.
struct Gate {
    Vec2d right, left;
};

/// What is left of a gate for the centre of a body; the middle where it is too narrow.
inline Gate shrunk(const Gate& gate, double half_width) {
    const Vec2d across = gate.left - gate.right;
    const double length = norm(across);
    if (length <= 2 * half_width) {
        const Vec2d middle = (gate.right + gate.left) * 0.5;
        return {middle, middle};
    }
    const Vec2d by = across * (half_width / length);
    return {gate.right + by, gate.left - by};
}

/// Whether somebody is beyond the line of the gate, or no more than `tolerance` before it.
inline bool has_crossed(const Gate& gate, Vec2d at, double tolerance) {
    const Vec2d across = gate.left - gate.right;
    const double before = dot(right_of(across), gate.right - at);  // times the gate's length
    return before <= 0 || before * before <= tolerance * tolerance * norm_squared(across);
}

/// The smallest angle worth looking through.
struct NarrowestView {
    double sine = 0.17364817766693033;  ///< of 10°
};

struct LookAhead {
    Vec2d direction{};      ///< unit vector, zero at the goal itself
    double distance = 0;    ///< to the last gate looked through, or to the goal
    Vec2d right{}, left{};  ///< borders of the cone, unit vectors; zero where no gate is ahead
    std::size_t gates = 0;  ///< looked through
    bool at_goal = false;   ///< the goal itself is in view
};

namespace cone {

/// Whether x lies in the cone from `right` counterclockwise to `left`, less than half a turn wide. Lengths do not
/// matter.
inline bool holds(Vec2d right, Vec2d left, Vec2d x) {
    return cross(right, x) >= 0 && cross(x, left) >= 0 && (dot(right, x) > 0 || dot(left, x) > 0);
}

/// Whether it is narrower than the angle with this sine.
inline bool narrower(Vec2d right, Vec2d left, double sine) {
    const double opening = cross(right, left);
    return opening * opening < sine * sine * norm_squared(right) * norm_squared(left) && dot(right, left) > 0;
}

}  // namespace cone

/// `gate(k)` for k < count are the gates ahead, shrunk already. Gates beyond the first may lie anywhere: one that is
/// seen from behind, or not within what is seen so far, ends the view.
template <class GateAt>
LookAhead look_ahead(Vec2d at, std::size_t count, GateAt&& gate, Vec2d goal, NarrowestView narrowest) {
    LookAhead view;
    Vec2d right{}, left{};  // borders of the cone, of any length: square roots are left for the end
    Gate last{};
    for (std::size_t k = 0; k < count; ++k) {
        const Gate g = gate(k);
        const Vec2d gate_right = g.right - at, gate_left = g.left - at;
        if (k == 0) {
            right = gate_right;
            left = gate_left;
        } else {
            if (cross(gate_right, gate_left) < 0) break;
            Vec2d new_right = right, new_left = left;
            if (cone::holds(right, left, gate_right)) {
                new_right = gate_right;
            } else if (!cone::holds(gate_right, gate_left, right)) {
                break;
            }
            if (cone::holds(right, left, gate_left)) {
                new_left = gate_left;
            } else if (!cone::holds(gate_right, gate_left, left)) {
                break;
            }
            if (cone::narrower(new_right, new_left, narrowest.sine)) break;
            right = new_right;
            left = new_left;
        }
        last = g;
        view.gates = k + 1;
    }
    view.right = unit(right);
    view.left = unit(left);
    const Vec2d to_goal = goal - at;
    if (view.gates == count) {
        view.direction = unit(to_goal);
        view.distance = norm(to_goal);
        view.at_goal = count == 0 || cone::holds(right, left, to_goal);
        if (view.at_goal) return view;
        // The border nearest to it.
        view.direction = dot(view.right, view.direction) > dot(view.left, view.direction) ? view.right : view.left;
    } else {
        const Vec2d middle = view.right + view.left;
        // Standing in the gate itself, it opens half a turn: straight through.
        view.direction = norm_squared(middle) > 1e-12 ? unit(middle) : unit(right_of(last.left - last.right));
    }
    const Vec2d across = last.left - last.right;
    const double slant = cross(view.direction, across);
    view.distance = slant > 1e-9 ? cross(last.right - at, across) / slant : norm(last.right - at);
    return view;
}

}  // namespace sidestep
