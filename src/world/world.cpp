#include "world/world.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/random.h"

namespace sidestep {

void head_for(Self& self, const GoalSpec& goal, int index, Vec2d way_point) {
    self.goal = index;
    self.goal_x = way_point.x;
    self.goal_y = way_point.y;
    self.flags = static_cast<std::uint8_t>(self.flags & ~(flag::exits | flag::region));
    self.flags |= (goal.exit ? flag::exits : 0) | (!goal.region.empty() && !goal.wander ? flag::region : 0);
}

std::uint16_t World::extent_of(const AgentRecord& record) {
    const Extent extent{static_cast<std::uint32_t>(record.values.size()),
                        static_cast<std::uint32_t>(record.part_values.size()), record.memory_bytes};
    const auto known = std::find(extents_.begin(), extents_.end(), extent);
    const auto number = static_cast<std::uint16_t>(known - extents_.begin());
    if (known == extents_.end()) extents_.push_back(extent);
    return number;
}

void World::reserve(std::size_t agents) {
    now.reserve(size() + agents);
    slots_.reserve(slots_.size() + agents);
    slot_of_id_.reserve(agents);
}

void World::make_step_columns() {
    static_assert(sizeof(Wish) + sizeof(Decision) <= sizeof(Self) && alignof(Wish) <= alignof(Self));
    if (spare.self.size() < size()) spare.self.resize(size());
    auto* const room = reinterpret_cast<std::byte*>(spare.self.data());
    wishes = {reinterpret_cast<Wish*>(room), size()};
    decisions = {reinterpret_cast<Decision*>(room + size() * sizeof(Wish)), size()};
}

AgentHandle World::add(const AgentRecord& record) {
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
    data.extent = extent_of(record);
    data.owns_values = !record.shares_values;
    data.owns_part_values = !record.shares_part_values;
    const std::uint16_t profile = record.self.profile;
    const std::uint32_t values = data.owns_values ? values_.keep(record.values) : values_.share(profile, record.values);
    data.part_values =
        data.owns_part_values ? part_values_.keep(record.part_values) : part_values_.share(profile, record.part_values);
    if (record.memory_bytes > 0) {
        if (memory_of_slot_.size() <= slot) memory_of_slot_.resize(slots_.size());
        memory_of_slot_[slot] = pool_.take(record.memory_bytes);
    }
    if (!record.memory.empty()) {
        std::memcpy(pool_.units() + memory_of_slot_[slot], record.memory.data(), record.memory.size());
    }
    data.plans = record.plans;
    if (record.plans) {
        if (routes_.size() <= slot) routes_.resize(slots_.size());
        routes_[slot] = record.way;
    }
    if (slot < user_.size() || record.user != 0) {
        if (user_.size() <= slot) user_.resize(slots_.size());
        user_[slot] = record.user;
    }
    if (record.past.empty()) {
        history.begin(slot, record.place);
    } else {
        history.begin(slot, record.past);
    }
    slot_of_id_.set(record.motion.id, slot);
    widest_ = std::max(widest_, record.motion.radius);

    now.place.push_back(record.place);
    now.motion.push_back(record.motion);
    Self& self = now.self.emplace_back(record.self);
    self.slot = slot;
    self.values = values;
    rows_known_ = false;
    return {slot + 1, data.generation};
}

AgentRecord World::pack(Row row) const {
    AgentRecord record;
    record.place = now.place[row];
    record.motion = now.motion[row];
    record.self = now.self[row];
    const Slot slot = record.self.slot;
    const SlotData& data = slots_[slot];
    const Extent& extent = extent_of(data);
    const float* const values = values_.data() + record.self.values;
    record.values.assign(values, values + extent.values);
    const double* const parts = part_values_.data() + data.part_values;
    record.part_values.assign(parts, parts + extent.part_values);
    record.shares_values = !data.owns_values;
    record.shares_part_values = !data.owns_part_values;
    record.memory_bytes = extent.memory_bytes;
    const std::span<const std::byte> memory = memory_of(row);
    record.memory.assign(memory.begin(), memory.end());
    record.plans = data.plans;
    if (data.plans) record.way = routes_[slot];
    record.user = user_of(row);
    const Past past = history.of(slot);
    for (std::size_t back = 0; back < past.size(); ++back) record.past.push_back(past[back]);
    return record;
}

std::span<float> World::own_values(Row row) {
    Self& self = now.self[row];
    SlotData& slot = slots_[self.slot];
    const std::size_t count = extent_of(slot).values;
    if (!slot.owns_values) {
        const std::vector<float> copy(values_.at(self.values), values_.at(self.values) + count);
        self.values = values_.keep(copy);
        slot.owns_values = true;
    }
    return {values_.at(self.values), count};
}

std::span<double> World::own_part_values(Row row) {
    SlotData& slot = slots_[now.self[row].slot];
    const std::size_t count = extent_of(slot).part_values;
    if (!slot.owns_part_values) {
        const std::vector<double> copy(part_values_.at(slot.part_values), part_values_.at(slot.part_values) + count);
        slot.part_values = part_values_.keep(copy);
        slot.owns_part_values = true;
    }
    return {part_values_.at(slot.part_values), count};
}

void World::set_radius(Row row, float radius) {
    now.motion[row].radius = radius;
    widest_ = std::max(widest_, radius);
}

void World::set_way(Row row, bool plans, RouteMemory way) {
    const Slot slot = now.self[row].slot;
    slots_[slot].plans = plans;
    if (!plans) return;
    if (routes_.size() <= slot) routes_.resize(slots_.size());
    routes_[slot] = std::move(way);
}

void World::put(Row row, Place at) {
    now.place[row] = at;
    history.begin(now.self[row].slot, at);
}

void World::set_user(Row row, std::uint64_t user) {
    if (user_.size() <= now.self[row].slot) user_.resize(slots_.size());
    user_[now.self[row].slot] = user;
}

void World::take_generations(const World& before) {
    if (slots_.size() < before.slots_.size()) {
        for (Slot slot = static_cast<Slot>(before.slots_.size()); slot > slots_.size(); --slot) {
            free_slots_.push_back(slot - 1);
        }
        slots_.resize(before.slots_.size());
    }
    for (Slot slot = 0; slot < before.slots_.size(); ++slot)
        slots_[slot].generation += before.slots_[slot].generation + 1;
    rows_known_ = false;
}

void World::recall_departed(std::uint64_t hash, std::span<const AgentId> ids) {
    departed_hash_ = hash;
    for (const AgentId id : ids) {
        if (!knows(id)) slot_of_id_.set(id, IdMap::kGone);
    }
}

void World::remove(Row row) {
    const Slot slot = now.self[row].slot;
    SlotData& data = slots_[slot];
    departed_hash_ += mix(hash_of(row));  // gone is not the same as standing there
    slot_of_id_.set(now.motion[row].id, IdMap::kGone);
    const Extent& extent = extent_of(data);
    if (data.owns_values) values_.give_back(now.self[row].values, extent.values);
    if (data.owns_part_values) part_values_.give_back(data.part_values, extent.part_values);
    if (extent.memory_bytes > 0) pool_.give_back(memory_of_slot_[slot], extent.memory_bytes);
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
    const Slot slot = slot_of_id_.find(id);
    if (slot >= slots_.size()) return {};
    return {slot + 1, slots_[slot].generation};
}

std::optional<Row> World::row_of(AgentHandle handle) const {
    const std::optional<Slot> slot = slot_of(handle);
    if (!slot) return {};
    if (!rows_known_) {
        row_of_slot_.resize(slots_.size());
        for (Row row = 0; row < now.size(); ++row) row_of_slot_[now.self[row].slot] = row;
        rows_known_ = true;
    }
    return row_of_slot_[*slot];
}

std::span<const std::byte> World::memory_of(Row row) const {
    const Slot slot = now.self[row].slot;
    const std::uint32_t bytes = extent_of(slots_[slot]).memory_bytes;
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
    take(both(m.radius, s.start_time));
    take(std::bit_cast<std::uint64_t>(s.goal_x));
    take(std::bit_cast<std::uint64_t>(s.goal_y));
    take(std::uint64_t{std::bit_cast<std::uint32_t>(s.slow_since)} << 32 | std::uint64_t{s.profile} << 16 |
         low_bits_of_goal(s.goal));
    if (has_high_bits(s.goal)) take(static_cast<std::uint64_t>(s.goal));
    take(s.flags & ~std::uint64_t{flag::unparted});
    const SlotData& slot = slots_[s.slot];
    const Extent& extent = extent_of(slot);
    const float* const values = values_.data() + s.values;
    for (std::size_t i = 0; i < extent.values; i += 2) {
        take(both(values[i], i + 1 < extent.values ? values[i + 1] : 0));
    }
    const double* const parts = part_values_.data() + slot.part_values;
    for (std::size_t i = 0; i < extent.part_values; ++i) take(std::bit_cast<std::uint64_t>(parts[i]));
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
