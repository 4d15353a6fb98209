// Sizes people can read: 1, 2 or 5 times a power of ten.
#pragma once

#include <cmath>
#include <initializer_list>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

/// The smallest such number that is not below x, for x > 0; rounding errors of x do not lift it to the next.
/// What is not finite or not above 0 comes back as it is.
inline double round_number_above(double x) {
    if (!(x > 0) || !std::isfinite(x)) return x;
    double power = 1;
    while (power > x && power > 1e-300) power /= 10;
    while (power * 10 <= x) power *= 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= x * (1 - 1e-9)) return power * factor;
    }
    return power * 10;
}

}  // namespace SIDESTEP_EXPORT sidestep
