// Who belongs together: the group an agent was labelled with.
#pragma once

#include <string>
#include <unordered_map>

#include "sidestep/id.h"

namespace sidestep {

class Companions {
public:
    /// `group` is one object per name, which outlives this.
    void join(AgentId id, const std::string& group) { group_[id] = &group; }
    bool empty() const { return group_.empty(); }
    /// One address per group; null for those who have none.
    const std::string* group_of(AgentId id) const {
        const auto found = group_.find(id);
        return found == group_.end() ? nullptr : found->second;
    }
    bool together(AgentId a, AgentId b) const {
        const std::string* const group = group_of(a);
        return group != nullptr && group == group_of(b);
    }

private:
    std::unordered_map<AgentId, const std::string*> group_;  ///< of those who have one
};

}  // namespace sidestep
