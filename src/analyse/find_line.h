// The line that people walk along.
#pragma once

#include <optional>
#include <span>

#include "sidestep/walk_line.h"

namespace sidestep {

/// Through the middle of places along their longer side.
std::optional<WalkLine> straight_through(std::span<const Vec2d> places);
/// The smooth closed curve through the middle of places that lie all around somewhere; nothing where they do not.
std::optional<WalkLine> loop_through(std::span<const Vec2d> places);

}  // namespace sidestep
