// Waiting lines: who comes, joins, is served, gives up. Once at the end of every step, one after the other in the order
// of the scene, of the line and of ids, so that neither rows nor threads matter.
#include "simulation/queues.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "map/wall.h"
#include "simulation/engine.h"
#include "world/chain.h"
#include "world/populate.h"

namespace sidestep {

namespace {

constexpr double kMoment = 1e-9;     // s: times are sums of steps
constexpr double kAtPoint = 0.1;     // m: who is so near the place where it is served stands there
constexpr double kNearPoint = 1;     // m before a point of its own somebody walks straight to it
constexpr double kJoins = 2;         // spacings around the end of the line from where people take their places,
constexpr double kJoinsAtLeast = 1;  // and m
constexpr double kCrowd = 0.6;      // m times the root of their number: how far those stand who wait before a full line
constexpr double kBehind = 0.5;     // spacings behind the next place that those who come walk to
constexpr double kMoved = 0.2;      // m that the end of the line moves before somebody near it heads there anew
constexpr double kMovedFar = 0.1;   // likewise for each metre it is away
constexpr double kTouch = 0.02;     // m: so far bodies may seem to overlap on the way to a place
constexpr double kThinkEvery = 1;   // s
constexpr double kFitWindow = 0.5;  // s: how far back the one before is looked at (Bruneau 2016, chapter 3),
constexpr std::size_t kMostSamples = 64;            // in so many steps at most
constexpr double kFull = 1e6, kNobodyServes = 1e9;  // people: lines that are chosen when there are no others

bool is_known(double time) {
    return time == time;
}

}  // namespace

void Simulation::Engine::make_queues() {
    queues.samples =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(kFitWindow / scenario.dt)) + 1, 2, kMostSamples);
    queues.of_goal.assign(scenario.goals.size(), -1);
    for (std::size_t i = 0; i < scenario.goals.size(); ++i) {
        const GoalSpec& goal = scenario.goals[i];
        if (!goal.queue) continue;
        queues.of_goal[i] = static_cast<int>(queues.lines.size());
        queues.lines.push_back({static_cast<int>(i), QueueLine(*goal.queue, map), {}, {}, {}});
        queues.lines.back().points.resize(std::max<std::size_t>(goal.queue->points.size(), 1));
    }
}

void Simulation::Engine::visit_queues() {
    if (queues.empty()) return;
    const StageTimer timer(times, Stage::arrive);
    const double now = time_at(steps, 0);
    std::vector<Slot> lost;
    walk_lines(lost);
    for (const Slot slot : lost) {
        const QueueGuest guest = queues.guests[slot];
        const Row row = row_of(guest);
        leave_queue(slot, Visit::Outcome::left, now);
        take_up(row, guest.choice >= 0 ? guest.choice : queues.lines[static_cast<std::size_t>(guest.queue)].goal);
    }
    leaving.clear();
    for (Queue& queue : queues.lines) serve(queue, now);
    for (Queue& queue : queues.lines) give_up(queue, now);
    think_again();
    for (Queue& queue : queues.lines) {
        join(queue, now);
        call_next(queue);
        follow(queue);
        lead_to_tail(queue);
    }
    std::sort(leaving.begin(), leaving.end(), std::greater<>());
    for (const Row row : leaving) leave(row);
    note_who_waits();
    aim_lines();
    hold_back();
}

// ---- coming and going ----

int Simulation::Engine::visit_goal(Row row, int any) {
    const Self& self = world.now.self[row];
    const Slot slot = self.slot;
    if (queues.guests.size() <= slot) {
        queues.guests.resize(slot + 1);
        queues.aims.resize(slot + 1);
        queues.waits.resize(slot + 1);
        queues.past.resize((slot + 1) * queues.samples);
    }
    leave_queue(slot, Visit::Outcome::left, time_at(steps, 0));
    QueueGuest& guest = queues.guests[slot];
    const AgentId id = world.now.motion[row].id;
    guest = {.id = id, .visits = guest.id == id ? guest.visits : 0};
    if (self.goal < 0 || queues.of_goal[static_cast<std::size_t>(self.goal)] < 0) return any;
    const Place at = world.now.place[row];
    guest.queue =
        any >= 0 ? shortest_queue(any, slot, {at.x, at.y}) : queues.of_goal[static_cast<std::size_t>(self.goal)];
    guest.choice = any;
    guest.stage = QueueGuest::coming;
    Queue& queue = queues.lines[static_cast<std::size_t>(guest.queue)];
    queue.coming.push_back(slot);
    const Vec2d tail = queue.ground.place(tail_of(queue, world.now.motion[row].radius));
    head_for(world.now.self[row], scenario.goals[static_cast<std::size_t>(queue.goal)], queue.goal, tail);
    return -1;
}

void Simulation::Engine::leave_queue(Slot slot, Visit::Outcome outcome, double ended) {
    if (slot >= queues.guests.size() || queues.guests[slot].stage == QueueGuest::none) return;
    QueueGuest& guest = queues.guests[slot];
    Queue& queue = queues.lines[static_cast<std::size_t>(guest.queue)];
    std::erase(guest.stage == QueueGuest::coming ? queue.coming : queue.line, slot);
    if (guest.point >= 0) {
        Queue::Point& point = queue.points[static_cast<std::size_t>(guest.point)];
        point.taken = false;
        point.freed = ended;
    }
    if (is_known(guest.came)) {
        queues.ended.push_back({scenario.goals[static_cast<std::size_t>(queue.goal)].name,
                                {guest.id, static_cast<std::uint32_t>(std::max(guest.point, 0)), guest.came,
                                 guest.begun, ended, outcome}});
    }
    if (guest.stage == QueueGuest::in_line || guest.stage == QueueGuest::at_point) {
        --queues.walking;
        Self& self = world.now.self[row_of(guest)];
        self.flags = static_cast<std::uint8_t>(self.flags & ~flag::in_line);
    }
    queues.waits[slot] = false;
    queues.aims[slot] = {};
    guest = {.id = guest.id, .visits = guest.visits};
}

void Simulation::Engine::go_on(Row row, int next, bool exit) {
    if (next >= 0) {
        take_up(row, next);
    } else if (exit) {
        go_out(row);
        leaving.push_back(row);
    }
}

// ---- the shortest of several ----

double Simulation::Engine::load_of(const Queue& queue, Slot without) const {
    const QueueSpec& spec = spec_of(queue);
    std::size_t people = queue.line.size() + queue.coming.size();
    if (!spec.points.empty()) {
        for (const Queue::Point& point : queue.points) people += point.taken;
    }
    const QueueGuest& self = queues.guests[without];
    people -= self.stage == QueueGuest::coming && &queue == &queues.lines[static_cast<std::size_t>(self.queue)];
    double load = static_cast<double>(people) / static_cast<double>(queue.points.size());
    if (is_full(queue, tail_of(queue, kUsualRadius))) load += kFull;
    if (!spec.service) load += kNobodyServes;
    return load;
}

int Simulation::Engine::shortest_queue(int choice, Slot slot, Vec2d at) const {
    int best = -1;
    double least = kUnlimited, nearest = kUnlimited;
    for (const int goal : scenario.goals[static_cast<std::size_t>(choice)].any) {
        const int number = queues.of_goal[static_cast<std::size_t>(goal)];
        const Queue& queue = queues.lines[static_cast<std::size_t>(number)];
        const double load = load_of(queue, slot);
        const double distance = norm_squared(queue.ground.place(tail_of(queue, kUsualRadius)) - at);
        if (load > least || (load == least && distance >= nearest)) continue;
        best = number, least = load, nearest = distance;
    }
    return best;
}

void Simulation::Engine::think_again() {
    const auto every = static_cast<std::uint64_t>(std::max(1.0, std::round(kThinkEvery / scenario.dt)));
    std::vector<std::pair<AgentId, Slot>> thinking;
    for (const Queue& queue : queues.lines) {
        for (const Slot slot : queue.coming) {
            const QueueGuest& guest = queues.guests[slot];
            if (guest.choice >= 0 && (steps + guest.id) % every == 0) thinking.emplace_back(guest.id, slot);
        }
    }
    std::sort(thinking.begin(), thinking.end());
    for (const auto& [id, slot] : thinking) {
        QueueGuest& guest = queues.guests[slot];
        const Row row = row_of(guest);
        const Place at = world.now.place[row];
        Queue& own = queues.lines[static_cast<std::size_t>(guest.queue)];
        const int best = shortest_queue(guest.choice, slot, {at.x, at.y});
        Queue& other = queues.lines[static_cast<std::size_t>(best)];
        // By one alone nobody gains: it would be the last there.
        if (best == guest.queue || !(load_of(other, slot) + 1 < load_of(own, slot))) continue;
        std::erase(own.coming, slot);
        other.coming.push_back(slot);
        guest.queue = best;
        guest.came = Visit::kNever;
        const Vec2d tail = other.ground.place(tail_of(other, world.now.motion[row].radius));
        head_for(world.now.self[row], scenario.goals[static_cast<std::size_t>(other.goal)], other.goal, tail);
        headway[slot].forget();
        if (world.plans(row)) world.route_of(row).want(static_cast<std::uint32_t>(steps));
    }
}

// ---- taking a place ----

double Simulation::Engine::tail_of(const Queue& queue, double radius) const {
    const QueueSpec& spec = spec_of(queue);
    double tail = spec.enter_at_end ? queue.ground.end() : 0;
    if (!queue.line.empty()) {
        const QueueGuest& last = queues.guests[queue.line.back()];
        // Whoever still walks to its place has that, so that people who come together close ranks at once.
        tail = std::max(
            tail, std::min(last.x, last.turn) + std::max(spec.spacing, radius + world.now.motion[row_of(last)].radius));
    }
    return tail;
}

bool Simulation::Engine::is_full(const Queue& queue, double tail) const {
    const std::uint32_t most = spec_of(queue).most;
    return (most > 0 && queue.line.size() >= most) || (!queue.line.empty() && tail > queue.ground.limit() + kMoment);
}

bool Simulation::Engine::may_join(const Queue& queue, Row row, double tail) const {
    const Vec2d at{world.now.place[row].x, world.now.place[row].y}, to = queue.ground.place(tail);
    if (!map.empty() && map.crosses_wall(at, to)) return false;
    // Nobody of the line looks out for others of it: the way must be clear of where they are and of where they walk.
    const double radius = world.now.motion[row].radius, spacing = spec_of(queue).spacing;
    for (const Slot slot : queue.line) {
        const QueueGuest& other = queues.guests[slot];
        const Row there = row_of(other);
        const Vec2d from{world.now.place[there].x, world.now.place[there].y};
        const Vec2d until = other.x > other.turn ? queue.ground.place(other.turn) : from;
        const double apart = std::min(spacing, radius + static_cast<double>(world.now.motion[there].radius)) - kTouch;
        if (segment_distance(at, to, {from, until}) < apart) return false;
    }
    return true;
}

double Simulation::Engine::reach_of(const Queue& queue) const {
    return std::max(kJoins * spec_of(queue).spacing, kJoinsAtLeast);
}

double Simulation::Engine::crowd_of(const Queue& queue, double tail) const {
    if (!is_full(queue, tail)) return reach_of(queue);
    std::size_t people = 0;
    for (const Slot slot : queue.coming) people += is_known(queues.guests[slot].came);
    return reach_of(queue) + kCrowd * std::sqrt(static_cast<double>(people));
}

void Simulation::Engine::join(Queue& queue, double now) {
    const double reach = reach_of(queue);
    std::vector<std::pair<double, AgentId>> near;
    for (bool joined = true; joined;) {
        joined = false;
        near.clear();
        for (const Slot slot : queue.coming) {
            QueueGuest& guest = queues.guests[slot];
            const Row row = row_of(guest);
            const Self& self = world.now.self[row];
            if ((self.flags & flag::puppet) != 0 || self.start_time > now + kMoment) continue;
            const double tail = tail_of(queue, world.now.motion[row].radius);
            const Place p = world.now.place[row];
            const Vec2d end = queue.ground.place(std::min(tail, queue.ground.limit()));
            const double distance = norm(end - Vec2d{p.x, p.y});
            if (!is_known(guest.came) && distance <= crowd_of(queue, tail)) {
                guest.came = now;
                const double unit = random_unit(scenario.seed, guest.id, draw_of(queue, guest), Purpose::patience);
                const auto& patience = spec_of(queue).patience;
                guest.patience = patience ? std::max(0.0, quantile(*patience, unit)) : kUnlimited;
            }
            if (distance <= reach) near.emplace_back(distance, guest.id);
        }
        std::sort(near.begin(), near.end());
        for (const auto& [distance, id] : near) {
            const Row row = *world.row_of(world.handle_of(id));
            const double tail = tail_of(queue, world.now.motion[row].radius);
            if (is_full(queue, tail) || !may_join(queue, row, tail)) continue;
            take_place(queue, row, tail);
            joined = true;
            break;  // the next place is another
        }
    }
}

std::uint64_t Simulation::Engine::draw_of(const Queue& queue, const QueueGuest& guest) const {
    return static_cast<std::uint64_t>(queue.goal) | static_cast<std::uint64_t>(guest.visits) << 32;
}

void Simulation::Engine::take_place(Queue& queue, Row row, double tail) {
    const Slot slot = world.now.self[row].slot;
    QueueGuest& guest = queues.guests[slot];
    const QueueSpec& spec = spec_of(queue);
    std::erase(queue.coming, slot);
    queue.line.push_back(slot);
    if (spec.service) {
        const double unit = random_unit(scenario.seed, guest.id, draw_of(queue, guest), Purpose::service);
        guest.service = std::max(0.0, quantile(*spec.service, unit));
    }
    ++guest.visits;
    guest.stage = QueueGuest::in_line;
    walk_from(guest, row, queue.ground.place(tail), tail);
    if (queue.line.size() > queue.ground.places()) {
        queue.overflow = std::max<std::uint64_t>(queue.overflow, queue.line.size() - queue.ground.places());
    }
    tell(EventKind::queued, row, scenario.goals[static_cast<std::size_t>(queue.goal)].name);
}

void Simulation::Engine::walk_from(QueueGuest& guest, Row row, Vec2d to, double turn) {
    Self& self = world.now.self[row];
    const Motion& motion = world.now.motion[row];
    guest.from = {world.now.place[row].x, world.now.place[row].y};
    guest.lead = norm(to - guest.from);
    guest.turn = turn;
    guest.x = turn + guest.lead;
    guest.v = std::clamp(dot(unit(to - guest.from), Vec2d{motion.vx, motion.vy}), 0.0, double{self.pref_speed});
    const auto past = queues.past.begin() + static_cast<std::ptrdiff_t>(self.slot * queues.samples);
    std::fill_n(past, queues.samples, guest.x);
    self.flags |= flag::in_line;
    ++queues.walking;
}

void Simulation::Engine::lead_to_tail(Queue& queue) {
    const double spacing = spec_of(queue).spacing;
    for (const Slot slot : queue.coming) {
        const QueueGuest& guest = queues.guests[slot];
        const Row row = row_of(guest);
        const double tail = tail_of(queue, world.now.motion[row].radius);
        // A little behind it: who comes from the front walks round the last one.
        const Vec2d to = queue.ground.place(std::min(tail + kBehind * spacing, queue.ground.limit()));
        const Place at = world.now.place[row];
        Self& self = world.now.self[row];
        const double moved = norm(to - Vec2d{self.goal_x, self.goal_y});
        const bool by_plan = world.plans(row);
        const double far = norm(to - Vec2d{at.x, at.y});
        if (moved == 0 || (by_plan && moved < kMoved + kMovedFar * far)) continue;
        self.goal_x = to.x;
        self.goal_y = to.y;
        if (by_plan) world.route_of(row).want(static_cast<std::uint32_t>(steps));
    }
}

// ---- service ----

void Simulation::Engine::serve(Queue& queue, double now) {
    const GoalSpec& goal = scenario.goals[static_cast<std::size_t>(queue.goal)];
    const QueueSpec& spec = *goal.queue;
    for (std::size_t number = 0; number < queue.points.size(); ++number) {
        if (!queue.points[number].taken) continue;
        const Slot slot = queue.points[number].who;
        QueueGuest& guest = queues.guests[slot];
        const Row row = row_of(guest);
        if (guest.stage == QueueGuest::called) {
            const Vec2d at{world.now.place[row].x, world.now.place[row].y}, to = spec.points[number];
            if (norm(to - at) > kNearPoint || (!map.empty() && map.crosses_wall(at, to))) continue;
            guest.stage = QueueGuest::at_point;
            walk_from(guest, row, to, 0);
            continue;
        }
        if (!is_known(guest.stood) && guest.x <= kAtPoint && lag_of(guest) <= 2 * kAtPoint) {
            guest.stood = now;
            if (!is_known(guest.begun)) guest.begun = now;
        }
        if (!is_known(guest.stood) || now + kMoment < guest.begun + guest.service) continue;
        ++queue.served;
        tell(EventKind::served, row, goal.name);
        leave_queue(slot, Visit::Outcome::served, std::max(guest.begun + guest.service, guest.stood));
        go_on(row, goal.next, goal.exit);
    }
    call_next(queue);
}

void Simulation::Engine::call_next(Queue& queue) {
    const QueueSpec& spec = spec_of(queue);
    if (!spec.service) return;
    while (!queue.line.empty()) {
        const Slot slot = queue.line.front();
        QueueGuest& guest = queues.guests[slot];
        if (guest.point >= 0 || (!spec.points.empty() && guest.x > spec.spacing)) return;
        const Row row = row_of(guest);
        const Vec2d at{world.now.place[row].x, world.now.place[row].y};
        std::size_t best = queue.points.size();
        for (std::size_t i = 0; i < queue.points.size(); ++i) {
            if (queue.points[i].taken) continue;
            const auto far = [&](std::size_t k) { return norm_squared(spec.points[k] - at); };
            if (best == queue.points.size() || far(i) < far(best)) best = i;
        }
        if (best == queue.points.size()) return;
        Queue::Point& point = queue.points[best];
        point.taken = true;
        point.who = slot;
        guest.point = static_cast<std::int32_t>(best);
        if (spec.walking_counts) guest.begun = std::max(guest.came, point.freed);
        if (spec.points.empty()) return;
        // It leaves the line.
        queue.line.erase(queue.line.begin());
        guest.stage = QueueGuest::called;
        queues.aims[slot] = {};
        --queues.walking;
        Self& self = world.now.self[row];
        self.flags = static_cast<std::uint8_t>(self.flags & ~flag::in_line);
        self.goal_x = spec.points[best].x;
        self.goal_y = spec.points[best].y;
        headway[slot].forget();
        if (world.plans(row)) world.route_of(row).want(static_cast<std::uint32_t>(steps));
    }
}

void Simulation::Engine::give_up(Queue& queue, double now) {
    const GoalSpec& goal = scenario.goals[static_cast<std::size_t>(queue.goal)];
    if (!goal.queue->patience) return;
    std::vector<std::pair<AgentId, Slot>> over;
    for (const auto* people : {&queue.line, &queue.coming}) {
        for (const Slot slot : *people) {
            const QueueGuest& guest = queues.guests[slot];
            // Who is called, or known to be next, stays.
            if (guest.point >= 0 || !is_known(guest.came) || now + kMoment < guest.came + guest.patience) continue;
            over.emplace_back(guest.id, slot);
        }
    }
    std::sort(over.begin(), over.end());
    const int next = goal.queue->otherwise >= 0 ? goal.queue->otherwise : goal.next;
    for (const auto& [id, slot] : over) {
        const QueueGuest& guest = queues.guests[slot];
        const Row row = row_of(guest);
        ++queue.gave_up;
        tell(EventKind::gave_up, row, goal.name);
        leave_queue(slot, Visit::Outcome::gave_up, guest.came + guest.patience);
        go_on(row, next, goal.exit);
    }
}

void Simulation::Engine::note_who_waits() {
    for (const Queue& queue : queues.lines) {
        for (const Slot slot : queue.line) {
            QueueGuest& guest = queues.guests[slot];
            queues.waits[slot] = lag_of(guest) <= kFollows;
        }
        for (const Queue::Point& point : queue.points) {
            if (point.taken) queues.waits[point.who] = queues.guests[point.who].stage != QueueGuest::called;
        }
        for (const Slot slot : queue.coming) {
            const QueueGuest& guest = queues.guests[slot];
            const double radius = world.now.motion[row_of(guest)].radius;
            queues.waits[slot] = is_known(guest.came) && is_full(queue, tail_of(queue, radius));
        }
    }
}

}  // namespace sidestep
