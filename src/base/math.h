// Transcendental functions whose bits do not depend on the machine: libm chooses its code by processor, these are plain
// polynomials in +, -, *, /. Accuracy is far beyond what walking needs (tests/base/math_test.cpp states it).
#pragma once

#include <numbers>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// Sine and cosine. |x| up to 1e5 rad.
struct SinCos {
    double sin, cos;
};
SinCos sin_cos(double x);
double exponential(double x);
/// Natural logarithm; x > 0.
double logarithm(double x);
double arc_tangent(double y, double x);
/// x^y for x > 0.
double power(double x, double y);
/// Inverse of the standard normal distribution, 0 < p < 1.
double normal_quantile(double p);

inline constexpr double kPi = std::numbers::pi;

}  // namespace SIDESTEP_EXPORT sidestep
