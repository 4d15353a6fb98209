// Who is next to whom along a line, at every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sidestep/single_file.h"

namespace sidestep {

class FileOrder {
public:
    static constexpr std::uint32_t kNobody = UINT32_MAX;

    /// Keeps a reference to the file. Throws std::invalid_argument as check() does.
    explicit FileOrder(const SingleFile& file);

    std::uint32_t leader(std::uint32_t walk, std::size_t step) const { return leader_[index(walk, step)]; }
    std::uint32_t follower(std::uint32_t walk, std::size_t step) const { return follower_[index(walk, step)]; }
    /// m to the leader, who must be there.
    double headway(std::uint32_t walk, std::size_t step) const { return headway_[index(walk, step)]; }

private:
    std::size_t index(std::uint32_t walk, std::size_t step) const {
        return start_[walk] + step - file_.walks[walk].first;
    }

    const SingleFile& file_;
    std::vector<std::size_t> start_;  // of each walk in the columns below
    std::vector<std::uint32_t> leader_, follower_;
    std::vector<double> headway_;
};

/// From 0 to the length of the ring; places along an open line stay.
double round_the_ring(double along, double ring);

/// m/s along the line, over as many steps to either side as there are up to `half`.
double speed_along(const LineWalk& walk, std::size_t step, std::size_t half, double interval);

}  // namespace sidestep
