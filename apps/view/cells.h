// The cells of a map, as the page draws them: docs/viewer_protocol.md.
#pragma once

#include "sidestep/path.h"
#include "wire.h"

namespace sidestep::view {

/// Beyond this a page would take seconds to read the answer, and nobody sees cells that small.
inline constexpr std::size_t kMostCells = 200'000;

/// The answer to `/api/cells` for bodies of this width (diameter, m).
Json cells_document(const PlanningMap& map, double body, Vec2d origin);

}  // namespace sidestep::view
