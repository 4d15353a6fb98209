// J. Pettré, J. Ondřej, A.-H. Olivier, A. Crétual, S. Donikian: Experiment-based modeling, simulation and validation of
// interactions between virtual walkers. SCA 2009, 189–198. docs/reproduce_pettre2009.md says what is compared and what
// was found.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::pettre2009 {

inline constexpr std::string_view kParts[] = {"crossing", "models", "scenes", "likelihood", "people"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::pettre2009
