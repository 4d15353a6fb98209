// A recording as commands take it: with its own map, or with one from a file.
#pragma once

#include <string>

#include "sidestep/trajectory.h"

namespace sidestep::cli {

/// With the map of `map_file` (well-known text, one geometry after the other) instead of the recording's own unless
/// empty. Throws InputError.
Trajectory read_recording(const std::string& file, const std::string& map_file);

}  // namespace sidestep::cli
