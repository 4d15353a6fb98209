// The map of a scene, with what is wrong about it told in terms of the scene file.
#pragma once

#include "map/map.h"
#include "sidestep/error.h"
#include "sidestep/export.h"
#include "sidestep/map.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// Throws InputError with file, pointer, line and column. On a periodic axis walls must lie within its length.
Map map_of(const Scenario& scenario);

/// The scenario with its map made, so that whoever copies it shares the map. Throws InputError likewise.
Scenario with_built_map(Scenario scenario);

/// What is wrong with the map, at its place in the scene.
[[noreturn]] void throw_at_map(const Scenario& scenario, const InputError& error);

}  // namespace SIDESTEP_EXPORT sidestep
