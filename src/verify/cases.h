// The cases there are, by guideline. A further one is a function that makes its scenes, one that judges their runs, and
// a line in the table at the end of its file.
#pragma once

#include <span>

#include "sidestep/verify.h"

namespace sidestep {

std::span<const VerifyCase> rimea_walking_cases();  ///< 1 to 8: one person, small groups, parameters
std::span<const VerifyCase> rimea_crowd_cases();    ///< 9 to 15: rooms that empty
std::span<const VerifyCase> imo_cases();            ///< those that RiMEA has not
std::span<const VerifyCase> basic_cases();

}  // namespace sidestep
