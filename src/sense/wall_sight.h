// What somebody is told of walls: their shape as seen from where it stands, whoever drew them and in how many pieces.
#pragma once

#include <array>
#include <cstddef>

#include "map/wall.h"

namespace sidestep {

/// A wall relative to an agent, with its nearest point.
struct NearWall {
    Wall wall;
    Vec2d foot;
    double distance = 0;  ///< of the foot
};

/// More walls than this near one agent are beyond telling apart; the nearest are kept.
inline constexpr std::size_t kMostWalls = 32;

/// Tells an agent at the origin of its walls, which are shown from the nearest to the farthest.
///
/// A *foot* is a place where walls come closest: farther along them in either direction they are farther away. A
/// straight wall has one, whatever it was cut into; an inner corner has one on each of its sides, an outer one has one
/// of both together; a pillar has one. What other walls hide, like the far side of a thick wall, has none. A wall that
/// has no foot is told of where some of it can be seen.
class WallSight {
public:
    enum class Told { nothing, side, foot };

    /// For another agent.
    void clear() { count_ = 0; }
    Told show(const NearWall& wall, double range);

private:
    /// Whether a wall told of lies between the agent and p.
    bool hidden(Vec2d p) const;
    /// Whether p belongs to a wall told of.
    bool met(Vec2d p) const;
    bool partly_seen(const NearWall& wall, double range) const;

    std::array<Wall, kMostWalls> told_;
    std::size_t count_ = 0;
};

}  // namespace sidestep
