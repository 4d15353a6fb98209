// Where passages are narrowest.
#pragma once

#include <vector>

#include "map/subdivision.h"

namespace sidestep {

/// For every portal whether neither of its ends can move along a wall so that it becomes shorter: all walls at its ends
/// lead away from it at a right angle or more. Other portals only cut open space into convex cells.
std::vector<bool> narrow_places(const Subdivision& subdivision);

}  // namespace sidestep
