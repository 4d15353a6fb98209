// Places on the command line: "12.5,-3".
#pragma once

#include <string>

#include "sidestep/vec2.h"

namespace sidestep::cli {

/// Throws InputError, which calls it `what`.
Vec2d parse_place(const std::string& text, const char* what);

}  // namespace sidestep::cli
