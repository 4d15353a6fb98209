// Optimal reciprocal collision avoidance.
//
// J. van den Berg, S. J. Guy, M. Lin, D. Manocha: Reciprocal n-body collision avoidance. ISRR 2009 (Springer STAR 70,
// 2011). The geometry follows the paper; a half-plane is kept as n·v ≥ c instead of a point and a direction.
// Departures:
//  * walls are two-sided segments, each giving a half-plane of its own (no joint treatment of connected walls);
//  * agents in exactly the same place with the same velocity part along x, the later id to the right.
#pragma once

#include "avoid/half_planes.h"

namespace sidestep {

namespace orca {
enum : std::size_t { kTimeHorizon, kTimeHorizonWalls, kResponsibility, kParameterCount };

inline constexpr Parameter kParameters[] = {
    {.name = "time_horizon",
     .symbol = "τ",
     .unit = "s",
     .fallback = 3,
     .min = 0,
     .max = 60,
     .min_excluded = true,
     .source = "3–5 s suit people (RVO2's examples use 5 and 10 for larger bodies)",
     .meaning = "velocities that lead to a collision within this time are avoided; larger: earlier, wider evasion"},
    {.name = "time_horizon_walls",
     .symbol = "τ_obst",
     .unit = "s",
     .fallback = 0.5,
     .min = 0,
     .max = 60,
     .min_excluded = true,
     .source = "choice: narrow doors",
     .meaning = "the same for walls; larger values keep walkers away from doors"},
    {.name = "responsibility",
     .symbol = "–",
     .unit = "–",
     .fallback = 0.5,
     .min = 0,
     .max = 1,
     .source = "paper: half each",
     .meaning = "share of the needed change of velocity an agent takes upon itself"},
};
inline constexpr CommonDefault kCommonDefaults[] = {{kMaxSpeed, 2.0}, {kNeighbourRange, 5}, {kMaxNeighbours, 10}};
inline constexpr PartInfo kInfo{
    .name = "orca",
    .kind = PartKind::avoid,
    .source = "van den Berg, Guy, Lin, Manocha: Reciprocal n-body collision avoidance, ISRR 2009",
    .summary = "nearest velocity to the wish that is collision-free if everybody does half of the evasion",
    .parameters = complete<kParameterCount>(kParameters),
    .common_defaults = kCommonDefaults};
}  // namespace orca

namespace SIDESTEP_ARCH {

template <class F>
struct OrcaValues {
    F time_horizon, time_horizon_walls, responsibility;
};
template <class F, class Source>
SIDESTEP_INLINE OrcaValues<F> orca_values(const Source& v) {
    using namespace orca;
    return {.time_horizon = v.own(kTimeHorizon),
            .time_horizon_walls = v.own(kTimeHorizonWalls),
            .responsibility = v.own(kResponsibility)};
}

/// Half-plane of permitted velocities against one neighbour, by one over the time horizon and over the step. `later`
/// decides for agents in one place.
template <class F>
SIDESTEP_INLINE HalfPlane<F> orca_plane(const Own<F>& own, const Near<F>& near, F inverse_horizon, F inverse_step,
                                        F responsibility, MaskOf<F> later) {
    const Vec<F> p = near.position;
    const Vec<F> rv = own.velocity - near.velocity;
    const F reach = own.radius + near.radius;
    const F reach2 = reach * reach;
    const F distance2 = dot(p, p);
    const auto overlap = distance2 <= reach2;

    // The cut-off disc: of the time horizon, or of one step for bodies that overlap already.
    const F inverse_time = select(overlap, inverse_step, inverse_horizon);
    const Vec<F> w = rv - p * inverse_time;
    const F w2 = dot(w, w);
    const F w_length = sqrt(w2);
    const F along = dot(w, p);
    const auto on_disc = overlap | ((along < F(0.0f)) & (along * along > reach2 * w2));
    const Vec<F> w_unit =
        select(w_length > F(1e-9f), w * (F(1.0f) / w_length), Vec<F>{select(later, F(-1.0f), F(1.0f)), F(0.0f)});

    // A leg of the cone: left or right of p, whichever w is nearer to.
    const F leg = sqrt(max(distance2 - reach2, F(0.0f)));
    const F side = copysign(F(1.0f), cross(p, w));
    const F scale = side / max(distance2, F(1e-12f));
    const Vec<F> direction{(p.x * leg - side * p.y * reach) * scale, (side * p.x * reach + p.y * leg) * scale};
    const Vec<F> leg_normal{-direction.y, direction.x};

    const Vec<F> n = select(on_disc, w_unit, leg_normal);
    // n·u: how far the relative velocity is from the border, along the normal.
    const F change = select(on_disc, reach * inverse_time - w_length, -dot(leg_normal, rv));
    return {n, dot(n, own.velocity) + responsibility * change};
}

/// Half-plane against a wall: the border of its velocity obstacle nearest to the agent's velocity. Nobody gives way but
/// the agent.
template <class F>
SIDESTEP_INLINE HalfPlane<F> orca_wall_plane(const Own<F>& own, const WallPiece<F>& wall, F time_horizon) {
    const F r = own.radius;
    const F r2 = r * r;
    const Vec<F> q = nearest_point(wall);
    const F q2 = dot(q, q);
    const auto touching = q2 <= r2;
    const Vec<F> away = -(q * (F(1.0f) / max(sqrt(q2), F(1e-9f))));

    // The ends as seen from the agent.
    const auto swapped = cross(wall.a, wall.b) > F(0.0f);
    Vec<F> left = select(swapped, wall.b, wall.a);
    Vec<F> right = select(swapped, wall.a, wall.b);
    // Seen end-on, the near end hides the rest.
    const Vec<F> span = right - left;
    const F length2 = max(dot(span, span), F(1e-20f));
    const F s = -dot(left, span) / length2;
    const F offset = cross(left, span);
    const auto end_on = (offset * offset <= r2 * length2) & ((s < F(0.0f)) | (s > F(1.0f)));
    const Vec<F> near_end = select(s < F(0.0f), left, right);
    left = select(end_on, near_end, left);
    right = select(end_on, near_end, right);

    const F left2 = max(dot(left, left), F(1e-12f)), right2 = max(dot(right, right), F(1e-12f));
    const F left_leg = sqrt(max(left2 - r2, F(0.0f))), right_leg = sqrt(max(right2 - r2, F(0.0f)));
    const F il = F(1.0f) / left2, ir = F(1.0f) / right2;
    const Vec<F> left_dir{(left.x * left_leg - left.y * r) * il, (left.x * r + left.y * left_leg) * il};
    const Vec<F> right_dir{(right.x * right_leg + right.y * r) * ir, (right.y * right_leg - right.x * r) * ir};

    const F inverse_time = F(1.0f) / time_horizon;
    const Vec<F> left_cut = left * inverse_time, right_cut = right * inverse_time;
    const Vec<F> cut = right_cut - left_cut;
    const F cut2 = dot(cut, cut);
    const Vec<F> v = own.velocity;
    const F t = select(end_on, F(0.5f), dot(v - left_cut, cut) / max(cut2, F(1e-20f)));
    const F t_left = dot(v - left_cut, left_dir), t_right = dot(v - right_cut, right_dir);

    const auto left_disc =
        (end_on & (t_left < F(0.0f)) & (t_right < F(0.0f))) | (inverse(end_on) & (t < F(0.0f)) & (t_left < F(0.0f)));
    const auto right_disc = inverse(left_disc) & inverse(end_on) & (t > F(1.0f)) & (t_right < F(0.0f));
    const Vec<F> disc = select(left_disc, left_cut, right_cut);
    const Vec<F> from_disc = v - disc;
    const F from_disc_length = norm(from_disc);
    const Vec<F> disc_n = select(from_disc_length > F(1e-9f), from_disc * (F(1.0f) / from_disc_length), away);

    const auto square = [](Vec<F> d) { return dot(d, d); };
    const F far = F(1e30f);
    const F d_cut = select(end_on | (t < F(0.0f)) | (t > F(1.0f)), far, square(v - (left_cut + cut * t)));
    const F d_left = select(t_left < F(0.0f), far, square(v - (left_cut + left_dir * t_left)));
    const F d_right = select(t_right < F(0.0f), far, square(v - (right_cut + right_dir * t_right)));
    // Towards the agent, away from what lies behind the cut.
    const F cut_scale = F(1.0f) / max(sqrt(cut2), F(1e-12f));
    const Vec<F> cut_left{-cut.y * cut_scale, cut.x * cut_scale};
    const Vec<F> cut_n = select(dot(cut_left, left) > F(0.0f), -cut_left, cut_left);
    const auto use_cut = (d_cut <= d_left) & (d_cut <= d_right);
    const auto use_left = inverse(use_cut) & (d_left <= d_right);
    const Vec<F> leg_n = select(use_left, Vec<F>{-left_dir.y, left_dir.x}, Vec<F>{right_dir.y, -right_dir.x});
    const auto on_disc = left_disc | right_disc;
    const Vec<F> n = select(on_disc, disc_n, select(use_cut, cut_n, leg_n));
    const Vec<F> base = select(on_disc, disc, select(use_cut | use_left, left_cut, right_cut));
    const F c = dot(n, base) + r * inverse_time;
    return {select(touching, away, n), select(touching, F(0.0f), c)};
}

/// Writes the walls' half-planes, then the neighbours'; absent ones bind nobody. Returns how many belong to walls.
template <class F, class NearLists, class WallLists>
SIDESTEP_INLINE int orca_planes(const Own<F>& own, const NearLists& near, const WallLists& walls, F time_horizon,
                                F time_horizon_walls, F responsibility, HalfPlane<F>* out) {
    const int hard = walls.longest();
    const Vec<F> zero{F(0.0f), F(0.0f)};
    for (int k = 0; k < hard; ++k) {
        const HalfPlane<F> h = orca_wall_plane(own, walls[k], time_horizon_walls);
        const auto here = walls.present(k);
        out[k] = {select(here, h.n, zero), select(here, h.c, F(-1e30f))};
    }
    const F inverse_horizon = F(1.0f) / time_horizon, inverse_step = F(1.0f) / own.dt;
    for (int k = 0; k < near.longest(); ++k) {
        const HalfPlane<F> h =
            orca_plane(own, near[k], inverse_horizon, inverse_step, responsibility, near.is_later(k));
        const auto here = near.present(k);
        out[hard + k] = {select(here, h.n, zero), select(here, h.c, F(-1e30f))};
    }
    return hard;
}

/// Draws what orca_planes made for one lane.
inline void draw_planes(Drawing& draw, LaneOf of, const Neighbours& near, const WallsNear& walls,
                        const HalfPlane<Pack>* planes) {
    for (int k = 0; k < walls.count(of.lane); ++k) {
        draw.half_plane(Role::wall, "clear of the wall", of(planes[k].n), of(planes[k].c));
    }
    for (int k = 0; k < near.count(of.lane); ++k) {
        const HalfPlane<Pack>& h = planes[walls.longest() + k];
        draw.half_plane(Role::neighbour, "clear of the neighbour", of(h.n), of(h.c), near.id(k, of.lane));
    }
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
