// Predictive collision avoidance.
//
// I. Karamouzas, P. Heil, P. van Beek, M. H. Overmars: A predictive collision avoidance model for pedestrian
// simulation. MIG 2009 (LNCS 5884, 41–52). Equation numbers are the paper's; docs/models/predictive.md lists what it
// leaves open and what was chosen. Departures:
//  * of colliders with the same time to collision the nearer comes first, then the smaller id;
//  * at most 16 agents inside the personal space push at once (more than fit there).
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>

#include "avoid/lanes.h"

namespace sidestep {

namespace predictive {
enum : std::size_t {
    kPersonalRadius,
    kRelaxationTime,
    kWallSteepness,
    kWallSafeDist,
    kWallEps,
    kAnticipation,
    kMaxColliders,
    kEvasiveStrength,
    kDMin,
    kDMid,
    kDMax,
    kRankWeight,
    kFovDeg,
    kOrientWeight,
    kNoiseMax,
    kMaxEvasive,
    kDtVirtual,
    kEvasion,
    kParameterCount
};
enum Evasion { kIterative, kSum };
inline constexpr std::string_view kEvasions[] = {"iterative", "sum"};

inline constexpr Parameter kParameters[] = {
    {.name = "personal_radius",
     .symbol = "ρ",
     .unit = "m",
     .min = 0.05,
     .max = 5,
     .source = "measured; public implementations: radius + 0.1 and 1 m",
     .meaning = "personal space: a predicted distance below ρ + the other's radius is a collision",
     .derive = [](ParameterValues v) { return v[kRadius] + 0.15; },
     .derive_text = "radius + 0.15"},
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.38,
     .min = 0.1,
     .max = 2,
     .source = "choice: narrow doors; public implementations 0.4 and 0.5",
     .meaning = "time to regain the preferred velocity; larger is lazier"},
    {.name = "wall_steepness",
     .symbol = "κ",
     .unit = "–",
     .fallback = 2,
     .min = 1,
     .max = 4,
     .source = "public implementations",
     .meaning = "how fast the wall force grows near the wall (exponent of eq. 2)"},
    {.name = "wall_safe_dist",
     .symbol = "d_s",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 2,
     .source = "ours; 2 m, named by the author, makes narrow halls unusable",
     .meaning = "walls closer than this to the body push away"},
    {.name = "wall_eps",
     .symbol = "ε_w",
     .unit = "m",
     .fallback = 0.14,
     .min = 0,
     .max = 1,
     .min_excluded = true,
     .source = "ours: between two walls a step of 0.1 s ends in the middle, not beyond (2 Δt²/ε² ≈ 1); public 0.01",
     .meaning = "distance at which the wall force grows no steeper"},
    {.name = "anticipation",
     .symbol = "t_α",
     .unit = "s",
     .fallback = 6,
     .min = 0.1,
     .max = 20,
     .source = "measured; public implementations: 3 and 4",
     .meaning = "collisions later than this are ignored"},
    {.name = "max_colliders",
     .symbol = "N",
     .unit = "–",
     .fallback = 3,
     .min = 1,
     .max = 16,
     .source = "paper: 2–5",
     .meaning = "how many imminent collisions are dealt with at once"},
    {.name = "evasive_strength",
     .symbol = "F0",
     .unit = "m/s²",
     .fallback = 0.7,
     .min = 0,
     .max = 100,
     .min_excluded = true,
     .source = "measured; public implementations: 1 and 3",
     .meaning = "evasive force on the plateau of f(D)"},
    {.name = "d_min",
     .symbol = "d_min",
     .unit = "m",
     .fallback = 0.7,
     .min = 0,
     .max = 50,
     .min_excluded = true,
     .source = "measured; public implementations: radius + personal_radius and 1 m",
     .meaning = "below this distance to the collision the force rises steeply"},
    {.name = "d_mid",
     .symbol = "d_mid",
     .unit = "m",
     .fallback = 2,
     .min = 0,
     .max = 100,
     .min_excluded = true,
     .source = "measured; public implementation: 4",
     .meaning = "end of the plateau of f(D)"},
    {.name = "d_max",
     .symbol = "d_max",
     .unit = "m",
     .min = 0,
     .max = 200,
     .min_excluded = true,
     .source = "public implementation",
     .meaning = "no force beyond; at least d_mid",
     .derive =
         [](ParameterValues all) {
             const AgentValues v(all);
             const double d = v.own(kAnticipation) * v[kMaxSpeed];
             return d > v.own(kDMid) + 0.1 ? d : v.own(kDMid) + 0.1;
         },
     .derive_text = "max(anticipation × max_speed, d_mid + 0.1)"},
    {.name = "rank_weight",
     .symbol = "w",
     .unit = "–",
     .fallback = 0.8,
     .min = 0,
     .max = 1,
     .source = "public implementations",
     .meaning = "weighted sum: the k-th collision counts w^k; contacts count 1"},
    {.name = "fov_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 200,
     .min = 1,
     .max = 360,
     .source = "public implementations; the paper gives no number",
     .meaning = "field of view; who invades the personal space is felt from anywhere"},
    {.name = "orient_weight",
     .symbol = "w_o",
     .unit = "–",
     .fallback = 0.8,
     .min = 0,
     .max = 1,
     .source = "public implementation",
     .meaning = "share of the desired direction in the body's heading"},
    {.name = "noise_max",
     .symbol = "F_n",
     .unit = "m/s²",
     .fallback = 0.001,
     .min = 0,
     .max = 10,
     .source = "public implementations; 0.05 already costs smoothness",
     .meaning = "random force that breaks exact symmetry"},
    {.name = "max_evasive",
     .symbol = "a_max",
     .unit = "m/s²",
     .fallback = 20,
     .min = 0,
     .max = 1000,
     .min_excluded = true,
     .source = "public implementation",
     .meaning = "limit of the evasive force, and of the sum of the wall forces"},
    {.name = "dt_virtual",
     .symbol = "Δt_v",
     .unit = "s",
     .fallback = 0.1,
     .min = 0,
     .max = 1,
     .min_excluded = true,
     .source = "ours: with the real time step a small one would never remove a collision",
     .meaning = "how long a virtual force acts before the next collision is predicted (iterative)"},
    {.name = "evasion",
     .symbol = "–",
     .unit = "–",
     .fallback = kIterative,
     .min = 0,
     .max = 1,
     .source = "paper §4.4",
     .meaning = "how several collisions become one force: one after the other, or as a weighted sum",
     .choices = kEvasions,
     .per_agent = false,
     .calibratable = false},
};
/// The paper prints no constants: those of a public implementation, as far as crowds come through with them.
inline constexpr PresetValue kPublishedValues[] = {{"radius", 0.3},    {"pref_speed", 1.4}, {"personal_radius", 0.6},
                                                   {"wall_eps", 0.01}, {"anticipation", 4}, {"evasive_strength", 1},
                                                   {"d_min", 0.9},     {"d_mid", 4},        {"relaxation_time", 0.5}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 2.0}, {kNeighbourRange, 10}, {kMaxNeighbours, 0}};
inline constexpr PartInfo kInfo{
    .name = "predictive",
    .kind = PartKind::avoid,
    .source =
        "Karamouzas, Heil, van Beek, Overmars: A predictive collision avoidance model for pedestrian simulation, MIG "
        "2009",
    .summary = "early, small evasive forces against collisions predicted within the next seconds",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .presets = kPresets};
}  // namespace predictive

namespace SIDESTEP_ARCH {

/// How far ahead walls let go of whoever recedes from them (wall_force), in seconds for a square metre of wall_eps: its
/// push then dies out within 0.1 s, the longest step that is in use; sooner, walls would throw people to and fro.
inline constexpr float kWallLag = 10;

/// Parameters of an agent; `fall` is 1 / (d_max − d_mid): how fast f(D) falls to zero between them.
template <class F>
struct PredictiveValues {
    F personal_radius, relaxation_time, wall_steepness, wall_safe_dist, wall_eps, anticipation, max_colliders,
        evasive_strength, d_min, d_mid, d_max, fall, rank_weight, cos_half_fov, orient_weight, noise_max, max_evasive,
        dt_virtual;
    MaskOf<F> sums;
};

template <class F, class Source>
SIDESTEP_INLINE PredictiveValues<F> predictive_values(const Source& v) {
    using namespace predictive;
    return {.personal_radius = v.own(kPersonalRadius),
            .relaxation_time = v.own(kRelaxationTime),
            .wall_steepness = v.own(kWallSteepness),
            .wall_safe_dist = v.own(kWallSafeDist),
            .wall_eps = v.own(kWallEps),
            .anticipation = v.own(kAnticipation),
            .max_colliders = v.own(kMaxColliders),
            .evasive_strength = v.own(kEvasiveStrength),
            .d_min = v.own(kDMin),
            .d_mid = v.own(kDMid),
            .d_max = v.own(kDMax),
            .fall = F(1.0f) / max(v.own(kDMax) - v.own(kDMid), F(1e-6f)),  // they may be equal
            .rank_weight = v.own(kRankWeight),
            .cos_half_fov = direction_of_turn(v.own(kFovDeg) * (F(1.0f) / F(720.0f))).x,
            .orient_weight = v.own(kOrientWeight),
            .noise_max = v.own(kNoiseMax),
            .max_evasive = v.own(kMaxEvasive),
            .dt_virtual = v.own(kDtVirtual),
            .sums = v.chosen(kEvasion, kSum)};
}

inline constexpr int kMostColliders = 16;
inline constexpr int kMostCandidates = 1024;  // nearest neighbours that are looked at, more than fit within ten metres
inline constexpr float kNever = 1e30f;
inline constexpr float kContact = -1.0f;  // key of an invaded personal space: before every predicted collision

/// Eq. 1.
template <class F>
SIDESTEP_INLINE Vec<F> goal_force(const Own<F>& own, F relaxation_time) {
    return (own.pref - own.velocity) * (F(1.0f) / relaxation_time);
}

/// Eq. 2 for one wall whose nearest point is q. Whoever recedes from it is pushed less, as if already farther: else a
/// wall throws people across the room, and two jambs throw them to and fro.
template <class F>
SIDESTEP_INLINE Vec<F> wall_force(Vec<F> q, Vec<F> along_wall, const Own<F>& own, const PredictiveValues<F>& p) {
    const F d = norm(q);
    const auto away = d > F(1e-9f);
    Vec<F> n = -(q * (F(1.0f) / d));
    // Who stands on the wall is pushed across it.
    if (!all(away)) n = select(away, n, left_of(unit_or_zero(along_wall)));
    const F gap = d - own.radius, left = p.wall_safe_dist - gap;
    const F receding = max(dot(own.velocity, n), F(0.0f));
    return n * (max(left - receding * (p.wall_eps * p.wall_eps * F(kWallLag)), F(0.0f)) /
                power(max(gap, p.wall_eps), p.wall_steepness));
}

template <class F, class WallLists>
SIDESTEP_INLINE Vec<F> wall_forces(const WallLists& feet, const Own<F>& own, const PredictiveValues<F>& p) {
    Vec<F> sum{F(0.0f), F(0.0f)};
    if (feet.longest() == 0) return sum;
    for (int k = 0; k < feet.longest(); ++k) {
        const auto foot = feet[k];
        const Vec<F> f = wall_force(nearest_point(foot), along(foot), own, p);
        sum += select(feet.present(k), f, Vec<F>{F(0.0f), F(0.0f)});
    }
    return limited(sum, p.max_evasive);
}

/// Eq. 7: time until the personal space is invaded when walking with velocity u; kNever without a collision, kContact
/// when it is invaded now.
template <class F>
SIDESTEP_INLINE F time_to_collision(const Near<F>& near, Vec<F> u, const PredictiveValues<F>& p) {
    const Vec<F> w = near.position;
    const F reach = p.personal_radius + near.radius;
    const Vec<F> rel = u - near.velocity;
    const F c = dot(w, w) - reach * reach;
    const F a = dot(rel, rel);
    const F b = dot(w, rel);
    const F disc = b * b - a * c;
    // (b − √disc) / a without the difference; without a collision not a number, which fails every comparison.
    const F t = c / (b + sqrt(disc));
    const auto hits = (b > F(0.0f)) & (disc > F(0.0f)) & (t <= p.anticipation);
    return select(c < F(0.0f), F(kContact), select(hits, t, F(kNever)));
}

/// f(D), the magnitude of an evasive force (paper fig. 2).
template <class F>
SIDESTEP_INLINE F evasive_magnitude(F distance, const PredictiveValues<F>& p) {
    const F near = p.d_min / distance;
    const F far = max(p.d_max - distance, F(0.0f)) * p.fall;
    return p.evasive_strength * select(distance < p.d_min, near, select(distance < p.d_mid, F(1.0f), far));
}

/// Force of one collision at time t (≥ 0) when walking with velocity u; eq. 5 and 6.
template <class F>
SIDESTEP_INLINE Vec<F> evasive_force(const Near<F>& near, F t, Vec<F> u, Vec<F> desired, F radius,
                                     const PredictiveValues<F>& p) {
    const Vec<F> m = (u - near.velocity) * t - near.position;  // from the other to oneself, at the collision
    const F apart = norm(m);
    const F speed = norm(desired);
    const Vec<F> right =
        select(speed > F(0.0f), Vec<F>{desired.y, -desired.x} * (F(1.0f) / speed), Vec<F>{F(0.0f), F(0.0f)});
    const Vec<F> direction = select(apart > F(1e-9f), m * (F(1.0f) / apart), right);
    const F distance = max(t * norm(u) + max(F(0.0f), apart - radius - near.radius), F(0.01f));
    return direction * evasive_magnitude(distance, p);
}

// Choosing colliders one after the other needs an order without ties. A token is such a key: contacts first, then by
// time to collision, then by place in the list, which is by distance. Of eight agents at once, one to a lane:
//
//    31 30      23 22           10 9           0
//   +--+----------+---------------+-------------+
//   | 0| exponent | of the        |  place in   |   positive floats are ordered like the integers of their bits;
//   |  |          | mantissa 13   |  the list   |   times that differ in the last ten bits count as one
//   +--+----------+---------------+-------------+
//     0          0               0    0 … 1023      contact
//     the time's                      0 … 1023      collision
//     those of kNever                 0 … 1023      none: nobody is left
//
//   the next one after soonest = 3:   tokens            7      3      9      4
//                                     less 3 + 1        3   2³²−1     5      0    unsigned, so those done are huge
//                                     least + 3 + 1                          4

/// One agent: the time itself; what was chosen is struck out.
class Tokens1 {
public:
    Tokens1(double* times, int) : times_(times) {}
    void put(int k, double time) {
        times_[k] = time;
        note(k);
    }
    using Index = int;
    bool left() const { return soonest_ < kNever; }
    bool contact() const { return soonest_ < 0; }
    double time() const { return soonest_; }
    int index() const { return index_; }
    void next(int count) {
        times_[index_] = kNever;
        soonest_ = kNever;
        index_ = 0;
        for (int k = 0; k < count; ++k) note(k);
    }

private:
    void note(int k) {
        if (times_[k] < soonest_) soonest_ = times_[k], index_ = k;
    }
    double* times_;
    double soonest_ = kNever;
    int index_ = 0;
};

/// Eight agents: the bits of the time, the lowest of them replaced by the neighbour's place in the list, compared as
/// integers.
class Tokens8 {
public:
    Tokens8(Pack* times, int count)
        : times_(times), tokens_(reinterpret_cast<PackInt*>(times + count)), last_(count - 1) {}
    SIDESTEP_INLINE void put(int k, Pack time) {
        times_[k] = time;
        // A contact's negative time becomes zero: before everything else.
        const PackInt token = (max(as_int(time), PackInt(0)) & PackInt(~kPlace)) | put_at_;
        put_at_ = put_at_ + PackInt(1);
        tokens_[k] = token;
        soonest_ = min(soonest_, token);
    }
    using Index = PackInt;
    /// Lanes with another collider, and those whose next one is inside the personal space.
    SIDESTEP_INLINE Mask left() const { return PackInt(std::bit_cast<std::int32_t>(kNever) & ~kPlace) > soonest_; }
    SIDESTEP_INLINE Mask contact() const { return PackInt(kMostCandidates) > soonest_; }
    /// Its place in the list; in lanes without one some place.
    SIDESTEP_INLINE PackInt index() const { return min(soonest_ & PackInt(kPlace), last_); }
    SIDESTEP_INLINE Pack time() const {
        alignas(32) static constexpr std::int32_t kLane[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
        return gather(reinterpret_cast<const float*>(times_), shift_left<3>(index()) + PackInt::load(kLane));
    }
    SIDESTEP_INLINE void next(int count) {
        // Counted from the last token on, those before it become huge unsigned numbers.
        const PackInt from = soonest_ + PackInt(1);
        const PackInt back = PackInt(0) - from;
        PackInt nearest = PackInt(INT32_MAX) + back;
        int k = 0;
        for (; k + 1 < count; k += 2) {
            nearest = min_unsigned(nearest, min_unsigned(tokens_[k] + back, tokens_[k + 1] + back));
        }
        if (k < count) nearest = min_unsigned(nearest, tokens_[k] + back);
        soonest_ = nearest + from;
    }

private:
    Pack* times_;
    PackInt* tokens_;
    /// Bits for the place. Always the same number: what an agent does must not depend on how long the lists of others
    /// are.
    static constexpr std::int32_t kPlace = kMostCandidates - 1;
    PackInt last_;
    PackInt put_at_ = PackInt(0);
    PackInt soonest_ = PackInt(INT32_MAX);
};

template <class F>
using Tokens = std::conditional_t<std::is_same_v<F, Pack>, Tokens8, Tokens1>;

/// The colliders of an agent, most imminent first.
template <class F>
struct Colliders {
    Near<F> near[kMostColliders];
    typename Tokens<F>::Index index[kMostColliders];  ///< in the list of neighbours
    F time[kMostColliders];
    MaskOf<F> here[kMostColliders], contact[kMostColliders];
    int count = 0;
};

/// Where an agent looks that wants to walk with a velocity.
template <class F>
SIDESTEP_INLINE Vec<F> gaze_of(const Own<F>& own, Vec<F> desired) {
    const F speed = norm(desired);
    return select(speed > F(1e-6f), desired * (F(1.0f) / speed), own.heading);
}

/// Sections 4.1 and 4.2: predicts collisions for the desired velocity. `room` is for twice near.longest() numbers.
template <class F, class NearLists>
SIDESTEP_INLINE void find_colliders(const Own<F>& own, const NearLists& near, Vec<F> desired,
                                    const PredictiveValues<F>& p, F* room, Colliders<F>& out) {
    const Vec<F> gaze = gaze_of(own, desired);
    const int count = std::min(near.longest(), kMostCandidates);
    Tokens<F> tokens(room, count);
    for (int k = 0; k < count; ++k) {
        const Near<F> other = near[k];
        const F t = time_to_collision(other, desired, p);
        const auto seen = dot(other.position, gaze) >= p.cos_half_fov * norm(other.position);
        // Entries past the end of a list are too far away to collide.
        tokens.put(k, select(seen | (t < F(0.0f)), t, F(kNever)));
    }
    out.count = 0;
    if (count == 0) return;
    auto wanted = tokens.left();
    for (int rank = 0; rank < kMostColliders && rank < count; ++rank) {
        const auto here = wanted & tokens.left();
        if (!any(here)) break;
        out.index[rank] = tokens.index();
        out.near[rank] = near.at(out.index[rank]);
        out.time[rank] = max(tokens.time(), F(0.0f));
        out.here[rank] = here;
        out.contact[rank] = tokens.contact();
        out.count = rank + 1;
        wanted = here & (F(static_cast<float>(rank + 1)) < p.max_colliders);
        if (!any(wanted)) break;
        tokens.next(count);
    }
}

/// Section 4.4, weighted sum. `watch` is told the share of each collider.
template <class F, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> sum_of_forces(const Own<F>& own, const Colliders<F>& set, Vec<F> desired,
                                     const PredictiveValues<F>& p, const Watch& watch = {}) {
    Vec<F> sum{F(0.0f), F(0.0f)};
    F weight = F(1.0f);
    for (int k = 0; k < set.count; ++k) {
        const Vec<F> f = evasive_force(set.near[k], set.time[k], desired, desired, own.radius, p);
        const Vec<F> share = f * select(set.here[k], select(set.contact[k], F(1.0f), weight), F(0.0f));
        watch(k, share);
        sum += share;
        weight = weight * p.rank_weight;
    }
    return sum;
}

/// Section 4.4, iterative: each collision in turn comes first, the others are predicted again after its force has
/// acted. The result is the mean of what `watch` is told for each collider.
template <class F, class Watch = Unwatched>
SIDESTEP_INLINE Vec<F> iterated_forces(const Own<F>& own, const Colliders<F>& set, Vec<F> desired,
                                       const PredictiveValues<F>& p, const Watch& watch = {}) {
    const Vec<F> zero{F(0.0f), F(0.0f)};
    Vec<F> sum = zero;
    F size = F(0.0f);
    for (int first = 0; first < set.count; ++first) {
        Vec<F> force = evasive_force(set.near[first], set.time[first], desired, desired, own.radius, p);
        for (int k = 0; k < set.count; ++k) {
            if (k == first) continue;
            const Vec<F> u = desired + force * p.dt_virtual;
            const F t = time_to_collision(set.near[k], u, p);
            const auto still = set.here[k] & (t < F(kNever));
            if (!any(still)) continue;
            const Vec<F> f = evasive_force(set.near[k], max(t, F(0.0f)), u, desired, own.radius, p);
            force += select(still, f, zero);
        }
        watch(first, force);
        sum += select(set.here[first], force, zero);
        size = size + select(set.here[first], F(1.0f), F(0.0f));
    }
    return sum * (F(1.0f) / max(size, F(1.0f)));
}

template <class F>
struct PredictiveStep {
    Vec<F> goal, wall, evasive;  ///< forces
    Vec<F> desired;              ///< velocity without evasion, eq. 4
    Vec<F> velocity, heading;    ///< after the step
};

/// The whole decision. `turn` and `amount` in [0, 1) are the noise's direction and share of noise_max; `room` is for
/// twice near.longest() numbers.
template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE PredictiveStep<F> predictive_step(const Own<F>& own, const NearLists& near, const WallLists& feet,
                                                  const PredictiveValues<F>& p, F turn, F amount, F* room) {
    PredictiveStep<F> r;
    r.goal = goal_force(own, p.relaxation_time);
    r.wall = wall_forces(feet, own, p);
    r.desired = own.velocity + (r.goal + r.wall) * own.dt;

    Colliders<F> set;
    find_colliders(own, near, r.desired, p, room, set);
    r.evasive = {F(0.0f), F(0.0f)};
    if (set.count > 0) {
        if (!all(p.sums)) r.evasive = iterated_forces(own, set, r.desired, p);
        if (any(p.sums)) r.evasive = select(p.sums, sum_of_forces(own, set, r.desired, p), r.evasive);
    }
    const Direction<F> d = direction_of_turn(turn);
    r.evasive += Vec<F>{d.x, d.y} * (amount * p.noise_max);
    r.evasive = limited(r.evasive, p.max_evasive);

    r.velocity = limited(own.velocity + (r.goal + r.wall + r.evasive) * own.dt, own.max_speed);
    const Vec<F> blend =
        unit_or_zero(r.desired) * p.orient_weight + unit_or_zero(r.velocity) * (F(1.0f) - p.orient_weight);
    const F length = norm(blend);
    r.heading = select((length > F(1e-6f)) & (norm(r.velocity) >= F(0.05f)), blend * (F(1.0f) / length), own.heading);
    return r;
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
