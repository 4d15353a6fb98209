// Reads well-known text, checked and united by GEOS.
#pragma once

#include <string>

#include "sidestep/map.h"

namespace sidestep {

/// Throws InputError.
MapOutline read_wkt(const std::string& wkt);

}  // namespace sidestep
