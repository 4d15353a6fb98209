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
    bool together(AgentId a, AgentId b) const {
        const auto of_a = group_.find(a), of_b = group_.find(b);
        return of_a != group_.end() && of_b != group_.end() && of_a->second == of_b->second;
    }

private:
    std::unordered_map<AgentId, const std::string*> group_;  ///< of those who have one
};

}  // namespace sidestep
