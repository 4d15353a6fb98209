// The programs of velocity-space models: the best velocity (nearest to a wish, of least effort) inside half-planes and
// a disc, and, where the half-planes leave nothing, the velocity that violates them least.
//
// Both pivot on the most violated half-plane: the optimum of the planes met so far plus that one lies on its border,
// which leaves a problem of one dimension less. Few rounds are needed, and lanes that are done simply stop changing.
#pragma once

#include "avoid/lanes.h"

namespace sidestep::SIDESTEP_ARCH {

/// Velocities v with n·v ≥ c; n is a unit vector.
template <class F>
struct HalfPlane {
    Vec<F> n;
    F c;
};

/// Violations below this are rounding.
inline constexpr float kPlaneEpsilon = 1e-5f;
/// Rounds after which a lane counts as infeasible; 5 or 6 are usual, so this guards against cycling only.
inline constexpr int kMostRounds = 24;

template <class F>
SIDESTEP_INLINE F violation(const HalfPlane<F>& h, Vec<F> v) {
    return h.c - dot(h.n, v);
}

template <class F>
struct Violated {
    HalfPlane<F> plane;
    F by;
};

/// The plane of [begin, end) that v violates most, where that is by more than `at_least`; else n = 0, c = 0.
template <class F, class Planes>
SIDESTEP_INLINE Violated<F> most_violated(const Planes& planes, int begin, int end, Vec<F> v, F at_least) {
    Violated<F> worst{{{F(0.0f), F(0.0f)}, F(0.0f)}, at_least};
    for (int k = begin; k < end; ++k) {
        const HalfPlane<F>& h = planes(k);
        const F by = violation(h, v);
        const auto more = by > worst.by;
        worst.by = select(more, by, worst.by);
        worst.plane.n = select(more, h.n, worst.plane.n);
        worst.plane.c = select(more, h.c, worst.plane.c);
    }
    return worst;
}

template <class F>
struct PlaneResult {
    Vec<F> v;
    MaskOf<F> feasible;
};

// What is sought: `start` is the best velocity within the disc, `on_line` the best t in [low, high] of origin + along
// t, where `along` is a unit vector perpendicular to `origin`. Anything with one best point on every line will do.

template <class F>
struct NearestTo {
    Vec<F> aim;
    SIDESTEP_INLINE Vec<F> start(F max_speed) const { return limited(aim, max_speed); }
    SIDESTEP_INLINE F on_line(Vec<F>, Vec<F> along, F low, F high) const {
        return clamp<F>(dot(along, aim), low, high);
    }
};
template <class F>
struct FarthestIn {
    Vec<F> aim;  ///< a unit vector
    SIDESTEP_INLINE Vec<F> start(F max_speed) const { return aim * max_speed; }
    SIDESTEP_INLINE F on_line(Vec<F>, Vec<F> along, F low, F high) const {
        return select(dot(along, aim) > F(0.0f), high, low);
    }
};

/// Only lanes in `active` are solved. `planes(k)` for k in [0, count) refers to the k-th half-plane (c = −1e30 where
/// there is none).
template <class F, class Sought, class Planes>
SIDESTEP_INLINE PlaneResult<F> best_inside(const Sought& sought, const Planes& planes, int count, F max_speed,
                                           MaskOf<F> active) {
    Vec<F> v = sought.start(max_speed);
    MaskOf<F> feasible = active;
    HalfPlane<F> met[kMostRounds];
    for (int round = 0; round < kMostRounds; ++round) {
        const auto [worst, most] = most_violated(planes, 0, count, v, F(kPlaneEpsilon));
        const MaskOf<F> turn = (most > F(kPlaneEpsilon)) & feasible;
        if (!any(turn)) return {v, feasible};

        // On the border of the worst plane: v = n c + along t.
        const Vec<F> along{worst.n.y, -worst.n.x};
        const F room = max_speed * max_speed - worst.c * worst.c;
        const F half = sqrt(max(room, F(0.0f)));
        F low = -half, high = half;
        MaskOf<F> possible = room >= F(0.0f);
        for (int k = 0; k < round; ++k) {
            const F slope = dot(met[k].n, along);
            const F need = met[k].c - dot(met[k].n, worst.n) * worst.c;
            const F t = need / slope;
            const F tiny = F(kPlaneEpsilon);
            low = select(slope > tiny, max(low, t), low);
            high = select(slope < -tiny, min(high, t), high);
            possible = possible & inverse((abs(slope) <= tiny) & (need > tiny));
        }
        possible = possible & (low <= high);
        const Vec<F> origin = worst.n * worst.c;
        const F t = sought.on_line(origin, along, low, high);
        const MaskOf<F> move = turn & possible;
        v = select(move, origin + along * t, v);
        feasible = feasible & inverse(turn & inverse(possible));
        // A lane that is done must not be bound by what it did not meet.
        met[round] = {select(turn, worst.n, Vec<F>{F(0.0f), F(0.0f)}), select(turn, worst.c, F(-1.0f))};
    }
    // Cycling between planes that are parallel but for rounding.
    F most = F(0.0f);
    for (int k = 0; k < count; ++k) most = max(most, violation(planes(k), v));
    feasible = feasible & (most <= F(1e-3f));
    return {v, feasible};
}

/// `Nearest`: the point nearest to `aim`; otherwise the point farthest in the direction `aim` (a unit vector).
template <bool Nearest, class F, class Planes>
SIDESTEP_INLINE PlaneResult<F> solve_planes(const Planes& planes, int count, Vec<F> aim, F max_speed,
                                            MaskOf<F> active) {
    if constexpr (Nearest) {
        return best_inside<F>(NearestTo<F>{aim}, planes, count, max_speed, active);
    } else {
        return best_inside<F>(FarthestIn<F>{aim}, planes, count, max_speed, active);
    }
}

/// Minimises the largest violation of the soft planes [hard, count); the first `hard` planes (walls) are kept.
template <class F, class Planes>
SIDESTEP_INLINE Vec<F> least_violation(const Planes& planes, int hard, int count, Vec<F> start, F max_speed,
                                       MaskOf<F> active) {
    Vec<F> v = limited(start, max_speed);
    if (hard > 0) {
        const PlaneResult<F> kept = solve_planes<true, F>(planes, hard, start, max_speed, active);
        v = select(kept.feasible, kept.v, v);
    }
    F accepted = F(0.0f);
    HalfPlane<F> met[kMostRounds];
    for (int round = 0; round < kMostRounds; ++round) {
        const auto [worst, most] = most_violated(planes, hard, count, v, F(-1e30f));
        const MaskOf<F> turn = active & (most > accepted + F(kPlaneEpsilon));
        if (!any(turn)) break;
        // Where no plane met before is violated more than the worst one: half-planes between bisectors.
        HalfPlane<F> bisector[kMostRounds];
        for (int k = 0; k < round; ++k) {
            const Vec<F> d = met[k].n - worst.n;
            const F length = norm(d);
            const auto parallel = length <= F(1e-4f);
            const F scale = F(1.0f) / max(length, F(1e-4f));
            bisector[k] = {select(parallel, Vec<F>{F(0.0f), F(0.0f)}, d * scale),
                           select(parallel | (met[k].c <= F(-1e20f)), F(-1.0f), (met[k].c - worst.c) * scale)};
        }
        const auto both = [&](int k) -> const HalfPlane<F>& { return k < hard ? planes(k) : bisector[k - hard]; };
        const PlaneResult<F> r = solve_planes<false, F>(both, hard + round, worst.n, max_speed, turn);
        v = select(r.feasible, r.v, v);
        accepted = select(turn, violation(worst, v), accepted);
        met[round] = {select(turn, worst.n, Vec<F>{F(0.0f), F(0.0f)}), select(turn, worst.c, F(-1e30f))};
        active = active & (inverse(turn) | r.feasible);
    }
    return v;
}

}  // namespace sidestep::SIDESTEP_ARCH
