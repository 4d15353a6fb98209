// Files that assimp reads.
#pragma once

#include <string>

#include "import/mesh.h"

namespace sidestep {

/// All triangles of the scene, in its own axes and units. assimp ends the process on some damaged files, so it works in
/// a child process and only the child dies. Throws InputError.
Mesh read_mesh_file(const std::string& path);

}  // namespace sidestep
