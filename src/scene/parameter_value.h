// Values of parameters as a scene or a setting writes them, checked against the parameter tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/parts.h"
#include "scene/reader.h"
#include "sidestep/parameters.h"

namespace sidestep {

/// A number, a choice's name, "unlimited" where the table has it, {"uniform": [a, b]}, or {"normal": [mean, sd, min,
/// max]} and "log_normal" likewise.
/// `scene_names` continue the choices of a parameter that says so.
Distribution read_value(const Node& node, const Parameter& parameter, std::span<const std::string> scene_names = {});

}  // namespace sidestep
