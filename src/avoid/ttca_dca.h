// Gradient descent on the time to and distance at the closest approach.
//
// T. B. Dutra, R. Marques, J. B. Cavalcante-Neto, C. A. Vidal, J. Pettré: Gradient-based steering for vision-based
// crowd simulation algorithms. Computer Graphics Forum 36 (2017) 337. The paper renders what an agent sees; here each
// neighbour is one point or five, weighted by how large it looks. The gradient is exact (docs/models/ttca_dca.md).
#pragma once

#include "avoid/lanes.h"
#include "avoid/turning.h"

namespace sidestep {

namespace ttca_dca {
enum : std::size_t {
    kTtcaSigma,
    kDcaSigma,
    kAngleSigma,
    kSpeedSigma,
    kGain,
    kSilhouette,
    kMinGap,
    kMinTurnSpeed,
    kMinRelativeSpeed,
    kViewHalfAngleDeg,
    kArrivalTime,
    kWallRange,
    kParameterCount
};
enum Silhouette { kCentre, kFivePoints };
inline constexpr std::string_view kSilhouettes[] = {"centre", "five_points"};
inline constexpr Parameter kParameters[] = {
    {.name = "ttca_sigma",
     .symbol = "σt",
     .unit = "s",
     .fallback = 1,
     .min = 0.5,
     .max = 3,
     .source = "UMANS",
     .meaning = "how far ahead in time an encounter matters"},
    {.name = "dca_sigma",
     .symbol = "σd",
     .unit = "m",
     .fallback = 0.3,
     .min = 0.2,
     .max = 1,
     .source = "UMANS",
     .meaning = "how close an encounter must be to matter; 0.6 with ttca_sigma 2 leaves room for bodies"},
    {.name = "angle_sigma",
     .symbol = "σa",
     .unit = "rad",
     .fallback = 2,
     .min = 0.1,
     .max = 10,
     .source = "UMANS",
     .meaning = "tolerance for walking in another direction than wished"},
    {.name = "speed_sigma",
     .symbol = "σs",
     .unit = "m/s",
     .fallback = 2,
     .min = 0.1,
     .max = 10,
     .source = "UMANS",
     .meaning = "tolerance for walking at another speed than wished"},
    {.name = "gain",
     .symbol = "λ",
     .unit = "m²/s³",
     .fallback = 25,
     .min = 5,
     .max = 40,
     .source = "choice: narrow doors; UMANS 20",
     .meaning = "acceleration per cost gradient; too large and people swing"},
    {.name = "silhouette",
     .symbol = "–",
     .unit = "–",
     .fallback = kCentre,
     .min = 0,
     .max = 1,
     .source = "choice",
     .meaning = "a neighbour is its centre, or five points across the line of sight",
     .choices = kSilhouettes,
     .per_agent = false,
     .calibratable = false},
    {.name = "min_gap",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.1,
     .min = 0.01,
     .max = 1,
     .source = "choice",
     .meaning = "nobody looks larger than at this distance between bodies"},
    {.name = "min_turn_speed",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 0.3,
     .min = 0.05,
     .max = 2,
     .source = "choice",
     .meaning = "below this speed turns are not taken any faster"},
    {.name = "min_relative_speed",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 0.05,
     .min = 0.001,
     .max = 1,
     .source = "choice",
     .meaning = "whoever moves slower against oneself costs but does not steer: the closest approach is anywhere"},
    {.name = "view_half_angle_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 90,
     .min = 0,
     .max = 180,
     .source = "UMANS",
     .meaning = "half of the angle of sight, around the direction of walking"},
    {.name = "arrival_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 1,
     .min = 0,
     .max = 5,
     .source = "choice",
     .meaning = "a way point beside oneself is not wished to be reached sooner, or it would be circled; 0 is without"},
    {.name = "wall_range",
     .symbol = "–",
     .unit = "m",
     .fallback = 2,
     .min = 0,
     .max = 10,
     .source = "choice",
     .meaning = "walls farther than this are not seen"},
};
inline constexpr PresetValue kPublishedValues[] = {{"gain", 20}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kMaxSpeed, 1.69}, {kMaxAccel, 5}, {kNeighbourRange, 5}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "ttca_dca",
    .kind = PartKind::avoid,
    .source =
        "Dutra, Marques, Cavalcante-Neto, Vidal, Pettré: Gradient-based steering for vision-based crowd simulation "
        "algorithms, Computer Graphics Forum 36, 2017",
    .summary = "gradient descent on time to and distance at the closest approach",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .max_dt = [](ParameterValues) { return 0.1; },
    .presets = kPresets};
}  // namespace ttca_dca

namespace SIDESTEP_ARCH {

template <class F>
struct TtcaDcaValues {
    F ttca_weight, dca_weight, angle_weight, speed_weight;  ///< 1/σ²
    F gain, min_gap, min_turn_speed, min_relative_speed, cos_view, arrival_time, max_accel;
    MaskOf<F> five_points;
};

template <class F, class Source>
SIDESTEP_INLINE TtcaDcaValues<F> ttca_dca_values(const Source& v) {
    using namespace ttca_dca;
    const auto weight = [&](std::size_t sigma) { return F(1.0f) / (v.own(sigma) * v.own(sigma)); };
    return {.ttca_weight = weight(kTtcaSigma),
            .dca_weight = weight(kDcaSigma),
            .angle_weight = weight(kAngleSigma),
            .speed_weight = weight(kSpeedSigma),
            .gain = v.own(kGain),
            .min_gap = v.own(kMinGap),
            .min_turn_speed = v.own(kMinTurnSpeed),
            .min_relative_speed = v.own(kMinRelativeSpeed),
            .cos_view = direction_of_turn(v.own(kViewHalfAngleDeg) / F(360.0f)).x,
            .arrival_time = v.own(kArrivalTime),
            .max_accel = v[kMaxAccel],
            .five_points = v.chosen(kSilhouette, kFivePoints)};
}

/// A cost and its derivatives by one's own heading (rad, to the left) and speed.
template <class F>
struct SteeringCost {
    F cost, by_heading, by_speed;
    friend SIDESTEP_INLINE SteeringCost operator*(SteeringCost a, F s) {
        return {a.cost * s, a.by_heading * s, a.by_speed * s};
    }
    friend SIDESTEP_INLINE SteeringCost operator+(SteeringCost a, SteeringCost b) {
        return {a.cost + b.cost, a.by_heading + b.by_heading, a.by_speed + b.by_speed};
    }
};

/// When a point at q that moves with w relative to oneself is closest, and where it then is.
template <class F>
struct ClosestApproach {
    F time;
    Vec<F> place;
};
template <class F>
SIDESTEP_INLINE ClosestApproach<F> closest_approach(Vec<F> q, Vec<F> w, F inverse_w2) {
    const F time = max(-dot(q, w) * inverse_w2, F(0.0f));
    return {time, q + w * time};
}

/// Of one point at q that moves with w relative to oneself. `ahead` is the own direction, `turn` what the own velocity
/// gains per radian.
template <class F>
SIDESTEP_INLINE SteeringCost<F> point_cost(Vec<F> q, Vec<F> w, Vec<F> ahead, Vec<F> turn, const TtcaDcaValues<F>& p) {
    const F w2 = dot(w, w);
    const auto moves = w2 >= p.min_relative_speed * p.min_relative_speed;
    const F inverse_w2 = F(1.0f) / max(w2, F(1e-6f));
    const auto [ttca, closest] = closest_approach(q, w, inverse_w2);
    const F c = exponential(F(-0.5f) * (ttca * ttca * p.ttca_weight + dot(closest, closest) * p.dca_weight));
    // Both derivatives of ttca carry this vector; dca cancels from its own, so nothing is singular where dca is 0.
    // While ttca is clamped to 0 all of it is 0, since every term has ttca as a factor.
    const Vec<F> g = closest * p.dca_weight - (q + w * (F(2.0f) * ttca)) * (inverse_w2 * p.ttca_weight);
    const F scale = select(moves, c * ttca, F(0.0f));
    return {c, scale * dot(g, turn), scale * dot(g, ahead)};
}

/// Cost of walking as one does; `goal_distance` to the way point. `watch` is told the weight and the cost of each
/// neighbour and wall.
template <class F, class NearLists, class WallLists, class Watch>
SIDESTEP_INLINE SteeringCost<F> steering_cost(const Own<F>& own, F goal_distance, Vec<F> ahead, F speed,
                                              const NearLists& near, const WallLists& walls, const TtcaDcaValues<F>& p,
                                              const Watch& watch) {
    const Vec<F> turn = left_of(ahead) * speed;
    const bool five = any(p.five_points);
    SteeringCost<F> sum{F(0.0f), F(0.0f), F(0.0f)};
    F weights = F(0.0f);
    // Who hardly moves sees walls as if it did: the gradient grows as 1/|w|, and people would tremble in narrow doors.
    const Vec<F> against_walls = ahead * max(speed, p.min_turn_speed);
    const auto add = [&](const Near<F>& other, Vec<F> velocity, MaskOf<F> present) {
        const F d = norm(other.position);
        const F reach = own.radius + other.radius;
        // In exactly one place there is nothing to see: that is left to contacts.
        const auto seen = present & (dot(other.position, ahead) >= d * p.cos_view) & (d > F(1e-6f));
        const F gap = max(d - reach, p.min_gap);
        const F weight = select(seen, F(1.0f) / (gap * gap), F(0.0f));
        const Vec<F> w = other.velocity - velocity;
        SteeringCost<F> cost = point_cost(other.position, w, ahead, turn, p);
        if (five) {
            const Vec<F> across = left_of(other.position) * (reach / max(d, F(1e-6f)));
            SteeringCost<F> all = cost;
            for (const float side : {-1.0f, -0.5f, 0.5f, 1.0f}) {
                all = all + point_cost(other.position + across * F(side), w, ahead, turn, p);
            }
            all = all * F(0.2f);
            cost = {select(p.five_points, all.cost, cost.cost), select(p.five_points, all.by_heading, cost.by_heading),
                    select(p.five_points, all.by_speed, cost.by_speed)};
        }
        watch(other, weight, cost);
        sum = sum + cost * weight;
        weights += weight;
    };
    for (int k = 0; k < near.longest(); ++k) add(near[k], own.velocity, near.present(k));
    for (int k = 0; k < walls.longest(); ++k) add(standing_at(walls[k]), against_walls, walls.present(k));

    const F off = angle_between(ahead, own.pref);
    const F wish = speed_to_turn(own, ahead, way_to_turn_for(own, ahead, goal_distance, walls), p.arrival_time);
    const F excess = speed - wish;
    const F by_angle = exponential(F(-0.5f) * off * off * p.angle_weight);
    const F by_speed = exponential(F(-0.5f) * excess * excess * p.speed_weight);
    const SteeringCost<F> movement{F(1.0f) - F(0.5f) * (by_angle + by_speed),
                                   F(-0.5f) * off * p.angle_weight * by_angle,
                                   F(0.5f) * excess * p.speed_weight * by_speed};
    return movement + sum * select(weights > F(0.0f), F(1.0f) / weights, F(0.0f));
}

template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> ttca_dca_velocity(const Own<F>& own, F goal_distance, const NearLists& near,
                                         const WallLists& walls, const TtcaDcaValues<F>& p, const Watch& watch = {}) {
    const F speed = norm(own.velocity);
    const Vec<F> ahead = direction_ahead(own, speed);
    const SteeringCost<F> cost = steering_cost(own, goal_distance, ahead, speed, near, walls, p, watch);
    const Vec<F> downhill = ahead * cost.by_speed + left_of(ahead) * (cost.by_heading / max(speed, p.min_turn_speed));
    const Vec<F> a = limited(downhill * -p.gain, p.max_accel);
    return limited(own.velocity + a * own.dt, own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
