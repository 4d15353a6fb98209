// A checked scene: plain values, independent of the file they came from. Build one by hand or load one with
// load_scene().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/measure_plan.h"
#include "sidestep/names.h"
#include "sidestep/parameters.h"
#include "sidestep/reactions.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

using Polygon = std::vector<Vec2d>;  ///< one ring, not closed (first point not repeated)

class BuiltMap;

struct MapSpec {
    /// Polygons are walkable area (holes are obstacles), line strings are thin walls. Empty: an open plane.
    std::string wkt;
    /// The file it was read from where that is not well-known text: a plan, a mesh or a built map. `wkt` says the same.
    std::string file{};
    /// Metres per unit of that file, where what it says of itself is wrong; unset: what it says.
    std::optional<double> unit{};
    /// m: the height of the storey of a 3D model that people walk on; unset: found.
    std::optional<double> floor{};
    /// What was made of `wkt`, by load_scene() or set_map() (map.h): all copies of the scenario share it. Where there
    /// is nothing, or a map of another text, each simulation makes its own of `wkt`.
    std::shared_ptr<const BuiltMap> built{};
    /// Length of a periodic axis, 0 where the axis is not periodic. Positions lie in [0, length).
    Vec2d periodic{};
};

/// A part of a profile: which, and what is said of its parameters.
struct PartSpec {
    std::string name;  ///< of the catalogue (`sidestep models`); empty: none
    /// The part's own parameters in table order; unset, or beyond the end: the table's default.
    std::vector<std::optional<Distribution>> values{};

    void set(std::size_t parameter, const Distribution& value) {
        if (values.size() <= parameter) values.resize(parameter + 1);
        values[parameter] = value;
    }
    friend bool operator==(const PartSpec&, const PartSpec&) = default;
};

/// The local model of profiles that name none: the one that is best at everyday walking by the measured table of
/// docs/models/README.md. Another choice is made here, and in the first line of recommendations().
inline constexpr std::string_view kDefaultModel = "orca";
/// The route of such profiles in scene files, where the map has walls and no periodic axis.
inline constexpr std::string_view kDefaultRoute = "hierarchical";

/// How agents of a profile walk: a chain of parts, asked in this order. set_parameter() of simulation.h sets parameters
/// by name.
struct ProfileSpec {
    std::string name;
    std::vector<std::optional<Distribution>> common{};  ///< by Common; unset, or beyond the end: the default
    PartSpec route{"direct"};
    PartSpec midterm{};
    std::vector<PartSpec> intents{};
    PartSpec avoid{std::string(kDefaultModel)};  ///< the local model
    std::optional<NeighbourSpec> neighbours{};   ///< unset: the local model's

    void set(Common parameter, const Distribution& value) {
        if (common.size() <= parameter) common.resize(kCommonCount);
        common[parameter] = value;
    }
};

/// A waiting line: people stand one behind the other along a drawn line until they are served. Who has been goes on to
/// the goal's `next`, or leaves where that is an `exit`.
struct QueueSpec {
    /// From where the first one stands, backwards. A single point: a gate with one place, around which the others stand
    /// as they come. A line that is too short goes on straight backwards, as far as there is room.
    std::vector<Vec2d> line{};
    double spacing = 0.6;  ///< m, from one who stands to the next, centre to centre; more where bodies are larger
    double ttr = 0.6;      ///< s that people need to react to the one before: how fast a line that sets out gets longer
    /// s; drawn for each person. Unset: nobody is served.
    std::optional<Distribution> service{};
    /// Where people are served, each of them one at a time; whoever is first in the line walks to the nearest that is
    /// free. Empty: at the head of the line.
    std::vector<Vec2d> points{};
    /// The time of service counts from when somebody is first and a point is free for it, so that the way there is part
    /// of it; else from when it stands there.
    bool walking_counts = false;
    /// s that somebody waits before it gives up, drawn likewise. Unset: for ever.
    std::optional<Distribution> patience{};
    int otherwise = -1;      ///< goal of those who give up; -1: as of those who have been served
    std::uint32_t most = 0;  ///< people in the line at once; 0: as many as there is room for
    /// People enter at the end of the drawn line and walk along it, as between ropes; else they join behind the last.
    bool enter_at_end = false;
    friend bool operator==(const QueueSpec&, const QueueSpec&) = default;
};

struct GoalSpec {
    std::string name;
    Polygon region;  ///< empty: the goal is `point`
    Vec2d point{};
    bool exit = false;    ///< agents leave the simulation here
    bool wander = false;  ///< each arrival draws a new point of the region
    int next = -1;        ///< goal taken up after this one
    /// Of a point, for those who walk over cells: with which heading (rad; unset: any) and speed (m/s) they arrive.
    std::optional<double> heading{};
    double speed = 0;
    /// One of several, whichever is nearest by the way an agent would walk, or of waiting lines the shortest; nothing
    /// else is set then. Indices of goals that do not wander and are not choices themselves, either all or none of them
    /// waiting lines.
    std::vector<int> any{};
    /// A waiting line; `point` is its head then.
    std::optional<QueueSpec> queue{};
    std::string place{};  ///< whose area the region is: a place of the map's file (import.h), by name; empty: none
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
    std::string place{};       ///< whose area the region is, as of goals
    AgentId follow = 0;        ///< a person they walk behind, as Simulation::follow; 0: nobody
};

/// Somebody who enters at a certain time and place, as a record of people says.
struct NewcomerSpec {
    double time = 0;  ///< s
    Vec2d position{};
    std::optional<Vec2d> velocity{};  ///< unset: as the source says, like the next three
    std::optional<int> profile{};
    std::optional<TargetSpec> target{};
    std::optional<std::string> group{};
    std::optional<double> pref_speed{}, radius{};  ///< unset: as the profile draws them
};

struct SourceSpec {
    int profile = 0;
    Polygon region;  ///< not for newcomers that are listed
    TargetSpec target;
    double rate = 0;            ///< agents per second, evenly,
    std::vector<double> times;  ///< or explicit times,
    std::uint32_t max = 0;      ///< 0: no limit
    std::string group{};        ///< a label, as of agents
    std::string place{};        ///< whose area the region is, as of goals
    /// With which they enter; unset: standing. `walking`: at preferred speed towards the goal instead.
    std::optional<Vec2d> velocity{};
    bool walking = false;
    /// Instead of region, rate and times: everybody, in order of time.
    std::vector<NewcomerSpec> newcomers{};
    std::optional<Distribution> gaps{};  ///< or s from each to the next, the first from the beginning; drawn
};

struct SpeedRegion {
    Polygon polygon;
    double factor = 1;  ///< multiplies preferred and maximum speed inside
};

/// A line that is a wall while closed. Its ends should lie on walls: people walk around what they can.
struct DoorSpec {
    std::string name;
    Vec2d a{}, b{};
    bool closed = false;  ///< at the start
};

struct DoorEvent {
    double time = 0;  ///< s
    int door = 0;     ///< index into Scenario::doors
    bool closes = false;
};

enum class Contacts { none, project };
/// Of scene files that leave contacts and the model of a profile open: the default model is measured with it.
inline constexpr Contacts kDefaultContacts = Contacts::project;

/// What becomes of people who hold each other up: what their models make of it, or they give way to each other.
enum class Deadlocks : std::uint8_t { none, yield };
/// As kDefaultContacts.
inline constexpr Deadlocks kDefaultDeadlocks = Deadlocks::yield;
template <>
struct NamesOf<Deadlocks> {
    static constexpr std::string_view all[] = {"none", "yield"};
};

/// What a scene says of itself: those made to show what goes wrong are not healthy.
enum class Expectation : std::uint8_t { healthy, unhealthy };
template <>
struct NamesOf<Expectation> {
    static constexpr std::string_view all[] = {"healthy", "unhealthy"};
};

struct Scenario {
    std::string name;
    std::string file;                 ///< where it came from, empty if built by hand
    std::string text;                 ///< the scene file as read (kept inside results)
    std::string project{}, author{};  ///< for reports; empty: not said
    MapSpec map;
    double dt = 0.1;
    double duration = 60;
    std::uint64_t seed = 1;
    Contacts contacts = Contacts::none;
    Deadlocks deadlocks = Deadlocks::none;
    Expectation expect = Expectation::healthy;
    std::vector<ProfileSpec> profiles;
    std::vector<AgentSpec> agents;
    std::vector<SourceSpec> sources;
    std::vector<GoalSpec> goals;
    std::vector<SpeedRegion> regions;
    std::vector<DoorSpec> doors{};
    std::vector<DoorEvent> events{};              ///< in order of time
    std::uint64_t planning_expansions = 100'000;  ///< a step plans no further paths once its searches took so many
    std::uint64_t chart_memory_mb = 200;          ///< all heading charts together; more is refused
    std::vector<NamedReactions> reactions;        ///< profiles of `reactive` may name them
    std::uint32_t record_every = 1;               ///< steps between recorded frames
    double record_smooth =
        0;                ///< s: recorded places are filtered with this time constant, for animation; 0: as they are
    MeasurePlan measure;  ///< where results of it are to be measured; they carry it
};

}  // namespace SIDESTEP_EXPORT sidestep
