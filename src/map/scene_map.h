// The map of a scene, with what is wrong about it told in terms of the scene file.
#pragma once

#include "map/map.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// Throws InputError with file, pointer, line and column. On a periodic axis walls must lie within its length.
Map map_of(const Scenario& scenario);

/// The scenario with its map as well-known text where the scene names a file of another kind: a plan, a mesh, a built
/// map. Throws InputError likewise.
Scenario with_imported_map(Scenario scenario);

}  // namespace sidestep
