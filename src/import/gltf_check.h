// What glTF forbids and importers follow nevertheless, found before anybody does.
#pragma once

#include <string>

namespace sidestep {

/// Nodes must form trees: one that is named by several others, or by itself, can stand for more parts than there are
/// atoms. Throws InputError. Files that are not glTF at all are left to the importer.
void check_gltf(const std::string& path);

}  // namespace sidestep
