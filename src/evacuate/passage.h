// Behind an exit people walk on for a little before they have left: so it lets out what its width lets out, whether the
// plan draws the wall around it, a gap in a line, or nothing but a border.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "evacuate/openings.h"
#include "sidestep/map.h"

namespace sidestep {

/// Whether people are to leave from this place.
using IsInside = std::function<bool(Vec2d)>;

/// The exit that a line is: as much of the line as has floor inside along it, and the way out. Nothing where that floor
/// is on both sides, or nowhere.
std::optional<Opening> opening_at(const std::array<Vec2d, 2>& line, const IsInside& inside);

/// Cuts walls that are lines where they stand in an exit, from this far at the right of its line to so far at the left.
void open_walls(MapOutline& outline, const std::array<Vec2d, 2>& line, double right, double left);

struct Passage {
    Opening exit;
    double bridged = 0;  ///< m from the exit's line to the floor inside, where the line is off its border
    double depth = 0;    ///< m from the line to its far end

    /// Walked on.
    Polygon ground() const;
    /// The farther half: whoever sets foot in it has left.
    Polygon left() const;
};
/// Nothing where other floor, a wall or the passage of another exit is so near behind the exit that a body of this
/// radius (m) cannot step through.
std::optional<Passage> passage_behind(const BuiltMap& map, const Opening& exit, const IsInside& inside, double radius,
                                      const std::vector<Passage>& others);

/// The outline with the passages: floor is added, walls in exits are opened, and passages that lie on floor get sides.
MapOutline with_passages(const MapOutline& outline, const std::vector<Passage>& passages);

}  // namespace sidestep
