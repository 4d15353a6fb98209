// Rows in any order in, one track per agent out.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Thrown by TrackBuilder::finish. The reader turns it into a message that says where in its file.
struct DuplicateRow {
    AgentId id;
    std::uint32_t frame;
};

class TrackBuilder {
public:
    explicit TrackBuilder(bool with_heading) : with_heading_(with_heading) {}
    void add(std::uint32_t frame, const TrajectoryRow& row);
    /// In order of id, each in order of frame. Leaves the builder empty.
    std::vector<Track> finish();

private:
    std::size_t index_of(AgentId id);

    bool with_heading_;
    std::vector<Track> tracks_;
    std::vector<bool> ascending_;
    // Ids are nearly always small and dense, and a look-up per row in a hash map would dominate reading.
    std::vector<std::uint32_t> dense_;
    std::unordered_map<AgentId, std::uint32_t> sparse_;
};

}  // namespace sidestep
