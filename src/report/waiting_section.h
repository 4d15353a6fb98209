// The part of a report about waiting lines.
#pragma once

#include <string>

#include "sidestep/report.h"

namespace sidestep {

/// Lengths over time and waiting times; empty for a result that says nothing of waiting lines.
std::string waiting_section(const Trajectory& trajectory, const std::string& prefix);

}  // namespace sidestep
