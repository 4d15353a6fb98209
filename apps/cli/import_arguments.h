// How a plan is to be read, as commands are told.
#pragma once

#include <string>

#include "sidestep/import.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

struct ImportArguments {
    ImportOptions options;
    std::string up = "auto", coordinates = "auto", polygons = "auto", regions = "auto";
    std::string inside;  ///< "x,y"
};

/// Throws InputError.
ImportOptions options_of(const ImportArguments& arguments);

void add_reading(CLI::App& command, ImportArguments& reading);

}  // namespace sidestep::cli
