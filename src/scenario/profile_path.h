// PROFILE.NAME as settings and fits write it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

struct ProfilePath {
    std::size_t profile;  ///< of the scenario
    std::string name;     ///< what is behind it, not empty
};
/// Profiles may have points in their names, and so may what is behind: the longest profile counts. Nothing where the
/// path begins with none.
std::optional<ProfilePath> taken_apart(const Scenario& scenario, std::string_view path);

}  // namespace SIDESTEP_EXPORT sidestep
