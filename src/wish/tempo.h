// Tempo: how fast somebody gets on along its way, decided before its local model is asked (a queue, a leader). The
// model keeps it off others and off walls: what it decides across the way is kept, and where somebody else is in the
// way it may be slower, never faster.
#pragma once

#include "sense/octet.h"
#include "world/agents.h"

namespace sidestep {

/// Gives the decisions (by row) of those whose tempo is decided the speed of their wishes along the way.
using TempoFunction = void (*)(const BlockScratch& block, const Wish* wishes, Decision* decisions);
TempoFunction tempo_keeper();

}  // namespace sidestep
