// J. Bruneau: Studying and modeling complex interactions for crowd simulation. Thesis, Rennes 2016, chapter 3:
// following (with T. B. Dutra and J. Pettré, Motion in Games 2014). docs/reproduce_bruneau2016.md says what is compared
// and what was found.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::bruneau2016 {

inline constexpr std::string_view kParts[] = {"following", "single_file", "models"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::bruneau2016
