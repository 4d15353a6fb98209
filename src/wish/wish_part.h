// Parts between the route and the local model: mid-term planners and intents. They read the frozen state and change the
// wishes of their agents. How to add one: docs/adding_a_part.md.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "base/drawing.h"
#include "sense/cell_order.h"
#include "sense/octet.h"
#include "sidestep/parameters.h"
#include "world/memory.h"
#include "world/world.h"

namespace sidestep {

/// The way beyond the way point, for parts that look round a bend.
class WayBeyond {
public:
    virtual ~WayBeyond() = default;
    /// Unit vector in which the way of the agent of a row goes on from its way point; zero where it ends there, or
    /// nobody knows.
    virtual Vec2d beyond(Row row, Vec2d way_point) const = 0;
};

/// Agents of one block that a part is asked for.
struct WishBlock {
    const WorldView& world;
    const CellOrder& order;               ///< for looks of its own
    const BlockScratch& sensed;           ///< octets with the neighbours and walls that their local model is told of
    std::span<const std::uint8_t> lanes;  ///< by octet: a bit for each lane that has this part
    Wish* wishes;                         ///< by row
    const World& agents;
    AgentMemory memory;
    std::span<const std::uint32_t> first_value, first_memory;  ///< of this part, by profile
    const WayBeyond* way = nullptr;                            ///< null: nobody knows

    /// Calls `change(octet, lane, wish)` for every agent that has this part.
    template <class Change>
    void for_each(const Change& change) const {
        for (std::size_t k = 0; k < sensed.octets.size(); ++k) {
            for (unsigned left = lanes[k]; left != 0; left &= left - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
                change(k, lane, wishes[sensed.octets[k].row[lane]]);
            }
        }
    }
    const Self& self(std::size_t octet, std::uint32_t lane) const { return world.self[sensed.octets[octet].row[lane]]; }
    /// The part's own parameters of an agent, in table order.
    const double* values(const Self& of) const { return agents.part_values_of(of) + first_value[of.profile]; }
    /// What the part remembers of an agent (PartInfo::memory_bytes); the agent's own part may change it.
    template <class T>
    T& memory_of(const Self& of) const {
        return memory.of<T>(of, first_memory[of.profile]);
    }
};

class WishPart {
public:
    virtual ~WishPart() = default;
    virtual const PartInfo& info() const = 0;
    /// One call per block: changes wishes, and memory, of its own agents only.
    virtual void shape(const WishBlock& block) const noexcept = 0;
    /// Draws what it does to the wish of the agent in one lane, through the same code as shape.
    virtual void explain(const WishBlock&, std::size_t /*octet*/, int /*lane*/, Drawing&) const {}
};

}  // namespace sidestep
