// Turns a drawing with all its faults into a map outline in order, and says what it did.
#pragma once

#include "import/drawing.h"

namespace sidestep {

/// Throws InputError where nothing walkable is left.
MapOutline mended(const Drawing& drawing, const ImportOptions& options, ImportReport& report);

}  // namespace sidestep
