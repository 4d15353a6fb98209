// How models that only turn so fast come round to a way point.
#pragma once

#include "avoid/lanes.h"

namespace sidestep::SIDESTEP_ARCH {

/// How far off the way point counts for somebody who walks along `ahead` and has to turn to it: with walls near, less
/// and less the farther it lies behind, nothing straight behind. So with speed_to_turn whoever was turned away from its
/// way by a jamb stops and turns on the spot, instead of leading itself round in a wide circle whose way point is ever
/// farther off.
template <class F, class WallLists>
SIDESTEP_INLINE F way_to_turn_for(const Own<F>& own, Vec<F> ahead, F way, const WallLists& walls) {
    if (walls.longest() == 0) return way;
    const F wished = max(norm(own.pref), F(1e-6f));
    const F share = max(F(1.0f) + min(dot(ahead, own.pref), F(0.0f)) / wished, F(0.0f));
    return select(walls.present(0), way * share, way);
}

}  // namespace sidestep::SIDESTEP_ARCH
