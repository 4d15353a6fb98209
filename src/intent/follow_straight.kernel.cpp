// Eight followers at a time. See follow_straight.h.
#include "intent/follow_straight.h"

#include <bit>

#include "base/columns.h"
#include "base/lattice.h"
#include "intent/leader.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

constexpr float kMetres = 1 / static_cast<float>(kLatticePerMetre);  // per step of the lattice
constexpr float kBorder = 0.01f;                                     // m: rounding of places against cell borders
constexpr float kHere = 1e-3f;                                       // m: a way point has a direction
constexpr Row kNobodyAhead = UINT32_MAX;
constexpr int kPlaces = 6;  // of the leader, that the law looks at

struct Axis {
    explicit Axis(double length) : period(static_cast<float>(length)), half(0.5f * period) {}
    float period, half;  ///< m
    SIDESTEP_INLINE Pack nearest(Pack d) const {
        d = select(d > Pack(half), d - Pack(period), d);
        return select(d < Pack(-half), d + Pack(period), d);
    }
    /// The same of somebody so many steps from the first agent, seen by all who look no farther than `reach` from
    /// there.
    SIDESTEP_INLINE Pack nearest(Pack d, std::int32_t steps, float reach) const {
        if (reach >= half) return nearest(d);
        const float first = static_cast<float>(steps) * kMetres;
        if (first > half) return d - Pack(period);
        return first < -half ? d + Pack(period) : d;
    }
};

SIDESTEP_INLINE Mask mask_of(unsigned lanes) {
    alignas(32) static constexpr std::int32_t kBit[kLanes] = {1, 2, 4, 8, 16, 32, 64, 128};
    const PackInt bit = PackInt::load(kBit);
    return (PackInt(static_cast<std::int32_t>(lanes)) & bit) == bit;
}

/// The best leader found so far, in each lane.
struct Best {
    Pack ahead, across;
    PackInt row;
};

/// Whether a candidate that is as far as the one found before comes first: nearer to the middle, then the lower id.
unsigned first_of_equals(const WorldView& world, Row candidate, unsigned lanes, Pack across, const Best& best) {
    alignas(32) float its[kLanes], before[kLanes];
    alignas(32) Row row[kLanes];
    abs(across).store(its);
    abs(best.across).store(before);
    best.row.store(row);
    unsigned first = 0;
    for (unsigned left = lanes; left != 0; left &= left - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(left));
        if (its[i] < before[i] || (its[i] == before[i] && world.motion[candidate].id < world.motion[row[i]].id)) {
            first |= 1u << i;
        }
    }
    return first;
}

struct Way {
    Pack x, y;  ///< unit vector
};

/// Looks at everybody whose cell touches the box around the ways of those asked, as far as `reach`, for whom is nearer
/// than the best so far.
SIDESTEP_INLINE void look_ahead(const WorldView& world, const CellOrder& cells, const Octet& g, Mask asked, Pack reach,
                                Pack wide, const Way& way, Best& best) {
    const PackInt gx = PackInt::load(g.x), gy = PackInt::load(g.y);
    // From the first agent.
    const Pack px = to_float(gx - PackInt(g.x[0])) * Pack(kMetres), py = to_float(gy - PackInt(g.y[0])) * Pack(kMetres);
    const Pack aside = wide + Pack(world.widest), nowhere = 1e9f;
    const Pack bx = abs(way.y) * aside, by = abs(way.x) * aside, ex = way.x * reach, ey = way.y * reach;
    const auto lower = [&](Pack p, Pack e, Pack b) {
        return smallest(select(asked, p + min(e, Pack(0.0f)) - b, nowhere)) - kBorder;
    };
    const auto upper = [&](Pack p, Pack e, Pack b) {
        return largest(select(asked, p + max(e, Pack(0.0f)) + b, -nowhere)) + kBorder;
    };
    const auto from_x = static_cast<float>(g.place[0].x - cells.origin().x);
    const auto from_y = static_cast<float>(g.place[0].y - cells.origin().y);
    constexpr int kMostRanges = 64;
    RowRange ranges[kMostRanges];
    const int count = cells.rows_in({from_x + lower(px, ex, bx), from_y + lower(py, ey, by)},
                                    {from_x + upper(px, ex, bx), from_y + upper(py, ey, by)}, ranges);
    // Where an octet and its ways take less than half of a period, who is near is so from the same side.
    const float wide_x = largest(select(asked, abs(px) + abs(ex) + bx, -nowhere));
    const float wide_y = largest(select(asked, abs(py) + abs(ey) + by, -nowhere));
    const Axis axis_x(world.periodic.x), axis_y(world.periodic.y);
    const Pack same_way = static_cast<float>(kSameWay);
    // Who is not asked finds nobody that is near enough.
    Pack nearest = select(asked, min(best.ahead, reach), Pack(-1.0f));
    const std::int32_t* const x = cells.x();
    const std::int32_t* const y = cells.y();
    for (int r = 0; r < count; ++r) {
        for (Row row = ranges[r].begin; row < ranges[r].end; ++row) {
            Pack dx = to_float(PackInt(x[row]) - gx) * Pack(kMetres),
                 dy = to_float(PackInt(y[row]) - gy) * Pack(kMetres);
            if (axis_x.period > 0) dx = axis_x.nearest(dx, x[row] - g.x[0], wide_x);
            if (axis_y.period > 0) dy = axis_y.nearest(dy, y[row] - g.y[0], wide_y);
            const Pack ahead = way.x * dx + way.y * dy, across = way.x * dy - way.y * dx;
            Mask found = (ahead > Pack(0.0f)) & (ahead >= abs(across)) & (ahead <= nearest) & (abs(across) < aside);
            if (!any(found)) continue;
            const Self& other = world.self[row];
            if (!walks(world, other)) continue;
            found &= (abs(across) < wide + Pack(world.motion[row].radius)) &
                     (way.x * Pack(other.heading_x) + way.y * Pack(other.heading_y) >= same_way);
            const unsigned equal = bits(found & (ahead == best.ahead) & inverse(best.row == PackInt(-1)));
            if (equal != 0) {
                const unsigned first = first_of_equals(world, row, equal, across, best);
                found &= mask_of((bits(found) & ~equal) | first);
            }
            nearest = select(found, ahead, nearest);
            best.ahead = select(found, ahead, best.ahead);
            best.across = select(found, across, best.across);
            best.row = as_int(select(found, as_float(PackInt(static_cast<std::int32_t>(row))), as_float(best.row)));
        }
    }
}

Best nearest_ahead(const WorldView& world, const CellOrder& cells, const Octet& g, const FollowerLanes& f, Mask asked,
                   const Way& way) {
    const Pack reach = Pack::load(f.reach), wide = Pack::load(g.radius) + Pack::load(f.margin);
    Best best{reach, Pack(0.0f), PackInt(-1)};
    look_ahead(world, cells, g, asked, reach, wide, way, best);
    return best;
}

}  // namespace

void follow_straight(const WishBlock& block, const Octet& g, const FollowerLanes& f, unsigned lanes,
                     FollowedLanes& out) {
    const WorldView& world = block.world;
    const Columns lead = to_columns([&](int i) { return &block.wishes[g.row[i]].vx; });
    const Pack most = to_columns([&](int i) { return &block.wishes[g.row[i]].max_speed; }).a;
    const Pack preferred = sqrt(lead.a * lead.a + lead.b * lead.b), to_bend = sqrt(lead.c * lead.c + lead.d * lead.d);
    const Pack reach = Pack::load(f.reach), zero = 0.0f;
    const Mask asked = mask_of(lanes) & (preferred > zero) & (to_bend >= reach);
    out.lanes = bits(asked);
    out.held = 0;
    if (out.lanes == 0) return;
    const Way way{lead.a / preferred, lead.b / preferred};
    const Best best = nearest_ahead(world, block.order, g, f, asked, way);
    const Mask led = asked & inverse(best.row == PackInt(-1));

    // Where the leader was, from the newest of its places on; who has nobody ahead looks at itself.
    best.row.store(out.leader);
    alignas(32) Place newest[kLanes];
    alignas(32) float other_radius[kLanes];
    const Place* past[kPlaces][kLanes];
    std::uint32_t at[kPlaces];
    for (std::size_t k = 0; k < kPlaces; ++k) at[k] = world.history->index_of(k);
    for (std::size_t i = 0; i < kLanes; ++i) {
        const bool has = out.leader[i] != kNobodyAhead;
        const Self& other = world.self[has ? out.leader[i] : g.row[i]];
        const Slot slot = other.slot;
        const Place* const ring = world.history->ring(slot);
        // Who has just come stood where it came.
        const std::uint32_t last = world.history->known(slot) - 1;
        for (std::uint32_t k = 0; k < kPlaces; ++k) past[k][i] = ring + at[k < last ? k : last];
        newest[i] = *past[0][i];
        const Motion& motion = world.motion[has ? out.leader[i] : g.row[i]];
        other_radius[i] = has ? motion.radius : 0.0f;
        out.leader_id[i] = has ? motion.id : kNobody;
        out.held |= unsigned{has && world.self[g.row[i]].pref_speed > other.pref_speed} << i;
    }
    const Axis axis_x(world.periodic.x), axis_y(world.periodic.y);
    const auto along = [&](const auto& there, const auto& here) {
        Pack dx, dy;
        point_differences(there, here, dx, dy);
        if (world.periodic.x > 0) dx = axis_x.nearest(dx);
        if (world.periodic.y > 0) dy = axis_y.nearest(dy);
        return way.x * dx + way.y * dy;
    };
    const Pack ahead = along([&](int i) { return &newest[i].x; }, [&](int i) { return &g.place[i].x; });
    Pack moved[kPlaces];
    for (int k = 1; k < kPlaces; ++k) {
        moved[k] = along([&](int i) { return &past[k][i]->x; }, [&](int i) { return &newest[i].x; });
    }
    const MoveFit<Pack> fit = fit_six(moved[5], moved[4], moved[3], moved[2], moved[1]);
    const Pack contact = Pack::load(g.radius) + Pack::load(other_radius);
    const Pack standstill = contact + Pack::load(f.standing_gap);
    const Pack dt = static_cast<float>(world.between_places - world.since_place);
    const Pack asks =
        distance_speed(ahead + fit.next, standstill, fit.error * Pack::load(f.error), dt, Pack::load(f.ttr));
    const Pack noise = Pack::load(f.noise) *
                       normal_of(Pack::load(f.unit), [](Mask m, Pack yes, Pack no) { return select(m, yes, no); });
    const Pack now = max(Pack::load(g.vx) * way.x + Pack::load(g.vy) * way.y, zero);
    const SpeedLimitsOf<Pack> limits{preferred, most, Pack::load(f.accel), Pack::load(f.decel)};
    const Pack speed = limited_speed<Pack>(select(led, asks, Pack(1e9f)), now, limits, noise, Pack(world.dt));
    min(speed, select(led, touching_speed(ahead, contact, Pack(world.dt)), Pack(1e9f))).store(out.speed);
    out.held &= out.lanes;
    way.x.store(out.along_x), way.y.store(out.along_y);
    best.ahead.store(out.ahead), best.across.store(out.across);
}

void wish_to_follow(const FollowedLanes& f, const float* sideways, const Octet& g, Wish* wishes) {
    const Columns lead = to_columns([&](int i) { return &wishes[g.row[i]].vx; });
    const Columns rest = to_columns([&](int i) { return &wishes[g.row[i]].max_speed; });
    const Pack x = Pack::load(f.along_x), y = Pack::load(f.along_y), speed = Pack::load(f.speed);
    const Pack aside = Pack::load(sideways), far = max(sqrt(lead.c * lead.c + lead.d * lead.d), Pack(kHere));
    const PackInt leader = PackInt::load(f.leader_id), flags = as_int(rest.d);
    const Pack ignore = select(leader == PackInt(static_cast<std::int32_t>(kNobody)), rest.c, as_float(leader));
    alignas(32) Wish wished[kLanes];
    to_records({x * speed - y * aside, y * speed + x * aside, x * far, y * far}, [&](int i) { return &wished[i].vx; });
    to_records({rest.a, rest.b, ignore, as_float(flags | PackInt(static_cast<std::int32_t>(wish::tempo)))},
               [&](int i) { return &wished[i].max_speed; });
    for (unsigned left = f.lanes; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        wishes[g.row[i]] = wished[i];
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
