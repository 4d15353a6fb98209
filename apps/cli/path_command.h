// sidestep path: one question of the way from here to there, and why the answer is what it is.
#pragma once

#include <string>

#include "sidestep/path.h"

namespace sidestep::cli {

struct PathCommand {
    std::string map;
    std::string start, goal;  ///< "X,Y"
    std::string method = "hierarchical";
    PathOptions options;
    std::string svg;  ///< or .png
    std::string draw = "way";
    std::string view;     ///< "X,Y,X,Y", empty: the way
    double width = 1000;  ///< pixels of the picture
    bool force = false;
    bool json = false;
};

int path_command(const PathCommand& command);

/// Throws InputError listing the methods there are.
PathMethod require_method(const std::string& name);

}  // namespace sidestep::cli
