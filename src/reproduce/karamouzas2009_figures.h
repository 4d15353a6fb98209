// The paper's figures, drawn from our runs.
#pragma once

#include "reproduce/karamouzas2009_study.h"

namespace sidestep::karamouzas2009 {

/// Figure 1: who would walk into another's back.
void draw_avoidance(Study& study);
/// Figure 2: the force by the distance to the collision.
void draw_force(Study& study);
/// Figure 3: the scenarios, while people meet.
void draw_scenarios(Study& study);
/// Figure 4: paths in the hallway.
void draw_hallway_paths(Study& study);

}  // namespace sidestep::karamouzas2009
