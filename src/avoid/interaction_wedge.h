// The geometry of a meeting of two (Pettré et al. 2009, section 4.1), in the plane of velocities.
//
// Around the agent lies a kite, longer in front the faster it walks. Seen from the other, the two tangents of the kite
// bound the directions of relative motion that lead into it: a wedge. "Where the other will be in a unit of time,
// relative to me" (the paper's interaction point I) lies in the wedge exactly if the agent's velocity v lies in the
// velocity obstacle { v : apex − v inside the wedge }, whose apex is the other's velocity. Velocities and the paper's
// places are the same vectors, since its unit of time is one second.
#pragma once

#include "avoid/lanes.h"

namespace sidestep::SIDESTEP_ARCH {

/// What rounding may do to a product of metres and metres per second, and a length not worth having.
template <class F>
inline constexpr float kTie = 1e-9f;
template <>
inline constexpr float kTie<Pack> = 1e-6f;
template <class F>
inline constexpr float kShortest = 1e-6f;
template <>
inline constexpr float kShortest<Pack> = 1e-5f;

SIDESTEP_INLINE Mask select_mask(Mask m, Mask yes, Mask no) {
    return (m & yes) | (inverse(m) & no);
}
SIDESTEP_INLINE bool select_mask(bool m, bool yes, bool no) {
    return m ? yes : no;
}

template <class F>
struct Kite {
    Vec<F> heading;
    F front;  ///< from the centre to the corner ahead; the paper's l
    F side;   ///< to the three other corners
};

template <class F>
SIDESTEP_INLINE Kite<F> kite_of(const Own<F>& own, F side, F front_gain) {
    const F speed = norm(own.velocity);
    const auto walks = speed >= F(1e-3f);
    return {select(walks, own.velocity * (F(1.0f) / max(speed, F(1e-3f))), own.heading), side + front_gain * speed,
            side};
}

/// Forbidden velocities of the agent: v with apex − v strictly between the tangents.
template <class F>
struct Wedge {
    Vec<F> apex;
    /// Unit vectors from the other past the kite. Opposite to each other where the other stands inside the kite: then
    /// the wedge is a half-plane.
    Vec<F> right, left;
    MaskOf<F> inside;
};

template <class F>
SIDESTEP_INLINE MaskOf<F> forbids(const Wedge<F>& w, Vec<F> v) {
    const Vec<F> d = w.apex - v;
    return (cross(w.right, d) > F(0.0f)) & (cross(d, w.left) > F(0.0f));
}

/// `separation` is the speed at which somebody inside the kite shall leave it.
template <class F>
SIDESTEP_INLINE Wedge<F> wedge_of(const Kite<F>& kite, Vec<F> p, Vec<F> velocity, F separation, MaskOf<F> is_later) {
    const F zero = F(0.0f);
    const Vec<F> h = kite.heading, n{-h.y, h.x};
    const F l = kite.front, c = kite.side;
    const Vec<F> q{dot(p, h), dot(p, n)};  // along and across the heading

    // Depth below the nearer edge in front and behind; the kite is symmetric.
    const F across = abs(q.y);
    const F front_edge = F(1.0f) / sqrt(c * c + l * l), back_edge = sqrt(F(0.5f));
    const F front_depth = (c * l - c * q.x - l * across) * front_edge;
    const F back_depth = (c + q.x - across) * back_edge;
    const MaskOf<F> inside = (front_depth >= zero) & (back_depth >= zero);
    const auto by_front = front_depth <= back_depth;
    // Exactly ahead or behind leaves to the left, so that the agent itself steps to its right.
    const F to_left = select(q.y >= zero, F(1.0f), F(-1.0f));
    const Vec<F> edge_normal =
        select(by_front, Vec<F>{c * front_edge, l * front_edge * to_left}, Vec<F>{-back_edge, back_edge * to_left});
    // In one place: the later one leaves to the right, the earlier one to the left.
    const auto coincident = dot(p, p) < F(1e-12f);
    const Vec<F> parting{zero, select(is_later, F(-1.0f), F(1.0f))};
    const Vec<F> out = select(coincident, parting, edge_normal);

    // Outside: the leftmost and the rightmost corner as the other sees them.
    const Vec<F> corner[4] = {{l - q.x, -q.y}, {-q.x, c - q.y}, {-c - q.x, -q.y}, {-q.x, -c - q.y}};
    Vec<F> left = corner[0], right = corner[0];
    for (int i = 1; i < 4; ++i) {
        left = select(cross(left, corner[i]) > zero, corner[i], left);
        right = select(cross(right, corner[i]) < zero, corner[i], right);
    }
    const Vec<F> along_edge{-out.y, out.x};
    right = select(inside, along_edge, right * (F(1.0f) / max(norm(right), F(1e-6f))));
    left = select(inside, -along_edge, left * (F(1.0f) / max(norm(left), F(1e-6f))));
    const auto turned = [&](Vec<F> a) { return h * a.x + n * a.y; };
    return {velocity - turned(out) * select(inside, separation, zero), turned(right), turned(left), inside};
}

/// One way to avoid: velocities apex − s t on the border of a wedge, and where on it three ideas lead (section 4.1,
/// step 3).
template <class F>
struct Tangent {
    Vec<F> apex, t;
    F nearest;         ///< to the wish: α = ½
    F keeping_speed;   ///< turning only: α = 0
    F keeping_course;  ///< speed only: α = 1
    F least;           ///< s may not be smaller: behind the apex the border is another's

    SIDESTEP_INLINE Vec<F> velocity(F s) const { return apex - t * s; }
    SIDESTEP_INLINE F at(F alpha) const {
        const F twice = alpha + alpha;
        const F turning = keeping_speed + (nearest - keeping_speed) * twice;
        const F braking = nearest + (keeping_course - nearest) * (twice - F(1.0f));
        return max(select(alpha <= F(0.5f), turning, braking), least);
    }
};

template <class F>
SIDESTEP_INLINE Tangent<F> tangent_of(Vec<F> apex, Vec<F> t, MaskOf<F> inside, Vec<F> wish, F max_speed) {
    const F zero = F(0.0f);
    const F nearest = dot(apex - wish, t);
    // |apex − s t| = |wish|: a circle met twice, once or never.
    const F middle = dot(apex, t);
    const F wish2 = dot(wish, wish);
    const F room = middle * middle - dot(apex, apex) + wish2;
    const F half = sqrt(max(room, zero));
    F keeping_speed = select(nearest < middle, middle - half, middle + half);
    // apex − s t = λ wish.
    const F across = cross(wish, t);
    const F lambda = cross(apex, t) / select(across == zero, F(1.0f), across);
    const auto possible =
        inverse(across == zero) & (lambda >= zero) & (lambda * lambda * wish2 <= max_speed * max_speed);
    F keeping_course = select(possible, dot(apex - wish * lambda, t), nearest);
    const auto stands = wish2 <= F(1e-12f);
    keeping_speed = select(stands, nearest, keeping_speed);
    keeping_course = select(stands, nearest, keeping_course);
    return {apex, t, nearest, keeping_speed, keeping_course, select(inside, F(-1e6f), zero)};
}

/// Bounds of s.
template <class F>
struct Span {
    F low, high;
};
/// Keeps the s with dot(apex − s t, n) ≤ c.
template <class F>
SIDESTEP_INLINE void clip(Span<F>& s, const Tangent<F>& line, Vec<F> n, F c) {
    const F slope = -dot(line.t, n), room = c - dot(line.apex, n);
    const F tiny = F(kTie<F>);
    const F bound = room / select(abs(slope) > tiny, slope, F(1.0f));
    s.high = select(slope > tiny, min(s.high, bound), s.high);
    s.low = select(slope < -tiny, max(s.low, bound), s.low);
    // Parallel to the border and beyond it: nothing remains.
    s.high = select((abs(slope) <= tiny) & (room < F(0.0f)), s.low - F(1.0f), s.high);
}

/// What a wall leaves of the velocities: dot(v, n) ≤ c, so that the body just touches it after the unit of time.
template <class F>
struct WallLimit {
    Vec<F> n;
    F c;
};
template <class F>
SIDESTEP_INLINE WallLimit<F> wall_limit(const WallPiece<F>& wall, F radius, MaskOf<F> present) {
    const Vec<F> q = nearest_point(wall);
    const F d = norm(q);
    const auto counts = present & (d > F(1e-6f));
    return {select(counts, q * (F(1.0f) / max(d, F(1e-6f))), Vec<F>{F(0.0f), F(0.0f)}),
            select(counts, max(d - radius, F(0.0f)), F(1.0f))};
}

}  // namespace sidestep::SIDESTEP_ARCH
