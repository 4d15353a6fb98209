// Runs of parameter values, one per agent; agents of a profile that are all alike share one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace sidestep {

template <class T>
class ValuePool {
public:
    const T* data() const { return values_.data(); }
    T* at(std::uint32_t first) { return values_.data() + first; }

    /// A run of its own; one that was given back is used again.
    std::uint32_t keep(std::span<const T> values) {
        std::vector<std::uint32_t>& free = free_[values.size()];
        std::uint32_t first;
        if (free.empty()) {
            first = static_cast<std::uint32_t>(values_.size());
            values_.resize(values_.size() + values.size());
        } else {
            first = free.back();
            free.pop_back();
        }
        std::copy(values.begin(), values.end(), values_.begin() + first);
        return first;
    }
    void give_back(std::uint32_t first, std::size_t count) { free_[count].push_back(first); }

    /// The run that all agents of a profile share: the first one's.
    std::uint32_t share(std::uint16_t profile, std::span<const T> values) {
        const auto known = shared_.find(profile);
        return known != shared_.end() ? known->second : shared_[profile] = keep(values);
    }

private:
    std::vector<T> values_;
    std::map<std::uint16_t, std::uint32_t> shared_;           ///< by profile
    std::map<std::size_t, std::vector<std::uint32_t>> free_;  ///< by length
};

}  // namespace sidestep
