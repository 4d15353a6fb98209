// A model named on the command line.
#pragma once

#include <string>

#include "sidestep/simulation.h"

namespace sidestep::cli {

/// Throws InputError listing the names there are.
const ModelInfo& require_model(const std::string& name);

}  // namespace sidestep::cli
