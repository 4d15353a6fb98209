// Scene files: JSON text → checked Scenario. docs/scene_format.md describes the format.
#pragma once

#include <span>
#include <string>

#include "sidestep/error.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace sidestep {

inline constexpr std::size_t kLargestSceneFile = 256u << 20u;

/// Throws InputError. `file` stands for the text in messages, and maps in files of their own are sought beside it.
Scenario parse_scenario(const std::string& text, const std::string& file, std::span<const ModelInfo* const> models);
/// Reads the file first. Throws InputError.
Scenario load_scenario(const std::string& file, std::span<const ModelInfo* const> models);

/// JSON Schema (draft 2020-12), made from the parameter tables.
std::string scenario_schema(std::span<const ModelInfo* const> models);

/// `PROFILE.PARAM=VALUE`; the value is a number, the name of a choice or a JSON distribution. Throws InputError.
void apply_setting(Scenario& scenario, const std::string& setting, std::span<const ModelInfo* const> models);

/// What is found to be wrong after reading (an agent in a wall): `pointer` names the place in the scene file, whose
/// line and column are looked up in Scenario::text. An empty value is taken from the text.
InputError problem_at(const Scenario& scenario, const std::string& pointer, std::string message, std::string value,
                      std::string allowed, std::string remedy);

}  // namespace sidestep
