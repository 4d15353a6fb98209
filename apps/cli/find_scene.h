// Where a scene named on the command line is.
#pragma once

#include <string>
#include <vector>

namespace sidestep::cli {

/// A path is taken as it is. A bare name is looked up in $SIDESTEP_SCENES, in the source tree the command was built
/// from and in the installed share directory. Throws InputError listing the names there are.
std::string find_scene(const std::string& path_or_name);

struct KnownScene {
    std::string name, file;
};
/// Those that can be named, in order of their names.
std::vector<KnownScene> known_scenes();

}  // namespace sidestep::cli
