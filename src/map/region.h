// Goals that are areas.
#pragma once

#include "sidestep/scenario.h"

namespace sidestep {

/// Nearest point of a polygon (its inside included) to p.
Vec2d nearest_point(const Polygon& region, Vec2d p);

}  // namespace sidestep
