// The date that stands on what is written for people.
#pragma once

#include <string>

namespace sidestep::cli {

/// "2026-03-01", or of $SOURCE_DATE_EPOCH where that is set, so that the same input gives the same bytes.
std::string today();

}  // namespace sidestep::cli
