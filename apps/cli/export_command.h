// sidestep export: a recording as something to look at without this program.
#pragma once

#include <cstddef>
#include <string>

#include "picture.h"

namespace sidestep::cli {

struct ExportCommand {
    std::string recording;
    std::string output;
    std::size_t every = 1;  ///< frame of a page
    PictureOptions picture;
    bool force = false;
    bool json = false;
};

int export_command(const ExportCommand& command);

}  // namespace sidestep::cli
