// sidestep calibrate SCENE: parameters with which its runs come near to what is wanted.
#pragma once

#include "calibrate_command.h"

namespace sidestep::cli {

int scene_fit_command(const CalibrateCommand& command);

}  // namespace sidestep::cli
