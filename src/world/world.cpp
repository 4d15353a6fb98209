#include "world/world.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/random.h"

namespace sidestep {

namespace {

/// The heading someone starts with: where it moves, else where it wants to go.
Vec2f first_heading(const AgentInit& init) {
    if (norm_squared(init.velocity) > 0) return unit(init.velocity);
    const Vec2d to = unit(init.way_point - init.position);
    return norm_squared(to) > 0 ? Vec2f{static_cast<float>(to.x), static_cast<float>(to.y)} : Vec2f{1, 0};
}

}  // namespace

void head_for(Self& self, const GoalSpec& goal, int index, Vec2d way_point) {
    self.goal = static_cast<std::int16_t>(index);
    self.goal_x = way_point.x;
    self.goal_y = way_point.y;
    self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::exits | flag::region));
    self.flags |= (goal.exit ? flag::exits : 0) | (!goal.region.empty() && !goal.wander ? flag::region : 0);
}

std::uint32_t World::store_values(const AgentInit& init, SlotData& slot) {
    slot.value_count = static_cast<std::uint32_t>(init.values.size() + 1);
    slot.owns_values = !init.shared_values;
    if (init.shared_values) {
        if (const auto known = shared_values_.find(init.profile); known != shared_values_.end()) return known->second;
    }
    auto& free = free_values_[slot.value_count];
    std::uint32_t at;
    if (!free.empty()) {
        at = free.back();
        free.pop_back();
    } else {
        at = static_cast<std::uint32_t>(values_.size());
        values_.resize(values_.size() + slot.value_count);
    }
    for (std::size_t i = 0; i < init.values.size(); ++i) values_[at + i] = static_cast<float>(init.values[i]);
    values_[at + init.values.size()] = static_cast<float>(init.wall_range);
    if (init.shared_values) shared_values_[init.profile] = at;
    return at;
}

AgentHandle World::add(const AgentInit& init) {
    Slot slot;
    if (!free_slots_.empty()) {
        slot = free_slots_.back();
        free_slots_.pop_back();
    } else {
        slot = static_cast<Slot>(slots_.size());
        slots_.emplace_back();
    }
    SlotData& data = slots_[slot];
    ++data.generation;
    data.values = store_values(init, data);
    data.memory_bytes = init.memory_bytes;
    memory_of_slot_.resize(slots_.size());
    memory_of_slot_[slot] = init.memory_bytes > 0 ? pool_.take(init.memory_bytes) : 0;
    data.plans = init.plans;
    if (init.plans) {
        if (routes_.size() <= slot) routes_.resize(slots_.size());
        routes_[slot] = {};
    }
    slot_of_id_[init.id] = slot;
    widest_ = std::max(widest_, static_cast<float>(init.values[kRadius]));

    now.place.push_back({init.position.x, init.position.y});
    now.motion.push_back({init.velocity.x, init.velocity.y, static_cast<float>(init.values[kRadius]), init.id});
    const Vec2f heading = first_heading(init);
    Self s{};
    s.goal_x = init.way_point.x;
    s.goal_y = init.way_point.y;
    s.heading_x = heading.x;
    s.heading_y = heading.y;
    s.pref_speed = static_cast<float>(init.values[kPrefSpeed]);
    s.max_speed = static_cast<float>(init.values[kMaxSpeed]);
    s.max_accel = static_cast<float>(init.values[kMaxAccel]);
    s.window = 2.0f;  // a first guess; the search corrects it
    s.slow_since = std::numeric_limits<float>::infinity();
    s.slot = slot;
    s.values = data.values;
    s.start_time = static_cast<float>(init.start_time);
    s.profile = init.profile;
    s.goal = static_cast<std::int16_t>(init.goal);
    s.kind = init.kind;
    s.flags = static_cast<std::uint8_t>((init.exits ? flag::exits : 0) | (init.region_goal ? flag::region : 0));
    now.self.push_back(s);
    rows_known_ = false;
    return {slot + 1, data.generation};
}

void World::remove(Row row) {
    const Slot slot = now.self[row].slot;
    SlotData& data = slots_[slot];
    departed_hash_ += mix(hash_of(row));  // gone is not the same as standing there
    slot_of_id_[now.motion[row].id] = kGone;
    if (data.owns_values) free_values_[data.value_count].push_back(data.values);
    if (data.memory_bytes > 0) pool_.give_back(memory_of_slot_[slot], data.memory_bytes);
    free_slots_.push_back(slot);
    ++data.generation;
    const std::size_t last = now.size() - 1;
    now.place[row] = now.place[last];
    now.motion[row] = now.motion[last];
    now.self[row] = now.self[last];
    now.resize(last);
    rows_known_ = false;
}

AgentHandle World::handle_of(AgentId id) const {
    const auto found = slot_of_id_.find(id);
    if (found == slot_of_id_.end() || found->second == kGone) return {};
    return {found->second + 1, slots_[found->second].generation};
}

std::optional<Row> World::row_of(AgentHandle handle) const {
    if (!handle || handle.slot_plus_one > slots_.size()) return {};
    const Slot slot = handle.slot_plus_one - 1;
    if (slots_[slot].generation != handle.generation) return {};
    if (!rows_known_) {
        row_of_slot_.resize(slots_.size());
        for (Row row = 0; row < now.size(); ++row) row_of_slot_[now.self[row].slot] = row;
        rows_known_ = true;
    }
    return row_of_slot_[slot];
}

std::span<const std::byte> World::memory_of(Row row) const {
    const Slot slot = now.self[row].slot;
    const std::uint32_t bytes = slots_[slot].memory_bytes;
    if (bytes == 0) return {};
    return pool_.at(memory_of_slot_[slot], bytes);
}

std::uint64_t World::hash_of(Row row) const {
    const Place p = now.place[row];
    const Motion m = now.motion[row];
    const Self& s = now.self[row];
    std::uint64_t h = mix(m.id + 0x9e3779b97f4a7c15ull);
    const auto take = [&h](std::uint64_t bits) { h = mix(h ^ bits) + 0x9e3779b97f4a7c15ull; };
    const auto both = [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) | static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(b)) << 32;
    };
    take(std::bit_cast<std::uint64_t>(p.x));
    take(std::bit_cast<std::uint64_t>(p.y));
    take(both(m.vx, m.vy));
    take(both(s.heading_x, s.heading_y));
    const std::span<const std::byte> memory = memory_of(row);
    for (std::size_t i = 0; i < memory.size(); i += sizeof(std::uint64_t)) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, memory.data() + i, std::min(sizeof bits, memory.size() - i));
        take(bits);
    }
    if (plans(row)) take(route_of(row).hash());
    return h;
}

std::uint64_t World::state_hash() const {
    std::uint64_t sum = departed_hash_;
    for (Row row = 0; row < now.size(); ++row) sum += hash_of(row);
    return sum;
}

}  // namespace sidestep
