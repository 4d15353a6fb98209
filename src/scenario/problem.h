// What is wrong with a scenario, at its place in the scene file.
#pragma once

#include <string>

#include "sidestep/error.h"
#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// What is found to be wrong after reading (an agent in a wall): `pointer` names the place in the scene file, whose
/// line and column are looked up in Scenario::text. An empty value is taken from the text.
InputError problem_at(const Scenario& scenario, const std::string& pointer, std::string message, std::string value,
                      std::string allowed, std::string remedy);

}  // namespace SIDESTEP_EXPORT sidestep
