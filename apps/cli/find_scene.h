// Where a scene named on the command line is.
#pragma once

#include <string>

namespace sidestep::cli {

/// A path is taken as it is. A bare name is looked up in $SIDESTEP_SCENES, in the source tree the command was built
/// from and in the installed share directory. Throws InputError listing the names there are.
std::string find_scene(const std::string& path_or_name);

}  // namespace sidestep::cli
