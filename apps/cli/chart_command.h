// sidestep chart: a heading chart of a scene as a picture, with the ways that people walk by it.
#pragma once

#include <string>

#include "scene_choice.h"

namespace sidestep::cli {

struct ChartCommand {
    SceneChoice choice;
    std::string output;        ///< .svg or .png
    std::string goal;          ///< a name of the scene; empty: the first that somebody walks to
    double turn_radius = 0.5;  ///< m; the nearest chart is drawn
    std::string view;          ///< "X,Y,X,Y", empty: the whole map
    double width = 1000;       ///< pixels of the picture
    bool force = false;
    bool json = false;
};

int chart_command(const ChartCommand& command);

}  // namespace sidestep::cli
