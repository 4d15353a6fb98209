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
struct alignas(32) Octet {
    Octet() {}
    std::int32_t x[kLanes], y[kLanes];  ///< as CellOrder has them, for searching
    float vx[kLanes], vy[kLanes];
    float radius[kLanes];
    float heading_x[kLanes], heading_y[kLanes];
    float pref_x[kLanes],
        pref_y[kLanes];                  ///< velocity it would have alone: direction of the way point, preferred speed
    float way_x[kLanes], way_y[kLanes];  ///< way point, relative to the agent: the goal, or what the route leads to
    float pref_speed[kLanes], max_speed[kLanes];
    float start_time[kLanes];
    std::uint32_t flags[kLanes];       ///< of the agent in the lowest byte, its kind and its profile above
    std::uint32_t wish_flags[kLanes];  ///< as in its wish
    float range[kLanes];               ///< neighbours farther than this are not perceived
    float window[kLanes];              ///< first guess of the search, then what was needed
    float overlap[kLanes];             ///< depth of the deepest overlap with a neighbour, before any projection
    std::int32_t most[kLanes];         ///< at most this many neighbours; 0: all in range
    std::uint32_t values[kLanes];      ///< parameters in the pool
    AgentId id[kLanes];
    Row row[kLanes];
    alignas(32) Place place[kLanes];
    std::uint32_t lanes;                                 ///< in use, from the first
    unsigned used() const { return (1u << lanes) - 1; }  ///< a bit for each
    std::uint16_t profile(std::uint32_t lane) const { return static_cast<std::uint16_t>(flags[lane] >> 16); }
    bool waits(std::uint32_t lane) const { return (wish_flags[lane] & wish::waits) != 0; }
    bool same_values;  ///< all lanes share one set of parameters
    bool any_overlap;  ///< somebody overlaps a neighbour
    bool had_overlap;  ///< somebody did one step ago
};

/// The k-th neighbour of eight agents: relative position and absolute velocity.
struct alignas(32) NearRecord {
    NearRecord() {}
    float dx[kLanes], dy[kLanes], vx[kLanes], vy[kLanes], radius[kLanes];
    AgentId id[kLanes];
};

/// The k-th wall near eight agents, ends relative to each of them. An agent is told of walls by their shape, not by how
/// they were drawn (sense/wall_sight.h): first those that come closest to it in a place of their own, their feet, the
/// nearest first; then the others it sees some of.
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
    std::vector<Octet> octets;
    std::vector<LaneLists<NearRecord>> near;
    std::vector<NearRecord> near_records;
    std::vector<LaneLists<WallRecord>> wall;
    std::vector<LaneLists<WallRecord>> foot;  ///< the beginnings of the same lists
    bool no_walls = false;                    ///< all of these lists are empty
    std::vector<WallRecord> wall_records;

    // Searching.
    std::vector<RowRange> ranges;
    std::vector<LaneRows> found;  ///< rows of neighbours
    std::vector<std::byte> work;

    /// Walls are laid out anew by gather_walls, which leaves them alone where there are none.
    void clear() {
        octets.clear();
        near.clear();
        near_records.clear();
    }
};

/// Instead of a kind: everybody, where one kind is all there is.
inline constexpr std::uint8_t kEverybody = 255;

/// Puts the agents of one kind among rows [begin, end) into octets, appended to the vector. Way points and wishes are
/// the route's.
using OctetFunction = void (*)(const WorldView&, const CellOrder&, Row begin, Row end, std::uint8_t kind,
                               std::vector<Octet>&);
OctetFunction octet_former();

/// Walls within each agent's wall range (the last of its values), for every octet of the scratch space.
void gather_walls(const WorldView& world, std::size_t wall_range_index, BlockScratch& scratch);

}  // namespace sidestep
