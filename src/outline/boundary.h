// From chosen faces of the plane to rings and thin walls.
#pragma once

#include <vector>

#include "outline/faces.h"
#include "sidestep/export.h"
#include "sidestep/outline.h"

namespace SIDESTEP_EXPORT sidestep {

/// The borders of the faces where `keep` says so, outer rings counterclockwise, and the walls inside them. Points at
/// which nothing turns by more than `tolerance` (lattice units) are left out; with `rounded` corners of up to one
/// degree as well, as long as no wall moves by more.
MapOutline boundary(const Faces& faces, const std::vector<bool>& keep, const LatticeFrame& frame, double tolerance,
                    bool rounded);

}  // namespace SIDESTEP_EXPORT sidestep
