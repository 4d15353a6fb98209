// The floor of a plan in parts: from where an exit can be reached, and what lies beyond the exits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sidestep/evacuation.h"
#include "sidestep/map.h"
#include "sidestep/path.h"

namespace sidestep {

enum class FloorPart : std::uint8_t {
    inside,   ///< an exit can be reached
    beyond,   ///< on the other side of exits
    cut_off,  ///< no exit can be reached
};

class FloorParts {
public:
    /// For bodies of this radius. Where exits divide the floor, the part with the place is inside; without one the
    /// largest.
    FloorParts(const BuiltMap& map, const std::vector<PlanExit>& exits, double radius,
               const std::optional<Vec2d>& inside);

    std::size_t size() const { return cells_.size(); }
    const Polygon& corners(std::size_t cell) const { return cells_[cell].corners; }
    double area(std::size_t cell) const;
    FloorPart part(std::size_t cell) const { return parts_[cell]; }
    /// Cells that are inside and come within `reach` (m) of a line's box.
    std::vector<Polygon> inside_near(const std::array<Vec2d, 2>& line, double reach) const;

private:
    void find_cut_off(const BuiltMap& map, const std::vector<PlanExit>& exits, double radius);
    void find_beyond(const std::optional<Vec2d>& inside);
    bool holds(std::uint32_t cell, Vec2d p) const;
    /// All that can be reached from a cell, through exits or not.
    std::vector<std::uint32_t> from(std::uint32_t start, bool through_exits) const;

    std::vector<PlanningMap::Cell> cells_;
    std::vector<std::vector<std::pair<std::uint32_t, bool>>> ways_;  ///< to which cell, and whether through an exit
    std::vector<FloorPart> parts_;
};

}  // namespace sidestep
