// Waiting lines as others see them: programs, hashes, snapshots.
#include <algorithm>
#include <bit>

#include "base/archive.h"
#include "base/random.h"
#include "simulation/engine.h"

namespace sidestep {

namespace {

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

Visit visit_of(const QueueGuest& guest) {
    return {guest.id,      static_cast<std::uint32_t>(std::max(guest.point, 0)),
            guest.came,    guest.begun,
            Visit::kNever, guest.begun == guest.begun ? Visit::Outcome::served : Visit::Outcome::waits};
}

}  // namespace

std::vector<QueueState> Simulation::Engine::queue_states() const {
    std::vector<QueueState> all;
    const auto add = [&](QueueState& state, Slot slot) {
        const QueueGuest& guest = queues.guests[slot];
        if (guest.came == guest.came) state.visits.push_back(visit_of(guest));
        return guest.id;
    };
    for (const Queue& queue : queues.lines) {
        QueueState& state = all.emplace_back();
        state.queue = scenario.goals[static_cast<std::size_t>(queue.goal)].name;
        state.served = queue.served;
        state.gave_up = queue.gave_up;
        for (const Slot slot : queue.line) state.line.push_back(add(state, slot));
        for (const Slot slot : queue.coming) state.coming.push_back(add(state, slot));
        const bool own_points = !spec_of(queue).points.empty();
        for (const Queue::Point& point : queue.points) {
            state.points.push_back(point.taken ? queues.guests[point.who].id : 0);
            if (point.taken && own_points) add(state, point.who);
        }
        std::ranges::sort(state.coming);
        std::ranges::sort(state.visits, {}, &Visit::id);
    }
    return all;
}

void Simulation::Engine::draw_queue(const Self& self, Vec2d at, Drawing& draw) const {
    if (self.slot >= queues.guests.size()) return;
    const QueueGuest& guest = queues.guests[self.slot];
    if (guest.stage == QueueGuest::none) return;
    const Queue& queue = queues.lines[static_cast<std::size_t>(guest.queue)];
    const QueueSpec& spec = spec_of(queue);
    const auto where = [&](const QueueGuest& one) {
        const Place p = world.now.place[row_of(one)];
        return Vec2d{p.x, p.y};
    };
    const auto show_before = [&](Slot slot) {
        const QueueGuest& before = queues.guests[slot];
        const Vec2d to = where(before) - at;
        draw.segment(Role::neighbour, "who is before", {}, to, norm(to), unit_name::length, before.id);
    };
    if (guest.stage == QueueGuest::coming) {
        const double tail = tail_of(queue, world.now.motion[row_of(guest)].radius);
        draw.point(Role::goal, is_full(queue, tail) ? "the line is full" : "end of the line, people before",
                   queue.ground.place(tail) - at, static_cast<double>(queue.line.size()), {});
        if (!queue.line.empty()) show_before(queue.line.back());
        return;
    }
    if (guest.point >= 0) {
        const double left =
            guest.begun == guest.begun ? guest.begun + guest.service - time_at(steps, 0) : guest.service;
        const Vec2d point =
            spec.points.empty() ? queue.ground.place(0) : spec.points[static_cast<std::size_t>(guest.point)];
        draw.point(Role::goal, guest.stood == guest.stood ? "is served for" : "walks up, to be served for", point - at,
                   left, unit_name::time);
    }
    if (guest.stage != QueueGuest::in_line) return;
    const auto place = std::ranges::find(queue.line, self.slot);
    const auto number = place - queue.line.begin();
    draw.point(Role::goal, "place in the line", place_of(guest, guest.x) - at, static_cast<double>(number + 1), {});
    if (number > 0) show_before(*(place - 1));
    draw.vector(Role::wish, "pace in the line", queue.ground.forward(guest.x) * guest.v, unit_name::velocity);
}

std::uint64_t Simulation::Engine::hash_of_queues() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < queues.lines.size(); ++i) {
        const Queue& queue = queues.lines[i];
        std::uint64_t h = mix(i + 0x9e0eull);
        const auto add = [&h](std::uint64_t value) { h = mix(h + value); };
        const auto add_guest = [&](Slot slot) {
            const QueueGuest& guest = queues.guests[slot];
            add(guest.id);
            for (const double value : {guest.came, guest.begun, guest.stood, guest.x, guest.v}) add(bits_of(value));
            const double* const past = queues.past.data() + slot * queues.samples;
            for (std::size_t k = 0; k < queues.samples; ++k) add(bits_of(past[k]));
        };
        for (const Slot slot : queue.line) add_guest(slot);
        for (const Queue::Point& point : queue.points) {
            add(bits_of(point.freed));
            if (point.taken) add_guest(point.who);
        }
        sum += h;
        // In no order.
        for (const Slot slot : queue.coming) sum += mix(mix(i + 0xc0e5ull) + queues.guests[slot].id);
    }
    return sum;
}

void Simulation::Engine::save_queues(ArchiveWriter& a) const {
    const auto ids = [&](const std::vector<Slot>& slots) {
        std::vector<AgentId> all;
        for (const Slot slot : slots) all.push_back(queues.guests[slot].id);
        return all;
    };
    for (const Queue& queue : queues.lines) {
        a.add(ids(queue.line));
        std::vector<AgentId> coming = ids(queue.coming);
        std::ranges::sort(coming);
        a.add(coming);
        for (const Queue::Point& point : queue.points) {
            a.add(AgentId{point.taken ? queues.guests[point.who].id : 0});
            a.add(point.freed);
        }
        for (const std::uint64_t count : {queue.served, queue.gave_up, queue.overflow}) a.add(count);
    }
    // In order of id: the same state gives the same bytes.
    std::vector<std::pair<AgentId, Slot>> guests;
    for (Row row = 0; row < world.size(); ++row) {
        const Slot slot = world.now.self[row].slot;
        if (slot < queues.guests.size()) guests.emplace_back(world.now.motion[row].id, slot);
    }
    std::ranges::sort(guests);
    a.add(std::uint64_t{guests.size()});
    for (const auto& [id, slot] : guests) {
        a.add(queues.guests[slot]);
        a.add(queues.waits[slot]);
        const double* const past = queues.past.data() + slot * queues.samples;
        a.add(std::vector<double>(past, past + queues.samples));
    }
}

Queues Simulation::Engine::load_queues(ArchiveReader& a, const World& fresh) const {
    Queues all;
    all.of_goal = queues.of_goal;
    all.samples = queues.samples;
    const auto slot_of = [&](AgentId id) {
        const AgentHandle handle = fresh.handle_of(id);
        if (!handle) a.refuse("somebody waits who is not there");
        return handle.slot_plus_one - 1;
    };
    const auto slots = [&](const std::vector<AgentId>& ids) {
        std::vector<Slot> found;
        for (const AgentId id : ids) found.push_back(slot_of(id));
        return found;
    };
    for (const Queue& now : queues.lines) {
        Queue& queue = all.lines.emplace_back(Queue{now.goal, now.ground, {}, {}, {}});
        queue.line = slots(a.vector<AgentId>());
        queue.coming = slots(a.vector<AgentId>());
        for (std::size_t i = 0; i < now.points.size(); ++i) {
            Queue::Point& point = queue.points.emplace_back();
            const auto who = a.value<AgentId>();
            point.taken = who != 0;
            if (point.taken) point.who = slot_of(who);
            point.freed = a.value<double>();
        }
        for (std::uint64_t* count : {&queue.served, &queue.gave_up, &queue.overflow}) *count = a.value<std::uint64_t>();
    }
    const auto count = a.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto guest = a.value<QueueGuest>();
        const Slot slot = slot_of(guest.id);
        if (all.guests.size() <= slot) {
            all.guests.resize(slot + 1);
            all.aims.resize(slot + 1);
            all.waits.resize(slot + 1);
            all.past.resize((slot + 1) * all.samples);
        }
        const bool known = guest.queue >= 0 && static_cast<std::size_t>(guest.queue) < all.lines.size();
        if (guest.stage < QueueGuest::none || guest.stage > QueueGuest::at_point ||
            (guest.stage != QueueGuest::none && !known) ||
            guest.choice >= static_cast<std::int32_t>(scenario.goals.size()) ||
            (known && guest.point >=
                          static_cast<std::int32_t>(all.lines[static_cast<std::size_t>(guest.queue)].points.size()))) {
            a.refuse("somebody waits in no line");
        }
        all.guests[slot] = guest;
        all.waits[slot] = a.value<std::uint8_t>();
        const auto past = a.vector<double>();
        if (past.size() != all.samples) a.refuse("places of other steps");
        std::ranges::copy(past, all.past.begin() + static_cast<std::ptrdiff_t>(slot * all.samples));
        all.walking += guest.stage == QueueGuest::in_line || guest.stage == QueueGuest::at_point;
    }
    const auto is_guest = [&](Slot slot) {
        return slot < all.guests.size() && all.guests[slot].stage != QueueGuest::none;
    };
    for (const Queue& queue : all.lines) {
        const auto taken = [&](const Queue::Point& point) { return !point.taken || is_guest(point.who); };
        if (!std::ranges::all_of(queue.line, is_guest) || !std::ranges::all_of(queue.coming, is_guest) ||
            !std::ranges::all_of(queue.points, taken)) {
            a.refuse("a line of others");
        }
    }
    return all;
}

}  // namespace sidestep
