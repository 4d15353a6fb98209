// sidestep run --seeds: one scene several times, and how much everything varies.
#pragma once

#include "run_command.h"

namespace sidestep::cli {

int seeds_command(const RunCommand& command);

}  // namespace sidestep::cli
