// Where rows stand in a file. Readers keep no line for a row, since only somebody who has found something wrong asks:
// the file is then read once more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

class RowWatch {
public:
    explicit RowWatch(std::vector<RowKey> wanted) : wanted_(std::move(wanted)), places_(wanted_.size()) {
        std::sort(wanted_.begin(), wanted_.end());
    }
    void note(RowKey row, std::uint64_t place) {
        const auto at = std::lower_bound(wanted_.begin(), wanted_.end(), row);
        if (at != wanted_.end() && *at == row) places_[static_cast<std::size_t>(at - wanted_.begin())].push_back(place);
    }
    /// In the order of the file; empty for a row that was not seen.
    const std::vector<std::uint64_t>& places(RowKey row) const {
        static const std::vector<std::uint64_t> kNone;
        const auto at = std::lower_bound(wanted_.begin(), wanted_.end(), row);
        return at != wanted_.end() && *at == row ? places_[static_cast<std::size_t>(at - wanted_.begin())] : kNone;
    }

private:
    std::vector<RowKey> wanted_;
    std::vector<std::vector<std::uint64_t>> places_;
};

}  // namespace sidestep
