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
    double length = 0;                   ///< m along `points`
    std::vector<Vec2d> points;           ///< taut, from start to goal; clear of walls by the body's radius
    std::vector<std::uint32_t> portals;  ///< crossed, in order
    std::uint32_t expansions = 0;        ///< nodes taken from the queue, or labels looked at
    void clear() { *this = {}; }
};

}  // namespace sidestep
