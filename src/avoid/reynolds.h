// Steering behaviours: seek and arrive, keep apart, avoid unaligned collisions, avoid walls.
//
// C. W. Reynolds: Steering behaviors for autonomous characters. Game Developers Conference 1999; constants of the
// pedestrians of OpenSteer, his library. Departures are in docs/models/reynolds.md.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace reynolds {
enum : std::size_t {
    kSeekWeight,
    kSlowingDistance,
    kMaxForce,
    kNeighbourLead,
    kNeighbourWeight,
    kWallLead,
    kLeakThrough,
    kParallelAngleDeg,
    kSeparationRange,
    kSeparationNear,
    kSeparationHalfAngleDeg,
    kSeparationWeight,
    kParameterCount
};
inline constexpr Parameter kParameters[] = {
    {.name = "seek_weight",
     .symbol = "–",
     .unit = "1/s",
     .fallback = 3,
     .min = 0.1,
     .max = 20,
     .source = "choice",
     .meaning = "how fast the preferred velocity is regained; Reynolds' seek is 1"},
    {.name = "slowing_distance",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 20,
     .source = "choice",
     .meaning = "distance from the way point at which arriving people slow down; 0 is plain seek"},
    {.name = "max_force",
     .symbol = "–",
     .unit = "m/s²",
     .fallback = 8,
     .min = 0.1,
     .max = 100,
     .source = "OpenSteer pedestrians",
     .meaning = "all steering together is at most this"},
    {.name = "neighbour_lead",
     .symbol = "–",
     .unit = "s",
     .fallback = 3,
     .min = 0,
     .max = 20,
     .source = "OpenSteer pedestrians",
     .meaning = "collisions with people are foreseen this far"},
    {.name = "neighbour_weight",
     .symbol = "–",
     .unit = "m/s²",
     .fallback = 10,
     .min = 0,
     .max = 100,
     .source = "OpenSteer pedestrians",
     .meaning = "force sideways to avoid one"},
    {.name = "wall_lead",
     .symbol = "–",
     .unit = "s",
     .fallback = 1,
     .min = 0,
     .max = 20,
     .source = "choice: narrow doors; OpenSteer pedestrians 6",
     .meaning = "collisions with walls are foreseen this far"},
    {.name = "leak_through",
     .symbol = "–",
     .unit = "–",
     .fallback = 0.1,
     .min = 0,
     .max = 1,
     .source = "OpenSteer pedestrians",
     .meaning = "share of steps in which somebody does not avoid, at random; it dissolves stand-offs"},
    {.name = "parallel_angle_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 45,
     .min = 0,
     .max = 90,
     .source = "OpenSteer: cosine 0.707",
     .meaning = "walkers within this angle are parallel or head-on, others cross"},
    {.name = "separation_range",
     .symbol = "R",
     .unit = "m",
     .fallback = 1,
     .min = 0,
     .max = 20,
     .source = "choice",
     .meaning = "people in sight keep this far apart, between centres"},
    {.name = "separation_near",
     .symbol = "–",
     .unit = "–",
     .fallback = 3,
     .min = 0,
     .max = 20,
     .source = "OpenSteer",
     .meaning = "within this many own radii also from those out of sight"},
    {.name = "separation_half_angle_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 135,
     .min = 0,
     .max = 180,
     .source = "OpenSteer boids: cosine −0.707",
     .meaning = "half of the angle of sight for keeping apart"},
    {.name = "separation_weight",
     .symbol = "–",
     .unit = "m/s²",
     .fallback = 1,
     .min = 0,
     .max = 100,
     .source = "choice",
     .meaning = "force that keeps people apart"},
};
inline constexpr PresetValue kPublishedValues[] = {{"wall_lead", 6}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 2}, {kNeighbourRange, 8}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "reynolds",
    .kind = PartKind::avoid,
    .source = "Reynolds: Steering behaviors for autonomous characters, Game Developers Conference, 1999",
    .summary = "steering behaviours: seek and arrive, keep apart, avoid the most imminent collision, avoid walls",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // Forces are all or nothing: in a larger step one of them turns the velocity by half a radian.
    .max_dt = [](ParameterValues) { return 0.05; },
    .presets = kPresets};
}  // namespace reynolds

namespace SIDESTEP_ARCH {

template <class F>
struct ReynoldsValues {
    F seek_weight, slowing_distance, max_force, neighbour_lead, neighbour_weight, wall_lead, leak_through, cos_parallel,
        separation_range, separation_near, cos_separation, separation_weight;
};

template <class F, class Source>
SIDESTEP_INLINE ReynoldsValues<F> reynolds_values(const Source& v) {
    using namespace reynolds;
    const auto cosine = [&](std::size_t degrees) { return direction_of_turn(v.own(degrees) / F(360.0f)).x; };
    return {.seek_weight = v.own(kSeekWeight),
            .slowing_distance = v.own(kSlowingDistance),
            .max_force = v.own(kMaxForce),
            .neighbour_lead = v.own(kNeighbourLead),
            .neighbour_weight = v.own(kNeighbourWeight),
            .wall_lead = v.own(kWallLead),
            .leak_through = v.own(kLeakThrough),
            .cos_parallel = cosine(kParallelAngleDeg),
            .separation_range = v.own(kSeparationRange),
            .separation_near = v.own(kSeparationNear),
            .cos_separation = cosine(kSeparationHalfAngleDeg),
            .separation_weight = v.own(kSeparationWeight)};
}

/// Seek, with arrival: the wish, slower near the way point, less what one has.
template <class F>
SIDESTEP_INLINE Vec<F> arrive(const Own<F>& own, F goal_distance, const ReynoldsValues<F>& p) {
    const F share = min(goal_distance / p.slowing_distance, F(1.0f));
    return own.pref * share - own.velocity;
}

/// Away from everybody near, as a unit vector; zero when nobody is.
template <class F, class NearLists>
SIDESTEP_INLINE Vec<F> separation(const Own<F>& own, const NearLists& near, const ReynoldsValues<F>& p) {
    const Vec<F> nothing{F(0.0f), F(0.0f)};
    Vec<F> sum = nothing;
    for (int k = 0; k < near.longest(); ++k) {
        const Vec<F> x = apart(near, k, near[k].position);
        const F d2 = dot(x, x), d = sqrt(d2);
        const auto close = d < p.separation_near * own.radius;
        const auto seen = (d < p.separation_range) & (dot(own.heading, x) > d * p.cos_separation);
        sum += select(near.present(k) & (close | seen), x * (F(-1.0f) / d2), nothing);
    }
    return unit_or_zero(sum);
}

/// Sideways from whoever is touched, the nearest of them: by how far it lies on the other side (m). Positive to the
/// left.
template <class F, class NearLists>
SIDESTEP_INLINE F close_push(const Own<F>& own, const NearLists& near) {
    F push = F(0.0f);
    for (int k = near.longest(); k-- > 0;) {
        const Near<F> other = near[k];
        const F reach = own.radius + other.radius;
        const auto touched = near.present(k) & (dot(other.position, other.position) < reach * reach);
        push = select(touched, -cross(own.heading, other.position), push);
    }
    return push;
}

/// 1 to the left, −1 to the right, 0 when no collision is foreseen.
template <class F, class NearLists>
SIDESTEP_INLINE F unaligned_side(const Own<F>& own, const NearLists& near, const ReynoldsValues<F>& p) {
    const F zero = F(0.0f), one = F(1.0f);
    const Vec<F> nothing{zero, zero};
    F soonest = p.neighbour_lead;
    Vec<F> place = nothing, velocity = nothing;  // of the threat
    auto threatened = one < zero;
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> w = other.velocity - own.velocity;
        const F w2 = dot(w, w);
        const F time = -dot(other.position, w) / max(w2, F(1e-12f));
        const Vec<F> closest = other.position + w * time;
        const F reach = own.radius + other.radius;
        const auto worse = near.present(k) & (w2 > F(1e-12f)) & (time >= zero) & (time < soonest) &
                           (dot(closest, closest) < reach * reach);
        soonest = select(worse, time, soonest);
        place = select(worse, other.position, place);
        velocity = select(worse, other.velocity, velocity);
        threatened = threatened | worse;
    }
    const F speed = norm(own.velocity), threat_speed = norm(velocity);
    const F parallel = dot(own.heading, velocity);
    // Somebody who stands has no direction to cross in: it is met head-on, where it is.
    const auto head_on = (parallel < -(p.cos_parallel * threat_speed)) | (threat_speed < F(1e-3f));
    const auto alongside = parallel > p.cos_parallel * threat_speed;
    const Vec<F> meeting = place + velocity * soonest;
    const F threat_side = select(head_on, cross(own.heading, meeting),
                                 select(alongside, cross(own.heading, place), cross(own.heading, velocity)));
    // Ties to the right, like whoever sees the threat on the left.
    const F away = select(threat_side < zero, one, -one);
    const auto steers = threatened & (head_on | alongside | (threat_speed <= speed));
    return select(steers, away, zero);
}

/// Force sideways from the wall one would touch first, positive to the left; 0 when none is in the way before the way
/// point.
template <class F, class WallLists>
SIDESTEP_INLINE F wall_side(const Own<F>& own, F goal_distance, const WallLists& walls, const ReynoldsValues<F>& p) {
    const F zero = F(0.0f);
    const F speed = norm(own.velocity);
    F soonest = min(p.wall_lead, goal_distance / max(speed, F(1e-6f)));
    F force = zero;
    for (int k = 0; k < walls.longest(); ++k) {
        const WallPiece<F> wall = walls[k];
        const Vec<F> along = unit_or_zero(wall.b - wall.a);
        const F length = dot(wall.b - wall.a, along);
        const F offset = cross(along, wall.a);  // of the line, to the left of `along`
        const F side = select(offset > zero, F(-1.0f), F(1.0f));
        const Vec<F> n = left_of(along) * side;  // towards the agent
        const F closing = -dot(own.velocity, n);
        const F time = max(abs(offset) - own.radius, zero) / max(closing, F(1e-6f));
        const F contact = dot(own.velocity * time - wall.a, along);
        const auto hit = walls.present(k) & (closing > F(1e-6f)) & (time < soonest) &
                         (contact >= -own.radius * F(0.5f)) & (contact <= length + own.radius * F(0.5f));
        soonest = select(hit, time, soonest);
        const F away = select(cross(own.heading, n) > zero, p.max_force, -p.max_force);
        force = select(hit, away * (F(1.0f) - time / max(p.wall_lead, F(1e-6f))), force);
    }
    return force;
}

enum class ReynoldsPart { arrival, separation, people, walls };

/// `wall_draw` and `neighbour_draw` are random numbers in [0, 1). `watch` is told the parts of the force.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> reynolds_velocity(const Own<F>& own, F goal_distance, const NearLists& near,
                                         const WallLists& walls, F wall_draw, F neighbour_draw,
                                         const ReynoldsValues<F>& p, const Watch& watch = {}) {
    const F zero = F(0.0f);
    const F from_walls = select(wall_draw < p.leak_through, zero, wall_side(own, goal_distance, walls, p));
    const F push = close_push(own, near);
    const F evasion = select(push == zero, unaligned_side(own, near, p), push) * p.neighbour_weight;
    const F from_people = select(neighbour_draw < p.leak_through, zero, evasion);
    const auto free_of_walls = from_walls == zero;
    const Vec<F> left = left_of(own.heading);
    const Vec<F> goal = arrive(own, goal_distance, p) * p.seek_weight;
    const Vec<F> keep_apart = separation(own, near, p) * p.separation_weight;
    watch(ReynoldsPart::arrival, goal);
    watch(ReynoldsPart::separation, keep_apart);
    watch(ReynoldsPart::people, left * select(free_of_walls, from_people, zero));
    watch(ReynoldsPart::walls, left * from_walls);
    const Vec<F> force = goal + keep_apart + left * select(free_of_walls, from_people, from_walls);
    return limited(own.velocity + limited(force, p.max_force) * own.dt, own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
