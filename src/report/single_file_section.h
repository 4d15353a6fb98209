// The part of a report about people in single file.
#pragma once

#include <string>

#include "sidestep/report.h"

namespace sidestep {

/// Table and figures; empty for a result in which fewer than five people follow each other.
std::string single_file_section(const Measurement& measurement, const std::string& prefix);

}  // namespace sidestep
