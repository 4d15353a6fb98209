// The part of a report about areas and lines.
#pragma once

#include <string>

#include "sidestep/report.h"

namespace sidestep {

/// Tables and figures; empty where nobody says where to measure.
std::string measure_section(const Measurement& measurement, const std::string& prefix);

}  // namespace sidestep
