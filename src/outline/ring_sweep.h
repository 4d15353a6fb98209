// How rings lie to each other: whether they cross, where they touch, which lies in which. A line sweeps over the plane
// from left to right and keeps the sides it cuts in order from below (Shamos and Hoey 1976), so that a million corners
// take a second however they lie. Coordinates stay as they are and every question is answered exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

using Ring = std::vector<Vec2d>;

bool counterclockwise(const Ring& ring);

struct RingRelations {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    enum class Fault : std::uint8_t {
        none,
        crossing,       ///< sides cross or run along each other, or rings change sides where they meet
        self_touching,  ///< a ring comes back to a point of its own
    };
    /// The sweep ends at the first fault; what follows is then not complete.
    Fault fault = Fault::none;
    Vec2d at{};

    struct Touch {
        std::uint32_t ring, other;
        Vec2d at;
    };
    std::vector<Touch> touches;
    /// By ring: the innermost one around it.
    std::vector<std::uint32_t> around;
};

/// Rings have at least three corners, and no corner equals the next.
RingRelations relations_of(std::span<const Ring* const> rings);

}  // namespace sidestep
