// The scene that a result carries.
#pragma once

#include <optional>

#include "sidestep/scenario.h"
#include "sidestep/tracks.h"

namespace sidestep {

/// A result of another version may carry a scene this one does not understand; then it is unknown, nothing worse.
std::optional<Scenario> scene_inside(const TrajectoryInfo& info);

}  // namespace sidestep
