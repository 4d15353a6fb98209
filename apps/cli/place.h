// Places on the command line: "12.5,-3".
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep::cli {

/// Throws InputError, which calls it `what`.
Vec2d parse_place(const std::string& text, const char* what);
/// "0,0,4.5,0,4.5,3": one or more. Throws InputError likewise.
std::vector<Vec2d> parse_places(const std::string& text, const char* what);
/// "4.5,0,5.7,0". Throws InputError likewise.
std::array<Vec2d, 2> parse_two_places(const std::string& text, const char* what);

}  // namespace sidestep::cli
