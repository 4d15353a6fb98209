// Values of parameters as a scene or a setting writes them, checked against the parameter tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/reader.h"
#include "sidestep/parameters.h"

namespace sidestep {

using Models = std::span<const ModelInfo* const>;

/// A number, a choice's name, "unlimited" where the table has it, {"uniform": [a, b]} or {"normal": [mean, sd, min,
/// max]}.
/// `scene_names` continue the choices of a parameter that says so.
Distribution read_value(const Node& node, const Parameter& parameter, std::span<const std::string> scene_names = {});

Range range_of(const Parameter& parameter);
std::vector<std::string> names_of(std::span<const Parameter> table);
/// Only models that can be named by a profile.
std::vector<std::string> names_of(Models models);
const ModelInfo* find_model(Models models, std::string_view name);
/// Index into ProfileSpec::values, or -1.
int find_parameter(const ModelInfo& model, std::string_view name);
/// Common parameters first, then the model's own.
const Parameter& parameter_at(const ModelInfo& model, std::size_t index);

}  // namespace sidestep
