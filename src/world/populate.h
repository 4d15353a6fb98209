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

/// Everybody's place. The rest of a newcomer is made when it is asked for: a million of them whole would take more room
/// than what becomes of them. Scenario, map and chains outlive it.
class Placements {
public:
    std::size_t size() const { return position_.size(); }
    /// Ids count from 1, in the order of entries and of agents within an entry. Throws InputError where its goal lies
    /// where nobody can be.
    Newcomer operator[](std::size_t index) const;

private:
    friend class Populator;
    const Scenario* scenario_;
    const Map* map_;
    std::span<const Chain> chains_;   ///< by profile
    std::vector<std::size_t> first_;  ///< by entry: its first agent
    std::vector<Vec2d> position_;
};

/// Finds room for everybody. `chains` are by profile. Throws InputError where somebody, a goal or a source stands where
/// it cannot: inside a wall, outside the map, in somebody else, or in a region without room.
Placements populate(const Scenario& scenario, const Map& map, std::span<const Chain> chains);

/// The goal itself; of a choice of goals the nearest as the crow flies, which is all that those who do not plan know.
int chosen_goal(const Scenario& scenario, int goal, Vec2d from);

/// Where an agent heads that takes up a goal at `from`: its point, the nearest point of its region, or, where agents
/// wander, the `draw`-th place drawn for this agent. Not a choice of goals.
Vec2d way_point(const Scenario& scenario, const Map& map, int goal, AgentId id, Vec2d from, std::uint64_t draw);

}  // namespace sidestep
