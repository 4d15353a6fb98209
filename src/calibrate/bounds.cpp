#include "calibrate/bounds.h"

#include <cmath>

namespace sidestep {

namespace {

/// Where an excluded end of a range is put instead: a little inside.
constexpr double kInside = 1e-9;

}  // namespace

bool is_fittable(const Parameter& parameter) {
    return parameter.calibratable && !parameter.whole && parameter.choices.empty() && parameter.scene_names.empty();
}

std::optional<FitBounds> bounds_of(const Parameter& p) {
    if (!std::isfinite(p.min) || !std::isfinite(p.max)) return std::nullopt;
    return FitBounds{p.min_excluded ? p.min + kInside * (p.max - p.min) : p.min, p.max};
}

}  // namespace sidestep
