// Looking things up in the catalogue and in a profile's chain of parts, by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// Parts of the catalogue, of all kinds.
using Parts = std::span<const PartInfo* const>;

/// Null where there is none.
const PartInfo* find_part(Parts catalogue, PartKind kind, std::string_view name);
const PartInfo* find_part(Parts catalogue, std::string_view name);
std::vector<std::string> names_of(Parts catalogue, PartKind kind);
std::vector<std::string> names_of(std::span<const Parameter> table);
/// Place in the table, or nothing.
std::optional<std::size_t> find_parameter(std::span<const Parameter> table, std::string_view name);

/// Names a profile may give as its preset: those that one of its parts has, and kPublished.
std::vector<std::string> presets_of(ProfileSpec& profile, Parts catalogue);
/// Sets what the preset of each part says and the profile does not.
void apply_preset(ProfileSpec& profile, Parts catalogue, std::string_view preset);

/// One part of a profile: where it stands and what is known of it. Scenes and settings call the local model's place
/// "model", which is also its kind "avoid".
struct PartPlace {
    std::string place;     ///< "route", "midterm", "intents.0", …, "avoid"
    PartSpec* spec;        ///< of the profile
    const PartInfo* info;  ///< null where the catalogue does not have it
};
/// In the order parts are asked.
std::vector<PartPlace> parts_of(ProfileSpec& profile, Parts catalogue);

/// One parameter of a profile, wherever in its chain it belongs.
struct ParameterPlace {
    std::string path;  ///< "radius", "route.replan", "intents.0.gap", "avoid.time_horizon": unambiguous
    const Parameter* parameter;
    std::vector<std::optional<Distribution>>* values;
    std::size_t index;  ///< in values, which may be shorter

    const std::optional<Distribution>* value() const { return index < values->size() ? &(*values)[index] : nullptr; }
    void set(const Distribution& value) const {
        if (values->size() <= index) values->resize(index + 1);
        (*values)[index] = value;
    }
};
/// Common parameters first, then those of each part; without those that are said elsewhere.
std::vector<ParameterPlace> parameters_of(ProfileSpec& profile, Parts catalogue);
/// Those that `name` may mean: a path, PART.PARAM with a part's name or kind, or PARAM alone. One, unless it is unknown
/// or ambiguous.
std::vector<ParameterPlace> parameters_named(ProfileSpec& profile, Parts catalogue, std::string_view name);

}  // namespace SIDESTEP_EXPORT sidestep
