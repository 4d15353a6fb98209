#include "world/companions.h"

#include <algorithm>

namespace sidestep {

void Companions::join(AgentId id, std::string_view label) {
    leave(id);
    if (label.empty()) return;
    GroupNumber group = named(label);
    if (group == kNoGroup) {
        if (free_.empty()) {
            groups_.emplace_back();
            free_.push_back(static_cast<GroupNumber>(groups_.size()));
        }
        group = free_.back();
        free_.pop_back();
        groups_[group - 1].label = label;
        numbers_.emplace(label, group);
    }
    std::vector<AgentId>& members = groups_[group - 1].members;
    members.insert(std::upper_bound(members.begin(), members.end(), id), id);
    const std::size_t page = id / kIdsPerPage;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    pages_[page]->group[id % kIdsPerPage] = group;
    ++pages_[page]->used;
}

void Companions::leave(AgentId id) {
    const GroupNumber group = group_of(id);
    if (group == kNoGroup) return;
    std::unique_ptr<Page>& page = pages_[id / kIdsPerPage];
    page->group[id % kIdsPerPage] = kNoGroup;
    if (--page->used == 0) page.reset();
    Group& left = groups_[group - 1];
    left.members.erase(std::lower_bound(left.members.begin(), left.members.end(), id));
    if (!left.members.empty()) return;
    numbers_.erase(left.label);
    left = {};
    free_.push_back(group);
}

GroupNumber Companions::named(std::string_view label) const {
    const auto found = numbers_.find(label);
    return found == numbers_.end() ? kNoGroup : found->second;
}

std::span<const AgentId> Companions::members(GroupNumber group) const {
    if (group == kNoGroup || group > groups_.size()) return {};
    return groups_[group - 1].members;
}

}  // namespace sidestep
