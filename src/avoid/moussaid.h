// Forces measured in laboratory experiments.
//
// M. Moussaïd, D. Helbing, S. Garnier, A. Johansson, M. Combe, G. Theraulaz: Experimental study of the behavioural
// mechanisms underlying self-organization in human crowds. Proc. R. Soc. B 276 (2009) 2755.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace moussaid {
enum : std::size_t {
    kRelaxationTime,
    kStrength,
    kRangeFactor,
    kVelocityWeight,
    kTurnFocus,
    kSlowFocus,
    kSideBias,
    kWallStrength,
    kWallRange,
    kParameterCount
};
inline constexpr std::size_t at(std::size_t own) {
    return kCommonCount + own;
}

inline constexpr Parameter kParameters[] = {
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.54,
     .min = 0.05,
     .max = 5,
     .source = "2009",
     .meaning = "time to regain the preferred velocity"},
    {.name = "strength",
     .symbol = "A",
     .unit = "m/s²",
     .fallback = 4.5,
     .min = 0,
     .max = 50,
     .source = "2009",
     .meaning = "largest interaction force"},
    {.name = "range_factor",
     .symbol = "γ",
     .unit = "m",
     .fallback = 0.35,
     .min = 0.01,
     .max = 5,
     .source = "2009",
     .meaning = "range of interaction per length of the interaction vector D"},
    {.name = "velocity_weight",
     .symbol = "λ",
     .unit = "s/m",
     .fallback = 2,
     .min = 0,
     .max = 10,
     .source = "2009",
     .meaning = "weight of the relative velocity in D, beside the unit vector to the other"},
    {.name = "turn_focus",
     .symbol = "n",
     .unit = "1/m",
     .fallback = 2,
     .min = 0,
     .max = 20,
     .source = "2009",
     .meaning = "how sharply evasion sideways is confined to encounters ahead"},
    {.name = "slow_focus",
     .symbol = "n'",
     .unit = "1/m",
     .fallback = 3,
     .min = 0,
     .max = 20,
     .source = "2009",
     .meaning = "the same for slowing down"},
    {.name = "side_bias",
     .symbol = "ε",
     .unit = "1/m",
     .fallback = 0.005,
     .min = 0,
     .max = 0.2,
     .source = "2009",
     .meaning = "preference for the right-hand side; 0 is without"},
    {.name = "wall_strength",
     .symbol = "a",
     .unit = "m/s²",
     .fallback = 3,
     .min = 0,
     .max = 100,
     .source = "2009",
     .meaning = "force of a wall that is touched"},
    {.name = "wall_range",
     .symbol = "b",
     .unit = "m",
     .fallback = 0.1,
     .min = 0.01,
     .max = 5,
     .source = "2009",
     .meaning = "distance from the body over which it falls by e"},
};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kPrefSpeed, 1.29}, {kMaxSpeed, 1.677}, {kNeighbourRange, 5}, {kMaxNeighbours, 0}};
inline constexpr ModelInfo kInfo{
    .name = "moussaid",
    .kind = "avoid",
    .source =
        "Moussaïd, Helbing, Garnier, Johansson, Combe, Theraulaz: Experimental study of the behavioural mechanisms "
        "underlying self-organization in human crowds, Proc. R. Soc. B 276, 2009",
    .summary = "interaction forces measured between pairs of walkers, with a preference for the right-hand side",
    .parameters = kParameters,
    .common_defaults = kCommonDefaults,
    .max_dt = [](ParameterValues) { return 0.05; }};
}  // namespace moussaid

namespace SIDESTEP_ARCH {

template <class F>
struct MoussaidValues {
    F relaxation_time, strength, range_factor, velocity_weight, turn_focus, slow_focus, side_bias, wall_strength,
        wall_range;
};

/// `get(i)` is the i-th value of the agent, common ones first.
template <class F, class Get>
SIDESTEP_INLINE MoussaidValues<F> moussaid_values(const Get& get) {
    using namespace moussaid;
    return {.relaxation_time = get(at(kRelaxationTime)),
            .strength = get(at(kStrength)),
            .range_factor = get(at(kRangeFactor)),
            .velocity_weight = get(at(kVelocityWeight)),
            .turn_focus = get(at(kTurnFocus)),
            .slow_focus = get(at(kSlowFocus)),
            .side_bias = get(at(kSideBias)),
            .wall_strength = get(at(kWallStrength)),
            .wall_range = get(at(kWallRange))};
}

/// The pair's geometry: D, its direction, the range B and the biased angle θ from D to the other.
template <class F>
struct Interaction {
    Vec<F> t;
    F range, theta;
};
/// `e` points to the other; `dv` is the own velocity minus the other's.
template <class F>
SIDESTEP_INLINE Interaction<F> interaction(Vec<F> e, Vec<F> dv, const MoussaidValues<F>& p) {
    const Vec<F> D = dv * p.velocity_weight + e;
    const F length = max(norm(D), F(1e-6f));
    const Vec<F> t = D * (F(1.0f) / length);
    const F range = p.range_factor * length;
    return {t, range, angle_between(t, e) + p.side_bias * range};
}

/// Force of somebody at x (relative); `dv` as above.
template <class F>
SIDESTEP_INLINE Vec<F> pair_force(Vec<F> x, Vec<F> dv, const MoussaidValues<F>& p) {
    const F d = norm(x);
    const Interaction<F> i = interaction(x * (F(1.0f) / d), dv, p);
    const F slow = p.slow_focus * i.range * i.theta, turn = p.turn_focus * i.range * i.theta;
    const F magnitude = p.strength * exponential(-(d / i.range));
    const F zero = F(0.0f);
    const F side = select(i.theta > zero, F(1.0f), select(i.theta < zero, F(-1.0f), zero));
    return (i.t * exponential(-(slow * slow)) + left_of(i.t) * (side * exponential(-(turn * turn)))) * -magnitude;
}

enum class MoussaidPart { goal, neighbour, wall };

/// `watch` is told each part of the sum and the place of what causes it in its list.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> moussaid_acceleration(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                             const MoussaidValues<F>& p, const Watch& watch = {}) {
    const Vec<F> nothing{F(0.0f), F(0.0f)};
    Vec<F> a = (own.pref - own.velocity) * (F(1.0f) / p.relaxation_time);
    watch(MoussaidPart::goal, 0, a);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> f = pair_force(apart(near, k, other.position), own.velocity - other.velocity, p);
        watch(MoussaidPart::neighbour, k, f);
        a += select(near.present(k), f, nothing);
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Vec<F> q = nearest_point(walls[k]);
        const F d = max(norm(q), F(1e-6f));
        const F push = p.wall_strength * exponential((own.radius - d) / p.wall_range);
        const Vec<F> f = q * (-push / d);
        watch(MoussaidPart::wall, k, f);
        a += select(walls.present(k), f, nothing);
    }
    return a;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
