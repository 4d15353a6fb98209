// Where a body can stand.
#pragma once

#include <optional>

#include "map/map.h"
#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

bool is_clear(const Map& map, Vec2d at, double radius);

/// The nearest clear place to which no wall of `before` bars the way, looked for in rings around, no farther than said.
std::optional<Vec2d> clear_place(const Map& map, const Map& before, Vec2d at, double radius, double farthest);

/// The place itself where it is clear, or where it comes to lie when it is pushed off the walls that are too near;
/// whoever was given a place inside a wall gets the nearest clear one. Nothing where that is farther than said.
std::optional<Vec2d> beside_walls(const Map& map, Vec2d at, double radius, double farthest);

}  // namespace SIDESTEP_EXPORT sidestep
