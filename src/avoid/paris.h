// Directions weighed by the speeds at which one would pass before or behind the others.
//
// S. Paris, J. Pettré, S. Donikian: Pedestrian reactive navigation for crowd simulation: a predictive approach.
// Computer Graphics Forum 26 (2007) 665, as re-interpreted by UMANS. Intervals of speed are our own version, in
// docs/models/paris.md with the other departures.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace paris {
enum : std::size_t {
    kSpeedWeight,
    kHorizon,
    kHorizonExtra,
    kDirections,
    kMaxDeviationDeg,
    kParallelAngleDeg,
    kStandingSpeed,
    kApproachTime,
    kWallRange,
    kParameterCount
};
inline constexpr int kMostDirections = 36;
inline constexpr Parameter kParameters[] = {
    {.name = "speed_weight",
     .symbol = "w_a",
     .unit = "–",
     .fallback = 0.5,
     .min = 0,
     .max = 1,
     .source = "UMANS",
     .meaning = "share of others in the cost of a direction; the rest is the deviation from the wish"},
    {.name = "horizon",
     .symbol = "t_max",
     .unit = "s",
     .fallback = 8,
     .min = 0.1,
     .max = 60,
     .source = "UMANS",
     .meaning = "encounters farther ahead do not matter"},
    {.name = "horizon_extra",
     .symbol = "w_b",
     .unit = "s",
     .fallback = 0,
     .min = 0,
     .max = 60,
     .source = "UMANS",
     .meaning = "makes encounters matter less slowly with time"},
    {.name = "directions",
     .symbol = "–",
     .unit = "–",
     .fallback = 18,
     .min = 1,
     .max = kMostDirections,
     .source = "choice",
     .meaning = "directions tried to either side of the wish",
     .calibratable = false},
    {.name = "max_deviation_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 90,
     .min = 1,
     .max = 180,
     .source = "choice",
     .meaning = "the outermost of them"},
    {.name = "parallel_angle_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 45,
     .min = 0,
     .max = 80,
     .source = "choice",
     .meaning = "walkers within this angle have no crossing: they are met or followed"},
    {.name = "standing_speed",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 0.05,
     .min = 0,
     .max = 1,
     .source = "choice",
     .meaning = "who is slower stands and is met where it is"},
    {.name = "approach_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 1,
     .min = 0.1,
     .max = 10,
     .source = "choice",
     .meaning = "a gap to whoever is met or followed is closed no faster than in this time"},
    {.name = "wall_range",
     .symbol = "–",
     .unit = "m",
     .fallback = 3,
     .min = 0,
     .max = 20,
     .source = "choice",
     .meaning = "walls farther than this do not matter"},
};
inline constexpr CommonDefault kCommonDefaults[] = {{kNeighbourRange, 8}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "paris",
    .kind = PartKind::avoid,
    .source =
        "Paris, Pettré, Donikian: Pedestrian reactive navigation for crowd simulation: a predictive approach, "
        "Computer Graphics Forum 26, 2007",
    .summary = "the direction in which passing before or behind the others costs least, and a speed that does it",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .max_dt = [](ParameterValues) { return 0.1; }};
}  // namespace paris

namespace SIDESTEP_ARCH {

template <class F>
struct ParisValues {
    F speed_weight, inverse_horizon, directions, max_turn, sin_parallel, standing_speed, approach_rate;
};

template <class F, class Source>
SIDESTEP_INLINE ParisValues<F> paris_values(const Source& v) {
    using namespace paris;
    return {.speed_weight = v.own(kSpeedWeight),
            .inverse_horizon = F(1.0f) / (v.own(kHorizon) + v.own(kHorizonExtra)),
            .directions = v.own(kDirections),
            .max_turn = v.own(kMaxDeviationDeg) / F(360.0f),
            .sin_parallel = direction_of_turn(v.own(kParallelAngleDeg) / F(360.0f)).y,
            .standing_speed = v.own(kStandingSpeed),
            .approach_rate = F(1.0f) / v.own(kApproachTime)};
}

/// What matters of a neighbour in every direction.
template <class F>
struct Passer {
    Vec<F> position, velocity, along;  ///< `along` of length 1, or 0 for who stands
    F speed, reach;
    MaskOf<F> present, stands;
};
template <class F>
SIDESTEP_INLINE Passer<F> passer(const Own<F>& own, Vec<F> position, const Near<F>& other, MaskOf<F> present,
                                 const ParisValues<F>& p) {
    const F speed = norm(other.velocity);
    const auto stands = speed <= p.standing_speed;
    const Vec<F> along = other.velocity * select(stands, F(0.0f), F(1.0f) / max(speed, F(1e-6f)));
    return {position, other.velocity, along, max(speed, F(1e-6f)), own.radius + other.radius, present, stands};
}

/// Speeds in (slowest, fastest) would meet the other: below one passes behind it, above before it. `begins` is when the
/// other takes the place of the encounter; negative when it has it.
template <class F>
struct SpeedGap {
    F slowest, fastest, begins;
    F approach;  ///< what may be added to the slowest while there is room; negative in an overlap
    MaskOf<F> exists;
};
template <class F>
SIDESTEP_INLINE SpeedGap<F> speed_gap(Vec<F> direction, F wish, const Passer<F>& other, const ParisValues<F>& p) {
    const F zero = F(0.0f), ever = F(1e6f);
    const F sine = cross(direction, other.along);
    // Crossing: my ray meets its line after `mine` metres of my way and `its` of its own.
    const auto crosses = abs(sine) > p.sin_parallel;
    const F inverse_sine = F(1.0f) / select(crosses, sine, F(1.0f));
    const F mine = cross(other.position, other.along) * inverse_sine;
    const F its = -cross(direction, other.position) * inverse_sine;
    // On its line it is in the strip that my body sweeps for this long to either side of the crossing.
    const F half = other.reach * abs(inverse_sine);
    const F inverse_speed = F(1.0f) / other.speed;
    const F enters = (its - half) * inverse_speed, leaves = (its + half) * inverse_speed;
    const auto will_cross = crosses & (mine > zero) & (leaves > zero);
    // Met or followed: seen from it, I come along w, and it is in my way for good.
    const F carries = dot(direction, other.velocity);
    const Vec<F> w = direction * wish - other.velocity;
    const F closing = norm(w);
    const auto alike = closing < F(0.01f);
    const Vec<F> towards = select(alike, direction, w * (F(1.0f) / max(closing, F(0.01f))));
    const F ahead = dot(towards, other.position), aside = cross(towards, other.position);
    const F room = ahead - sqrt(max(other.reach * other.reach - aside * aside, zero));
    const auto in_my_way = inverse(crosses) & (ahead > zero) & (dot(direction, other.position) > zero) &
                           (abs(aside) < other.reach) & (inverse(alike) | (room < zero));
    const MaskOf<F> exists = other.present & (will_cross | in_my_way);
    return {select(crosses, mine / max(leaves, F(1e-6f)), max(carries, zero)),
            select(crosses & (enters > zero), mine / max(enters, F(1e-6f)), ever),
            select(crosses, enters, max(room, zero) / max(closing, F(0.01f))),
            select(crosses, zero, room * p.approach_rate), exists};
}

/// Cost of an encounter for somebody who wants to walk at `wish`: how far that is from the speeds that pass, and how
/// soon.
template <class F>
SIDESTEP_INLINE F encounter_cost(const SpeedGap<F>& gap, F wish, const ParisValues<F>& p) {
    const F zero = F(0.0f);
    const F speed = max(min(gap.fastest - wish, wish - gap.slowest), zero) / max(wish, F(1e-6f));
    const F soon = clamp<F>(F(1.0f) - gap.begins * p.inverse_horizon, zero, F(1.0f));
    return select(gap.exists, speed * soon, zero);
}

/// Calls body(other) for every neighbour and wall.
template <class F, class NearLists, class WallLists, class Body>
SIDESTEP_INLINE void for_passers(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                 const ParisValues<F>& p, Body body) {
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        body(passer(own, apart(near, k, other.position), other, near.present(k), p));
    }
    for (int k = 0; k < walls.longest(); ++k) {
        const Near<F> other = standing_at(walls[k]);
        body(passer(own, other.position, other, walls.present(k), p));
    }
}

/// The speed nearest to the wish at which nobody is met in this direction; the slower of two equally near.
template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE F passing_speed(const Own<F>& own, Vec<F> direction, F wish, const NearLists& near,
                                const WallLists& walls, const ParisValues<F>& p) {
    // Out of one gap into the next until there is none: each pass leaves a gap for good, so further passes, which other
    // lanes may need, change nothing.
    F slower = wish, faster = wish;
    constexpr float kEdge = 1e-4f;
    const int most = near.longest() + walls.longest();
    for (int pass = 0; pass < most; ++pass) {
        const F slower_before = slower, faster_before = faster;
        for_passers(own, near, walls, p, [&](const Passer<F>& other) {
            const SpeedGap<F> gap = speed_gap(direction, wish, other, p);
            const F slowest = max(gap.slowest + gap.approach, F(0.0f));
            const auto within = [&](F s) {
                return gap.exists & (s > slowest + F(kEdge)) & (s < gap.fastest - F(kEdge));
            };
            slower = select(within(slower), slowest, slower);
            faster = select(within(faster), gap.fastest, faster);
        });
        if (!any((slower < slower_before) | (faster > faster_before))) break;
    }
    return select((faster <= own.max_speed) & (faster - wish < wish - slower), faster, slower);
}

template <class F>
struct ParisChoice {
    Vec<F> direction;
    F cost;
};
/// The direction of least cost. Ties go to the smaller deviation, then away from the side of those who are met straight
/// ahead, then to the right.
/// `watch` is told each direction and its cost.
template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE ParisChoice<F> best_direction(const Own<F>& own, Vec<F> wished, F wish, const NearLists& near,
                                              const WallLists& walls, const ParisValues<F>& p,
                                              const Watch& watch = {}) {
    constexpr int kMost = 2 * paris::kMostDirections + 1;
    F sum[kMost], met[kMost];
    Vec<F> direction[kMost];
    int tried = 1;
    direction[0] = wished;
    for (int k = 1; k <= paris::kMostDirections && any(F(static_cast<float>(k)) <= p.directions); ++k) {
        const Direction<F> turn = direction_of_turn(p.max_turn * (F(static_cast<float>(k)) / p.directions));
        const Vec<F> forward = wished * turn.x, sideways = left_of(wished) * turn.y;
        direction[tried++] = forward - sideways;
        direction[tried++] = forward + sideways;
    }
    for (int i = 0; i < tried; ++i) sum[i] = met[i] = F(0.0f);
    F lean = F(0.0f);  // positive: those met ahead are on the left
    for_passers(own, near, walls, p, [&](const Passer<F>& other) {
        for (int i = 0; i < tried; ++i) {
            const SpeedGap<F> gap = speed_gap(direction[i], wish, other, p);
            const F cost = encounter_cost(gap, wish, p);
            sum[i] += cost;
            met[i] += select(gap.exists, F(1.0f), F(0.0f));
            if (i == 0) lean += cost * cross(wished, other.position);
        }
    });
    const F deviation = F(0.5f) * (F(1.0f) - p.speed_weight);
    const auto total = [&](int i) {
        return p.speed_weight * sum[i] / max(met[i], F(1.0f)) + deviation * (F(1.0f) - dot(wished, direction[i]));
    };
    ParisChoice<F> best{wished, total(0)};
    watch(wished, best.cost);
    for (int i = 1; i < tried; i += 2) {
        const F right = total(i), left = total(i + 1);
        watch(direction[i], right);
        watch(direction[i + 1], left);
        const auto to_left = (left < right) | ((left == right) & (lean < F(0.0f)));
        const F cost = select(to_left, left, right);
        const auto better = (F(static_cast<float>((i + 1) / 2)) <= p.directions) & (cost < best.cost);
        best = {select(better, select(to_left, direction[i + 1], direction[i]), best.direction),
                select(better, cost, best.cost)};
    }
    return best;
}

template <class F, class NearLists, class WallLists, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> paris_velocity(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                      const ParisValues<F>& p, const Watch& watch = {}) {
    const F wish = norm(own.pref);
    const Vec<F> wished = select(wish > F(0.0f), own.pref * (F(1.0f) / max(wish, F(1e-20f))), own.heading);
    const ParisChoice<F> best = best_direction(own, wished, wish, near, walls, p, watch);
    return limited(best.direction * passing_speed(own, best.direction, wish, near, walls, p), own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
