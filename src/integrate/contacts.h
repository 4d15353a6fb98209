// Bodies that must not overlap: `"contacts": "project"`.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "map/map.h"
#include "sense/cell_order.h"
#include "world/world.h"

namespace sidestep {

struct ContactReport {
    std::uint64_t speed_outliers = 0;  ///< agents that were pushed faster than they can walk
};

class ContactProjection {
public:
    /// Pushes overlapping bodies apart, half each, a few rounds, walls respected. `cells` is the order of the step's
    /// beginning, `moved` how far anybody may have come since.
    ContactReport project(World& world, const Map& map, Vec2d periodic, const CellOrder& cells, double moved, float dt,
                          Workers& workers);

private:
    struct alignas(16) Push {
        double x, y;
    };
    std::vector<Push> push_;
    std::vector<std::uint8_t> pushed_;  ///< by row: in any round
    std::vector<double> depth_;         ///< by row: overlap before anything was pushed apart
    struct Touching {
        AgentId id;
        Vec2d away;
        double depth;
        double share;  ///< of it that this agent has to give
    };
    struct Scratch {
        std::vector<RowRange> ranges;
        std::vector<Touching> touching;
    };
    std::vector<Scratch> scratch_;  ///< per worker
    std::vector<double> block_farthest_;
};

}  // namespace sidestep
