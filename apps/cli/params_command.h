// sidestep params: one model's parameter table, the common parameters first.
#pragma once

#include <string>

namespace sidestep::cli {

int params_command(const std::string& model, bool json);

}  // namespace sidestep::cli
