// Who waits, told by frames one after the other, as the few changes there are.
#pragma once

#include <cstdint>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

class WaitFollower {
public:
    /// Calls `begins(id, frame)` for those who wait from this frame on, and `ends(id, frame)` for those who waited in
    /// the frame before, its number, and do not any more. In order of id.
    template <class Begins, class Ends>
    void follow(const TrajectoryFrame& frame, const Begins& begins, const Ends& ends) {
        next_.clear();
        auto before = waiting_.begin();
        for (const TrajectoryRow& row : frame.rows) {
            if (!row.waits) continue;
            for (; before != waiting_.end() && *before < row.id; ++before) ends(*before, last_frame_);
            if (before != waiting_.end() && *before == row.id) {
                ++before;
            } else {
                begins(row.id, frame.frame);
            }
            next_.push_back(row.id);
        }
        for (; before != waiting_.end(); ++before) ends(*before, last_frame_);
        waiting_.swap(next_);
        last_frame_ = frame.frame;
    }

private:
    std::vector<AgentId> waiting_, next_;  ///< in order of id
    std::uint32_t last_frame_ = 0;
};

}  // namespace sidestep
