// People in a simulation: what to add, what they are now, what happened to them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/names.h"
#include "sidestep/path.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Where an agent is, in metres.
struct alignas(16) Place {
    double x, y;
};

/// What others see of an agent besides its place: velocity (m/s), radius (m), id.
struct alignas(16) Motion {
    float vx, vy;
    float radius;
    AgentId id;
};

/// Everybody, by row: no order, no copy. Rows change in every step; spans are valid until the simulation is next
/// changed.
struct AgentsView {
    std::span<const Place> place;
    std::span<const Motion> motion;
};

/// One agent as it is now.
struct AgentState {
    AgentId id = 0;
    Vec2d position;
    Vec2f velocity;
    Vec2f heading;
    float radius = 0;
    std::uint16_t profile = 0;
    bool arrived = false;
    bool waits = false;  ///< stands because it is not to walk yet, or at its last goal
    /// Of those who plan: what came of the last plan. Nothing for those who walk straight at their goal, or wait.
    std::optional<PathStatus> route{};
    bool puppet = false;     ///< moved from outside
    int goal = -1;           ///< index of Scenario::goals; -1: a plain point
    Vec2d goal_point{};      ///< where it is heading
    std::uint64_t user = 0;  ///< what the program gave it
    AgentId follows = 0;     ///< a person it follows by name; 0: nobody
};

/// No place at all.
inline constexpr Vec2d kNowhere{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

/// What to add while a simulation runs.
struct NewAgent {
    std::string_view profile;
    Vec2d position;
    Vec2f velocity{};
    Vec2d goal = kNowhere;           ///< a point to walk to, unless goal_name is set; nowhere: it stays where it is
    bool exit_at_goal = true;        ///< leaves at its point; a named goal says so itself
    std::optional<AgentId> id{};     ///< unset: the next free one
    std::string_view group{};        ///< a label, recorded with the agent; models may treat their own people otherwise
    std::string_view goal_name{};    ///< a goal of the scenario
    std::optional<Vec2f> heading{};  ///< unset: where it moves, else where it wants to go
    bool puppet = false;             ///< moved from outside: see Simulation::move_puppet
    std::uint64_t user = 0;          ///< anything of the program's own
    /// Parameters other than the profile draws, by name: {{"radius", 0.3}, {"route.replan", 2}}.
    std::vector<std::pair<std::string_view, double>> parameters{};
};

/// Somebody found around a place.
struct Nearby {
    AgentId id = 0;
    double distance = 0;  ///< m, to its centre
};

/// What a ray meets.
struct RayHit {
    double distance = 0;  ///< m from where it starts
    Vec2d place{};
    std::optional<AgentId> agent{};  ///< nothing: a wall
};

enum class EventKind : std::uint8_t {
    born,     ///< entered, from a source, a recording or by the program
    arrived,  ///< reached a goal; `name` is the goal's, empty for a plain point
    left,     ///< is no longer there; `name` is that of the exit, of a choice the one taken; empty where there is none
    stuck,    ///< has not got nearer to its goal for 10 s
    door_closed,
    door_opened,  ///< `name` is the door's
    waits,        ///< stands from now on: is not to walk yet, or is at its last goal, whose name it has
    walks,        ///< has waited and sets out
    queued,       ///< took its place in a waiting line, whose name it has; likewise the next two
    served,       ///< has been served and goes on
    gave_up,      ///< has waited too long in a line, or before a full one
};
template <>
struct NamesOf<EventKind> {
    static constexpr std::string_view all[] = {"born",  "arrived", "left",   "stuck",  "door_closed", "door_opened",
                                               "waits", "walks",   "queued", "served", "gave_up"};
};

/// Something that happened in the last step, or by a call since.
struct Event {
    EventKind kind;
    AgentId agent = 0;        ///< 0 for doors
    Vec2d place{};            ///< where it happened
    std::string_view name{};  ///< belongs to the simulation's scenario
};

}  // namespace SIDESTEP_EXPORT sidestep
