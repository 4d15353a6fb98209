// Ways through a map: from here to there for a body of this size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/vec2.h"

namespace sidestep {

enum class PathMethod : std::uint8_t {
    flat,          ///< A* over key points of portals
    hierarchical,  ///< the abstraction tree of Lamarche & Donikian 2004: the same length as `flat`, fewer steps
    corner,        ///< A* over the taut corner graph: the shortest path; nothing precomputed beyond the graph
    exact,         ///< hub labels over the taut corner graph: the shortest path; large maps need much memory
};
/// "flat", "hierarchical", "corner", "exact".
std::string_view name_of(PathMethod method);

enum class PathStatus : std::uint8_t {
    found,
    start_blocked,  ///< the start lies in a wall, outside the map, or closer to a wall than the body's radius
    goal_blocked,   ///< likewise the goal
    too_narrow,     ///< there is a way, but not for a body of this width
    unreachable,    ///< there is no way, whatever the width; or only through a closed door
};

struct Path {
    PathStatus status = PathStatus::unreachable;
    double length = 0;  ///< m along `points`
    /// Taut, from start to goal, clear of walls by the body's radius. Where start or goal are closer to a wall than
    /// that, the nearest clear place stands for them.
    std::vector<Vec2d> points;
    std::vector<std::uint32_t> portals;  ///< crossed, in order
    std::uint32_t expansions = 0;        ///< nodes taken from the queue, or labels looked at
    double roadmap_length = 0;           ///< m through key points, what `flat` and `hierarchical` make shortest
    double widest = 0;                   ///< too_narrow: a body has to be thinner than this, m
    bool closed_door = false;            ///< unreachable: there is a way, but only through a closed door

    /// Keeps its memory.
    void clear() {
        points.clear();
        portals.clear();
        status = PathStatus::unreachable;
        length = roadmap_length = widest = 0;
        expansions = 0;
        closed_door = false;
    }
};

}  // namespace sidestep
