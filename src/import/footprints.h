// What maps of cities have in common: buildings in longitude and latitude, and the ground between them unsaid.
#pragma once

#include "import/drawing.h"

namespace sidestep {

/// From degrees to metres round the middle of everything, which becomes the report's origin.
void project(Drawing& drawing, ImportReport& report);

/// A rectangle of floor round everything, `margin` metres larger, where there is no floor yet.
void add_ground(Drawing& drawing, double margin);

}  // namespace sidestep
