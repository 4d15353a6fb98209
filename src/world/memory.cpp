#include "world/memory.h"

#include <algorithm>

namespace sidestep {

std::uint32_t MemoryPool::take(std::uint32_t bytes) {
    const std::uint32_t n = units_for(bytes);
    auto& free = free_[n];
    if (free.empty()) {
        const auto first = static_cast<std::uint32_t>(units_.size());
        units_.resize(units_.size() + n, Unit{});
        return first;
    }
    const std::uint32_t first = free.back();
    free.pop_back();
    std::fill_n(units_.begin() + first, n, Unit{});
    return first;
}

void MemoryPool::give_back(std::uint32_t first, std::uint32_t bytes) {
    free_[units_for(bytes)].push_back(first);
}

}  // namespace sidestep
