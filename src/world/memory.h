// What parts remember of agents from step to step: one block of bytes per agent, by slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "world/agents.h"

namespace sidestep {

/// Blocks of bytes that start as zero; a block that is given back is used again for one of the same size.
class MemoryPool {
public:
    struct alignas(32) Unit {
        std::byte bytes[32];
    };
    /// Number of the first unit.
    std::uint32_t take(std::uint32_t bytes);
    void give_back(std::uint32_t first, std::uint32_t bytes);
    Unit* units() { return units_.data(); }
    std::span<const std::byte> at(std::uint32_t first, std::uint32_t bytes) const {
        return {units_[first].bytes, bytes};
    }

    static std::uint32_t units_for(std::uint32_t bytes) { return (bytes + sizeof(Unit) - 1) / sizeof(Unit); }

private:
    std::vector<Unit> units_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> free_;  ///< by number of units
};

/// The door for parts: an agent's memory may be changed by its owner alone, in place, while it decides.
struct AgentMemory {
    MemoryPool::Unit* units = nullptr;
    const std::uint32_t* first = nullptr;  ///< by slot

    /// `part` counts units to where a part's begins; the local model's is the first.
    template <class T>
    T& of(const Self& self, std::uint32_t part = 0) const {
        static_assert(alignof(T) <= alignof(MemoryPool::Unit));
        return *reinterpret_cast<T*>(units[first[self.slot] + part].bytes);
    }
};

}  // namespace sidestep
