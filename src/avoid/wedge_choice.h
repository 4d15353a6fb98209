// Several meetings at once (Pettré et al. 2009, section 4.3, steps 3 to 5): of all velocities on the borders of the
// wedges that count, and outside the others, the one that opens the fewest new interactions; of those the one nearest
// to the present velocity.
//
// On a border each wedge removes one interval. The best velocity therefore lies at the end of an interval or where the
// present velocity projects to, so that these candidates are all there is to look at. Lane = border: one agent has up
// to fourteen of them.
#pragma once

#include <limits>
#include <span>

#include "avoid/interaction_wedge.h"

namespace sidestep::SIDESTEP_ARCH {

/// As many borders at a time as the number type allows.
template <class S>
struct Lines;
template <>
struct Lines<float> {
    using F = Pack;
    static constexpr int width = kLanes;
    SIDESTEP_INLINE static Pack load(const float* p) { return Pack::load(p); }
    SIDESTEP_INLINE static void store(Pack x, float* p) { x.store(p); }
};
template <>
struct Lines<double> {
    using F = double;
    static constexpr int width = 1;
    SIDESTEP_INLINE static double load(const double* p) { return *p; }
    SIDESTEP_INLINE static void store(double x, double* p) { *p = x; }
};

inline constexpr int kMostInteractions = 16;

/// One neighbour of one agent. S is float or double.
template <class S>
struct OtherWedge {
    Vec<S> apex, right, left;
    S tti;
    bool inside;
    bool interacting;
};

/// One agent.
template <class S>
struct WedgeProblem {
    Vec<S> velocity, wish;
    S max_speed;
    int most;  ///< interactions dealt with at once, those that come first
    std::span<OtherWedge<S>> others;
    std::span<const WallLimit<S>> walls;
};

/// Part of a border that a wedge forbids; nothing where low ≥ high.
template <class F>
SIDESTEP_INLINE Span<F> forbidden_part(const Tangent<F>& line, Vec<F> apex, Vec<F> right, Vec<F> left) {
    const Vec<F> d = apex - line.apex;  // apex − v = d + s t
    const F far = F(1e6f), tiny = F(kTie<F>), one = F(1.0f);
    Span<F> part{-far, far};
    const auto keep_positive = [&](F constant, F slope) {
        const auto level = abs(slope) <= tiny;
        const F bound = -constant / select(level, one, slope);
        part.low = select(slope > tiny, max(part.low, bound), part.low);
        part.high = select(slope < -tiny, min(part.high, bound), part.high);
        part.high = select(level & (constant <= tiny), -far, part.high);
    };
    keep_positive(cross(right, d), cross(right, line.t));
    keep_positive(cross(d, left), cross(line.t, left));
    part.high = select(part.low < part.high, part.high, -far);
    part.low = select(part.low < part.high, part.low, far);
    return part;
}

/// Keeps the first `most` interactions by time and counts them; the others become bystanders.
template <class S>
int limit_interactions(std::span<OtherWedge<S>> others, int most) {
    int count = 0;
    for (const OtherWedge<S>& o : others) count += o.interacting ? 1 : 0;
    for (; count > most; --count) {
        OtherWedge<S>* last = nullptr;
        for (OtherWedge<S>& o : others) {
            if (o.interacting && (last == nullptr || o.tti >= last->tti)) last = &o;
        }
        last->interacting = false;
    }
    return count;
}

/// `room` holds as many as there are others. The zero velocity where nothing is permitted.
template <class S>
Vec<S> best_outside_wedges(const WedgeProblem<S>& agent, Span<typename Lines<S>::F>* room) {
    using L = Lines<S>;
    using F = typename L::F;
    constexpr int kRows = 2 * kMostInteractions;
    limit_interactions(agent.others, agent.most);

    alignas(32) S apex_x[kRows], apex_y[kRows], t_x[kRows], t_y[kRows], owner[kRows], half[kRows];
    int lines = 0;
    for (std::size_t i = 0; i < agent.others.size(); ++i) {
        const OtherWedge<S>& o = agent.others[i];
        if (!o.interacting) continue;
        for (int k = 0; k < (o.inside ? 1 : 2); ++k) {
            const Vec<S> t = k == 0 ? o.right : o.left;
            apex_x[lines] = o.apex.x, apex_y[lines] = o.apex.y;
            t_x[lines] = t.x, t_y[lines] = t.y;
            owner[lines] = static_cast<S>(i);
            half[lines] = o.inside ? S(1) : S(0);
            ++lines;
        }
    }
    const int padded = (lines + L::width - 1) / L::width * L::width;
    for (int i = lines; i < padded; ++i) {
        apex_x[i] = apex_x[0], apex_y[i] = apex_y[0], t_x[i] = t_x[0], t_y[i] = t_y[0];
        owner[i] = owner[0], half[i] = half[0];
    }

    const Vec<F> wish{F(agent.wish.x), F(agent.wish.y)}, now{F(agent.velocity.x), F(agent.velocity.y)};
    const F max_speed = F(agent.max_speed), shortest = F(kShortest<F>), none = F(1e9f);
    Vec<S> chosen{S(0), S(0)};
    S fewest = S(1e9), nearest = std::numeric_limits<S>::infinity();
    for (int first = 0; first < padded; first += L::width) {
        const auto loaded = [&](const S* p) { return L::load(p + first); };
        const auto is_half = loaded(half) > F(0.5f);
        const Tangent<F> line =
            tangent_of<F>({loaded(apex_x), loaded(apex_y)}, {loaded(t_x), loaded(t_y)}, is_half, wish, max_speed);
        const F own = loaded(owner);

        Span<F> domain{max(min(line.keeping_speed, line.keeping_course), line.least),
                       max(max(line.keeping_speed, line.keeping_course), line.least)};
        const F middle = dot(line.apex, line.t);
        const F slower = max_speed * max_speed - dot(line.apex, line.apex) + middle * middle;
        const F reach = sqrt(max(slower, F(0.0f)));
        domain.low = max(domain.low, middle - reach);
        domain.high = select(slower < F(0.0f), F(-1e6f), min(domain.high, middle + reach));
        for (const WallLimit<S>& w : agent.walls) clip(domain, line, Vec<F>{F(w.n.x), F(w.n.y)}, F(w.c));
        const auto usable = domain.high - domain.low > shortest + shortest;
        if (!any(usable)) continue;

        for (std::size_t j = 0; j < agent.others.size(); ++j) {
            const OtherWedge<S>& o = agent.others[j];
            Span<F> part = forbidden_part<F>(line, {F(o.apex.x), F(o.apex.y)}, {F(o.right.x), F(o.right.y)},
                                             {F(o.left.x), F(o.left.y)});
            const auto itself = own == F(static_cast<S>(j));
            room[j] = {select(itself, F(1e6f), part.low), select(itself, F(-1e6f), part.high)};
        }

        F best_count = none, best_distance = none, best_s = F(0.0f);
        // A candidate is judged by the piece it ends, a little way into it.
        const auto consider = [&](F s, F within) {
            MaskOf<F> good = usable & (within > domain.low) & (within < domain.high);
            if (!any(good)) return;
            F count = F(0.0f);
            for (std::size_t j = 0; j < agent.others.size(); ++j) {
                const auto in = (within > room[j].low) & (within < room[j].high);
                if (agent.others[j].interacting) {
                    good = good & inverse(in);
                } else {
                    count = count + select(in, F(1.0f), F(0.0f));
                }
            }
            const Vec<F> off = line.velocity(s) - now;
            const F distance = dot(off, off);
            const auto better = good & ((count < best_count) | ((count == best_count) & (distance < best_distance)));
            best_count = select(better, count, best_count);
            best_distance = select(better, distance, best_distance);
            best_s = select(better, s, best_s);
        };
        const F projected = dot(line.apex - now, line.t);
        const F s = clamp(projected, domain.low, domain.high);
        consider(s, clamp(projected, domain.low + shortest, domain.high - shortest));
        consider(domain.low, domain.low + shortest);
        consider(domain.high, domain.high - shortest);
        for (std::size_t j = 0; j < agent.others.size(); ++j) {
            consider(room[j].low, room[j].low - shortest);
            consider(room[j].high, room[j].high + shortest);
        }

        alignas(32) S counts[L::width], distances[L::width], at_x[L::width], at_y[L::width];
        const Vec<F> v = line.velocity(best_s);
        L::store(best_count, counts), L::store(best_distance, distances);
        L::store(v.x, at_x), L::store(v.y, at_y);
        for (int i = 0; i < L::width && first + i < lines; ++i) {
            if (counts[i] > fewest || (counts[i] == fewest && distances[i] >= nearest) || counts[i] >= S(1e9)) continue;
            fewest = counts[i], nearest = distances[i];
            chosen = {at_x[i], at_y[i]};
        }
    }
    return chosen;
}

}  // namespace sidestep::SIDESTEP_ARCH
