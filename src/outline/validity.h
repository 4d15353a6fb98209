// When an area is one: rings that do not cross, holes inside the outer ring and beside each other, an interior in one
// piece (OGC Simple Features). Rings may touch at points.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sidestep/outline.h"

namespace sidestep {

struct AreaFault {
    std::string_view reason;
    Vec2d at;
};

/// Nothing where the area is valid.
std::optional<AreaFault> fault_of(const MapOutline::Area& area);

/// Whether no two of these valid areas have a point in common.
bool apart(const std::vector<MapOutline::Area>& areas);

}  // namespace sidestep
