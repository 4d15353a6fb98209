// The wall guarantee: nobody ends a step closer to a wall than its radius, whatever the model says.
#pragma once

#include "map/map.h"

namespace sidestep {

/// How much closer than its radius an agent may be; half of what is promised to users.
inline constexpr double kWallTolerance = 5e-5;

/// Where an agent at `from` may go when it wants to go to `to`: slides along walls, never through them. Relies on
/// `from` being clear of walls, which holds by induction; where it is not, the agent at least comes no closer.
/// `corrected` tells whether the answer differs from `to`.
struct WallMove {
    Vec2d to;
    bool corrected;
};
WallMove move_along_walls(const Map& map, Vec2d from, Vec2d to, double radius);

}  // namespace sidestep
