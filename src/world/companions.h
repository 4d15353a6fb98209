// Who belongs together. A group is a number, so that kernels compare numbers; nothing is kept for agents without one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/id.h"

namespace sidestep {

/// A group as long as somebody is in it; numbers of those left by all are given out again.
using GroupNumber = std::uint32_t;
inline constexpr GroupNumber kNoGroup = 0;

class Companions {
public:
    /// Nobody is in two groups; an empty label is none.
    void join(AgentId id, std::string_view label);
    void leave(AgentId id);

    bool empty() const { return numbers_.empty(); }
    /// Two loads: asked for every neighbour of every agent.
    GroupNumber group_of(AgentId id) const {
        const std::size_t page = id / kIdsPerPage;
        return page < pages_.size() && pages_[page] ? pages_[page]->group[id % kIdsPerPage] : kNoGroup;
    }
    GroupNumber named(std::string_view label) const;
    /// In order of id; nobody for a number that no group has.
    std::span<const AgentId> members(GroupNumber group) const;

private:
    // By id rather than by slot: an id is what a list of neighbours knows. Ids are given out one after the other, so
    // members of a group, and groups that come together, share a page.
    static constexpr std::size_t kIdsPerPage = 4096;
    struct Page {
        GroupNumber group[kIdsPerPage] = {};
        std::size_t used = 0;
    };
    struct Group {
        std::string label;
        std::vector<AgentId> members;
    };

    std::vector<std::unique_ptr<Page>> pages_;
    std::vector<Group> groups_;  ///< by number − 1
    std::vector<GroupNumber> free_;
    std::map<std::string, GroupNumber, std::less<>> numbers_;
};

}  // namespace sidestep
