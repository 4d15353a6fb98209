// Eight agents who are near each other and walk by the same model, laid out by lane; with their neighbours and walls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/lane_count.h"
#include "sense/cell_order.h"
#include "world/view.h"

namespace sidestep {

// These records are written in full before they are read; constructors that do nothing keep vectors from clearing them
// first.

/// Own state and intention of eight agents. Unused lanes repeat the first agent, so that every value is a sane one.
struct alignas(32) Group {
    Group() {}
    float x[kLanes], y[kLanes];  ///< mirror position, for searching
    float vx[kLanes], vy[kLanes];
    float radius[kLanes];
    float heading_x[kLanes], heading_y[kLanes];
    float pref_x[kLanes],
        pref_y[kLanes];                  ///< velocity it would have alone: direction of the way point, preferred speed
    float way_x[kLanes], way_y[kLanes];  ///< way point, relative to the agent: the goal, or what the route leads to
    float pref_speed[kLanes], max_speed[kLanes];
    float start_time[kLanes];
    std::uint32_t flags[kLanes];   ///< in the lowest byte
    float range[kLanes];           ///< neighbours farther than this are not perceived
    float window[kLanes];          ///< first guess of the search, then what was needed
    float overlap[kLanes];         ///< depth of the deepest overlap with a neighbour, before any projection
    std::int32_t most[kLanes];     ///< at most this many neighbours; 0: all in range
    std::uint32_t values[kLanes];  ///< parameters in the pool
    AgentId id[kLanes];
    Row row[kLanes];
    alignas(32) Place place[kLanes];
    std::uint32_t lanes;  ///< in use, from the first
    bool same_values;     ///< all lanes share one set of parameters
    bool any_overlap;     ///< somebody overlaps a neighbour
    bool had_overlap;     ///< somebody did one step ago
};

/// What a route leads one of them to; repeat_wishes() then fills the unused lanes.
inline void set_wish(Group& g, std::uint32_t lane, Vec2d wish, Vec2d way) {
    g.pref_x[lane] = static_cast<float>(wish.x);
    g.pref_y[lane] = static_cast<float>(wish.y);
    g.way_x[lane] = static_cast<float>(way.x);
    g.way_y[lane] = static_cast<float>(way.y);
}
inline void repeat_wishes(Group& g) {
    for (std::uint32_t lane = g.lanes; lane < kLanes; ++lane) {
        g.pref_x[lane] = g.pref_x[0];
        g.pref_y[lane] = g.pref_y[0];
        g.way_x[lane] = g.way_x[0];
        g.way_y[lane] = g.way_y[0];
    }
}
/// Whether one of them stands at its last goal, or is not to walk yet.
inline bool waits(const Group& g, std::uint32_t lane, double time) {
    return (g.flags[lane] & flag::arrived) != 0 || static_cast<float>(time) < g.start_time[lane];
}

/// The k-th neighbour of eight agents: relative position and absolute velocity.
struct alignas(32) NearRecord {
    NearRecord() {}
    float dx[kLanes], dy[kLanes], vx[kLanes], vy[kLanes], radius[kLanes];
    AgentId id[kLanes];
};

/// The k-th wall near eight agents, ends relative to each of them.
struct alignas(32) WallRecord {
    float ax[kLanes], ay[kLanes], bx[kLanes], by[kLanes];
};

/// A list per lane, interleaved. Entries past a lane's count repeat a far-away neighbour at rest: finite, and out of
/// every range.
template <class Record>
struct LaneLists {
    LaneLists() {}
    alignas(32) std::int32_t count[kLanes];
    std::uint32_t begin = 0;  ///< in the block's records
    std::int32_t longest = 0;
};

/// One row per lane.
struct alignas(32) LaneRows {
    LaneRows() {}
    Row row[kLanes];
};

/// Everything the models need for one block of agents; one per thread, reused.
struct BlockScratch {
    std::vector<Group> groups;
    std::vector<LaneLists<NearRecord>> near;
    std::vector<NearRecord> near_records;
    std::vector<LaneLists<WallRecord>> wall;
    std::vector<WallRecord> wall_records;

    // Searching.
    std::vector<RowRange> ranges;
    std::vector<LaneRows> found;  ///< rows of neighbours
    std::vector<std::byte> work;

    void clear() {
        groups.clear();
        near.clear();
        near_records.clear();
        wall.clear();
        wall_records.clear();
    }
};

/// Instead of a kind: everybody, where one kind is all there is.
inline constexpr std::uint8_t kEverybody = 255;

/// Puts the agents of one kind among rows [begin, end) into groups, appended to the vector. Way points and wishes are
/// the route's.
using GroupFunction = void (*)(const WorldView&, const CellOrder&, Row begin, Row end, std::uint8_t kind,
                               std::vector<Group>&);
GroupFunction group_former();

/// Walls within each agent's wall range (the last of its values), for every group of the scratch space.
void gather_walls(const WorldView& world, std::size_t wall_range_index, BlockScratch& scratch);

}  // namespace sidestep
