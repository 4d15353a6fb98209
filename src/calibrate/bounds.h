// Which parameters of a table may be fitted, and within which bounds.
#pragma once

#include <optional>

#include "sidestep/parameters.h"

namespace sidestep {

struct FitBounds {
    double low, high;
};

/// A number of any size in between that its table does not keep from being fitted.
bool is_fittable(const Parameter& parameter);
/// The table's range; nothing where an end of it is open.
std::optional<FitBounds> bounds_of(const Parameter& parameter);

}  // namespace sidestep
