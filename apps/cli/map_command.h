// sidestep map: a plan, footprints or a 3D model as a map, with what was mended on the way.
#pragma once

#include <string>

#include "import_arguments.h"
#include "sidestep/parameters.h"

namespace sidestep::cli {

struct MapCommand {
    std::string input;
    std::string output;  ///< .wkt or .sidestepmap
    std::string svg;     ///< or .png
    ImportArguments reading;
    double body = 2 * kUsualRadius;  ///< m, diameter of those who walk there
    double width = 1000;             ///< pixels of the picture
    bool force = false;
    bool json = false;
};

int map_command(const MapCommand& command);

}  // namespace sidestep::cli
