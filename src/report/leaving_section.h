// The part of a report about those who left by exits.
#pragma once

#include <string>

#include "sidestep/report.h"

namespace sidestep {

/// Curve, table and those who stayed; empty for a result that says nothing of exits.
std::string leaving_section(const Trajectory& trajectory, const std::string& prefix, const ReportOptions& said);

}  // namespace sidestep
