// Where everybody of a scene's "agents" starts.
#pragma once

#include <span>
#include <vector>

#include "map/map.h"
#include "sidestep/id.h"
#include "sidestep/scenario.h"
#include "world/chain.h"
#include "world/newcomer.h"

namespace sidestep {

/// Ids count from 1, in the order of entries and of agents within an entry. `chains` are by profile. Throws InputError
/// where somebody, a goal or a source stands where it cannot: inside a wall, outside the map, in somebody else, or in a
/// region without room.
std::vector<Newcomer> populate(const Scenario& scenario, const Map& map, std::span<const Chain> chains);

/// The goal itself; of a choice of goals the nearest as the crow flies, which is all that those who do not plan know.
int chosen_goal(const Scenario& scenario, int goal, Vec2d from);

/// Where an agent heads that takes up a goal at `from`: its point, the nearest point of its region, or, where agents
/// wander, the `draw`-th place drawn for this agent. Not a choice of goals.
Vec2d way_point(const Scenario& scenario, const Map& map, int goal, AgentId id, Vec2d from, std::uint64_t draw);

}  // namespace sidestep
