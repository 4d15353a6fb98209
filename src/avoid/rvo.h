// Reciprocal velocity obstacles, sampled.
//
// J. van den Berg, M. Lin, D. Manocha: Reciprocal velocity obstacles for real-time multi-agent navigation. ICRA 2008,
// 1928–1935. Of a set of candidate velocities the one with the least penalty w/tc(v) + |v − v_pref| is taken, tc being
// the time to the first collision if the other shares the evasion.
// Departures (docs/models/rvo.md): candidates are fixed instead of random and come in pairs mirrored at the wish, the
// emptier side first; so decisions are repeatable and mirrored scenes give mirrored paths.
#pragma once

#include <array>

#include "avoid/lanes.h"

namespace sidestep {

namespace rvo {
enum : std::size_t { kSafety, kCandidates, kResponsibility, kParameterCount };

inline constexpr Parameter kParameters[] = {
    {.name = "safety",
     .symbol = "w",
     .unit = "m",
     .fallback = 1,
     .min = 0,
     .max = 100,
     .source = "UMANS; the library's example has 7.5 for larger bodies; 0.2–10 usual",
     .meaning = "weight of the inverse time to collision against the wish; larger: shyer"},
    {.name = "candidates",
     .symbol = "N",
     .unit = "–",
     .fallback = 250,
     .min = 5,
     .max = 500,
     .source = "library",
     .meaning = "velocities tried; cost grows with it, jitter shrinks",
     .per_agent = false,
     .calibratable = false},
    {.name = "responsibility",
     .symbol = "α",
     .unit = "–",
     .fallback = 0.5,
     .min = 0.05,
     .max = 1,
     .source = "paper: half each",
     .meaning = "share of the evasion an agent takes upon itself; 1: velocity obstacles, others do nothing"},
};
inline constexpr CommonDefault kCommonDefaults[] = {
    {kMaxSpeed, 1.742}, {kMaxAccel, 5}, {kNeighbourRange, 5}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "rvo",
    .kind = PartKind::avoid,
    .source =
        "van den Berg, Lin, Manocha: Reciprocal velocity obstacles for real-time multi-agent navigation, ICRA 2008",
    .summary = "best of 250 velocities by time to collision and distance from the wish",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults,
    // At 0.25 s bodies overlap by up to 0.2 m in a queue, at 0.1 s by 0.09 m.
    .max_dt = [](ParameterValues) { return 0.1; }};
}  // namespace rvo

namespace SIDESTEP_ARCH {

template <class F>
struct RvoValues {
    F safety, responsibility, max_accel;
    int candidates;  ///< of the octet: the longest search is made, and lanes stop at their own number of `pairs`
    F pairs;         ///< M: candidates beyond the first three come in so many mirrored pairs
};
SIDESTEP_INLINE Pack whole(Pack a) {
    return to_float(truncate(a));
}
SIDESTEP_INLINE double whole(double a) {
    return static_cast<int>(a);
}
template <class F, class Source>
SIDESTEP_INLINE RvoValues<F> rvo_values(const Source& v) {
    using namespace rvo;
    return {.safety = v.own(kSafety),
            .responsibility = v.own(kResponsibility),
            .max_accel = v[kMaxAccel],
            .candidates = v.most(kCandidates),
            .pairs = whole((v.own(kCandidates) - F(3.0f)) * F(0.5f))};
}

/// The k-th pair, k from 1: (x, ±y) as shares of the maximum speed but for the factor 1/√M. An even spread over the
/// disc: radii grow with √k, directions by the golden angle.
struct CandidatePair {
    float x, y;
};
inline const CandidatePair* candidate_pairs() {
    static constexpr int kMostPairs = 249;  // of 500 candidates
    static const auto table = [] {
        std::array<CandidatePair, kMostPairs> pairs;
        for (int k = 1; k <= kMostPairs; ++k) {
            const SinCos angle = sin_cos(k * kPi * (3 - sqrt(5.0)));
            const double length = sqrt(k - 0.5);
            pairs[static_cast<std::size_t>(k - 1)] = {static_cast<float>(length * angle.cos),
                                                      static_cast<float>(abs(length * angle.sin))};
        }
        return pairs;
    }();
    return table.data();
}

/// A neighbour as the search needs it, in the frame of the wish. With c = |p|² − R², w the relative velocity of a
/// candidate v, b = p·w: 1/tc = b/c + √((b/c)² − |w|²/c).
template <class F>
struct RvoNear {
    Vec<F> slope;  ///< b/c = slope·v − offset
    F offset;
    Vec<F> other;  ///< w = v/α − other
    F inverse_gap2;
};

/// A wall in that frame.
template <class F>
struct RvoWall {
    Vec<F> a, b;       ///< ends, divided by their own c
    F a_gap2, b_gap2;  ///< 1/c of the ends
    Vec<F> normal;     ///< towards the agent
    F inverse_gap;     ///< 1/(distance from the face − r)
    Vec<F> along;      ///< unit vector
    F begin, end;      ///< of the segment along it, seen from the agent
    MaskOf<F> inside;  ///< nearer than the radius already
    Vec<F> towards;    ///< nearest point
};

template <class F>
SIDESTEP_INLINE Vec<F> into_frame(Vec<F> axis, Vec<F> a) {
    return {dot(axis, a), cross(axis, a)};
}
template <class F>
SIDESTEP_INLINE Vec<F> out_of_frame(Vec<F> axis, Vec<F> a) {
    return {axis.x * a.x - axis.y * a.y, axis.y * a.x + axis.x * a.y};
}

template <class F>
SIDESTEP_INLINE RvoNear<F> rvo_near(const Own<F>& own, const Near<F>& near, Vec<F> axis, F responsibility,
                                    MaskOf<F> here) {
    const Vec<F> p = into_frame(axis, near.position);
    const F share = F(1.0f) / responsibility;
    const Vec<F> other = into_frame(axis, own.velocity * (share - F(1.0f)) + near.velocity);
    const F reach = own.radius + near.radius;
    const F gap2 = dot(p, p) - reach * reach;
    const F inverse = select(here & (gap2 > F(0.0f)), F(1.0f) / max(gap2, F(1e-9f)), F(0.0f));
    return {p * (share * inverse), dot(p, other) * inverse, other, inverse};
}

template <class F>
SIDESTEP_INLINE RvoWall<F> rvo_wall(const Own<F>& own, const WallPiece<F>& wall, Vec<F> axis) {
    const Vec<F> a = into_frame(axis, wall.a), b = into_frame(axis, wall.b);
    const F r2 = own.radius * own.radius;
    const F far = F(1e-9f);
    const F a_gap2 = F(1.0f) / max(dot(a, a) - r2, far), b_gap2 = F(1.0f) / max(dot(b, b) - r2, far);
    const Vec<F> span = b - a;
    const F length = max(norm(span), F(1e-6f));
    const Vec<F> along = span * (F(1.0f) / length);
    const F offset = cross(a, along);  // the agent is left of the line if positive
    const Vec<F> normal = Vec<F>{along.y, -along.x} * copysign(F(1.0f), -offset);
    const Vec<F> q = nearest_point(WallPiece<F>{a, b});
    return {
        a * a_gap2, b * b_gap2,    a_gap2,        b_gap2,          normal, F(1.0f) / max(abs(offset) - own.radius, far),
        along,      dot(a, along), dot(b, along), dot(q, q) <= r2, q};
}

/// 1/tc: larger of what was found before and of this neighbour. Not a number (they miss each other) loses in max;
/// so does a negative root (they drift apart).
template <class F>
SIDESTEP_INLINE F sooner(const RvoNear<F>& n, Vec<F> v, Vec<F> w, F found) {
    const F b = n.slope.x * v.x + n.slope.y * v.y - n.offset;
    return max(b + sqrt(b * b - dot(w, w) * n.inverse_gap2), found);
}

/// 1/tc with a wall, 0 if it does not matter yet: more than a step and more than the braking time away.
template <class F>
SIDESTEP_INLINE F wall_urgency(const RvoWall<F>& wall, Vec<F> v, F horizon) {
    const F v2 = dot(v, v);
    const F a = dot(wall.a, v), b = dot(wall.b, v);
    F found = max(a + sqrt(a * a - v2 * wall.a_gap2), F(0.0f));
    found = max(b + sqrt(b * b - v2 * wall.b_gap2), found);
    const F face = -dot(v, wall.normal) * wall.inverse_gap;
    const F touches = dot(v, wall.along) / max(face, F(1e-9f));
    const auto hits = (face > F(0.0f)) & (touches >= wall.begin) & (touches <= wall.end);
    found = max(select(hits, face, F(0.0f)), found);
    const F moving_in = select(dot(v, wall.towards) > F(1e-5f), F(1e6f), F(0.0f));
    found = select(wall.inside, moving_in, found);
    return select(found * horizon > F(1.0f), found, F(0.0f));
}

/// What the search has found so far.
template <class F>
struct RvoBest {
    Vec<F> v;
    F penalty;
    SIDESTEP_INLINE void offer(Vec<F> candidate, F its_penalty) {
        const auto less = its_penalty < penalty;
        v = select(less, candidate, v);
        penalty = select(less, its_penalty, penalty);
    }
};

/// The emptier side: of two velocities equally good, that one is taken; right where there is no difference. Without it
/// equals would always go right, and a scene and its mirror image would not be the same.
template <class F>
SIDESTEP_INLINE F emptier_side(F people_on_the_left) {
    return select(people_on_the_left >= F(0.0f), F(-1.0f), F(1.0f));
}

/// Least penalty over all candidates, in the frame of the wish. `near`, `walls`: what rvo_near and rvo_wall made,
/// absent entries neutral.
template <class F>
SIDESTEP_INLINE Vec<F> rvo_search(const Own<F>& own, Vec<F> pref, Vec<F> velocity, const RvoNear<F>* near,
                                  int near_count, const RvoWall<F>* walls, const MaskOf<F>* wall_here, int wall_count,
                                  F side, const RvoValues<F>& p) {
    const F share = F(1.0f) / p.responsibility;
    const auto wall_penalty = [&](Vec<F> v, F found) {
        const F horizon = max(own.dt, norm(v) / p.max_accel);
        for (int k = 0; k < wall_count; ++k) {
            found = max(select(wall_here[k], wall_urgency(walls[k], v, horizon), F(0.0f)), found);
        }
        return found;
    };
    RvoBest<F> best{pref, F(1e30f)};
    for (const Vec<F> v : {pref, velocity, Vec<F>{F(0.0f), F(0.0f)}}) {
        F found = F(0.0f);
        for (int k = 0; k < near_count; ++k) found = sooner(near[k], v, v * share - near[k].other, found);
        best.offer(v, p.safety * wall_penalty(v, found) + norm(v - pref));
    }
    const F scale = own.max_speed / sqrt(p.pairs);
    const CandidatePair* const pairs = candidate_pairs();
    const int most = (p.candidates - 3) / 2;
    for (int m = 0; m < most; ++m) {
        const Vec<F> first{scale * F(pairs[m].x), scale * F(pairs[m].y) * side};
        const Vec<F> second{first.x, -first.y};
        // Both are equally far from the wish; a candidate farther from it than the best penalty cannot win.
        const F away = norm(first - pref);
        const auto counts = (away < best.penalty) & (F(static_cast<float>(m)) < p.pairs);
        if (!any(counts)) continue;
        F soon_first = F(0.0f), soon_second = F(0.0f);
        const Vec<F> shared = first * share;
        for (int k = 0; k < near_count; ++k) {
            const RvoNear<F>& n = near[k];
            const F wx = shared.x - n.other.x, wy_first = shared.y - n.other.y, wy_second = -shared.y - n.other.y;
            const F straight = n.slope.x * first.x - n.offset, aside = n.slope.y * first.y;
            const F wx2 = wx * wx;
            const F b_first = straight + aside, b_second = straight - aside;
            soon_first =
                max(b_first + sqrt(b_first * b_first - (wx2 + wy_first * wy_first) * n.inverse_gap2), soon_first);
            soon_second =
                max(b_second + sqrt(b_second * b_second - (wx2 + wy_second * wy_second) * n.inverse_gap2), soon_second);
        }
        if (wall_count > 0)
            soon_first = wall_penalty(first, soon_first), soon_second = wall_penalty(second, soon_second);
        const F never = F(1e30f);
        best.offer(first, select(counts, p.safety * soon_first + away, never));
        best.offer(second, select(counts, p.safety * soon_second + away, never));
    }
    return best.v;
}

/// Rounded up to a whole number; x ≥ 0.
SIDESTEP_INLINE double rounded_up(double x) {
    const auto whole = static_cast<double>(static_cast<std::int32_t>(x < 1e6 ? x : 1e6));
    return whole + (x > whole ? 1 : 0);
}
SIDESTEP_INLINE Pack rounded_up(Pack x) {
    const Pack whole = to_float(truncate(min(x, Pack(1e6f))));
    return whole + select(x > whole, Pack(1.0f), Pack(0.0f));
}

/// Of bodies that overlap: the candidate that parts them in the fewest steps, the slowest of those; 0 if none does.
/// Only neighbours that overlap count, and the wish does not.
template <class F, class NearLists>
SIDESTEP_INLINE Vec<F> rvo_escape(const Own<F>& own, Vec<F> axis, Vec<F> pref, Vec<F> velocity, const NearLists& near,
                                  const RvoValues<F>& p) {
    const F share = F(1.0f) / p.responsibility;
    const F never = F(1e6f);
    int last = 0;  // whoever overlaps somebody stands early in the list: it is by distance
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const F reach = own.radius + other.radius;
        if (any(near.present(k) & (dot(other.position, other.position) <= reach * reach))) last = k + 1;
    }
    const auto place = [&](const Near<F>& other, int k) {
        // In exactly one place every direction is as good: the later id counts as half a body to the left.
        const Vec<F> beside{F(0.0f), (own.radius + other.radius) * select(near.is_later(k), F(0.5f), F(-0.5f))};
        const auto coincident = dot(other.position, other.position) < F(1e-12f);
        return select(coincident, beside, into_frame(axis, other.position));
    };
    F on_the_left = F(0.0f);
    for (int k = 0; k < last; ++k) {
        const Near<F> other = near[k];
        const F reach = own.radius + other.radius;
        const auto overlaps = near.present(k) & (dot(other.position, other.position) <= reach * reach);
        on_the_left += select(overlaps, place(other, k).y, F(0.0f));
    }
    const F side = emptier_side(on_the_left);
    const auto steps_out = [&](Vec<F> v) {
        F longest = F(0.0f);
        for (int k = 0; k < last; ++k) {
            const Near<F> other = near[k];
            const F reach = own.radius + other.radius;
            const Vec<F> at = place(other, k);
            const F depth2 = reach * reach - dot(at, at);
            const Vec<F> w = v * share - into_frame(axis, own.velocity * (share - F(1.0f)) + other.velocity);
            const F b = dot(at, w), w2 = dot(w, w);
            const F time = (b + sqrt(max(b * b + w2 * depth2, F(0.0f)))) / max(w2, F(1e-12f));
            const F needed = select(w2 > F(1e-8f), time, F(1e9f));
            longest = max(select(near.present(k) & (depth2 >= F(0.0f)), needed, F(0.0f)), longest);
        }
        return min(rounded_up(longest / own.dt), never);
    };
    const Vec<F> zero{F(0.0f), F(0.0f)};
    RvoBest<F> best{zero, F(1e6f)};
    const F inverse_most2 = F(1.0f) / (own.max_speed * own.max_speed);
    for (const Vec<F> v : {pref, velocity, zero}) best.offer(v, steps_out(v) + dot(v, v) * inverse_most2);
    const F scale = own.max_speed / sqrt(p.pairs);
    const CandidatePair* const pairs = candidate_pairs();
    for (int m = 0; m < (p.candidates - 3) / 2; ++m) {
        const F x = scale * F(pairs[m].x), y = scale * F(pairs[m].y) * side;
        const F slow = (x * x + y * y) * inverse_most2;
        const auto counts = F(static_cast<float>(m)) < p.pairs;
        for (const Vec<F> v : {Vec<F>{x, y}, Vec<F>{x, -y}}) {
            best.offer(v, select(counts, steps_out(v) + slow, F(1e30f)));
        }
    }
    return best.v;
}

/// Whether the agent overlaps a neighbour.
template <class F, class NearLists>
SIDESTEP_INLINE MaskOf<F> overlaps_somebody(const Own<F>& own, const NearLists& near) {
    MaskOf<F> found = own.dt < F(0.0f);
    for (int k = 0; k < near.longest(); ++k) {
        const Near<F> other = near[k];
        const F reach = own.radius + other.radius;
        found = found | (near.present(k) & (dot(other.position, other.position) <= reach * reach));
    }
    return found;
}

/// Rooms for what is worked out once per neighbour and wall; at least as long as the lists.
template <class F>
struct RvoRoom {
    RvoNear<F>* near;
    RvoWall<F>* walls;
    MaskOf<F>* wall_here;
};

template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE Vec<F> rvo_velocity(const Own<F>& own, const NearLists& near, const WallLists& walls,
                                    const RvoValues<F>& p, const RvoRoom<F>& room) {
    const F wish = norm(own.pref);
    const Vec<F> axis = select(wish > F(1e-6f), own.pref * (F(1.0f) / max(wish, F(1e-6f))), own.heading);
    const Vec<F> pref{min(wish, own.max_speed), F(0.0f)};
    const Vec<F> velocity = into_frame(axis, limited(own.velocity, own.max_speed));
    F on_the_left = F(0.0f);
    for (int k = 0; k < near.longest(); ++k) {
        room.near[k] = rvo_near(own, near[k], axis, p.responsibility, near.present(k));
        on_the_left += room.near[k].slope.y;
    }
    for (int k = 0; k < walls.longest(); ++k) {
        room.walls[k] = rvo_wall(own, walls[k], axis);
        room.wall_here[k] = walls.present(k);
        const Vec<F> q = room.walls[k].towards;
        on_the_left += select(room.wall_here[k], q.y / max(dot(q, q), F(1e-6f)), F(0.0f));
    }
    Vec<F> v = rvo_search(own, pref, velocity, room.near, near.longest(), room.walls, room.wall_here, walls.longest(),
                          emptier_side(on_the_left), p);
    const auto overlapping = overlaps_somebody(own, near);
    if (any(overlapping)) v = select(overlapping, rvo_escape(own, axis, pref, velocity, near, p), v);
    return out_of_frame(axis, v);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
