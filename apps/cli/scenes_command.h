// sidestep scenes: what there is to run by name.
#pragma once

#include <string>
#include <vector>

namespace sidestep::cli {

struct ScenesCommand {
    std::vector<std::string> words;  ///< all of which name or description have
    bool names = false;              ///< nothing but the names
    bool json = false;
};

int scenes_command(const ScenesCommand& command);

}  // namespace sidestep::cli
