// Routes through the portals between the map's cells: planned by any of the methods of path.h, walked along the
// way pulled taut, or by looking through portal after portal.
#pragma once

#include "route/provider.h"

namespace sidestep {

/// Places in the table of these routes.
enum PortalParameter : std::size_t { kReplan, kConeMinAngle, kKeypoints, kLook, kSpread };
enum Look { kTaut, kCone };

const RoutePart& flat_route();
const RoutePart& hierarchical_route();
const RoutePart& corner_route();
const RoutePart& exact_route();

}  // namespace sidestep
