// Lines with fewer corners.
#pragma once

#include <vector>

#include "sidestep/export.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Douglas and Peucker: keeps the ends and everything farther than `tolerance` from the line without it.
std::vector<Vec2d> simplified(const std::vector<Vec2d>& points, double tolerance);

}  // namespace SIDESTEP_EXPORT sidestep
