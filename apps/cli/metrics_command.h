// sidestep metrics: everything that can be measured on a recording.
#pragma once

namespace sidestep::cli {

int metrics_command(bool json);

}  // namespace sidestep::cli
