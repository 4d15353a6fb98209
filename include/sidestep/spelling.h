// Names that people write, and the ones they may have meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// The nearest of `names` by spelling, or nothing when none is near.
std::optional<std::string> nearest_name(std::string_view written, std::span<const std::string> names);
/// `Did you mean "…"?` or `otherwise`.
std::string did_you_mean(std::string_view written, std::span<const std::string> names, std::string otherwise);
/// "a, b, c"
std::string list_of(std::span<const std::string> names);

}  // namespace SIDESTEP_EXPORT sidestep
