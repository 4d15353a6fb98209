// F. Lamarche, S. Donikian: Crowd of virtual humans: a new approach for real time navigation in complex and structured
// environments. Computer Graphics Forum 23(3), 2004. docs/reproduce_lamarche2004.md says what is compared and what was
// found.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::lamarche2004 {

inline constexpr std::string_view kParts[] = {"city", "paths", "steering"};

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::lamarche2004
