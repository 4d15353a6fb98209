// Where a scene named on the command line is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sidestep::cli {

/// A path is taken as it is. A bare name is looked up in $SIDESTEP_SCENES, in the source tree the command was built
/// from and in the installed share directory. Throws InputError listing the names there are,
/// `also` among them.
std::string find_scene(const std::string& path_or_name, std::span<const std::string_view> also = {});

/// Profiles that are shipped can be named from now on, in scenes too.
void know_shipped_profiles();

struct KnownScene {
    std::string name, file;
};
/// Those that can be named, in order of their names.
std::vector<KnownScene> known_scenes();

}  // namespace sidestep::cli
