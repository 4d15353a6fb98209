// Forces measured in laboratory experiments.
//
// M. Moussaïd, D. Helbing, S. Garnier, A. Johansson, M. Combe, G. Theraulaz: Experimental study of the behavioural
// mechanisms underlying self-organization in human crowds. Proc. R. Soc. B 276 (2009) 2755.
// As an option, people who walk together:
// M. Moussaïd, N. Perozo, S. Garnier, D. Helbing, G. Theraulaz: The walking behaviour of pedestrian social groups and
// its impact on crowd dynamics. PLoS ONE 5 (2010) e10047.
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
    kGroups,
    kGaze,
    kGazeHalfAngleDeg,
    kCohesion,
    kCohesionReach,
    kSpacing,
    kSpacingDistance,
    kParameterCount
};
inline constexpr Parameter kParameters[] = {
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.4,
     .min = 0.05,
     .max = 5,
     .source = "choice: narrow doors; 2009: 0.54",
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
    switch_parameter("groups", kOff, "2010", "people with the same group label walk together"),
    {.name = "gaze",
     .symbol = "β1",
     .unit = "1/(rad s)",
     .fallback = 4,
     .min = 0,
     .max = 20,
     .source = "2010, by example files",
     .meaning = "braking per angle the head has to turn to see the others of the group"},
    {.name = "gaze_half_angle_deg",
     .symbol = "φ",
     .unit = "°",
     .fallback = 90,
     .min = 0,
     .max = 180,
     .source = "2010",
     .meaning = "what is seen to each side without turning the head"},
    {.name = "cohesion",
     .symbol = "β2",
     .unit = "m/s²",
     .fallback = 3,
     .min = 0,
     .max = 20,
     .source = "2010, by example files",
     .meaning = "pull to the centre of the group for those too far from it"},
    {.name = "cohesion_reach",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 5,
     .source = "2010: (N − 1)/2 m",
     .meaning = "too far begins at this distance times the number of others in the group"},
    {.name = "spacing",
     .symbol = "β3",
     .unit = "m/s²",
     .fallback = 1,
     .min = 0,
     .max = 20,
     .source = "2010, by example files",
     .meaning = "push of each of the group who is too close"},
    {.name = "spacing_distance",
     .symbol = "d0",
     .unit = "m",
     .fallback = 0.8,
     .min = 0,
     .max = 3,
     .source = "0.55–0.8 in implementations",
     .meaning = "distance of centres below which that is so"},
};
inline constexpr PresetValue kPublishedValues[] = {{"radius", 0.25}, {"pref_speed", 1.29}, {"relaxation_time", 0.54}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 1.677}, {kNeighbourRange, 5}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "moussaid",
    .kind = PartKind::avoid,
    .source =
        "Moussaïd, Helbing, Garnier, Johansson, Combe, Theraulaz: Experimental study of the behavioural mechanisms "
        "underlying self-organization in human crowds, Proc. R. Soc. B 276, 2009",
    .summary =
        "interaction forces measured between pairs of walkers, with a preference for the right-hand side; groups "
        "as an option",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .max_dt = [](ParameterValues) { return 0.05; },
    .presets = kPresets};
}  // namespace moussaid

namespace SIDESTEP_ARCH {

template <class F>
struct MoussaidValues {
    F relaxation_time, strength, range_factor, velocity_weight, turn_focus, slow_focus, side_bias, wall_strength,
        wall_range;
};

template <class F, class Source>
SIDESTEP_INLINE MoussaidValues<F> moussaid_values(const Source& v) {
    using namespace moussaid;
    return {.relaxation_time = v.own(kRelaxationTime),
            .strength = v.own(kStrength),
            .range_factor = v.own(kRangeFactor),
            .velocity_weight = v.own(kVelocityWeight),
            .turn_focus = v.own(kTurnFocus),
            .slow_focus = v.own(kSlowFocus),
            .side_bias = v.own(kSideBias),
            .wall_strength = v.own(kWallStrength),
            .wall_range = v.own(kWallRange)};
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

enum class MoussaidPart { goal, neighbour, wall, gaze, cohesion, spacing };

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

template <class F>
struct MoussaidGroupValues {
    F gaze, gaze_half_angle, cohesion, cohesion_reach, spacing, spacing_distance;
};
template <class F, class Source>
SIDESTEP_INLINE MoussaidGroupValues<F> moussaid_group_values(const Source& v) {
    using namespace moussaid;
    return {.gaze = v.own(kGaze),
            .gaze_half_angle = v.own(kGazeHalfAngleDeg) * F(0.0174532925f),
            .cohesion = v.own(kCohesion),
            .cohesion_reach = v.own(kCohesionReach),
            .spacing = v.own(kSpacing),
            .spacing_distance = v.own(kSpacingDistance)};
}

/// What walking together adds. `with_me(k)`: neighbour k belongs to the agent's group.
template <class F, class NearLists, class WithMe, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> group_acceleration(const Own<F>& own, const NearLists& near, const WithMe& with_me,
                                          const MoussaidGroupValues<F>& p, const Watch& watch = {}) {
    const F zero = F(0.0f), one = F(1.0f);
    const Vec<F> nothing{zero, zero};
    Vec<F> sum = nothing, crowding = nothing;
    F others = zero;
    for (int k = 0; k < near.longest(); ++k) {
        const auto mine = with_me(k);
        const Vec<F> x = apart(near, k, near[k].position);
        const F d = norm(x);
        sum += select(mine, x, nothing);
        others += select(mine, one, zero);
        crowding += select(mine & (d < p.spacing_distance), x * (one / d), nothing);
    }
    // The centre of the others and that of all, which includes oneself, lie in one direction.
    const Vec<F> centre = sum * (one / (others + one));
    const F turn = max(abs(angle_between(own.heading, centre)) - p.gaze_half_angle, zero);
    const Vec<F> gaze = own.velocity * -(p.gaze * turn);
    const F away = norm(centre);
    const Vec<F> pull = select(away > p.cohesion_reach * others, centre * (p.cohesion / max(away, F(1e-6f))), nothing);
    const Vec<F> push = crowding * -p.spacing;
    watch(MoussaidPart::gaze, 0, gaze);
    watch(MoussaidPart::cohesion, 0, pull);
    watch(MoussaidPart::spacing, 0, push);
    return gaze + pull + push;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
