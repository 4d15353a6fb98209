// From chosen faces of the plane to rings and thin walls.
#pragma once

#include <vector>

#include "outline/faces.h"
#include "sidestep/export.h"
#include "sidestep/outline.h"

namespace SIDESTEP_EXPORT sidestep {

/// Which points between pieces in line are left out.
struct Straightening {
    double tolerance = 0;          ///< lattice units; no wall moves by more
    bool rounded = false;          ///< corners of up to one degree as well
    std::vector<bool> as_drawn{};  ///< points that go only where nothing turns at all; empty: none
};

/// The borders of the faces where `keep` says so, outer rings counterclockwise, and the walls inside them.
MapOutline boundary(const Faces& faces, const std::vector<bool>& keep, const LatticeFrame& frame,
                    const Straightening& straightening);

}  // namespace SIDESTEP_EXPORT sidestep
