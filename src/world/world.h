// Owns the agents: columns in row order, cold data by slot, parameter values in a pool. The columns are open, and each
// stage writes its own: sorting (sense) moves rows, routes write way points and wishes, local models decisions,
// integration places, velocities and headings. Who comes, leaves or is changed from outside is the engine's business,
// between stages.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sidestep/scenario.h"
#include "world/agents.h"
#include "world/history.h"
#include "world/id_map.h"
#include "world/memory.h"
#include "world/route_memory.h"
#include "world/value_pool.h"
#include "world/view.h"

namespace sidestep {

/// One agent, packed: how it is born, saved and restored. What names places inside a World (slot, first value) is set
/// by the one it is added to.
struct AgentRecord {
    Place place{};
    Motion motion{};
    Self self{};
    std::vector<float> values;        ///< common parameters, the local model's own, its range of walls
    std::vector<double> part_values;  ///< of the other parts
    bool shares_values = false;       ///< all agents of the profile have the same: kept once
    bool shares_part_values = false;
    std::uint32_t memory_bytes = 0;
    std::vector<std::byte> memory;  ///< empty: nothing remembered yet
    bool plans = false;             ///< remembers its way
    RouteMemory way;
    std::uint64_t user = 0;
    std::vector<Place> past;  ///< the newest first; empty: only where it is
};

/// Gives an agent a goal, which is not a choice of goals, and the way point there.
void head_for(Self& self, const GoalSpec& goal, int index, Vec2d way_point);

class World {
public:
    AgentColumns now;
    AgentColumns spare;             ///< other half of the double buffer
    std::span<Wish> wishes;         ///< by row; of the step under way
    std::span<Decision> decisions;  ///< likewise
    /// Room for these two, for everybody there is: in the spare half, which nobody needs from one sort to the next.
    void make_step_columns();

    /// Room for so many more, so that columns need not grow.
    void reserve(std::size_t agents);
    AgentHandle add(const AgentRecord& record);
    /// Removes an agent; the last row takes its place.
    void remove(Row row);
    /// An agent as it is.
    AgentRecord pack(Row row) const;

    std::size_t size() const { return now.size(); }
    /// No radius of an agent there is, or was, is larger.
    float widest() const { return widest_; }
    const float* values() const { return values_.data(); }
    /// Own parameters of all its parts but the local model.
    const double* part_values_of(const Self& self) const { return part_values_.data() + slots_[self.slot].part_values; }
    AgentMemory memory() { return {pool_.units(), memory_of_slot_.data()}; }
    std::span<const std::byte> memory_of(Row row) const;
    /// Of agents who plan; by slot. Empty where nobody does.
    RouteMemory* routes() { return routes_.data(); }
    const RouteMemory* routes() const { return routes_.data(); }
    RouteMemory& route_of(Row row) { return routes_[now.self[row].slot]; }
    const RouteMemory& route_of(Row row) const { return routes_[now.self[row].slot]; }
    bool plans(Row row) const { return slots_[now.self[row].slot].plans; }

    /// Values of its own, to be changed: whoever shared them gets a copy.
    std::span<float> own_values(Row row);
    std::span<double> own_part_values(Row row);
    void set_radius(Row row, float radius);
    /// Whether it plans, and what it remembers of its way if it does.
    void set_way(Row row, bool plans, RouteMemory way);
    /// Puts somebody somewhere else: what is known of its places begins there.
    void put(Row row, Place at);
    History history;
    std::uint64_t user_of(Row row) const {
        const Slot slot = now.self[row].slot;
        return slot < user_.size() ? user_[slot] : 0;
    }
    void set_user(Row row, std::uint64_t user);

    AgentHandle handle_of(AgentId id) const;
    /// Nothing for a stale or null handle.
    std::optional<Slot> slot_of(AgentHandle handle) const {
        if (!handle || handle.slot_plus_one > slots_.size()) return {};
        const Slot slot = handle.slot_plus_one - 1;
        return slots_[slot].generation == handle.generation ? std::optional(slot) : std::nullopt;
    }
    std::optional<Row> row_of(AgentHandle handle) const;
    /// Whether an agent has or had this id.
    bool knows(AgentId id) const { return slot_of_id_.find(id) != IdMap::kNone; }
    /// Rows moved: look-ups by slot must be rebuilt. Called after sorting.
    void rows_moved() { rows_known_ = false; }

    /// Order-free sum over agents of a hash of all that decides what they do next: id, position, velocity, heading,
    /// goal, flags, parameters, what their parts remember. Those who left count as they were last seen, so that a scene
    /// that empties still has a hash that tells runs apart.
    std::uint64_t state_hash() const;
    std::uint64_t departed_hash() const { return departed_hash_; }
    /// Handles of another world's agents, which this one takes the place of, become stale.
    void take_generations(const World& before);
    /// Those who left before a snapshot was taken: their part of the hash, and ids that are not used again.
    void recall_departed(std::uint64_t hash, std::span<const AgentId> ids);

private:
    /// How much an agent has of what differs between profiles.
    struct Extent {
        std::uint32_t values = 0, part_values = 0, memory_bytes = 0;
        friend bool operator==(const Extent&, const Extent&) = default;
    };
    struct SlotData {
        std::uint32_t generation = 0;
        std::uint32_t part_values = 0;  ///< first in the pool
        std::uint16_t extent = 0;
        bool owns_values : 1 = false, owns_part_values : 1 = false, plans : 1 = false;
    };
    static_assert(sizeof(SlotData) == 12);  // one per agent, and there may be millions

    const Extent& extent_of(const SlotData& slot) const { return extents_[slot.extent]; }
    std::uint16_t extent_of(const AgentRecord& record);
    std::uint64_t hash_of(Row row) const;

    std::vector<SlotData> slots_;
    std::vector<Extent> extents_;  ///< those that occur
    std::uint64_t departed_hash_ = 0;
    float widest_ = 0;
    std::vector<Slot> free_slots_;
    IdMap slot_of_id_;
    ValuePool<float> values_;
    ValuePool<double> part_values_;
    MemoryPool pool_;
    std::vector<std::uint32_t> memory_of_slot_;  ///< as long as the last one that remembers something
    std::vector<std::uint64_t> user_;            ///< by slot, as long as the last one that has something
    std::vector<RouteMemory> routes_;            ///< by slot, as long as the last one that plans
    mutable std::vector<Row> row_of_slot_;
    mutable bool rows_known_ = false;
};

}  // namespace sidestep
