// Eight rows at a time; what few agents need (walls, regions, borders) is done lane by lane. See move.h.
#include "integrate/move.h"

#include <algorithm>
#include <bit>

#include "base/columns.h"
#include "integrate/walls.h"
#include "map/region.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

// Faster changes of velocity than this are not a person's (running starts reach 5 m/s²).
constexpr float kImplausibleAccel = 10;
// An agent slower than this share of its preferred speed makes no headway, and may look for another way.
constexpr float kHeadway = 0.1f;
// A region is reached at its border; the way point lies on it, where people stop.
constexpr float kAtRegion = 1e-3f;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Rows of eight lanes; the last octet of a block repeats its last row, which then is written twice with the same
/// values.
template <bool Full>
struct Lanes {
    std::size_t first, last;  // 64-bit: sums that may wrap could not be folded into addresses
    unsigned used;            // bit per lane

    Lanes(Row begin, Row end) : first(begin), last(end - 1), used(Full ? 0xffu : (1u << (end - begin)) - 1) {}
    SIDESTEP_INLINE std::size_t row(int i) const {
        const std::size_t r = first + static_cast<std::size_t>(i);
        return Full || r < last ? r : last;
    }
};

struct Velocities {
    Pack x, y;
    unsigned implausible;  // bit per lane
};

/// What models decided, within the agents' speed and acceleration. Who waits stands, whatever its model says.
SIDESTEP_INLINE Velocities limited(const Columns& decided, const Columns& motion, Mask stands, Pack max_speed,
                                   Pack max_accel, Pack dt) {
    const Pack speed2 = decided.a * decided.a + decided.b * decided.b;
    const Mask slow_enough = speed2 <= max_speed * max_speed;
    // Where a model went astray, not a number becomes standing still.
    const Pack brake = max_speed / sqrt(speed2);
    const Pack scale = select(slow_enough, Pack(1.0f), select(brake > Pack(0.0f), brake, Pack(0.0f)));
    const Mask sane = (decided.a == decided.a) & (decided.b == decided.b) & (scale > Pack(0.0f));
    const Mask moves = sane & inverse(stands);
    Pack x = select(moves, decided.a * scale, Pack(0.0f)), y = select(moves, decided.b * scale, Pack(0.0f));

    const Pack change_x = x - motion.a, change_y = y - motion.b;
    const Pack change2 = change_x * change_x + change_y * change_y;
    const Pack most = max_accel * dt;
    const Mask too_hard = change2 > most * most;
    if (any(too_hard)) {
        const Pack share = most / sqrt(change2);
        x = select(too_hard, motion.a + change_x * share, x);
        y = select(too_hard, motion.b + change_y * share, y);
    }
    const Pack implausible = Pack(kImplausibleAccel) * dt;
    return {x, y, bits(change2 > implausible * implausible) & ~bits(too_hard)};
}

/// Corrects moves that walls forbid.
template <class Lanes>
void respect_walls(const World& world, const MoveContext& context, const Lanes& lanes, Place* to, Velocities& v,
                   MoveReport& report) {
    // One question for all eight, since most are far from walls.
    Vec2d low{to[0].x, to[0].y}, high = low;
    for (int i = 0; i < kLanes; ++i) {
        low = {std::min(low.x, to[i].x), std::min(low.y, to[i].y)};
        high = {std::max(high.x, to[i].x), std::max(high.y, to[i].y)};
    }
    const double longest = static_cast<double>(largest(sqrt(v.x * v.x + v.y * v.y))) * context.dt;
    const double reach = longest + world.widest() + 1e-3;
    if (!context.map.any_wall_in(low - Vec2d{reach, reach}, high + Vec2d{reach, reach})) return;

    alignas(32) float x[kLanes], y[kLanes];
    v.x.store(x), v.y.store(y);
    for (unsigned left = lanes.used; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        const std::size_t row = lanes.row(i);
        const Vec2d from{world.now.place[row].x, world.now.place[row].y};
        const WallMove free = move_along_walls(context.map, from, {to[i].x, to[i].y}, world.now.motion[row].radius);
        if (!free.corrected) continue;
        to[i] = {free.to.x, free.to.y};
        const Vec2d way = free.to - from;
        x[i] = static_cast<float>(way.x / context.dt);
        y[i] = static_cast<float>(way.y / context.dt);
        ++report.wall_contacts;
        report.speed_outliers += is_speed_outlier({x[i], y[i]}, world.wishes[row].max_speed);
    }
    for (int i = 0; i < kLanes; ++i) {  // repeated rows must be written alike
        if ((lanes.used >> i & 1) == 0) {
            const int last = std::bit_width(lanes.used) - 1;
            to[i] = to[last], x[i] = x[last], y[i] = y[last];
        }
    }
    v.x = Pack::load(x), v.y = Pack::load(y);
}

/// Eight rows; returns the square of their speeds.
template <bool Full>
SIDESTEP_INLINE Pack move_eight(World& world, const MoveContext& context, const Lanes<Full>& lanes,
                                MoveReport& report) {
    const bool has_walls = !context.map.empty();
    const bool is_periodic = context.periodic.x > 0 || context.periodic.y > 0;
    const Pack now = static_cast<float>(context.time);
    const Pack dt = context.dt;
    // Local pointers: through the world every store could have changed them.
    Self* const selves = world.now.self.data();
    Place* const places = world.now.place.data();
    Motion* const motions = world.now.motion.data();
    const Decision* const decisions = world.decisions.data();
    const Wish* const wishes = world.wishes.data();
    const auto self = [&](int i) -> Self& { return selves[lanes.row(i)]; };
    const auto place = [&](int i) -> Place& { return places[lanes.row(i)]; };
    const Columns decided = to_columns([&](int i) { return &decisions[lanes.row(i)].vx; });
    Columns motion = to_columns([&](int i) { return &motions[lanes.row(i)].vx; });
    Columns body = to_columns([&](int i) { return &self(i).heading_x; });
    Columns rest = to_columns([&](int i) { return &self(i).max_accel; });
    const Columns plan = to_columns([&](int i) { return &self(i).window; });

    const Columns limits = to_columns([&](int i) { return &wishes[lanes.row(i)].max_speed; });
    const PackInt flags = as_int(plan.d);
    const auto has = [&](std::uint8_t f) { return (flags & PackInt(f)) == PackInt(f); };
    const PackInt waits = PackInt(static_cast<std::int32_t>(wish::waits));
    const Mask is_to_walk = (as_int(limits.d) & waits) == PackInt(0);
    // Bodies that touch make room.
    const Mask stands = inverse(is_to_walk | has(flag::overlapping));
    Velocities v = limited(decided, motion, stands, limits.a, rest.a, dt);
    report.accel_outliers += static_cast<std::uint64_t>(std::popcount(v.implausible & lanes.used));

    // Without walls nobody objects: straight to where it belongs.
    alignas(32) Place wished[kLanes];
    Place* const to = Full && !has_walls ? &place(0) : wished;
    advance_points([&](int i) { return &place(i).x; }, v.x, v.y, context.dt, &to[0].x);
    if (has_walls) respect_walls(world, context, lanes, to, v, report);
    const Pack speed2 = v.x * v.x + v.y * v.y;
    motion.a = v.x, motion.b = v.y;
    to_records(motion, [&](int i) { return &motions[lanes.row(i)].vx; });
    body.a = select(stands, body.a, decided.c), body.b = select(stands, body.b, decided.d);
    to_records(body, [&](int i) { return &self(i).heading_x; });
    if (to == wished) {
        for (int i = 0; i < kLanes; ++i) place(i) = to[i];
    }
    if (is_periodic) {
        for (unsigned left = lanes.used; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            wrap(place(i), self(i), context.periodic);
        }
        if (to == wished) {
            for (int i = 0; i < kLanes; ++i) to[i] = place(i);
        }
    }

    // Arrival.
    Pack reach = gather(world.values(), as_int(plan.b) + PackInt(kGoalRadius));
    const Mask is_region = has(flag::region);
    if (any(is_region)) {
        for (unsigned left = bits(is_region) & lanes.used; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const Polygon& region = context.goals[static_cast<std::size_t>(self(i).goal)].region;
            const Vec2d nearest = nearest_point(region, {to[i].x, to[i].y});
            self(i).goal_x = nearest.x;
            self(i).goal_y = nearest.y;
        }
        reach = select(is_region, Pack(kAtRegion), reach);
    }
    Pack gx, gy;
    point_differences([&](int i) { return &self(i).goal_x; }, [&](int i) { return &to[i].x; }, gx, gy);
    const Mask walks = (flags & PackInt(flag::arrived)) == PackInt(0);
    unsigned arrived = bits(walks & (gx * gx + gy * gy <= reach * reach)) & lanes.used;
    for (; arrived != 0; arrived &= arrived - 1) {
        const std::size_t row = lanes.row(std::countr_zero(arrived));
        report.arrived.push_back({world.now.motion[row].id, static_cast<Row>(row)});
    }

    // Headway.
    const Pack headway = Pack(kHeadway) * body.c;
    const Mask slow = (speed2 < headway * headway) & is_to_walk;
    rest.b = select(slow, min(now, rest.b), Pack(kInfinity));
    to_records(rest, [&](int i) { return &self(i).max_accel; });
    return speed2;
}

}  // namespace

void move(World& world, const MoveContext& context, Row begin, Row end, MoveReport& report) {
    Pack farthest2 = 0.0f;
    Row first = begin;
    for (; first + kLanes <= end; first += kLanes) {
        farthest2 = max(farthest2, move_eight(world, context, Lanes<true>(first, first + kLanes), report));
    }
    if (first < end) farthest2 = max(farthest2, move_eight(world, context, Lanes<false>(first, end), report));
    const double farthest = static_cast<double>(largest(sqrt(farthest2))) * context.dt;
    report.farthest = std::max(report.farthest, farthest);
}

}  // namespace sidestep::SIDESTEP_ARCH
