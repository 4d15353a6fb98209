// Interaction energy as a power law of the time to collision.
//
// I. Karamouzas, B. Skinner, S. J. Guy: Universal power law governing pedestrian interactions. Phys. Rev. Lett. 113
// (2014) 238701. People repel along the gradient of E(τ) = k τ^−m e^(−τ/τ0), τ being the time until bodies touch.
// Departures (docs/models/power_law.md):
//  * bodies that overlap count as touching discs a thousandth smaller than their distance; τ is at least 1 ms;
//  * whoever heads exactly for somebody is turned by up to noise_max, since the force then has no sideways part.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace power_law {
enum : std::size_t { kStrength, kTimeScale, kExponent, kRelaxationTime, kNoiseMax, kParameterCount };

inline constexpr Parameter kParameters[] = {
    {.name = "strength",
     .symbol = "k",
     .unit = "m²",
     .fallback = 1.5,
     .min = 0,
     .max = 10,
     .source = "authors' library (per unit mass); 0.5–3 usual",
     .meaning = "interaction energy at a time to collision of 1 s, before its decay; larger: wider evasion"},
    {.name = "time_scale",
     .symbol = "τ0",
     .unit = "s",
     .fallback = 3,
     .min = 0.1,
     .max = 20,
     .source = "2014",
     .meaning = "interactions farther in the future than this fade exponentially"},
    {.name = "exponent",
     .symbol = "m",
     .unit = "–",
     .fallback = 2,
     .min = 1,
     .max = 4,
     .source = "2014, measured on recorded crowds",
     .meaning = "power with which the energy grows as a collision nears"},
    {.name = "relaxation_time",
     .symbol = "ξ",
     .unit = "s",
     .fallback = 0.2,
     .min = 0.05,
     .max = 5,
     .source = "choice: narrow doors; authors' library 0.54, 0.2–1 usual",
     .meaning = "time to regain the preferred velocity"},
    {.name = "noise_max",
     .symbol = "–",
     .unit = "°",
     .fallback = 1,
     .min = 0,
     .max = 10,
     .source = "chosen here",
     .meaning = "largest turn of the wish of somebody who heads exactly for another; 0: such pairs brake and bounce"},
};
inline constexpr PresetValue kPublishedValues[] = {{"relaxation_time", 0.54}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kMaxSpeed, 1.742}, {kMaxAccel, 20}, {kNeighbourRange, 10}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "power_law",
    .kind = PartKind::avoid,
    .source =
        "Karamouzas, Skinner, Guy: Universal power law governing pedestrian interactions, Phys. Rev. Lett. 113, "
        "2014",
    .summary = "forces from an energy that is a power law of the time to collision",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // At 0.05 s one step jumps past the force: chatter, overlaps of 0.5 m.
    .max_dt = [](ParameterValues) { return 0.02; },
    .presets = kPresets};
}  // namespace power_law

namespace SIDESTEP_ARCH {

template <class F>
struct PowerLawValues {
    F strength, time_scale, exponent, relaxation_time, noise_max;
};
template <class F, class Source>
SIDESTEP_INLINE PowerLawValues<F> power_law_values(const Source& v) {
    using namespace power_law;
    return {.strength = v.own(kStrength),
            .time_scale = v.own(kTimeScale),
            .exponent = v.own(kExponent),
            .relaxation_time = v.own(kRelaxationTime),
            .noise_max = v.own(kNoiseMax)};
}

/// A coming contact: when, and the gradient of that time in one's own position.
template <class F>
struct Contact {
    F time;           ///< 1e30 where there is none
    Vec<F> gradient;  ///< ∂time/∂own position, s/m
};
inline constexpr float kNoContact = 1e30f;
/// Of the radius that must not touch a wall: ways lead round corners at exactly the radius.
inline constexpr float kWallShare = 0.9f;
/// Relaxation times after which one has turned to one's wish.
inline constexpr float kTurned = 2;

/// With a disc whose centre is p away; v is one's velocity relative to it, R the sum of radii.
template <class F>
SIDESTEP_INLINE Contact<F> disc_contact(Vec<F> p, Vec<F> v, F reach) {
    const F distance2 = dot(p, p);
    const F gap2 = max(distance2 - reach * reach, distance2 * F(2e-3f));  // overlapping: 0.999 of the distance
    const F a = dot(v, v), b = dot(p, v);
    const F d = b * b - a * gap2;
    const auto comes = (d > F(0.0f)) & (b > F(0.0f)) & (a > F(1e-10f)) & (gap2 > F(1e-12f));
    const F root = sqrt(max(d, F(1e-20f)));
    // (b − √d)/a without the difference of near-equal numbers.
    const F time = gap2 / max(b + root, F(1e-20f));
    const Vec<F> gradient = (v + (p * a - v * b) * (F(1.0f) / root)) * (F(-1.0f) / max(a, F(1e-10f)));
    return {select(comes, time, F(kNoContact)), gradient};
}

/// With a wall: a segment grown by the radius, that is two discs and two faces; the earliest contact.
template <class F>
SIDESTEP_INLINE Contact<F> wall_contact(const WallPiece<F>& wall, Vec<F> v, F radius) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    const Vec<F> q = nearest_point(wall);
    const F r = min(radius, norm(q) * F(0.999f));
    const Contact<F> a = disc_contact(wall.a, v, r), b = disc_contact(wall.b, v, r);

    const Vec<F> span = wall.b - wall.a;
    const F length2 = max(dot(span, span), F(1e-12f));
    const F offset = cross(wall.a, span);  // of the agent from the line, times its length
    const F length = sqrt(length2);
    const Vec<F> n = Vec<F>{span.y, -span.x} * (copysign(F(1.0f), -offset) / length);  // towards the agent
    const F speed = -dot(v, n);
    const F time = max(abs(offset) / length - r, F(0.0f)) / max(speed, F(1e-20f));
    const F foot = dot(v * time - wall.a, span);
    const auto hits = (speed > F(1e-6f)) & (foot >= F(0.0f)) & (foot <= length2);
    const Contact<F> face{select(hits, time, F(kNoContact)), n * (F(1.0f) / max(speed, F(1e-6f)))};

    const auto a_first = a.time <= b.time;
    const Contact<F> end{select(a_first, a.time, b.time), select(a_first, a.gradient, b.gradient)};
    const auto face_first = face.time <= end.time;
    const F earliest = select(face_first, face.time, end.time);
    const auto approaching = dot(v, q) > F(0.0f);
    return {select(approaching, earliest, F(kNoContact)),
            select(approaching, select(face_first, face.gradient, end.gradient), zero)};
}

/// E(τ) per unit mass.
template <class F>
SIDESTEP_INLINE F interaction_energy(F time, const PowerLawValues<F>& p) {
    return p.strength * exponential(-(time / p.time_scale) - p.exponent * logarithm(time));
}

/// −∇E = E (m/τ + 1/τ0) ∇τ.
template <class F>
SIDESTEP_INLINE Vec<F> power_law_force(const Contact<F>& contact, const PowerLawValues<F>& p) {
    const auto comes = contact.time < F(1e6f);
    const F time = clamp<F>(contact.time, F(1e-3f), F(1e6f));
    const F strength = interaction_energy(time, p) * (p.exponent / time + F(1.0f) / p.time_scale);
    return select(comes, contact.gradient * strength, Vec<F>{F(0.0f), F(0.0f)});
}

/// Whether somebody is met so exactly that the force has no sideways part.
template <class F>
SIDESTEP_INLINE MaskOf<F> heads_exactly_for(Vec<F> p, Vec<F> v) {
    const F c = cross(p, v);
    return (dot(p, v) > F(0.0f)) & (c * c < F(1e-6f) * dot(p, p) * dot(v, v));
}

enum class PowerLawPart { goal, neighbour, wall };

/// Walls that would be touched beyond the way point, `way` metres off, do not count: one will have turned. Nor do those
/// that the wish leads past and that are met only when one will have turned to it: in a narrow door one jamb or the
/// other is always on a collision course, and the slower one walks the harder it pushes.
/// `chance` in [0, 1) draws the turn of those who head exactly for somebody. `watch` is told each part of the sum, the
/// place of what causes it in its list, and when they would touch.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> power_law_acceleration(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                              const PowerLawValues<F>& p, F chance, const Watch& watch = {},
                                              F way = F(kNoContact)) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    Vec<F> a = zero;
    MaskOf<F> exactly = own.dt < F(0.0f);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> v = own.velocity - other.velocity;
        const auto here = near.present(k);
        const Contact<F> contact = disc_contact(other.position, v, own.radius + other.radius);
        const Vec<F> f = power_law_force(contact, p);
        watch(PowerLawPart::neighbour, k, f, contact.time);
        a += select(here, f, zero);
        exactly = exactly | (here & heads_exactly_for(other.position, v));
    }
    const F speed = norm(own.velocity), wish_speed = norm(own.pref);
    for (int k = 0; k < walls.longest(); ++k) {
        Contact<F> contact = wall_contact(walls[k], own.velocity, own.radius * F(kWallShare));
        const F wished = wall_contact(walls[k], own.pref, own.radius * F(kWallShare)).time;
        const auto turned = (wished * wish_speed > way) & (contact.time > p.relaxation_time * F(kTurned));
        contact.time = select((contact.time * speed > way) | turned, F(kNoContact), contact.time);
        const Vec<F> f = power_law_force(contact, p);
        watch(PowerLawPart::wall, k, f, contact.time);
        a += select(walls.present(k), f, zero);
    }
    Vec<F> wish = own.pref;
    if (any(exactly)) {
        const F turn = (chance - F(0.5f)) * p.noise_max / F(180.0f);
        const auto d = direction_of_turn(turn + select(turn < F(0.0f), F(1.0f), F(0.0f)));
        wish = select(exactly, Vec<F>{wish.x * d.x - wish.y * d.y, wish.x * d.y + wish.y * d.x}, wish);
    }
    const Vec<F> drive = (wish - own.velocity) * (F(1.0f) / p.relaxation_time);
    watch(PowerLawPart::goal, 0, drive, F(0.0f));
    return a + drive;
}

/// The velocity before it is limited to the maximum speed.
template <class F>
SIDESTEP_INLINE Vec<F> power_law_velocity(const Own<F>& own, Vec<F> acceleration, F max_accel) {
    return own.velocity + limited(acceleration, max_accel) * own.dt;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
