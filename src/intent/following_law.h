// How fast somebody walks behind a leader, along one line: the distance-based law of Bruneau, Dutra and Pettré (MIG
// 2014; thesis, chapter 3) and those it is compared with. No agents here, only numbers: intents and waiting lines ask
// the same law.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/math.h"
#include "sidestep/names.h"

namespace sidestep {

enum class FollowingLaw : std::uint8_t {
    distance,          ///< keeps its distance from where the leader will be
    arrival,           ///< Reynolds 1999: arrives at a place behind the leader
    delayed,           ///< Lemercier et al. 2012: speed differences, seen late, weigh less from farther away
    speed,             ///< Rio, Rhea and Warren 2014: a = c Δv
    constant_gap,      ///< likewise: a = c (Δx − Δx₀)
    speed_gap,         ///< likewise: a = c (Δx − α − β v)
    ratio,             ///< likewise: a = c v^M Δv / Δx^L
    linear,            ///< likewise: a = c₁ Δv + c₂ (Δx − α − β v), as Helly
    optical_expansion  ///< likewise: a = −b dα/dt of the visual angle α
};
template <>
struct NamesOf<FollowingLaw> {
    static constexpr std::string_view all[] = {
        "distance", "arrival", "delayed", "speed", "constant_gap", "speed_gap", "ratio", "linear", "optical_expansion"};
};

/// What is kept as distance for errors of the fit: twice the deviation of the residuals and their mean, which is 0 of a
/// fit with a constant term, or its magnitude instead; or nothing.
enum class ErrorDistance : std::uint8_t { signed_mean, magnitude, none };
template <>
struct NamesOf<ErrorDistance> {
    static constexpr std::string_view all[] = {"signed", "magnitude", "none"};
};

/// A constant in the number type of the law: `double`, or eight followers at a time.
template <class F>
[[gnu::always_inline]] inline F number(double x) {
    if constexpr (std::is_same_v<F, double>) {
        return x;
    } else {
        return F(static_cast<float>(x));
    }
}

/// Where the leader will be one step on, and how well that is known.
struct LeaderFit {
    double next = 0;   ///< m, in the coordinate of the places
    double error = 0;  ///< m, d_err
};

/// Fits a parabola to the leader's last places, one for each step, and follows it one step on. `place(k)` is where it
/// was k steps ago, for k < n. One place says nothing of motion, two are followed straight on.
template <class PlaceAgo>
LeaderFit fit_leader(std::size_t n, const PlaceAgo& place, ErrorDistance kept) {
    // From the newest, so that far from the origin nothing is lost.
    const double newest = place(0);
    if (n <= 1) return {newest, 0};
    if (n == 2) return {newest + (newest - place(1)), 0};
    // Polynomials that are orthogonal on n even places: 1, c and c² − (n² − 1)/12, c counted from the middle on.
    const auto count = static_cast<double>(n);
    const double middle = (count - 1) / 2, square = (count * count - 1) / 12;
    const double norm1 = count * square, norm2 = norm1 * (count * count - 4) / 15;
    double sum0 = 0, sum1 = 0, sum2 = 0;
    for (std::size_t k = 1; k < n; ++k) {
        const double p = place(k) - newest, c = middle - static_cast<double>(k);
        sum0 += p;
        sum1 += c * p;
        sum2 += (c * c - square) * p;
    }
    const double a0 = sum0 / count, a1 = sum1 / norm1, a2 = sum2 / norm2;
    const auto fitted = [&](double c) { return a0 + a1 * c + a2 * (c * c - square); };
    LeaderFit fit{newest + fitted(middle + 1), 0};
    if (n == 3 || kept == ErrorDistance::none) return fit;
    double squares = 0, magnitudes = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const double residual = place(k) - newest - fitted(middle - static_cast<double>(k));
        squares += residual * residual;
        magnitudes += std::abs(residual);
    }
    fit.error = 2 * std::sqrt(squares / (count - 1)) + (kept == ErrorDistance::magnitude ? magnitudes / count : 0);
    return fit;
}
template <class F>
struct MoveFit {
    F next, error;  ///< m, from the newest place
};
/// The same of six places, half a second in steps of 0.1 s: by weights, and by the three polynomials that are
/// orthogonal to every parabola, whose shares are all there is of the residuals. A third of the work. Places are
/// relative to the newest, `a` is the oldest.
template <class F>
[[gnu::always_inline]] inline MoveFit<F> fit_six(F a, F b, F c, F d, F e) {
    using std::sqrt;
    const auto n = [](double x) { return number<F>(x); };
    const F third = n(7) * (b - e) + n(4) * (c - d) - n(5) * a;
    const F fourth = a + n(2) * (c + d) - n(3) * (b + e);
    const F fifth = n(5) * (b - e) + n(10) * (d - c) - a;
    const F squares = third * third * n(1.0 / 180) + fourth * fourth * n(1.0 / 28) + fifth * fifth * n(1.0 / 252);
    return {n(0.5) * a - n(0.3) * b - n(0.6) * c - n(0.4) * d + n(0.3) * e, n(2) * sqrt(squares * n(0.2))};
}
inline LeaderFit fit_six(const double (&newest_first)[6], ErrorDistance kept) {
    const double(&p)[6] = newest_first;
    const auto fit = fit_six(p[5] - p[0], p[4] - p[0], p[3] - p[0], p[2] - p[0], p[1] - p[0]);
    return {p[0] + fit.next, kept == ErrorDistance::none ? 0 : fit.error};
}
/// Of places in a row, the oldest first.
inline LeaderFit fit_leader(std::span<const double> places, ErrorDistance kept = ErrorDistance::signed_mean) {
    return fit_leader(places.size(), [&](std::size_t back) { return places[places.size() - 1 - back]; }, kept);
}

/// Constants of a law; those of other laws mean nothing to it.
struct LawConstants {
    double ttr = 0.6;                         ///< s, of `distance`: what the follower needs to react
    double slowing = 0.8;                     ///< m, of `arrival`
    double gain = 1;                          ///< c, C or b of the others
    double gap_gain = 1;                      ///< c₂ of `linear`
    double exponent = 1, speed_exponent = 0;  ///< γ or L; M
    double time_gap = 0.6;                    ///< s, β
    double width = 0.6;                       ///< m, of the leader as seen, `optical_expansion`
};

/// What a follower knows in one step; along its way, from where it is.
struct LeaderAhead {
    double ahead = 0;         ///< m to the leader's centre
    LeaderFit leader{};       ///< from where the follower is, too
    double leader_speed = 0;  ///< m/s
    double closing = 0;       ///< m/s: the leader's speed less one's own, as long ago as the law looks back
    double standstill = 0.6;  ///< m, d_f: between centres of two who stand
    double speed = 0;         ///< m/s, one's own
    double max_speed = 0;
    double dt = 0.1;  ///< s, of a step
};

/// The speed for which the distance is, after the step, what is kept (eq. 3.12).
template <class F>
[[gnu::always_inline]] inline F distance_speed(F next, F standstill, F error, F dt, F ttr) {
    return (next - standstill - error) / (dt + ttr);
}

/// The speed a law asks for, before anything limits it.
inline double asked_speed(FollowingLaw law, const LawConstants& c, const LeaderAhead& f) {
    const double difference = f.leader_speed - f.speed;
    const double near = std::max(f.ahead, 1e-3);
    const auto accelerated = [&](double a) { return f.speed + a * f.dt; };
    switch (law) {
        case FollowingLaw::distance:
            return distance_speed(f.leader.next, f.standstill, f.leader.error, f.dt, c.ttr);
        case FollowingLaw::arrival:
            return f.max_speed * std::clamp((f.ahead - f.standstill) / c.slowing, -1.0, 1.0);
        case FollowingLaw::delayed:
            return accelerated(c.gain * f.closing / power(near, c.exponent));
        case FollowingLaw::speed:
            return accelerated(c.gain * difference);
        case FollowingLaw::constant_gap:
            return accelerated(c.gain * (f.ahead - f.standstill));
        case FollowingLaw::speed_gap:
            return accelerated(c.gain * (f.ahead - f.standstill - c.time_gap * f.speed));
        case FollowingLaw::ratio:
            return accelerated(c.gain * power(std::max(f.speed, 1e-3), c.speed_exponent) * difference /
                               power(near, c.exponent));
        case FollowingLaw::linear:
            return accelerated(c.gain * difference + c.gap_gain * (f.ahead - f.standstill - c.time_gap * f.speed));
        case FollowingLaw::optical_expansion:
            return accelerated(c.gain * c.width * difference / (near * near + c.width * c.width / 4));
    }
    return f.max_speed;
}

/// What limits a speed whoever asked for it.
template <class F>
struct SpeedLimitsOf {
    F preferred = number<F>(1.33), most = number<F>(1.6);  ///< m/s
    F accel = number<F>(1), decel = number<F>(2);          ///< m/s²
};
using SpeedLimits = SpeedLimitsOf<double>;

/// The next speed: what is asked for, at most the preferred one, with noise, within reach of the speed now, never
/// backwards.
template <class F>
[[gnu::always_inline]] inline F limited_speed(F asked, F now, const SpeedLimitsOf<F>& limits, F noise, F dt) {
    using std::max, std::min;
    const F wanted = min(asked, limits.preferred) + noise;
    const F reached = min(max(wanted, now - limits.decel * dt), now + limits.accel * dt);
    return min(max(reached, number<F>(0)), limits.most);
}
inline double limited_speed(double asked, double now, const SpeedLimits& limits, double noise, double dt) {
    return limited_speed<double>(asked, now, limits, noise, dt);
}

/// The speed with which bodies just touch after the step, if the leader stands: whoever comes too fast or too near to
/// brake within its limits does not walk into the leader for that.
template <class F>
[[gnu::always_inline]] inline F touching_speed(F ahead, F contact, F dt) {
    using std::max;
    return max(ahead - contact, number<F>(0)) / dt;
}

/// Of a standard normal distribution, to seven digits. The approximation is that of M. J. Wichura,
/// "Algorithm AS 241", Applied Statistics 37 (1988) 477-484, for single precision.
template <class F, class Select>
[[gnu::always_inline]] inline F normal_of(F unit, const Select& select) {
    using std::abs, std::min, std::sqrt;
    const auto n = [](double x) { return number<F>(x); };
    const F q = unit - n(0.5);
    const F m = n(0.180625) - q * q;
    const F middle = q * (((n(59.109374720) * m + n(159.29113202)) * m + n(50.434271938)) * m + n(3.3871327179)) /
                     (((n(67.187563600) * m + n(78.757757664)) * m + n(17.895169469)) * m + n(1));
    const F r = sqrt(-logarithm(min(unit, n(1) - unit))) - n(1.6);
    const F tail = (((n(0.17023821103) * r + n(1.3067284816)) * r + n(2.7568153900)) * r + n(1.4234372777)) /
                   ((n(0.12021132975) * r + n(0.73700164250)) * r + n(1));
    return select(abs(q) <= n(0.425), middle, select(q < n(0), -tail, tail));
}
/// The middle of one of 2²³ pieces of (0, 1), which single precision holds exactly.
constexpr float unit_of(std::uint64_t bits) {
    return (static_cast<float>(bits >> 41) + 0.5f) * 0x1p-23f;
}
inline double normal_of(std::uint64_t bits) {
    return normal_of(static_cast<double>(unit_of(bits)), [](bool m, double yes, double no) { return m ? yes : no; });
}

}  // namespace sidestep
