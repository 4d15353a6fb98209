// The levels of the abstraction tree: which part of a map every cell belongs to, and colours that tell parts apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sidestep/path.h"

namespace sidestep::cli {

struct MapParts {
    std::vector<std::uint32_t> of_cell;  ///< numbers from 0 on
    std::size_t count = 0;
};

class PartsOfMap {
public:
    /// For bodies of this width (diameter, m).
    PartsOfMap(const PlanningMap& map, double body);
    /// Level 0 are the cells; at the highest each connected part of the map is one.
    std::size_t highest_level() const { return highest_; }
    /// The largest members of the tree that are no more than so many joins above their lowest cell.
    MapParts at_level(std::size_t level) const;
    /// As a query from one cell to another sees the map: the largest members that hold neither.
    MapParts around(std::uint32_t cell, std::uint32_t other) const;
    /// So many levels, from the cells to the highest but one, each with as many times fewer parts than the one before;
    /// fewer where there are not so many.
    std::vector<std::size_t> levels_to_show(std::size_t count) const;

private:
    template <class MayClimb>
    MapParts parts(MayClimb may_climb) const;

    std::size_t cells_, highest_ = 0;
    std::vector<std::optional<std::uint32_t>> parent_;  ///< of cells and members
    std::vector<std::uint32_t> level_;
};

/// A number below six for every part; parts that meet at a portal have different ones.
std::vector<std::size_t> colours_of(const MapParts& parts, std::span<const PlanningMap::Portal> portals);

}  // namespace sidestep::cli
