// Which slot an id has. Ids are given out one after the other, so most lie close together and a vector holds them;
// those a program chose far away go into a map.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sidestep/id.h"
#include "world/agents.h"

namespace sidestep {

class IdMap {
public:
    static constexpr Slot kNone = UINT32_MAX;      ///< never used
    static constexpr Slot kGone = UINT32_MAX - 1;  ///< left: ids are never used again

    Slot find(AgentId id) const {
        if (id < near_.size()) return near_[id];
        const auto found = far_.find(id);
        return found == far_.end() ? kNone : found->second;
    }
    /// Room for ids that follow each other from 1 on.
    void reserve(std::size_t ids) {
        if (near_.size() <= ids) near_.resize(ids + 1, kNone);
    }
    void set(AgentId id, Slot slot) {
        if (id >= near_.size() && id < 2 * count_ + kFirst) grow(id);
        if (id < near_.size()) {
            count_ += near_[id] == kNone;
            near_[id] = slot;
        } else {
            far_[id] = slot;
        }
    }

private:
    static constexpr std::size_t kFirst = 1024;

    void grow(AgentId id) {
        near_.resize(std::size_t{id} + 1 + id / 2, kNone);
        for (auto it = far_.begin(); it != far_.end();) {
            if (it->first < near_.size()) {
                near_[it->first] = it->second;
                ++count_;
                it = far_.erase(it);
            } else {
                ++it;
            }
        }
    }

    std::vector<Slot> near_;  ///< by id
    std::size_t count_ = 0;   ///< of near_, in use
    std::unordered_map<AgentId, Slot> far_;
};

}  // namespace sidestep
