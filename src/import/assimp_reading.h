// What assimp makes of a file, in this process.
#pragma once

#include <string>

#include "import/mesh.h"

namespace sidestep {

/// All triangles of the scene. Parts are only read from the folder of the file and below. Throws InputError; some
/// damaged files end the process, which is why mesh_file.h has it done by another.
Mesh read_by_assimp(const std::string& path);

}  // namespace sidestep
