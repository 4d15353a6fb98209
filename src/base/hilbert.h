// Hilbert's curve through the lattice: points near each other on it are near each other in the plane.
#pragma once

#include <cstdint>

#include "base/lattice.h"

namespace sidestep {

/// Where a point lies on the curve. Different points have different places.
constexpr std::uint64_t hilbert_place(LatticePoint p) {
    std::uint32_t x = static_cast<std::uint32_t>(p.x) ^ 0x80000000u, y = static_cast<std::uint32_t>(p.y) ^ 0x80000000u;
    std::uint64_t place = 0;
    for (std::uint32_t half = 0x80000000u; half != 0; half >>= 1) {
        const bool right = (x & half) != 0, upper = (y & half) != 0;
        place = place << 2 | (right ? (upper ? 2u : 3u) : (upper ? 1u : 0u));
        if (upper) continue;
        // The lower quarters are run through turned: mirrored at one of the diagonals.
        if (right) {
            x = ~x;
            y = ~y;
        }
        const std::uint32_t kept = x;
        x = y;
        y = kept;
    }
    return place;
}

}  // namespace sidestep
