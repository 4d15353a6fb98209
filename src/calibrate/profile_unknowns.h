// Parameters of a profile as unknowns of a search: what is written, bounds, and where to begin.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "calibrate/bounds.h"
#include "scenario/parts.h"
#include "sidestep/scenario.h"

namespace sidestep {

/// NAME=A,B taken apart; numbers that are not there, or are none, are missing.
struct WrittenValues {
    std::string name;
    bool equals = false;
    std::optional<double> first{}, second{};
    bool comma = false;
};
WrittenValues read_written(const std::string& text);

/// LOW,HIGH where they are written, else the table's. Throws InputError for those that cannot be used, and where there
/// are none.
FitBounds bounds_of(const WrittenValues& written, const Parameter& parameter);
/// The profile's value (the middle of a distribution), or the default, also where that follows from others.
double start_of(ProfileSpec& profile, const ParameterPlace& place, const FitBounds& bounds);

}  // namespace sidestep
