// How people walk in waiting lines: each has a coordinate along the line, which follows that of the one before by the
// law of single file, and a body that follows its coordinate. So spacing and order hold whatever the local models make
// of a row of people who stand close, and models only lead round those who do not belong to the line.
#include <algorithm>
#include <cmath>

#include "intent/following_law.h"
#include "map/wall.h"
#include "simulation/engine.h"
#include "simulation/look_around.h"

namespace sidestep {

namespace {

constexpr double kLost = 3;         // m from where its coordinate says somebody has lost its place
constexpr double kSettles = 0.3;    // s in which a body comes to where its coordinate says
constexpr double kSteps = 1.5;      // steps, at least, in which it does
constexpr double kStands = 0.02;    // spacings: so near its place somebody makes the last step,
constexpr double kNothing = 1e-9;   // m: and no further one
constexpr double kCreeps = 0.05;    // m/s, at least
constexpr double kInPlace = 0.01;   // m
constexpr double kAhead = 1.5;      // m between bodies: nobody of a line looks farther for others
constexpr double kKeepsOff = 0.05;  // m between bodies
constexpr double kStepsBack = 0.4;  // m/s

}  // namespace

Vec2d Simulation::Engine::place_of(const QueueGuest& guest, double x) const {
    const Queue& queue = queues.lines[static_cast<std::size_t>(guest.queue)];
    const bool at_point = guest.stage == QueueGuest::at_point;
    const Vec2d on_line = at_point ? spec_of(queue).points[static_cast<std::size_t>(guest.point)]
                                   : queue.ground.place(std::min(x, guest.turn));
    if (x <= guest.turn || !(guest.lead > 0)) return on_line;
    return on_line + (guest.from - on_line) * ((x - guest.turn) / guest.lead);
}

double Simulation::Engine::lag_of(const QueueGuest& guest) const {
    const Place p = world.now.place[row_of(guest)];
    return norm(place_of(guest, guest.x) - Vec2d{p.x, p.y});
}

template <class Do>
void Simulation::Engine::for_each_in_line(const Do& act) {
    for (Queue& queue : queues.lines) {
        for (const Slot slot : queue.line) act(slot, queues.guests[slot]);
        if (spec_of(queue).points.empty()) continue;
        for (const Queue::Point& point : queue.points) {
            if (point.taken && queues.guests[point.who].stage == QueueGuest::at_point)
                act(point.who, queues.guests[point.who]);
        }
    }
}

void Simulation::Engine::walk_lines(std::vector<Slot>& lost) {
    for_each_in_line([&](Slot slot, QueueGuest& guest) {
        const double before = guest.x;
        guest.x -= guest.v * scenario.dt;
        double lag = lag_of(guest);
        if (lag > kFollows) {
            // Something is in its way: its coordinate waits for it.
            guest.x = before;
            guest.v = 0;
            lag = lag_of(guest);
        }
        if (lag > kLost) lost.push_back(slot);
        const auto past = queues.past.begin() + static_cast<std::ptrdiff_t>(slot * queues.samples);
        const auto end = past + static_cast<std::ptrdiff_t>(queues.samples);
        std::move(past + 1, end, past);
        *(end - 1) = guest.x;
    });
}

double Simulation::Engine::speed_of(const QueueGuest& guest, std::span<const double> leader, double gap,
                                    double ttr) const {
    const Row row = row_of(guest);
    const Self& self = world.now.self[row];
    const Place p = world.now.place[row];
    const double slowed = slow.empty() ? 1.0 : slow.factor({p.x, p.y});
    const std::size_t n = leader.size();
    LeaderAhead f;
    f.ahead = guest.x - leader.back();
    f.leader =
        fit_leader(n, [&](std::size_t back) { return guest.x - leader[n - 1 - back]; }, ErrorDistance::signed_mean);
    f.standstill = gap;
    f.speed = guest.v;
    f.max_speed = self.max_speed * slowed;
    f.dt = scenario.dt;
    const SpeedLimits limits{.preferred = self.pref_speed * slowed, .most = f.max_speed};
    // Without noise: where people stand, it would be a tremble.
    return limited_speed(asked_speed(FollowingLaw::distance, {.ttr = ttr}, f), guest.v, limits, 0, scenario.dt);
}

void Simulation::Engine::follow(const Queue& queue) {
    const QueueSpec& spec = spec_of(queue);
    const auto walk = [&](QueueGuest& guest, std::span<const double> leader, double gap) {
        const double left = guest.x - leader.back() - gap;
        guest.v = left > kNothing ? speed_of(guest, leader, gap, spec.ttr) : 0;
        // The law comes nearer and nearer; the last step is a step.
        if (left > kNothing && left < kStands * spec.spacing)
            guest.v = std::min(std::max(guest.v, kCreeps), left / scenario.dt);
    };
    // Before the first one somebody seems to stand.
    queues.standing.assign(queues.samples, -spec.spacing);
    const QueueGuest* before = nullptr;
    std::span<const double> leader = queues.standing;
    for (const Slot slot : queue.line) {
        QueueGuest& guest = queues.guests[slot];
        const auto radius = [&](const QueueGuest& g) -> double { return world.now.motion[row_of(g)].radius; };
        walk(guest, leader, before ? std::max(spec.spacing, radius(*before) + radius(guest)) : spec.spacing);
        before = &guest;
        leader = {queues.past.data() + slot * queues.samples, queues.samples};
    }
    if (spec.points.empty()) return;
    for (const Queue::Point& point : queue.points) {
        if (!point.taken || queues.guests[point.who].stage != QueueGuest::at_point) continue;
        walk(queues.guests[point.who], queues.standing, spec.spacing);
    }
}

void Simulation::Engine::aim_lines() {
    if (queues.walking == 0) return;
    const double share = static_cast<double>(sub_step) / sub_steps();
    for_each_in_line([&](Slot slot, QueueGuest& guest) {
        Queues::Aim& aim = queues.aims[slot];
        const double x = guest.x - guest.v * scenario.dt * share;
        aim.place = place_of(guest, x);
        aim.velocity = (place_of(guest, x - guest.v * scenario.dt) - aim.place) / scenario.dt;
        const Place p = world.now.place[row_of(guest)];
        const bool stands = guest.v == 0 && norm(aim.place - Vec2d{p.x, p.y}) <= kInPlace;
        aim.kind = stands ? Queues::Aim::Kind::stands : Queues::Aim::Kind::walks;
    });
}

std::optional<Vec2d> Simulation::Engine::off_line(const Queue& queue, Vec2d at) const {
    std::optional<Vec2d> nearest;
    const auto look = [&](Vec2d a, Vec2d b) {
        const Vec2d off = at - nearest_point(Wall{a, b}, at);
        if (!nearest || norm_squared(off) < norm_squared(*nearest)) nearest = off;
    };
    std::optional<Vec2d> before;
    for (const Slot slot : queue.line) {
        const QueueGuest& guest = queues.guests[slot];
        const Vec2d on_line = queue.ground.place(std::min(guest.x, guest.turn));
        const Place p = world.now.place[row_of(guest)];
        look(on_line, {p.x, p.y});
        if (before) look(*before, on_line);
        before = on_line;
    }
    return nearest;
}

void Simulation::Engine::hold_back() {
    queues.held = 0;
    const double now = time_at(steps, 0);
    for (const Queue& queue : queues.lines) {
        for (const Slot slot : queue.coming) {
            const QueueGuest& guest = queues.guests[slot];
            const Row row = row_of(guest);
            Queues::Aim& aim = queues.aims[slot];
            aim = {};
            if (world.now.self[row].start_time > now) continue;
            const double radius = world.now.motion[row].radius, tail = tail_of(queue, radius);
            const Vec2d at{world.now.place[row].x, world.now.place[row].y};
            const Vec2d end = queue.ground.place(std::min(tail, queue.ground.limit()));
            const bool full = is_full(queue, tail);
            const bool waits = full && norm(end - at) <= crowd_of(queue, tail);
            const std::optional<Vec2d> off = off_line(queue, at);
            const double apart = std::max(full ? spec_of(queue).spacing : 0, radius + kUsualRadius + kKeepsOff);
            if (off && norm(*off) < apart && norm_squared(*off) > 0) {
                aim.kind = Queues::Aim::Kind::steps_back;
                aim.velocity = unit(*off) * kStepsBack;
            } else if (waits) {
                aim.kind = Queues::Aim::Kind::stands;
            } else {
                continue;
            }
            ++queues.held;
        }
    }
}

void Simulation::Engine::lead_lines(const WorldView& frozen, const CellOrder& cells, Wish* wishes,
                                    BlockScratch& block) const {
    const double settles = std::max(kSettles, kSteps * double{frozen.dt});
    for (const Octet& g : block.octets) {
        for (std::uint32_t lane = 0; lane < g.lanes; ++lane) {
            const Row row = g.row[lane];
            const Self& self = frozen.self[row];
            if (self.slot >= queues.aims.size()) continue;
            const Queues::Aim& aim = queues.aims[self.slot];
            Wish& wish = wishes[row];
            if (aim.kind == Queues::Aim::Kind::own) continue;
            if (aim.kind == Queues::Aim::Kind::steps_back) {
                // On its way, but not towards the line.
                const Vec2d away = unit(aim.velocity);
                const float nearer =
                    std::min(0.0f, wish.vx * static_cast<float>(away.x) + wish.vy * static_cast<float>(away.y));
                wish.vx += static_cast<float>(aim.velocity.x - nearer * away.x);
                wish.vy += static_cast<float>(aim.velocity.y - nearer * away.y);
                continue;
            }
            const Vec2d at{frozen.place[row].x, frozen.place[row].y}, way = aim.place - at;
            Vec2d velocity = aim.velocity + way / settles;
            const double wanted = norm(velocity);
            if (aim.kind == Queues::Aim::Kind::stands || !(wanted > 0)) {
                wish.vx = wish.vy = wish.way_x = wish.way_y = 0;
                wish.flags |= wish::waits;
                continue;
            }
            const Vec2d ahead = velocity / wanted;
            double speed = std::min(wanted, double{g.pref_speed[lane]});
            const QueueGuest& guest = queues.guests[self.slot];
            // Others of the line have their own coordinates; whoever else stands in the way is waited for.
            look_around(frozen, cells, block.ranges, row, kAhead, [&](const Seen& seen) {
                const Slot other = frozen.self[seen.row].slot;
                const QueueGuest* them = other < queues.guests.size() ? &queues.guests[other] : nullptr;
                if (them != nullptr && guest.stage == QueueGuest::in_line && them->stage == guest.stage &&
                    them->queue == guest.queue)
                    return;
                const double both = frozen.motion[row].radius + double{frozen.motion[seen.row].radius};
                const Vec2d to = seen.towards * (seen.gap + both);
                const double along = dot(to, ahead), aside2 = norm_squared(to) - along * along;
                if (along <= 0 || aside2 >= both * both) return;
                const double free = along - std::sqrt(both * both - aside2) - kKeepsOff;
                const Motion& m = frozen.motion[seen.row];
                const double theirs = dot(ahead, Vec2d{m.vx, m.vy});
                speed = std::min(speed, std::max(0.0, theirs + free / (frozen.dt + LawConstants{}.ttr)));
            });
            velocity = ahead * speed;
            wish.vx = static_cast<float>(velocity.x);
            wish.vy = static_cast<float>(velocity.y);
            // The way it walks now, so that all of it is tempo; its coordinate keeps it off its neighbours.
            wish.way_x = static_cast<float>(ahead.x);
            wish.way_y = static_cast<float>(ahead.y);
            wish.flags |= wish::tempo | wish::alone;
        }
    }
}

}  // namespace sidestep
