// Where somebody was between two frames.
#pragma once

#include <optional>

#include "sidestep/tracks.h"

namespace sidestep {

/// By linear interpolation; nothing before the first and after the last frame of the track.
std::optional<Vec2d> place_at(const Track& track, double frame);

}  // namespace sidestep
