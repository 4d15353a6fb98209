// Rows in any order in, one track per agent out.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "record/row_watch.h"
#include "sidestep/trajectory.h"

namespace sidestep {

/// Thrown by TrackBuilder::finish. The reader turns it into a message that says where in its file.
struct DuplicateRow {
    AgentId id;
    std::uint32_t frame;
};

class TrackBuilder {
public:
    explicit TrackBuilder(bool with_heading, RowWatch* watch = nullptr) : with_heading_(with_heading), watch_(watch) {}
    /// `place`: line or row of a file.
    void add(std::uint32_t frame, const TrajectoryRow& row, std::uint64_t place = 0);
    /// The first and the last frame added so far; both 0 where there is none.
    std::uint32_t first() const { return tracks_.empty() ? 0 : first_; }
    std::uint32_t last() const { return last_; }
    /// In order of id, each in order of frame. Leaves the builder empty.
    std::vector<Track> finish();

private:
    std::size_t index_of(AgentId id);

    bool with_heading_;
    RowWatch* watch_;
    std::vector<Track> tracks_;
    std::vector<bool> ascending_;
    std::uint32_t first_ = std::numeric_limits<std::uint32_t>::max(), last_ = 0;
    // Ids are nearly always small and dense, and a look-up per row in a hash map would dominate reading.
    std::vector<std::uint32_t> dense_;
    std::unordered_map<AgentId, std::uint32_t> sparse_;
};

}  // namespace sidestep
