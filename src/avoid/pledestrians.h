// Walking with the least effort.
//
// S. J. Guy, J. Chhugani, S. Curtis, P. Dubey, M. Lin, D. Manocha: PLEdestrians: a least-effort approach to crowd
// simulation. SCA 2010, 119–128. Of the velocities that ORCA permits, the one from which the goal is reached with the
// least metabolic energy: walk v for T, then straight on at the best speed.
// Departures: the permitted set is ORCA's, solved exactly instead of by samples; the goal lies in the direction of the
// wish, so that routes and intentions are followed, and nobody plans beyond it.
#pragma once

#include "avoid/orca.h"

namespace sidestep {

namespace pledestrians {
enum : std::size_t { kRestPower, kWalkPower, kPlanningTime, kTimeHorizon, kTimeHorizonWalls, kParameterCount };
inline constexpr Parameter kParameters[] = {
    {.name = "rest_power",
     .symbol = "e_s",
     .unit = "J/(kg s)",
     .fallback = 2.23,
     .min = 0,
     .max = 100,
     .min_excluded = true,
     .source = "paper, from Whittle: an average person",
     .meaning = "energy spent per second whatever one does"},
    {.name = "walk_power",
     .symbol = "e_w",
     .unit = "J s/(kg m²)",
     .min = 0,
     .max = 1000,
     .min_excluded = true,
     .source = "paper: 1.26, at which 1.33 m/s costs least",
     .meaning = "energy per second and squared speed; √(e_s/e_w) is the speed of free walking",
     .derive =
         [](ParameterValues all) {
             const AgentValues v(all);
             const double speed = v[kPrefSpeed] > 0.05 ? v[kPrefSpeed] : 0.05;
             return v.own(kRestPower) / (speed * speed);
         },
     .derive_text = "rest_power / pref_speed²"},
    {.name = "planning_time",
     .symbol = "T",
     .unit = "s",
     .fallback = 1,
     .min = 0.1,
     .max = 10,
     .source = "chosen here; UMANS 3",
     .meaning =
         "time for which a velocity is kept before the straight rest of the way; larger: shorter detours count less"},
    {.name = "time_horizon",
     .symbol = "τ",
     .unit = "s",
     .fallback = 3,
     .min = 0,
     .max = 60,
     .min_excluded = true,
     .source = "as orca",
     .meaning = "velocities that lead to a collision within this time are avoided"},
    {.name = "time_horizon_walls",
     .symbol = "τ_wall",
     .unit = "s",
     .fallback = 0.5,
     .min = 0,
     .max = 60,
     .min_excluded = true,
     .source = "as orca",
     .meaning = "the same for walls"},
};
inline constexpr PresetValue kPublishedValues[] = {{"pref_speed", 1.330354}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 2.0}, {kNeighbourRange, 5}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "pledestrians",
    .kind = PartKind::avoid,
    .source =
        "Guy, Chhugani, Curtis, Dubey, Lin, Manocha: PLEdestrians: a least-effort approach to crowd simulation, "
        "SCA 2010",
    .summary = "the collision-free velocity from which the goal takes the least energy",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // Queues overlap by 0.03 m at 0.1 s and by 0.14 m at 0.25 s.
    .max_dt = [](ParameterValues) { return 0.1; },
    .presets = kPresets};
}  // namespace pledestrians

namespace SIDESTEP_ARCH {

/// Halvings that leave nothing but rounding of the number type.
template <class F>
inline constexpr int kHalvings = 26;
template <>
inline constexpr int kHalvings<double> = 60;

/// What is sought inside the half-planes: least effort to a goal g away, C(v) = T (e_s + e_w |v|²) + 2 √(e_s e_w) |g −
/// T v|. Only √(e_s/e_w), the speed of free walking, decides where the minimum lies.
template <class F>
struct LeastEffort {
    Vec<F> goal;
    F speed, time;

    SIDESTEP_INLINE Vec<F> start(F max_speed) const {
        const F distance = norm(goal);
        const F fast = min(min(speed, distance / time), max_speed);
        return select(distance > F(1e-6f), goal * (fast / max(distance, F(1e-6f))), Vec<F>{F(0.0f), F(0.0f)});
    }
    /// C is strictly convex, so its slope along a line rises: halve towards its zero.
    SIDESTEP_INLINE F on_line(Vec<F> origin, Vec<F> along, F low, F high) const {
        for (int i = 0; i < kHalvings<F>; ++i) {
            const F t = (low + high) * F(0.5f);
            const Vec<F> rest = goal - (origin + along * t) * time;
            // C'(t)/(2 T e_w); `along` is perpendicular to `origin`, so v·along = t.
            const F slope = t - speed * dot(rest, along) / max(norm(rest), F(1e-9f));
            const auto beyond = slope > F(0.0f);
            low = select(beyond, low, t);
            high = select(beyond, t, high);
        }
        return (low + high) * F(0.5f);
    }
};

/// Energy per kilogram of walking v for T and then straight to the goal.
template <class F>
SIDESTEP_INLINE F walking_effort(Vec<F> v, Vec<F> goal, F time, F rest_power, F walk_power) {
    return time * (rest_power + walk_power * dot(v, v)) +
           F(2.0f) * sqrt(rest_power * walk_power) * norm(goal - v * time);
}

template <class F>
struct PledestriansValues {
    F free_speed;  ///< √(e_s/e_w) per m/s of preferred speed
    F planning_time, time_horizon, time_horizon_walls;
};
template <class F, class Source>
SIDESTEP_INLINE PledestriansValues<F> pledestrians_values(const Source& v) {
    using namespace pledestrians;
    return {.free_speed = sqrt(v.own(kRestPower) / v.own(kWalkPower)) / max(v[kPrefSpeed], F(1e-6f)),
            .planning_time = v.own(kPlanningTime),
            .time_horizon = v.own(kTimeHorizon),
            .time_horizon_walls = v.own(kTimeHorizonWalls)};
}

/// `way`: to the way point. It gives the distance, the wish the direction; what slows the wish slows free walking.
/// Nobody plans beyond the way point: otherwise people would slow down to distance / T before each, and creep up to
/// regions.
template <class F>
SIDESTEP_INLINE LeastEffort<F> least_effort(const Own<F>& own, Vec<F> way, const PledestriansValues<F>& p) {
    const F wish = norm(own.pref), distance = norm(way), speed = p.free_speed * wish;
    return {own.pref * (distance / max(wish, F(1e-6f))), speed,
            clamp<F>(distance / max(speed, F(1e-6f)), own.dt, p.planning_time)};
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
