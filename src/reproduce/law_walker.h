// Single file in one dimension, walked by a law of following alone: no bodies, no avoidance, nothing sideways. Fits
// need thousands of such runs; the engine then runs what they find.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "intent/following_law.h"
#include "sidestep/single_file.h"

namespace sidestep {

/// Somebody who walks behind somebody.
struct LawWalker {
    FollowingLaw law = FollowingLaw::distance;
    LawConstants constants{};
    double standstill = 0.6;  ///< m, d_f
    double delay = 0.5;       ///< s, of `delayed`
    SpeedLimits limits{};
    double noise = 0.05;  ///< m/s
    double window = 0.5;  ///< s
    ErrorDistance error = ErrorDistance::signed_mean;
};

/// So many people from rest on a ring, `spacing` apart (0: evenly).
struct RingStart {
    std::uint32_t people = 20;
    double length = 20;   ///< m
    double spacing = 0;   ///< m
    double seconds = 40;  ///< of the run
    double dt = 0.1;
    std::uint64_t seed = 1;
};
SingleFile walk_ring(const LawWalker& walker, const RingStart& start);
/// m/s: mean over all in the second half of the run.
double ring_speed(const LawWalker& walker, const RingStart& start);

/// Places of somebody behind a leader whose places are known, from a place and a speed on; as many, without noise.
std::vector<double> walk_behind(const LawWalker& walker, std::span<const double> leader, double interval, double place,
                                double speed);

}  // namespace sidestep
