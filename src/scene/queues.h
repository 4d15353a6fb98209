// Waiting lines in scene files.
#pragma once

#include <functional>

#include "scene/reader.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// `goal_named` finds a goal of the scene, or fails at its place.
QueueSpec read_queue(const Node& node, const std::function<int(const Node&)>& goal_named);

}  // namespace sidestep
