// Counts how often somebody's acceleration turns round.
#pragma once

#include <cstdint>
#include <limits>

#include "sidestep/reversals.h"
#include "sidestep/vec2.h"

namespace sidestep {

class ReversalCounter {
public:
    /// The next acceleration, at its time (s).
    void add(Vec2d acceleration, double time) {
        if (norm_squared(acceleration) < kFeltAcceleration * kFeltAcceleration) return;
        // Rounded times of exactly a second count.
        const bool soon = time - felt_at_ <= kReversalTime * (1 + 1e-9);
        count_ += soon && dot(felt_, acceleration) < 0;
        felt_ = acceleration;
        felt_at_ = time;
    }
    std::uint64_t count() const { return count_; }

private:
    Vec2d felt_{};
    double felt_at_ = -std::numeric_limits<double>::infinity();
    std::uint64_t count_ = 0;
};

}  // namespace sidestep
