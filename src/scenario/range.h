// What a number may be, and how people are told.
#pragma once

#include <string>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/parameters.h"

namespace SIDESTEP_EXPORT sidestep {

/// Bounds of a number, both included unless said otherwise.
struct Range {
    double min = -kUnlimited, max = kUnlimited;
    bool min_excluded = false;
    std::string_view unit{};

    bool contains(double value) const { return (min_excluded ? value > min : value >= min) && value <= max; }
    /// "0.05 to 2 m", "more than 0, at most 20 m/s", "0 or more"
    std::string text() const;
};

Range range_of(const Parameter& parameter);

}  // namespace SIDESTEP_EXPORT sidestep
