// Files that assimp reads, and the process that has it do so.
#pragma once

#include <string>

#include "import/mesh.h"

namespace sidestep {

/// All triangles of the scene, in its own axes and units. assimp ends the process on some damaged files, and does not
/// end on others, so a helper reads them and only the helper dies (docs/architecture.md); without one this process
/// does. Throws InputError.
Mesh read_mesh_file(const std::string& path);

}  // namespace sidestep
