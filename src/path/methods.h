// Making a search by its method; which methods there are and what they are called is PathMethod (path.h).
#pragma once

#include <memory>

#include "map/ground.h"
#include "path/search.h"

namespace sidestep {

/// Builds everything the method needs. Throws InputError for options out of range, or where the method cannot serve
/// the map.
std::unique_ptr<PathSearch> make_search(std::shared_ptr<const PathGround> ground, const PathOptions& options);

}  // namespace sidestep
