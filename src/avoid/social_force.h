// Social forces.
//
// D. Helbing, P. Molnár: Social force model for pedestrian dynamics. Phys. Rev. E 51 (1995) 4282, with elliptic
// potentials; and as an option the contact forces of D. Helbing, I. Farkas, T. Vicsek: Simulating dynamical features of
// escape panic. Nature 407 (2000) 487. The potential's gradient is exact (docs/models/social_force.md). Departure: the
// semi-minor axis b is at least 1 mm, because the force has no direction where b is 0.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace social_force {
enum : std::size_t {
    kRelaxationTime,
    kRepulsionStrength,
    kRepulsionRange,
    kWallStrength,
    kWallRange,
    kStepTime,
    kViewHalfAngleDeg,
    kViewWeight,
    kContactForces,
    kBodyStiffness,
    kSlidingFriction,
    kParameterCount
};
inline constexpr Parameter kParameters[] = {
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.4,
     .min = 0.05,
     .max = 5,
     .source = "choice: narrow doors; 1995: 0.5",
     .meaning = "time to regain the preferred velocity"},
    {.name = "repulsion_strength",
     .symbol = "V0",
     .unit = "m²/s²",
     .fallback = 2.1,
     .min = 0,
     .max = 100,
     .source = "1995",
     .meaning = "potential of one person for another"},
    {.name = "repulsion_range",
     .symbol = "σ",
     .unit = "m",
     .fallback = 0.3,
     .min = 0.01,
     .max = 5,
     .source = "1995",
     .meaning = "distance over which it falls by e"},
    {.name = "wall_strength",
     .symbol = "U0",
     .unit = "m²/s²",
     .fallback = 10,
     .min = 0,
     .max = 1000,
     .source = "1995",
     .meaning = "potential of a wall"},
    {.name = "wall_range",
     .symbol = "R",
     .unit = "m",
     .fallback = 0.2,
     .min = 0.01,
     .max = 5,
     .source = "1995",
     .meaning = "distance over which it falls by e"},
    {.name = "step_time",
     .symbol = "Δt",
     .unit = "s",
     .fallback = 0.5,
     .min = 0,
     .max = 10,
     .source = "measured; 1995, recalled: 2, with which people swing to and fro",
     .meaning = "people keep clear of where another will be after this time (length of the ellipse)"},
    {.name = "view_half_angle_deg",
     .symbol = "φ",
     .unit = "°",
     .fallback = 100,
     .min = 0,
     .max = 180,
     .source = "1995",
     .meaning = "half of the effective angle of sight"},
    {.name = "view_weight",
     .symbol = "c",
     .unit = "–",
     .fallback = 0.5,
     .min = 0,
     .max = 1,
     .source = "1995",
     .meaning = "weight of what lies outside it"},
    switch_parameter("contact", kOff, "2000",
                     "body force and sliding friction of touching people; needs small time steps"),
    {.name = "body_stiffness",
     .symbol = "k/m",
     .unit = "1/s²",
     .fallback = 1500,
     .min = 0,
     .max = 10000,
     .source = "2000: 1.2e5 kg/s², 80 kg",
     .meaning = "acceleration per metre of overlap"},
    {.name = "sliding_friction",
     .symbol = "κ/m",
     .unit = "1/(m s)",
     .fallback = 3000,
     .min = 0,
     .max = 20000,
     .source = "2000: 2.4e5 kg/(m s), 80 kg",
     .meaning = "acceleration per metre of overlap and m/s of sliding"},
};
inline constexpr PresetValue kPublishedValues[] = {{"radius", 0.3}, {"step_time", 2}, {"relaxation_time", 0.5}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 1.742}, {kNeighbourRange, 5}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "social_force",
    .kind = PartKind::avoid,
    .source = "Helbing, Molnár: Social force model for pedestrian dynamics, Phys. Rev. E 51, 1995",
    .summary = "repulsive potentials around people and walls; contact forces of Helbing 2000 as an option",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // The stiffest contact swings at about 80 rad/s and friction damps at up to 300/s.
    .max_dt = [](ParameterValues v) { return AgentValues(v).chosen(kContactForces, kOn) ? 0.005 : 0.05; },
    .presets = kPresets};
}  // namespace social_force

namespace SIDESTEP_ARCH {

template <class F>
struct SocialForceValues {
    F relaxation_time, repulsion_strength, repulsion_range, wall_strength, wall_range, step_time, cos_view, view_weight,
        body_stiffness, sliding_friction;
    MaskOf<F> touches;
};

template <class F, class Source>
SIDESTEP_INLINE SocialForceValues<F> social_force_values(const Source& v) {
    using namespace social_force;
    return {.relaxation_time = v.own(kRelaxationTime),
            .repulsion_strength = v.own(kRepulsionStrength),
            .repulsion_range = v.own(kRepulsionRange),
            .wall_strength = v.own(kWallStrength),
            .wall_range = v.own(kWallRange),
            .step_time = v.own(kStepTime),
            .cos_view = direction_of_turn(v.own(kViewHalfAngleDeg) * (F(1.0f) / F(360.0f))).x,
            .view_weight = v.own(kViewWeight),
            .body_stiffness = v.own(kBodyStiffness),
            .sliding_friction = v.own(kSlidingFriction),
            .touches = v.chosen(kContactForces, kOn)};
}

/// Gradient of the elliptic potential V0 e^(−b/σ); r from the other to oneself, y the other's next step.
template <class F>
SIDESTEP_INLINE Vec<F> elliptic_repulsion(Vec<F> r, Vec<F> y, const SocialForceValues<F>& p) {
    const Vec<F> q = r - y;
    const F r_length = max(norm(r), F(1e-6f)), q_length = max(norm(q), F(1e-6f));
    // 2b = √((|r|+|q|)² − |y|²), written without the difference of near-equal squares.
    const F b = max(sqrt(max(F(0.5f) * (r_length * q_length + dot(r, q)), F(0.0f))), F(1e-3f));
    const F magnitude = p.repulsion_strength / p.repulsion_range * exponential(-(b / p.repulsion_range)) *
                        ((r_length + q_length) / (F(4.0f) * b));
    return (r * (F(1.0f) / r_length) + q * (F(1.0f) / q_length)) * magnitude;
}

/// Body force and sliding friction against something `gap` away (negative: overlapping) in direction −n, moving with
/// `slide` relative to oneself.
template <class F>
SIDESTEP_INLINE Vec<F> contact_force(F gap, Vec<F> n, Vec<F> slide, const SocialForceValues<F>& p) {
    const F depth = max(-gap, F(0.0f));
    const Vec<F> t{-n.y, n.x};
    return n * (p.body_stiffness * depth) + t * (p.sliding_friction * depth * dot(slide, t));
}

enum class SocialForcePart { goal, neighbour, contact, wall, wall_contact };

/// `watch` is told each part of the sum and the place of what causes it in its list.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> social_acceleration(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                           const SocialForceValues<F>& p, const Watch& watch = {}) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    Vec<F> a = (own.pref - own.velocity) * (F(1.0f) / p.relaxation_time);
    watch(SocialForcePart::goal, 0, a);
    const F wish = norm(own.pref);
    const Vec<F> gaze = select(wish > F(0.0f), own.pref * (F(1.0f) / wish), own.heading);
    const bool contacts = any(p.touches);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> r = -apart(near, k, other.position);
        const Vec<F> f = elliptic_repulsion(r, other.velocity * p.step_time, p);
        // In sight when what repels lies ahead: −f within the angle of view.
        const auto seen = dot(gaze, -f) >= norm(f) * p.cos_view;
        Vec<F> total = f * select(seen, F(1.0f), p.view_weight);
        watch(SocialForcePart::neighbour, k, total);
        if (contacts) {
            const F d = max(norm(other.position), F(1e-6f));
            const Vec<F> n = -(other.position * (F(1.0f) / d));
            const Vec<F> c = contact_force(d - own.radius - other.radius, n, other.velocity - own.velocity, p);
            watch(SocialForcePart::contact, k, c);
            total += select(p.touches, c, zero);
        }
        a += select(near.present(k), total, zero);
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Vec<F> q = nearest_point(walls[k]);
        const F d = max(norm(q), F(1e-6f));
        const Vec<F> n = -(q * (F(1.0f) / d));
        Vec<F> total = n * (p.wall_strength / p.wall_range * exponential(-(d / p.wall_range)));
        watch(SocialForcePart::wall, k, total);
        if (contacts) {
            const Vec<F> c = contact_force(d - own.radius, n, -own.velocity, p);
            watch(SocialForcePart::wall_contact, k, c);
            total += select(p.touches, c, zero);
        }
        a += select(walls.present(k), total, zero);
    }
    return a;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
