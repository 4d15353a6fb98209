// Routes over cells: by heading charts, or along the corners of their baseline.
#pragma once

#include "route/provider.h"

namespace sidestep {

const RoutePart& heading_chart_route();
const RoutePart& grid_route();

}  // namespace sidestep
