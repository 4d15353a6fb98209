// Scenes whose map is a file that is not well-known text.
#pragma once

#include "sidestep/scenario.h"

namespace sidestep {

/// The scenario with the map of its file: a plan or a mesh, imported, or a built map, as it is. Throws InputError with
/// the place in the scene.
Scenario with_imported_map(Scenario scenario);

}  // namespace sidestep
