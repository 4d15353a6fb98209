// How two people who cross avoid each other, after an experiment with hundreds of pairs.
//
// J. Pettré, J. Ondřej, A.-H. Olivier, A. Crétual, S. Donikian: Experiment-based modeling, simulation and validation of
// interactions between virtual walkers. SCA 2009, 189–198. An agent keeps its wish until it is sure of an interaction:
// what it believes of the other's motion has an error that shrinks while it looks, and only when the whole rectangle of
// what is possible lies in the wedge does it act. Then the side on which the other would pass decides who goes first.
// Corrections of the print, completions and departures: docs/models/experiment_based.md.
#pragma once

#include "avoid/hidden_corners.h"
#include "avoid/interaction_wedge.h"
#include "avoid/wedge_choice.h"
#include "world/pair_memory.h"

namespace sidestep {

namespace experiment_based {
enum : std::size_t {
    kKiteSide,
    kKiteFrontGain,
    kBetaV,
    kBetaTheta,
    kGammaV,
    kGammaTheta,
    kAlpha,
    kMaxInteractions,
    kFovDeg,
    kForgetTime,
    kViewWeight,
    kAcceleration,
    kAccelerationTime,
    kSeparationSpeed,
    kSeparationTime,
    kRelaxationTime,
    kRoleLock,
    kHysteresis,
    kExpectedSpeed,
    kExpectedRange,
    kParameterCount
};
enum Acceleration { kIgnored, kHalf, kWhole };
inline constexpr std::string_view kAccelerations[] = {"ignored", "half", "whole"};
inline constexpr Parameter kParameters[] = {
    {.name = "kite_side",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.8,
     .min = 0.3,
     .max = 1.5,
     .source = "2009, section 4.1",
     .meaning = "room kept free at both sides and behind; about the distance at which others pass"},
    {.name = "kite_front_gain",
     .symbol = "–",
     .unit = "s",
     .fallback = 0.4,
     .min = 0,
     .max = 1,
     .source = "2009, eq. 6",
     .meaning = "how much more room in front per speed: l = kite_side + gain · |v|"},
    {.name = "beta_v",
     .symbol = "β_v",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 2,
     .source = "2009, default",
     .meaning = "error about the other's speed at first sight; large values delay the reaction"},
    {.name = "beta_theta",
     .symbol = "β_θ",
     .unit = "m",
     .fallback = 0.5,
     .min = 0,
     .max = 2,
     .source = "2009, default",
     .meaning = "error about the other's direction at first sight"},
    {.name = "gamma_v",
     .symbol = "γ_v",
     .unit = "–",
     .fallback = 0.25,
     .min = 0.01,
     .max = 4,
     .source = "2009, default",
     .meaning = "how fast the error about speed shrinks; small is fast"},
    {.name = "gamma_theta",
     .symbol = "γ_θ",
     .unit = "–",
     .fallback = 0.25,
     .min = 0.01,
     .max = 4,
     .source = "2009, default",
     .meaning = "how fast the error about direction shrinks; small is fast"},
    {.name = "alpha",
     .symbol = "α",
     .unit = "–",
     .fallback = 0.5,
     .min = 0,
     .max = 1,
     .source = "2009, default",
     .meaning = "0 avoids by turning only, 1 by changing speed only, ½ by the least change of velocity"},
    {.name = "max_interactions",
     .symbol = "m",
     .unit = "–",
     .fallback = 7,
     .min = 1,
     .max = 16,
     .source = "2009, section 4.3: \"arbitrarily\"",
     .meaning = "interactions dealt with at once, the most urgent ones; a whole number",
     .per_agent = false},
    {.name = "fov_deg",
     .symbol = "–",
     .unit = "°",
     .fallback = 180,
     .min = 60,
     .max = 360,
     .source = "chosen here; the paper has a line of sight only",
     .meaning = "field of view around the course; nobody outside it is perceived"},
    {.name = "forget_time",
     .symbol = "t_forget",
     .unit = "s",
     .fallback = 1,
     .min = 0,
     .max = 60,
     .source = "chosen here",
     .meaning = "whoever is out of sight longer is seen for the first time again"},
    {.name = "view_weight",
     .symbol = "k_view",
     .unit = "–",
     .fallback = 0,
     .min = 0,
     .max = 1,
     .source = "2009, section 6; strength chosen here (0.5)",
     .meaning = "how much errors depend on the view: seen from the side speed is clear, from the front direction is"},
    {.name = "acceleration",
     .symbol = "τ_A",
     .unit = "–",
     .fallback = kIgnored,
     .min = 0,
     .max = 2,
     .source = "2009, section 6: whole; half is consistent with constant acceleration",
     .meaning = "whether the other's acceleration is taken into account, over half or the whole time to the meeting",
     .choices = kAccelerations,
     .per_agent = false,
     .calibratable = false},
    {.name = "acceleration_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 0.25,
     .min = 0,
     .max = 5,
     .source = "chosen here",
     .meaning = "over which accelerations are averaged; long is smooth and late"},
    {.name = "separation_speed",
     .symbol = "v_sep",
     .unit = "m/s",
     .fallback = 0.3,
     .min = 0,
     .max = 2,
     .source = "chosen here",
     .meaning = "at most so fast do people whose bodies overlap part"},
    {.name = "separation_time",
     .symbol = "–",
     .unit = "s",
     .fallback = 0.5,
     .min = 0.05,
     .max = 10,
     .source = "chosen here",
     .meaning = "in which a small overlap shall end"},
    {.name = "relaxation_time",
     .symbol = "τ",
     .unit = "s",
     .fallback = 0.4,
     .min = 0,
     .max = 5,
     .source = "chosen here; 0 is the paper's print",
     .meaning = "time to take up the velocity decided on; at once the decision flutters"},
    switch_parameter(
        "role_lock", kOff, "chosen here",
        "keeps who goes first as it was when the interaction began; off allows hesitation, which was observed"),
    switch_parameter("hysteresis", kOff, "chosen here",
                     "an interaction that has begun goes on while it is likely, not only while it is sure"),
    {.name = "expected_speed",
     .symbol = "–",
     .unit = "m/s",
     .fallback = 0,
     .min = 0,
     .max = 5,
     .source = "2009, section 6; value chosen here (1.4)",
     .meaning = "speed of walkers expected behind corners ahead; 0 expects nobody",
     .per_agent = false,
     .calibratable = false},
    {.name = "expected_range",
     .symbol = "–",
     .unit = "m",
     .fallback = 5,
     .min = 0,
     .max = 50,
     .source = "chosen here",
     .meaning = "corners farther away are not attended to",
     .per_agent = false,
     .calibratable = false},
};
inline constexpr PresetValue kPublishedValues[] = {{"radius", 0.25}, {"pref_speed", 1.4}, {"relaxation_time", 0}};
inline constexpr Preset kPresets[] = {{kPublished, kPublishedValues}};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kMaxSpeed, 2.5}, {kMaxAccel, 2}, {kNeighbourRange, 15}, {kMaxNeighbours, 32}};
}  // namespace experiment_based

namespace SIDESTEP_ARCH {

/// What an agent remembers of another.
struct Observation {
    float time;    ///< s, for which it has been in sight
    float hidden;  ///< s, since it was last seen
    float vx, vy;  ///< its velocity when last seen, where accelerations matter
    float ax, ay;  ///< its acceleration, smoothed; one's own ends when one has taken up what one decided
    std::uint32_t role;
    enum : std::uint32_t { kInteracting = 1, kLeft = 2 };
};
using ObservationMemory = PairMemory<Observation>;

template <class F>
struct ExperimentValues {
    F kite_side, kite_front_gain, beta_v, beta_theta, gamma_v, gamma_theta, alpha, cos_half_fov, view_weight;
    F separation_speed, separation_time;
    MaskOf<F> accelerates, whole_time;
    MaskOf<F> locks_role, persists;
};

template <class F, class Source>
SIDESTEP_INLINE ExperimentValues<F> experiment_values(const Source& v) {
    using namespace experiment_based;
    const F fov = v.own(kFovDeg);
    return {.kite_side = v.own(kKiteSide),
            .kite_front_gain = v.own(kKiteFrontGain),
            .beta_v = v.own(kBetaV),
            .beta_theta = v.own(kBetaTheta),
            .gamma_v = v.own(kGammaV),
            .gamma_theta = v.own(kGammaTheta),
            .alpha = v.own(kAlpha),
            // All round is all round, whatever rounding does to a cosine of −1.
            .cos_half_fov = select(fov >= F(360.0f), F(-2.0f), direction_of_turn(fov * F(1.0f / 720.0f)).x),
            .view_weight = v.own(kViewWeight),
            .separation_speed = v.own(kSeparationSpeed),
            .separation_time = v.own(kSeparationTime),
            .accelerates = inverse(v.chosen(kAcceleration, kIgnored)),
            .whole_time = v.chosen(kAcceleration, kWhole),
            .locks_role = v.chosen(kRoleLock, kOn),
            .persists = v.chosen(kHysteresis, kOn)};
}

/// What is known of a neighbour besides its state.
template <class F>
struct Noticed {
    F time;                       ///< t_obs
    Vec<F> acceleration;          ///< its own
    MaskOf<F> interacting, left;  ///< in the step before
};

/// What a neighbour means to the agent.
template <class F>
struct Meeting {
    Wedge<F> wedge;
    F tti;                  ///< time until they are closest
    MaskOf<F> interacting;  ///< surely
    MaskOf<F> left;         ///< the tangent that the role asks for; inside the kite both are one line
};

/// Whether the agent can see it, walls apart.
template <class F>
SIDESTEP_INLINE MaskOf<F> in_view(const Kite<F>& kite, const Near<F>& other, F cos_half_fov) {
    return dot(kite.heading, other.position) >= cos_half_fov * norm(other.position) - F(kTie<F>);
}

/// How far the belief about the other may be off (eqs 9, 10): β at first sight, 0 in contact or after looking long.
template <class F>
SIDESTEP_INLINE F perception_error(F beta, F gamma, F log_ratio) {
    return beta * (F(1.0f) - exponential(gamma * log_ratio));
}
/// Logarithm of the share of the time to the meeting that has been used for looking.
template <class F>
SIDESTEP_INLINE F log_of_looking(F time, F tti) {
    const F sum = time + tti;
    const F ratio = select(sum > F(0.0f), time / max(sum, F(1e-30f)), F(1.0f));
    // 0 gives e^(γ · −10000): nothing, for any γ above 0.01.
    return select(ratio > F(1e-30f), logarithm(max(ratio, F(1e-30f))), F(-10000.0f));
}

/// Time to the closest approach (eq. 8, not negative); −1 where there is no relative motion.
template <class F>
SIDESTEP_INLINE F time_to_meeting(const Own<F>& own, const Near<F>& other) {
    const Vec<F> now = other.velocity - own.velocity, wished = other.velocity - own.pref;
    const Vec<F> w = select(dot(now, now) < F(0.0025f), wished, now);
    const F w2 = dot(w, w);
    const F t = max(-dot(other.position, w) / max(w2, F(1e-12f)), F(0.0f));
    return select(w2 > F(1e-12f), t, F(-1.0f));
}

/// Sides of the error rectangle as seen along a tangent: the margin by which its centre must be inside (section 4.1,
/// step 1). Lengths along and across the other's course.
template <class F>
struct Errors {
    F v, theta;
    Vec<F> course;
    SIDESTEP_INLINE F margin(Vec<F> tangent) const {
        return F(0.5f) * (v * abs(cross(tangent, course)) + theta * abs(dot(tangent, course)));
    }
};
template <class F>
SIDESTEP_INLINE Errors<F> perception_errors(const Near<F>& other, F time, F tti, const ExperimentValues<F>& p) {
    const F speed = norm(other.velocity), distance = norm(other.position);
    const Vec<F> towards = other.position * (F(1.0f) / max(distance, F(1e-6f)));
    const Vec<F> course = select(speed < F(1e-6f), towards, other.velocity * (F(1.0f) / max(speed, F(1e-6f))));
    // 1: seen from the front or from behind, −1: from the side.
    const F c = dot(course, towards);
    const F view = p.view_weight * (F(2.0f) * c * c - F(1.0f));
    const F looking = log_of_looking(time, tti);
    return {perception_error(p.beta_v * (F(1.0f) + view), p.gamma_v, looking),
            perception_error(p.beta_theta * (F(1.0f) - view), p.gamma_theta, looking), course};
}

/// When an accelerating other is in the wedge, and which border limits that.
template <class F>
struct Stay {
    F in, out;
    MaskOf<F> in_by_left, out_by_left, from_outside;
};
/// g: distances of the interaction point from the right and the left border, beyond the margins; rate: their growth.
template <class F>
SIDESTEP_INLINE Stay<F> stay_in_wedge(F g_right, F g_left, F rate_right, F rate_left) {
    const F never = F(1e9f), zero = F(0.0f), tiny = F(kTie<F>);
    const auto from = [&](F g, F rate) {
        const F t = -g / select(abs(rate) > tiny, rate, F(1.0f));
        return select(rate > tiny, t, select((rate < -tiny) | (g >= zero), -never, never));
    };
    const auto until = [&](F g, F rate) {
        return select(rate < -tiny, -g / select(rate < -tiny, rate, F(-1.0f)), never);
    };
    const F in_right = from(g_right, rate_right), in_left = from(g_left, rate_left);
    const F out_right = until(g_right, rate_right), out_left = until(g_left, rate_left);
    const F in = max(in_right, in_left);
    return {max(in, zero), min(out_right, out_left), in_left > in_right, (out_left < out_right), (in > zero)};
}

/// Steps 1 and 2 (section 4.1): is there an interaction, and who goes first.
template <class F>
SIDESTEP_INLINE Meeting<F> meet(const Own<F>& own, const Kite<F>& kite, const Near<F>& other, const Noticed<F>& noticed,
                                MaskOf<F> present, MaskOf<F> is_later, const ExperimentValues<F>& p) {
    const F zero = F(0.0f);
    const F overlap = own.radius + other.radius - norm(other.position);
    const F separation = clamp(overlap / p.separation_time, zero, p.separation_speed);
    Meeting<F> m;
    m.wedge = wedge_of(kite, other.position, other.velocity, separation, is_later);
    const F met = time_to_meeting(own, other);
    // In one place there need not be any motion to meet.
    const auto moves = (met >= zero) | (separation > zero);
    m.tti = max(met, zero);

    const Vec<F> d = m.wedge.apex - own.pref;  // from the other to the interaction point
    const F g_right = cross(m.wedge.right, d), g_left = cross(d, m.wedge.left);
    const auto likely = (g_right > zero) & (g_left > zero);
    m.left = cross(-other.position, d) > F(kTie<F>);
    m.interacting = likely & m.wedge.inside;
    const bool accelerations = any(p.accelerates);
    if (accelerations || any(likely & present & inverse(m.wedge.inside))) {
        const Errors<F> e = perception_errors(other, noticed.time, m.tti, p);
        const auto certain = m.wedge.inside | (p.persists & noticed.interacting);
        const F h_right = select(certain, zero, e.margin(m.wedge.right));
        const F h_left = select(certain, zero, e.margin(m.wedge.left));
        m.interacting = (g_right > h_right) & (g_left > h_left);
        if (accelerations) {
            const Vec<F> a = noticed.acceleration;
            const Stay<F> stay =
                stay_in_wedge(g_right - h_right, g_left - h_left, cross(m.wedge.right, a), cross(a, m.wedge.left));
            const auto bends = p.accelerates & inverse(m.wedge.inside) & (dot(a, a) > zero);
            m.interacting = select_mask(bends, (m.tti >= stay.in) & (m.tti <= stay.out), m.interacting);
            // Nobody becomes faster than people walk, however long until the meeting.
            const F lead = m.tti * select(p.whole_time, F(1.0f), F(0.5f));
            const F fastest = max(norm(other.velocity), own.max_speed);
            m.wedge.apex = select(bends, limited(m.wedge.apex + a * lead, fastest), m.wedge.apex);
            const auto leaves_sooner = stay.out - m.tti < m.tti - stay.in;
            const auto by_limit = select_mask(leaves_sooner, stay.out_by_left, stay.in_by_left);
            const auto later_side = cross(-other.position, m.wedge.apex - own.pref) > F(kTie<F>);
            m.left = select_mask(bends, select_mask(leaves_sooner | stay.from_outside, by_limit, later_side), m.left);
        }
    }
    m.interacting = m.interacting & present & moves;
    m.left = select_mask(p.locks_role & noticed.interacting, noticed.left, m.left);
    return m;
}

/// The velocity that a pair alone would choose (section 4.1, step 3), kept off walls.
template <class F>
struct PairSolution {
    Vec<F> velocity;
    MaskOf<F> possible;
};
template <class F, class WallLists>
SIDESTEP_INLINE PairSolution<F> pair_solution(const Own<F>& own, const Wedge<F>& wedge, MaskOf<F> left, F alpha,
                                              const WallLists& walls) {
    const Tangent<F> line =
        tangent_of(wedge.apex, select(left, wedge.left, wedge.right), wedge.inside, own.pref, own.max_speed);
    F s = select(wedge.inside, line.nearest, line.at(alpha));
    Span<F> domain{max(min(min(line.keeping_speed, line.keeping_course), line.nearest), line.least),
                   max(max(max(line.keeping_speed, line.keeping_course), line.nearest), line.least)};
    for (int k = 0; k < walls.longest(); ++k) {
        const WallLimit<F> w = wall_limit(walls[k], own.radius, walls.present(k));
        clip(domain, line, w.n, w.c);
    }
    s = clamp(s, domain.low, domain.high);
    return {limited(line.velocity(s), own.max_speed), domain.low <= domain.high};
}

/// The decision but for agents in several interactions.
template <class F>
struct Decided {
    Vec<F> velocity;
    MaskOf<F> several;  ///< several interactions, or the solution of one would open another: best_outside_wedges()
};

/// Of those in view, `noticed(k)` tells what is known of the k-th; `meetings` has room for all and is filled.
template <class F, class NearLists, class WallLists, class NoticedLists>
SIDESTEP_INLINE Decided<F> experiment_decision(const Own<F>& own, const Kite<F>& kite, const NearLists& near,
                                               const WallLists& walls, const NoticedLists& noticed,
                                               const ExperimentValues<F>& p, Meeting<F>* meetings) {
    F count = F(0.0f);
    Meeting<F> only;
    only.wedge = {own.pref, kite.heading, kite.heading, count > count};
    only.left = count > count;
    for (int k = 0; k < near.longest(); ++k) {
        const Meeting<F> m = meet(own, kite, near[k], noticed(k), near.present(k), near.is_later(k), p);
        meetings[k] = m;
        count += select(m.interacting, F(1.0f), F(0.0f));
        only.wedge.apex = select(m.interacting, m.wedge.apex, only.wedge.apex);
        only.wedge.right = select(m.interacting, m.wedge.right, only.wedge.right);
        only.wedge.left = select(m.interacting, m.wedge.left, only.wedge.left);
        only.wedge.inside = select_mask(m.interacting, m.wedge.inside, only.wedge.inside);
        only.left = select_mask(m.interacting, m.left, only.left);
    }
    const auto one = count == F(1.0f);
    MaskOf<F> several = count > F(1.0f);
    Vec<F> v = own.pref;
    if (any(one)) {
        const PairSolution<F> role = pair_solution(own, only.wedge, only.left, p.alpha, walls);
        Vec<F> solution = role.velocity;
        if (any(inverse(role.possible))) {
            const PairSolution<F> other_role = pair_solution(own, only.wedge, inverse(only.left), p.alpha, walls);
            const Vec<F> nothing{F(0.0f), F(0.0f)};
            solution = select(role.possible, solution, select(other_role.possible, other_role.velocity, nothing));
        }
        MaskOf<F> opens = count > count;
        for (int k = 0; k < near.longest(); ++k) {
            const Meeting<F>& m = meetings[k];
            opens = opens | (forbids(m.wedge, solution) & near.present(k) & inverse(m.interacting));
        }
        v = select(one, solution, v);
        several = several | (one & opens);
    }
    return {v, several};
}

}  // namespace SIDESTEP_ARCH

namespace experiment_based {
inline constexpr PartInfo kInfo{
    .name = "experiment_based",
    .kind = PartKind::avoid,
    .source =
        "Pettré, Ondřej, Olivier, Crétual, Donikian: Experiment-based modeling, simulation and validation of "
        "interactions between virtual walkers, SCA 2009",
    .summary = "acts once it is sure of an interaction, passes first or gives way as people in an experiment did",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    .neighbours = {.hidden_by_walls = true},
    .memory_bytes = sizeof(SIDESTEP_ARCH::ObservationMemory),
    .presets = kPresets};
}  // namespace experiment_based
}  // namespace sidestep
