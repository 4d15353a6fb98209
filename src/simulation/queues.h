// The state of waiting lines: who comes, who stands where, who is served. What happens to them is in queues.cpp, how
// they walk in queue_walk.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sidestep/id.h"
#include "sidestep/simulation.h"
#include "sidestep/visit.h"
#include "simulation/queue_line.h"
#include "world/world.h"

namespace sidestep {

inline constexpr double kFollows = 0.25;  ///< m that a body may be from where its coordinate says

/// Somebody whose goal is a waiting line. By slot; plain numbers, as snapshots keep them.
struct QueueGuest {
    static constexpr std::int32_t kNone = -1;
    enum Stage : std::int32_t {
        none,      ///< not in a line, nor on the way to one
        coming,    ///< on its way to the end of the line
        in_line,   ///< has its place; of a line without points of its own the first is served there
        called,    ///< on its way to the point that is free for it
        at_point,  ///< there, or on the last step
    };
    std::int32_t stage = none;
    std::int32_t queue = kNone;   ///< index of Queues::lines
    std::int32_t choice = kNone;  ///< goal that is a choice of queues: it may think again while it comes
    std::int32_t point = kNone;   ///< which is its own
    AgentId id = 0;
    std::uint32_t visits = 0;  ///< lines it has taken a place in: each time it draws anew
    double came = Visit::kNever, begun = Visit::kNever, stood = Visit::kNever;
    double service = 0, patience = 0;  ///< s, drawn
    double x = 0;                      ///< coordinate of its place, or m before its point
    double v = 0;                      ///< m/s, towards the head
    /// It joined from the side: until its coordinate is `turn` it walks straight from `from`, which is `lead` m away.
    double turn = 0, lead = 0;
    Vec2d from{};
};
static_assert(sizeof(QueueGuest) == 6 * 4 + 9 * 8 + 16);

/// One waiting line of the scenario.
struct Queue {
    struct Point {
        Slot who = 0;
        bool taken = false;
        double freed = -kUnlimited;  ///< s: when the last one had been served
    };
    int goal;  ///< index of Scenario::goals
    QueueLine ground;
    std::vector<Slot> coming;    ///< in no order
    std::vector<Slot> line;      ///< the first first
    std::vector<Point> points;   ///< as the scenario lists them, or the head of the line
    std::uint64_t served = 0;    ///< all together
    std::uint64_t gave_up = 0;   ///< likewise
    std::uint64_t overflow = 0;  ///< most people at once behind the end of the drawn line
};

struct Queues {
    std::vector<Queue> lines;
    std::vector<int> of_goal;        ///< index of lines by goal, -1: none
    std::vector<QueueGuest> guests;  ///< by slot
    /// By slot: stands because its line does, or a full one, and is not stuck.
    std::vector<std::uint8_t> waits;
    std::vector<double> past;  ///< by slot, `samples` each: coordinates of the last steps, the newest last
    std::size_t samples = 1;
    std::size_t walking = 0;  ///< in a line or at a point
    std::size_t held = 0;     ///< not in a line, and their wishes are changed
    /// What the line makes of somebody's wish in this (sub-)step; by slot.
    struct Aim {
        enum class Kind : std::uint8_t {
            own,        ///< nothing
            walks,      ///< is to be at `place`, which moves with `velocity`
            stands,     ///< in its place, or before a full line
            steps_back  ///< is too near to those in line: walks with `velocity`, and nowhere nearer
        };
        Kind kind = Kind::own;
        Vec2d place{}, velocity{};
    };
    std::vector<Aim> aims;
    std::vector<EndedVisit> ended;  ///< in the last step, and since
    std::vector<double> standing;   ///< places of somebody who stands before the first one
    bool empty() const { return lines.empty(); }
    bool change_wishes() const { return walking + held > 0; }
};

}  // namespace sidestep
