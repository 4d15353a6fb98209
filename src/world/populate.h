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
    /// Those who could not start in the place that is written, and how far they were moved at most.
    std::size_t moved() const { return moved_; }
    double farthest() const { return farthest_; }

private:
    friend class Populator;
    const Scenario* scenario_;
    const Map* map_;
    std::span<const Chain> chains_;   ///< by profile
    std::vector<std::size_t> first_;  ///< by entry: its first agent
    std::vector<Vec2d> position_;
    std::size_t moved_ = 0;
    double farthest_ = 0;
};

/// Somebody whose place is too near a wall may be put so many radii beside it.
inline constexpr double kAsideOfRadius = 2;

/// Finds room for everybody. `chains` are by profile. Bodies whose written places overlap are pushed apart, and off
/// walls. Throws InputError where somebody, a goal or a source stands where it cannot: deep inside a wall, outside the
/// map, among so many others that there is no room within a metre, or in a region without room.
Placements populate(const Scenario& scenario, const Map& map, std::span<const Chain> chains);

/// The velocity of somebody who starts at preferred speed towards its goal.
Vec2f walking(const Scenario& scenario, const Map& map, const Newcomer& one, const Chain& chain);

/// The goal itself; of a choice of goals the nearest as the crow flies, which is all that those who do not plan know.
int chosen_goal(const Scenario& scenario, int goal, Vec2d from);

/// Where an agent heads that takes up a goal at `from`: its point, the nearest point of its region, or, where agents
/// wander, the `draw`-th place drawn for this agent. Not a choice of goals.
Vec2d way_point(const Scenario& scenario, const Map& map, int goal, AgentId id, Vec2d from, std::uint64_t draw);

}  // namespace sidestep
