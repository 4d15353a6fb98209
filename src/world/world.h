// Owns the agents: columns in row order, cold data by slot, parameter values in a pool. Only the engine changes it,
// between stages.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sidestep/scenario.h"
#include "world/agents.h"
#include "world/memory.h"
#include "world/route_memory.h"
#include "world/view.h"

namespace sidestep {

/// Everything needed to put one agent into the world.
struct AgentInit {
    AgentId id = 0;
    std::uint16_t profile = 0;
    std::uint8_t kind = 0;
    Vec2d position;
    Vec2f velocity{};
    std::span<const double> values;  ///< common parameters, then the model's
    double wall_range = 0;
    std::uint32_t memory_bytes = 0;  ///< of its model
    bool plans = false;              ///< remembers its way
    bool shared_values = false;      ///< all agents of the profile have the same values: keep them once
    Vec2d way_point;
    int goal = -1;
    bool exits = false;
    bool region_goal = false;
    double start_time = 0;
};

/// Gives an agent a goal, which is not a choice of goals, and the way point there.
void head_for(Self& self, const GoalSpec& goal, int index, Vec2d way_point);

class World {
public:
    AgentColumns now;
    AgentColumns spare;               ///< other half of the double buffer
    std::vector<Decision> decisions;  ///< by row

    AgentHandle add(const AgentInit& init);
    /// Removes an agent; the last row takes its place.
    void remove(Row row);

    std::size_t size() const { return now.size(); }
    /// No radius of an agent there is, or was, is larger.
    float widest() const { return widest_; }
    const float* values() const { return values_.data(); }
    AgentMemory memory() { return {pool_.units(), memory_of_slot_.data()}; }
    std::span<const std::byte> memory_of(Row row) const;
    /// Of agents who plan; by slot. Empty where nobody does.
    RouteMemory* routes() { return routes_.data(); }
    const RouteMemory* routes() const { return routes_.data(); }
    RouteMemory& route_of(Row row) { return routes_[now.self[row].slot]; }
    const RouteMemory& route_of(Row row) const { return routes_[now.self[row].slot]; }
    bool plans(Row row) const { return slots_[now.self[row].slot].plans; }

    AgentHandle handle_of(AgentId id) const;
    /// Nothing for a stale or null handle.
    std::optional<Row> row_of(AgentHandle handle) const;
    /// Whether an agent has or had this id.
    bool knows(AgentId id) const { return slot_of_id_.contains(id); }
    /// Rows moved: look-ups by slot must be rebuilt. Called after sorting.
    void rows_moved() { rows_known_ = false; }

    /// Order-free sum over agents of a hash of id, position, velocity, heading and what it remembers. Those who
    /// left count as they were last seen, so that a scene that empties still has a hash that tells runs apart.
    std::uint64_t state_hash() const;

private:
    struct SlotData {
        std::uint32_t generation = 0;
        std::uint32_t values = 0, value_count = 0;
        bool owns_values = false;
        std::uint32_t memory_bytes = 0;
        bool plans = false;
    };

    std::uint32_t store_values(const AgentInit& init, SlotData& slot);
    std::uint64_t hash_of(Row row) const;

    std::vector<SlotData> slots_;
    std::uint64_t departed_hash_ = 0;
    float widest_ = 0;
    std::vector<Slot> free_slots_;
    static constexpr Slot kGone = UINT32_MAX;
    std::unordered_map<AgentId, Slot> slot_of_id_;  ///< kGone for those who left: ids are never used again
    std::vector<float> values_;
    MemoryPool pool_;
    std::vector<std::uint32_t> memory_of_slot_;
    std::vector<RouteMemory> routes_;                                 ///< by slot, as long as the last one that plans
    std::unordered_map<std::uint16_t, std::uint32_t> shared_values_;  ///< by profile
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> free_values_;  ///< by length
    mutable std::vector<Row> row_of_slot_;
    mutable bool rows_known_ = false;
};

}  // namespace sidestep
