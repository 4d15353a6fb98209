// Reads well-known text: areas are valid, and one where they overlap or touch.
#pragma once

#include <cstdint>
#include <string>

#include "sidestep/outline.h"

namespace sidestep {

/// Throws InputError.
MapOutline read_wkt(const std::string& wkt);
/// How often, since the program began. A map is a value that is parsed once: tests count.
std::uint64_t texts_read();

}  // namespace sidestep
