// sidestep calibrate MODEL DATA…
#pragma once

#include "calibrate_command.h"

namespace sidestep::cli {

/// Whether a model or a profile is to be fitted to people. Throws InputError for a model without data.
bool is_model_fit(const CalibrateCommand& command);
int model_fit_command(const CalibrateCommand& command);
/// Throws InputError where something was given that only models take.
void refuse_model_options(const CalibrateCommand& command);

}  // namespace sidestep::cli
