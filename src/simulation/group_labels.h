// The labels of groups that ever were in a run, each kept once: who was created names its by number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sidestep {

class GroupLabels {
public:
    std::uint32_t number_of(std::string_view label) {
        const auto known = numbers_.find(label);
        if (known != numbers_.end()) return known->second;
        const auto number = static_cast<std::uint32_t>(labels_.size());
        labels_.push_back(numbers_.emplace(label, number).first->first);
        return number;
    }
    /// In the order they came.
    const std::vector<std::string>& all() const { return labels_; }
    const std::string& operator[](std::uint32_t number) const { return labels_[number]; }

private:
    std::vector<std::string> labels_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_;
};

}  // namespace sidestep
