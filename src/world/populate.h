// Where everybody of a scene's "agents" starts.
#pragma once

#include <span>
#include <vector>

#include "map/map.h"
#include "sidestep/id.h"
#include "sidestep/parameters.h"
#include "sidestep/scenario.h"

namespace sidestep {

struct Placement {
    AgentId id = 0;
    int entry = 0;  ///< index into Scenario::agents
    int profile = 0;
    Vec2d position;
    Vec2f velocity{};
    TargetSpec target;
    double start_delay = 0;  ///< s
};

/// Ids count from 1, in the order of entries and of agents within an entry. Parameters are not part of a placement:
/// draw_values gives them for the id. Throws InputError where somebody, a goal or a source stands where it cannot:
/// inside a wall, outside the map, in somebody else, or in a region without room.
std::vector<Placement> populate(const Scenario& scenario, const Map& map, std::span<const ModelInfo* const> models);

/// The goal itself; of a choice of goals the nearest as the crow flies, which is all that those who do not plan know.
int chosen_goal(const Scenario& scenario, int goal, Vec2d from);

/// Where an agent heads that takes up a goal at `from`: its point, the nearest point of its region, or, where agents
/// wander, the `draw`-th place drawn for this agent. Not a choice of goals.
Vec2d way_point(const Scenario& scenario, const Map& map, int goal, AgentId id, Vec2d from, std::uint64_t draw);

}  // namespace sidestep
