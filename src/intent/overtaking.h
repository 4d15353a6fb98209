// Getting past a slower leader: to which side there is room (thesis, algorithm 1).
#pragma once

#include <cstdint>

#include "intent/leader.h"

namespace sidestep {

/// +1: to the left, −1: to the right, 0: there is no room. `draw` decides where both sides are free and the leader is
/// straight ahead.
int side_to_overtake(const WorldView& world, const CellOrder& cells, Row self, const WayAhead& way,
                     const Leader& leader, std::uint64_t draw);

}  // namespace sidestep
