// sidestep map: a plan, footprints or a 3D model as a map, with what was mended on the way.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "import_arguments.h"
#include "sidestep/parameters.h"

namespace sidestep::cli {

struct MapCommand {
    std::string input;
    std::string output;  ///< .wkt or .sidestepmap
    std::string svg;     ///< or .png
    std::string draw = "cells";
    std::optional<std::size_t> level;  ///< of the tree
    std::string view;                  ///< "X,Y,X,Y", empty: the whole map
    ImportArguments reading;
    double body = 2 * kUsualRadius;  ///< m, diameter of those who walk there
    double join = 0.02;              ///< m: walls become one where nothing moves by more
    double width = 1000;             ///< pixels of the picture
    bool force = false;
    bool json = false;
};

int map_command(const MapCommand& command);

}  // namespace sidestep::cli
