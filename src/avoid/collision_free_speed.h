// Collision-free speed model: a direction from repulsion, a speed from the room ahead.
//
// A. Tordeux, M. Chraibi, A. Seyfried: Collision-free speed model for pedestrian dynamics. Traffic and Granular Flow
// '15 (2016), 225–232. Isotropic repulsion turns the direction of the wish; the speed along it is what keeps a time gap
// to the nearest body in the corridor ahead. First order: there is no inertia.
// Departure: agents in exactly one place part along x, the later id to the right, as if a millimetre apart.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace collision_free_speed {
enum : std::size_t {
    kRepulsionStrength,
    kRepulsionRange,
    kWallStrength,
    kWallRange,
    kTimeGap,
    kRelaxationTime,
    kParameterCount
};

inline constexpr Parameter kParameters[] = {
    {.name = "repulsion_strength",
     .symbol = "A",
     .unit = "–",
     .fallback = 8,
     .min = 0,
     .max = 100,
     .source = "JuPedSim; recalled of the paper: 5",
     .meaning = "weight of a touching neighbour against the wish; people ahead nearer than D ln A turn an agent back"},
    {.name = "repulsion_range",
     .symbol = "D",
     .unit = "m",
     .fallback = 0.1,
     .min = 0.01,
     .max = 5,
     .source = "paper; JuPedSim",
     .meaning = "distance over which that weight falls by e"},
    {.name = "wall_strength",
     .symbol = "A_w",
     .unit = "–",
     .fallback = 5,
     .min = 0,
     .max = 100,
     .source = "JuPedSim",
     .meaning = "weight of a touching wall against the wish"},
    {.name = "wall_range",
     .symbol = "D_w",
     .unit = "m",
     .fallback = 0.02,
     .min = 0.005,
     .max = 5,
     .source = "JuPedSim",
     .meaning = "distance over which that weight falls by e"},
    {.name = "time_gap",
     .symbol = "T",
     .unit = "s",
     .fallback = 1,
     .min = 0.1,
     .max = 10,
     .source = "paper; JuPedSim",
     .meaning = "time to reach whoever is ahead; smaller: denser, faster queues"},
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.25,
     .min = 0,
     .max = 5,
     .source = "of later models of this kind (0.3 for the direction); the paper has none",
     .meaning = "time to turn into a new direction and to walk faster; slowing down is at once"},
};
inline constexpr PresetValue kPublishedValues[] = {{"pref_speed", 1.2}, {"relaxation_time", 0}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 2}, {kNeighbourRange, 3}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "collision_free_speed",
    .kind = PartKind::avoid,
    .source = "Tordeux, Chraibi, Seyfried: Collision-free speed model for pedestrian dynamics, TGF 2015",
    .summary = "direction from repulsion, speed from the free distance ahead",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // Free of collisions up to min(T/2, l(√2 − 1)/(v0 √2)), l being the diameter; and 0.05 s for the walls' sake.
    .max_dt =
        [](ParameterValues all) {
            const AgentValues v(all);
            const double sideways = 2 * v[kRadius] * 0.29289321881345254 / (v[kPrefSpeed] > 0.1 ? v[kPrefSpeed] : 0.1);
            const double gap = v.own(kTimeGap) / 2;
            const double least = sideways < gap ? sideways : gap;
            return least < 0.05 ? least : 0.05;
        },
    .neighbours = {.hidden_by_walls = true},
    .presets = kPresets};
}  // namespace collision_free_speed

namespace SIDESTEP_ARCH {

template <class F>
struct CollisionFreeSpeedValues {
    F repulsion_strength, repulsion_range, wall_strength, wall_range, time_gap, relaxation_time;
};
template <class F, class Source>
SIDESTEP_INLINE CollisionFreeSpeedValues<F> collision_free_speed_values(const Source& v) {
    using namespace collision_free_speed;
    return {.repulsion_strength = v.own(kRepulsionStrength),
            .repulsion_range = v.own(kRepulsionRange),
            .wall_strength = v.own(kWallStrength),
            .wall_range = v.own(kWallRange),
            .time_gap = v.own(kTimeGap),
            .relaxation_time = v.own(kRelaxationTime)};
}

/// What something at p adds to the direction of walking; bodies touch at the distance `reach`.
template <class F>
SIDESTEP_INLINE Vec<F> speed_model_repulsion(Vec<F> p, F reach, F strength, F range) {
    const F d = max(norm(p), F(1e-6f));
    // Bounded, so that its square is still a float.
    return p * (-(strength * exponential(min((reach - d) / range, F(30.0f)))) / d);
}

/// The unit vector an agent walks along.
template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE Vec<F> speed_model_direction(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                             const CollisionFreeSpeedValues<F>& p) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    Vec<F> sum = unit_or_zero(own.pref);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> push = speed_model_repulsion(apart(near, k, other.position), own.radius + other.radius,
                                                  p.repulsion_strength, p.repulsion_range);
        sum += select(near.present(k), push, zero);
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Vec<F> push = speed_model_repulsion(nearest_point(walls[k]), own.radius, p.wall_strength, p.wall_range);
        sum += select(walls.present(k), push, zero);
    }
    const F length = norm(sum);
    return select(length > F(1e-6f), sum * (F(1.0f) / max(length, F(1e-6f))), own.heading);
}

/// Free distance ahead: to the nearest body in the corridor that the agent's and that body's width span. 1e6 if free.
template <class F, class NearLists>
SIDESTEP_INLINE F spacing_ahead(const Own<F>& own, const NearLists& near, Vec<F> direction) {
    F least = F(1e6f);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const Vec<F> p = apart(near, k, other.position);
        const F reach = own.radius + other.radius;
        const auto ahead = (dot(direction, p) >= F(0.0f)) & (abs(cross(direction, p)) <= reach) & near.present(k);
        least = min(least, select(ahead, norm(p) - reach, F(1e6f)));
    }
    return least;
}

/// What an agent does in a step.
template <class F>
struct CollisionFreeWalk {
    Vec<F> velocity, heading;
};

/// Where repulsions balance, the direction flips from step to step: it is turned into, not jumped to. Whatever it is,
/// the room along it limits the speed at once, so that nobody is run into.
template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE CollisionFreeWalk<F> collision_free_walk(const Own<F>& own, const NearLists& near,
                                                         const WallLists& walls, const CollisionFreeSpeedValues<F>& p) {
    const F zero = F(0.0f);
    const Vec<F> direction = speed_model_direction(own, near, walls, p);
    const F share = own.dt / max(p.relaxation_time, own.dt);
    const Vec<F> between = own.heading + (direction - own.heading) * share;
    const F length = norm(between);
    const Vec<F> e = select(length > F(1e-6f), between * (F(1.0f) / max(length, F(1e-6f))), direction);
    const F room = max(spacing_ahead(own, near, e), zero);
    const F wish = norm(own.pref);
    const F speed = min(min(wish, room / p.time_gap), own.max_speed);
    const F now = max(dot(own.velocity, e), zero);
    return {e * min(speed, now + (speed - now) * share), select(wish > zero, e, own.heading)};
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
