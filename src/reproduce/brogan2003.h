// D. C. Brogan, N. L. Johnson: Realistic human walking paths. CASA 2003. docs/reproduce_brogan2003.md says what is
// compared and what was found.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::brogan2003 {

inline constexpr std::string_view kParts[] = {"scenes", "recovery", "tables", "people"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::brogan2003
