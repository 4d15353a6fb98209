// The verdict of a run as pages are told it: its numbers, and the sentences to show.
#pragma once

#include "sidestep/simulation.h"
#include "wire.h"

namespace sidestep::view {

/// The form of result files with `sentences` beside: an old file has none, and pages need not know how to say things.
Json verdict_json(const RunHealth& health);
/// Of a run that goes on: who is still on the way may yet arrive.
RunHealth so_far(RunHealth health);

}  // namespace sidestep::view
