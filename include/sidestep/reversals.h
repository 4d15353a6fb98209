// When an acceleration counts as turned round: of recorded people, of results, and of a run while it goes on.
#pragma once

namespace sidestep {

/// m/s². Weaker accelerations reverse nothing: a head that sways by 5 cm to either side with every step has as much
/// when it is looked at twice a second, 4 · 0.05 m / (0.5 s)².
inline constexpr double kFeltAcceleration = 0.8;
inline constexpr double kReversalTime = 1;  ///< s within which the opposite acceleration must follow

}  // namespace sidestep
