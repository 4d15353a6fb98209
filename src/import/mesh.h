// Triangles of a 3D model, and the plan that a slice at walking height makes of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "import/drawing.h"

namespace sidestep {

struct Vec3d {
    double x = 0, y = 0, z = 0;
};

struct Mesh {
    std::vector<Vec3d> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    UpAxis usual_up = UpAxis::z;  ///< what files of this format usually mean
    double unit = 1;              ///< metres, as the file says
};

/// After Lamarche & Donikian 2004, section 2.1 of our notes: what lies between the floor (plus `step`) and
/// `slice_height` above it is projected; vertical faces become lines, others obstacles. The floor is what faces upwards
/// at its height. Throws InputError where no floor is found and none is given.
Drawing slice(Mesh mesh, const ImportOptions& options, ImportReport& report);

}  // namespace sidestep
