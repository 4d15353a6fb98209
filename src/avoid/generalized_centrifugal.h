// Generalized centrifugal force: ellipses that grow with speed repel like a centrifugal force.
//
// M. Chraibi, A. Seyfried, A. Schadschneider: Generalized centrifugal-force model for pedestrian dynamics. Phys. Rev. E
// 82 (2010) 046111. The gap between ellipses is measured along the line of centres with their polar radii; beyond that
// docs/models/generalized_centrifugal.md lists what published implementations do otherwise.
// Departures:
//  * a neighbour's ellipse has the agent's own parameters, and one that stands faces the agent: neither can be seen;
//  * agents in exactly one place count as a millimetre apart along x, the later id to the right.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace generalized_centrifugal {
enum : std::size_t {
    kLengthAtRest,
    kLengthPerSpeed,
    kWidthLeast,
    kWidthMost,
    kStrength,
    kWallStrength,
    kForceMost,
    kWallForceMost,
    kCutoff,
    kSmoothing,
    kFullForceGap,
    kRelaxationTime,
    kParameterCount
};
inline constexpr Parameter kParameters[] = {
    {.name = "length_at_rest",
     .symbol = "a_min",
     .unit = "m",
     .fallback = 0.18,
     .min = 0.05,
     .max = 1,
     .source = "\"paper\" set, code default; JuPedSim 0.2",
     .meaning = "half axis of the ellipse along the velocity of somebody who stands"},
    {.name = "length_per_speed",
     .symbol = "a_v",
     .unit = "s",
     .fallback = 0.53,
     .min = 0,
     .max = 10,
     .source = "\"paper\" set, code default; JuPedSim 1",
     .meaning = "how much that half axis grows per m/s: the step length; too large and nobody gets through a crowd"},
    {.name = "width_least",
     .symbol = "b_min",
     .unit = "m",
     .fallback = 0.2,
     .min = 0.05,
     .max = 1,
     .source = "\"paper\" set and JuPedSim",
     .meaning = "half axis across the velocity at preferred speed"},
    {.name = "width_most",
     .symbol = "b_max",
     .unit = "m",
     .fallback = 0.25,
     .min = 0.05,
     .max = 2,
     .source = "\"paper\" set, code default; JuPedSim 0.4",
     .meaning = "half axis across for somebody who stands and sways"},
    {.name = "strength",
     .symbol = "η",
     .unit = "–",
     .fallback = 0.3,
     .min = 0,
     .max = 5,
     .source = "JuPedSim; older versions 0.4",
     .meaning = "share of the preferred speed in the force between people; larger: more distance"},
    {.name = "wall_strength",
     .symbol = "η_w",
     .unit = "–",
     .fallback = 0.2,
     .min = 0,
     .max = 5,
     .source = "JuPedSim",
     .meaning = "the same for walls"},
    {.name = "force_most",
     .symbol = "f_max",
     .unit = "–",
     .fallback = 3,
     .min = 1,
     .max = 20,
     .source = "\"paper\" set; JuPedSim 9, which needs half the time step",
     .meaning = "force within the full-force gap, as a multiple of the force at its border"},
    {.name = "wall_force_most",
     .symbol = "f_max,w",
     .unit = "–",
     .fallback = 3,
     .min = 1,
     .max = 20,
     .source = "both sets",
     .meaning = "the same for walls"},
    {.name = "cutoff",
     .symbol = "r_c",
     .unit = "m",
     .fallback = 2,
     .min = 1,
     .max = 10,
     .source = "both sets",
     .meaning = "gap between ellipses beyond which there is no force"},
    {.name = "smoothing",
     .symbol = "ε",
     .unit = "m",
     .fallback = 0.1,
     .min = 0.02,
     .max = 0.3,
     .source = "both sets; Menge 0.12",
     .meaning = "half width of the pieces that join the parts of the force"},
    {.name = "full_force_gap",
     .symbol = "l",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 0.6,
     .source = "both sets; Menge 0",
     .meaning = "gap below which the force no longer grows"},
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.5,
     .min = 0.05,
     .max = 5,
     .source = "paper; both sets",
     .meaning = "time to regain the preferred velocity"},
};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 1.742}, {kNeighbourRange, 5}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "generalized_centrifugal",
    .kind = PartKind::avoid,
    .source =
        "Chraibi, Seyfried, Schadschneider: Generalized centrifugal-force model for pedestrian dynamics, Phys. "
        "Rev. E 82, 2010",
    .summary = "speed-dependent ellipses that repel by how fast they close in",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // 0.02 s for the default constants. The steepest place of the force is where it rises to its largest value, and the
    // stable step falls with the square root of that slope: half as long with f_max = 9.
    .max_dt = [](ParameterValues all) {
        const AgentValues v(all);
        const double outer = v.own(kFullForceGap) + v.own(kSmoothing);
        const double steepest = 1.5 * (v.own(kForceMost) - 1) / (outer * 2 * v.own(kSmoothing));
        return steepest <= 25 ? 0.02 : 0.02 * __builtin_sqrt(25 / steepest);
    }};
}  // namespace generalized_centrifugal

namespace SIDESTEP_ARCH {

template <class F>
struct CentrifugalValues {
    F length_at_rest, length_per_speed, width_least, width_most, strength, wall_strength, force_most, wall_force_most,
        cutoff, smoothing, full_force_gap, relaxation_time;
    F pref_speed;
};
template <class F, class Source>
SIDESTEP_INLINE CentrifugalValues<F> centrifugal_values(const Source& v) {
    using namespace generalized_centrifugal;
    return {.length_at_rest = v.own(kLengthAtRest),
            .length_per_speed = v.own(kLengthPerSpeed),
            .width_least = v.own(kWidthLeast),
            .width_most = v.own(kWidthMost),
            .strength = v.own(kStrength),
            .wall_strength = v.own(kWallStrength),
            .force_most = v.own(kForceMost),
            .wall_force_most = v.own(kWallForceMost),
            .cutoff = v.own(kCutoff),
            .smoothing = v.own(kSmoothing),
            .full_force_gap = v.own(kFullForceGap),
            .relaxation_time = v.own(kRelaxationTime),
            .pref_speed = v[kPrefSpeed]};
}

/// Half axes along and across the velocity.
template <class F>
struct Ellipse {
    F along, across;
};
template <class F>
SIDESTEP_INLINE Ellipse<F> centrifugal_ellipse(F speed, const CentrifugalValues<F>& p) {
    const F share = select(p.pref_speed > F(0.0f), min(speed / max(p.pref_speed, F(1e-6f)), F(1.0f)), F(1.0f));
    return {p.length_at_rest + p.length_per_speed * speed,
            max(p.width_most, p.width_least) - (max(p.width_most, p.width_least) - p.width_least) * share};
}
/// Distance from the centre to the border in the direction `to`; both directions are unit vectors.
template <class F>
SIDESTEP_INLINE F polar_radius(const Ellipse<F>& e, Vec<F> axis, Vec<F> to) {
    const F c = e.across * dot(axis, to), q = e.along * cross(axis, to);
    return e.along * e.across / max(sqrt(c * c + q * q), F(1e-9f));
}

/// Cubic through (0, y1) and (1, y2) with slopes m1, m2 (per unit of t).
template <class F>
SIDESTEP_INLINE F hermite(F t, F y1, F y2, F m1, F m2) {
    const F s = F(1.0f) - t;
    return s * s * (y1 * (F(1.0f) + t + t) + m1 * t) + t * t * (y2 * (F(1.0f) + s + s) - m2 * s);
}

/// The force at a gap s between borders: N/s, bounded below and ended above by smooth pieces.
template <class F>
SIDESTEP_INLINE F centrifugal_strength(F s, F n, F most, const CentrifugalValues<F>& p) {
    const F e = p.smoothing, width = e + e;
    const F outer = p.full_force_gap + e, inner = p.full_force_gap - e, fade = p.cutoff - e;
    const F at_outer = n / outer, at_fade = n / fade;
    const F rise = hermite(clamp<F>((s - inner) / width, F(0.0f), F(1.0f)), most * at_outer, at_outer, F(0.0f),
                           -(at_outer / outer * width));
    const F end = hermite(clamp<F>((s - fade) / e, F(0.0f), F(1.0f)), at_fade, F(0.0f), -(at_fade / fade * e), F(0.0f));
    const F middle = n / clamp<F>(s, outer, fade);
    return select(s >= fade, end, select(s <= outer, rise, middle));
}

/// How much an agent moving with `velocity` minds what lies in the direction `to` and comes nearer with `closing`.
template <class F>
SIDESTEP_INLINE F centrifugal_urgency(Vec<F> velocity, Vec<F> to, F closing, F strength, F pref_speed) {
    const F speed = norm(velocity);
    const F ahead = select(speed > F(1e-4f), max(dot(velocity, to), F(0.0f)) / max(speed, F(1e-4f)), F(0.0f));
    const F u = strength * pref_speed + max(closing, F(0.0f));
    return ahead * u * u;
}

/// Somebody at p. `axis`: where the neighbour's ellipse points.
template <class F>
SIDESTEP_INLINE Vec<F> centrifugal_force(const Own<F>& own, Vec<F> own_axis, Vec<F> p, Vec<F> velocity, Vec<F> axis,
                                         const CentrifugalValues<F>& values) {
    const F d = max(norm(p), F(1e-6f));
    const Vec<F> to = p * (F(1.0f) / d);
    const F mine = polar_radius(centrifugal_ellipse(norm(own.velocity), values), own_axis, to);
    const F theirs = polar_radius(centrifugal_ellipse(norm(velocity), values), axis, to);
    const F n =
        centrifugal_urgency(own.velocity, to, dot(own.velocity - velocity, to), values.strength, values.pref_speed);
    return to * -centrifugal_strength(d - mine - theirs, n, values.force_most, values);
}

/// The nearest point of a wall at q.
template <class F>
SIDESTEP_INLINE Vec<F> centrifugal_wall_force(const Own<F>& own, Vec<F> own_axis, Vec<F> q,
                                              const CentrifugalValues<F>& values) {
    const F d = max(norm(q), F(1e-6f));
    const Vec<F> to = q * (F(1.0f) / d);
    const F mine = polar_radius(centrifugal_ellipse(norm(own.velocity), values), own_axis, to);
    const F n = centrifugal_urgency(own.velocity, to, dot(own.velocity, to), values.wall_strength, values.pref_speed);
    return to * -centrifugal_strength(d - mine, n, values.wall_force_most, values);
}

template <class F>
SIDESTEP_INLINE Vec<F> axis_of(Vec<F> velocity, Vec<F> otherwise) {
    const F speed = norm(velocity);
    return select(speed > F(1e-4f), velocity * (F(1.0f) / max(speed, F(1e-4f))), otherwise);
}

enum class CentrifugalPart { goal, neighbour, wall };

/// `watch` is told each part of the sum and the place of what causes it in its list.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> centrifugal_acceleration(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                                const CentrifugalValues<F>& values, const Watch& watch = {}) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    Vec<F> a = (own.pref - own.velocity) * (F(1.0f) / values.relaxation_time);
    watch(CentrifugalPart::goal, 0, a);
    const Vec<F> axis = axis_of(own.velocity, axis_of(own.pref, own.heading));
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> p = apart(near, k, other.position);
        const Vec<F> facing = p * (F(1.0f) / max(norm(p), F(1e-6f)));
        const Vec<F> f = centrifugal_force(own, axis, p, other.velocity, axis_of(other.velocity, facing), values);
        watch(CentrifugalPart::neighbour, k, f);
        a += select(near.present(k), f, zero);
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Vec<F> f = centrifugal_wall_force(own, axis, nearest_point(walls[k]), values);
        watch(CentrifugalPart::wall, k, f);
        a += select(walls.present(k), f, zero);
    }
    return a;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
