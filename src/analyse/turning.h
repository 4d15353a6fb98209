// How much a path turns.
#pragma once

#include <span>

#include "sidestep/vec2.h"

namespace sidestep {

struct Turning {
    double smoothness = 0;  ///< 1/m
    double radians = 0;
};

/// m. Below this a step's direction is noise (a standing person sways), so it waits for the next one.
inline constexpr double kShortestStep = 0.01;

/// ∫κ²ds ≈ Σ Δθ²/Δs and Σ|Δθ| of a polyline. Steps shorter than `shortest` are merged into the next.
Turning turning_of(std::span<const Vec2d> points, double shortest = kShortestStep);

}  // namespace sidestep
