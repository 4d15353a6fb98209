// How wide a body may be to get from one cell to another, answered without a search.
#pragma once

#include <cstdint>
#include <vector>

#include "map/subdivision.h"

namespace sidestep {

/// Portals join cells in order of their length, the longest first: the portal that first joins the parts of two cells
/// is the narrowest on the widest way between them. The parts are trees with the smaller one hung under the larger, so
/// a question climbs at most log₂(cells) links, which get narrower upwards.
class WidestWays {
public:
    static constexpr double kUnlimited = 1e300;

    explicit WidestWays(const Subdivision& subdivision);

    /// Of the narrowest portal on the widest way with all doors open; 0 where there is none, kUnlimited in one cell.
    double between(std::uint32_t a, std::uint32_t b) const;

private:
    struct Link {
        std::uint32_t up;  ///< itself at the top
        double width = 0;  ///< of the portal that made the link; 0 at the top
    };
    std::vector<Link> links_;  ///< by cell
};

}  // namespace sidestep
