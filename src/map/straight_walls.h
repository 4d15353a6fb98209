// Walls by their shape: what was drawn in pieces along one straight line is one wall.
#pragma once

#include <span>
#include <vector>

#include "map/wall.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// How far a point may lie off the straight line that takes its place.
inline constexpr double kStraight = 1e-6;  // m

/// A ring without the points in the middle of its sides. Where there are none, as it was.
std::vector<Vec2d> without_middle_points(const std::vector<Vec2d>& ring);

/// Walls that go on straight from end to end joined, and what was drawn twice once; in the order of their first pieces.
std::vector<Wall> joined(std::span<const Wall> walls);

}  // namespace sidestep
