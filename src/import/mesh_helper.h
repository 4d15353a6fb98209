// The process that reads a model: how it is started, and what it sends.
#pragma once

#include <optional>
#include <string>

#include "import/mesh.h"

namespace sidestep {

/// What the helper found. Throws InputError for what it says is wrong with the file, and where it dies of it. Nothing
/// where there is no helper.
std::optional<Mesh> read_by_helper(const std::string& path);

}  // namespace sidestep
