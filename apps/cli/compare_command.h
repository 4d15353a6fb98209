// `sidestep compare`: one scene under several models, side by side.
#pragma once

#include <string>
#include <vector>

#include "scene_choice.h"

namespace sidestep::cli {

struct CompareCommand {
    SceneChoice choice;
    std::vector<std::string> models{"all"};  ///< names, "all" for every one, "own" for those of the scene
    std::vector<std::string> metrics;        ///< further columns
    std::string seeds = "1";                 ///< N, or A-B
    int threads = 1;
    std::string resume;  ///< checkpoint
    std::string report;  ///< HTML file
    bool force = false;
    bool json = false;
};
/// Unhealthy runs are what one wants to see here, so they do not make the comparison fail.
int compare_command(const CompareCommand& command);

}  // namespace sidestep::cli
