// Places of a plan that are neither floor nor walls: exits, where people start, where they pass.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidestep/import.h"

namespace sidestep {

/// What a layer of this name, in lower case, is for; nothing where the name does not say.
std::optional<PlaceUse> place_use_of(const std::string& lower_case_name);

/// Joins lines of one layer that meet within `snap`, closes those that come back, and numbers the places of a layer
/// that has several.
void name_places(std::vector<PlanPlace>& places, double snap);

}  // namespace sidestep
