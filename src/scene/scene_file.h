// Scene files: JSON text → checked Scenario. docs/scene_format.md describes the format.
#pragma once

#include <span>
#include <string>

#include "scenario/parts.h"
#include "sidestep/error.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace sidestep {

inline constexpr std::size_t kLargestSceneFile = 256u << 20u;

/// Throws InputError. `file` stands for the text in messages, and maps in files of their own are sought beside it.
Scenario parse_scenario(const std::string& text, const std::string& file, Parts catalogue);
/// Reads the file first. Throws InputError.
Scenario load_scenario(const std::string& file, Parts catalogue);

/// The reverse of parse_scenario, but for the text itself, descriptions and presets, whose values it writes.
std::string scenario_text(const Scenario& scenario, Parts catalogue);

/// JSON Schema (draft 2020-12), made from the parameter tables.
std::string scenario_schema(Parts catalogue);

/// `PROFILE.PARAM=VALUE`, or `PROFILE.PART.PARAM=VALUE` where several parts have a parameter of that name; the value is
/// a number, the name of a choice or a JSON distribution. `PROFILE.PLACE=PART` chooses a part: `walker.route=flat`.
/// Throws InputError.
void apply_setting(Scenario& scenario, const std::string& setting, Parts catalogue);

}  // namespace sidestep
