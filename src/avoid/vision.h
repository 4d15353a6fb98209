// Vision-based avoidance: how the bearing of what one sees changes, and how soon one would reach it.
//
// J. Ondřej, J. Pettré, A.-H. Olivier, S. Donikian: A synthetic-vision based steering approach for crowd simulation.
// ACM Transactions on Graphics 29 (2010) 123. The paper renders what each walker sees; here a neighbour is three or
// five points of its silhouette. Departures are in docs/models/vision.md.
#pragma once

#include "avoid/lanes.h"
#include "avoid/turning.h"

namespace sidestep {

namespace vision {
enum : std::size_t {
    kThresholdFloor,
    kThresholdFactor,
    kThresholdExponent,
    kHorizon,
    kUrgentTime,
    kSlowTime,
    kGoalRate,
    kGoalTurnTime,
    kMaxTurnRate,
    kSilhouette,
    kViewHalfAngleDeg,
    kWallRange,
    kParameterCount
};
enum Silhouette { kThreePoints, kFivePoints };
inline constexpr std::string_view kSilhouettes[] = {"three_points", "five_points"};
inline constexpr Parameter kParameters[] = {
    {.name = "threshold_floor",
     .symbol = "a",
     .unit = "rad/s",
     .fallback = 0,
     .min = 0,
     .max = 2,
     .source = "port of the paper",
     .meaning = "change of bearing that is never safe"},
    {.name = "threshold_factor",
     .symbol = "b",
     .unit = "rad/s",
     .fallback = 0.6,
     .min = 0,
     .max = 5,
     .source = "port of the paper",
     .meaning = "change of bearing that is safe one second before the interaction; larger keeps more room"},
    {.name = "threshold_exponent",
     .symbol = "c",
     .unit = "–",
     .fallback = 1.5,
     .min = 0.1,
     .max = 5,
     .source = "port of the paper",
     .meaning = "how fast it falls with the time to interaction"},
    {.name = "horizon",
     .symbol = "–",
     .unit = "s",
     .fallback = 10,
     .min = 0.1,
     .max = 60,
     .source = "port of the paper",
     .meaning = "interactions farther ahead do not matter"},
    {.name = "urgent_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 1,
     .min = 0,
     .max = 10,
     .source = "port of the paper",
     .meaning = "interactions this near matter even beyond the goal"},
    {.name = "slow_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 3,
     .min = 0,
     .max = 10,
     .source = "2010",
     .meaning = "people slow down when an interaction is nearer"},
    {.name = "goal_rate",
     .symbol = "–",
     .unit = "rad/s",
     .fallback = 0.1,
     .min = 0,
     .max = 2,
     .source = "2010",
     .meaning =
         "below this change of the goal's bearing the smaller turn is chosen, else the one nearer to the goal's"},
    {.name = "goal_turn_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 0.25,
     .min = 0.05,
     .max = 10,
     .source = "choice",
     .meaning = "time in which a free walker turns to its goal"},
    {.name = "max_turn_rate",
     .symbol = "–",
     .unit = "rad/s",
     .fallback = 3.14,
     .min = 0.1,
     .max = 10,
     .source = "choice: narrow doors; port of the paper 1.57",
     .meaning = "nobody turns faster; also the largest threshold"},
    {.name = "silhouette",
     .symbol = "–",
     .unit = "–",
     .fallback = kThreePoints,
     .min = 0,
     .max = 1,
     .source = "choice",
     .meaning = "points across the line of sight that stand for a neighbour",
     .choices = kSilhouettes,
     .per_agent = false,
     .calibratable = false},
    {.name = "view_half_angle_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 75,
     .min = 0,
     .max = 180,
     .source = "2010, recalled",
     .meaning = "half of the angle of sight, around the direction of walking"},
    {.name = "wall_range",
     .symbol = "–",
     .unit = "m",
     .fallback = 5,
     .min = 0,
     .max = 20,
     .source = "choice",
     .meaning = "walls farther than this are not seen"},
};
inline constexpr PresetValue kPublishedValues[] = {{"max_turn_rate", 1.57}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxAccel, 4}, {kNeighbourRange, 8}, {kMaxNeighbours, 10}};
/// A way point that is beside is reached along a circle at a speed of way × max_turn_rate / 2; since one slows down on
/// the way, somewhat faster does: 1.25, measured at narrow doors.
inline constexpr float kTurns = 1.25f;
inline constexpr PartInfo kInfo{
    .name = "vision",
    .kind = PartKind::avoid,
    .source =
        "Ondřej, Pettré, Olivier, Donikian: A synthetic-vision based steering approach for crowd simulation, ACM "
        "Transactions on Graphics 29, 2010",
    .summary = "turns by the change of bearing and slows by the time to interaction of what is seen",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .max_dt = [](ParameterValues) { return 0.1; },
    .presets = kPresets};
}  // namespace vision

namespace SIDESTEP_ARCH {

template <class F>
struct VisionValues {
    F threshold_floor, threshold_factor, threshold_exponent, horizon, urgent_time, slow_time, goal_rate, goal_turn_time,
        max_turn_rate, cos_view;
    MaskOf<F> five_points;
};

template <class F, class Source>
SIDESTEP_INLINE VisionValues<F> vision_values(const Source& v) {
    using namespace vision;
    return {.threshold_floor = v.own(kThresholdFloor),
            .threshold_factor = v.own(kThresholdFactor),
            .threshold_exponent = v.own(kThresholdExponent),
            .horizon = v.own(kHorizon),
            .urgent_time = v.own(kUrgentTime),
            .slow_time = v.own(kSlowTime),
            .goal_rate = v.own(kGoalRate),
            .goal_turn_time = v.own(kGoalTurnTime),
            .max_turn_rate = v.own(kMaxTurnRate),
            .cos_view = direction_of_turn(v.own(kViewHalfAngleDeg) / F(360.0f)).x,
            .five_points = v.chosen(kSilhouette, kFivePoints)};
}

/// Change of bearing (rad/s) that is safe so long before the interaction: τ1.
template <class F>
SIDESTEP_INLINE F safe_bearing_rate(F tti, const VisionValues<F>& p) {
    return p.threshold_floor + p.threshold_factor * power(tti, -p.threshold_exponent);
}
/// Share of the comfortable speed so long before the interaction.
template <class F>
SIDESTEP_INLINE F speed_share(F tti) {
    return F(1.0f) - exponential(F(-0.5f) * tti * tti);
}

/// What a point does to the eye: when it is reached (negative: it recedes) and how its bearing changes per second,
/// positive to the left.
template <class F>
struct Sighting {
    F tti, bearing_rate;
};
/// A point in direction k at distance d, moving with w relative to oneself.
template <class F>
SIDESTEP_INLINE Sighting<F> sighting(Vec<F> k, F d, Vec<F> w, F max_rate) {
    const F receding = dot(w, k);
    const F tti = -d / select(abs(receding) > F(1e-4f), receding, F(1e-4f));
    // Over one second as in the port, but at most half the way to the point: beyond it the bearing turns over, and what
    // is about to be hit would seem to move aside.
    const F h = select(tti > F(0.0f), clamp<F>(F(0.5f) * tti, F(1e-3f), F(1.0f)), F(1.0f));
    const F rate = arc_tangent(cross(k, w) * h, d + receding * h) / h;
    return {tti, clamp<F>(rate, -max_rate, max_rate)};
}

/// The turns (rad/s) that would make everything seen safe, to either side, and the soonest interaction.
template <class F>
struct Evasion {
    F left, right, tti;
    MaskOf<F> needed;
};
/// `watch` is told each point that is looked at, its time to interaction and whether it matters.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Evasion<F> evasion(const Own<F>& own, Vec<F> ahead, F goal_time, const NearLists& near,
                                   const WallLists& walls, const VisionValues<F>& p, const Watch& watch = {}) {
    const F zero = F(0.0f);
    Evasion<F> e{zero, zero, F(1e6f), F(1.0f) < zero};
    const bool five = any(p.five_points);
    const auto look = [&](Vec<F> q, Vec<F> w, MaskOf<F> seen) {
        const F distance = max(norm(q), F(1e-6f));
        // As far as the own body's edge; never nothing.
        const F d = max(distance - own.radius, F(0.01f));
        const Sighting<F> s = sighting(q * (F(1.0f) / distance), d, w, p.max_turn_rate);
        const F tti = clamp<F>(s.tti, F(1e-3f), F(1e3f));
        const F safe = min(safe_bearing_rate(tti, p), p.max_turn_rate);
        const auto matters = seen & (s.tti > zero) & (tti < p.horizon) & (abs(s.bearing_rate) < safe) &
                             ((goal_time >= tti) | (tti < p.urgent_time));
        watch(q, tti, matters);
        e.left = select(matters, max(e.left, s.bearing_rate + safe), e.left);
        e.right = select(matters, min(e.right, s.bearing_rate - safe), e.right);
        e.tti = select(matters, min(e.tti, tti), e.tti);
        e.needed = e.needed | matters;
    };
    const auto add = [&](const Near<F>& other, MaskOf<F> present) {
        const F d = norm(other.position);
        const auto seen = present & (dot(other.position, ahead) >= d * p.cos_view) & (d > F(1e-6f));
        const Vec<F> w = other.velocity - own.velocity;
        const Vec<F> across = left_of(other.position) * ((own.radius + other.radius) / max(d, F(1e-6f)));
        look(other.position, w, seen);
        look(other.position + across, w, seen);
        look(other.position - across, w, seen);
        if (five) {
            look(other.position + across * F(0.5f), w, seen & p.five_points);
            look(other.position - across * F(0.5f), w, seen & p.five_points);
        }
    };
    for (int k = 0; k < near.longest(); ++k) add(near[k], near.present(k));
    for (int k = 0; k < walls.longest(); ++k) add(standing_at(walls[k]), walls.present(k));
    return e;
}

/// Turn in rad/s, positive to the left, and speed.
template <class F>
struct VisionChoice {
    F turn, speed;
};
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE VisionChoice<F> vision_choice(const Own<F>& own, Vec<F> ahead, F goal_distance, const NearLists& near,
                                              const WallLists& walls, const VisionValues<F>& p,
                                              const Watch& watch = {}) {
    const F wish = norm(own.pref);
    const Vec<F> to_goal = own.pref * (F(1.0f) / max(wish, F(1e-6f)));
    const Sighting<F> goal = sighting(to_goal, goal_distance, -own.velocity, p.max_turn_rate);
    const F goal_time = select(goal.tti > F(0.0f), goal.tti, F(1e6f));
    const Evasion<F> e = evasion(own, ahead, goal_time, near, walls, p, watch);
    // With the goal about ahead the smaller turn, else the one that keeps it in view; one far away keeps its bearing
    // also when it lies beside. Walls at right angles make ties: those go to the goal's side, and to the right when it
    // is ahead.
    const F goal_angle = angle_between(ahead, own.pref);
    const F free = goal_angle / p.goal_turn_time;
    const F aim = select(abs(goal_angle) > F(0.785398163f), free,
                         select(abs(goal.bearing_rate) < p.goal_rate, F(0.0f), goal.bearing_rate));
    const F left_excess = abs(e.left - aim) - abs(e.right - aim);
    const auto tie = abs(left_excess) < F(1e-5f);
    const auto to_left = select(tie, goal_angle, -left_excess) > select(tie, F(1e-5f), F(0.0f));
    // Turning farther than is needed, to the goal, is as safe.
    const F avoid = select(to_left, max(e.left, free), min(e.right, free));
    const F turn = clamp<F>(select(e.needed, avoid, free), -p.max_turn_rate, p.max_turn_rate);
    const F fast = speed_to_turn(own, ahead, way_to_turn_for(own, ahead, goal_distance, walls),
                                 F(vision::kTurns) / p.max_turn_rate);
    return {turn, fast * select(e.needed & (e.tti < p.slow_time), speed_share(e.tti), F(1.0f))};
}

template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> vision_velocity(const Own<F>& own, F goal_distance, const NearLists& near,
                                       const WallLists& walls, const VisionValues<F>& p, const Watch& watch = {}) {
    const Vec<F> ahead = direction_ahead(own, norm(own.velocity));
    const VisionChoice<F> c = vision_choice(own, ahead, goal_distance, near, walls, p, watch);
    return limited(turned<F>(ahead, c.turn * own.dt) * c.speed, own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
