// A checked scene: plain values, independent of the file they came from. Build one by hand or load one with
// load_scene().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sidestep/parameters.h"
#include "sidestep/reactions.h"
#include "sidestep/vec2.h"

namespace sidestep {

using Polygon = std::vector<Vec2d>;  ///< one ring, not closed (first point not repeated)

struct MapSpec {
    /// Polygons are walkable area (holes are obstacles), line strings are thin walls. Empty: an open plane.
    std::string wkt;
    /// Length of a periodic axis, 0 where the axis is not periodic. Positions lie in [0, length).
    Vec2d periodic{};
};

struct ProfileSpec {
    std::string name;
    std::string model;
    /// Common parameters, then the model's own, in table order; unset means the table's default.
    std::vector<std::optional<Distribution>> values;
    std::optional<NeighbourSpec> neighbours{};  ///< unset: the model's
};

struct GoalSpec {
    std::string name;
    Polygon region;  ///< empty: the goal is `point`
    Vec2d point{};
    bool exit = false;    ///< agents leave the simulation here
    bool wander = false;  ///< each arrival draws a new point of the region
    int next = -1;        ///< goal taken up after this one
};

/// Where agents of an entry are heading: a named goal, a point, or a displacement from each one's start.
struct TargetSpec {
    int goal = -1;  ///< index into Scenario::goals, or -1
    bool is_offset = false;
    Vec2d value{};  ///< point or offset, when goal is -1
    bool exit = false;
};

struct AgentSpec {
    int profile = 0;
    std::optional<Vec2d> position;  ///< one agent here …
    Polygon region;                 ///< … or `count` agents spread in here
    std::uint32_t count = 1;
    double min_spacing = 0;  ///< from centre to centre of everybody placed before; 0: bodies must not overlap
    /// Initial velocity; unset: standing. `walking` starts them at preferred speed towards the goal instead.
    std::optional<Vec2d> velocity;
    bool walking = false;
    TargetSpec target;
    Distribution start_delay;  ///< seconds before an agent begins to walk
    std::string group{};       ///< a label for colouring and measuring; empty: none
};

struct SourceSpec {
    int profile = 0;
    Polygon region;
    TargetSpec target;
    double rate = 0;            ///< agents per second
    std::vector<double> times;  ///< or explicit times
    std::uint32_t max = 0;      ///< 0: no limit
    std::string group{};        ///< a label, as of agents
};

struct SpeedRegion {
    Polygon polygon;
    double factor = 1;  ///< multiplies preferred and maximum speed inside
};

enum class Contacts { none, project };

struct Scenario {
    std::string name;
    std::string file;  ///< where it came from, empty if built by hand
    std::string text;  ///< the scene file as read (kept inside results)
    MapSpec map;
    double dt = 0.1;
    double duration = 60;
    std::uint64_t seed = 1;
    Contacts contacts = Contacts::none;
    std::vector<ProfileSpec> profiles;
    std::vector<AgentSpec> agents;
    std::vector<SourceSpec> sources;
    std::vector<GoalSpec> goals;
    std::vector<SpeedRegion> regions;
    std::vector<NamedReactions> reactions;  ///< profiles of `reactive` may name them
    std::uint32_t record_every = 1;         ///< steps between recorded frames
    double record_smooth =
        0;  ///< s: recorded places are filtered with this time constant, for animation; 0: as they are
};

}  // namespace sidestep
