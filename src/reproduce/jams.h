// Whether crowds get past: a hundred people before doors of three widths, and two dense streams in a corridor, under
// every model, as the models have it and with people who give way ("deadlocks": "yield"). docs/jams.md has the table.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::jams {

inline constexpr std::string_view kParts[] = {"alone", "yielding"};

/// A hundred people in a room with one door of this width, bodies solid.
Scenario door_scene(double width);
/// The lines across the way, whose crossing shows that somebody gets past: at x = `at`, and after every so many metres.
struct Lines {
    double at, every;
};
inline constexpr Lines kDoorLine{0.1, 1000}, kCorridorLines{0, 10};

struct Passing {
    bool stalls = false;  ///< somebody stayed, or nobody got past a line for half a minute
    double time = 0;      ///< s until the last one left
    double yielded = 0;   ///< s that people gave way, all together
};
/// Runs a scene until everybody has left or nobody gets past.
Passing pass(Scenario scenario, const Lines& lines);

Reproduction reproduce(const ReproduceOptions& options);

}  // namespace sidestep::jams
