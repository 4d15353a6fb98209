// The agents' columns. Two index spaces: a *row* is a place in cell order and changes every step; a *slot* is stable
// and names an agent's cold data. Columns are 16-byte records because a neighbour's record is fetched by index: one
// load brings all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sidestep/agent.h"
#include "sidestep/id.h"
#include "sidestep/vec2.h"

namespace sidestep {

using Row = std::uint32_t;
using Slot = std::uint32_t;

/// Nobody's id.
inline constexpr AgentId kNobody = UINT32_MAX;

/// What an agent would do for itself: handed from part to part of its profile (limits, route, mid-term planner,
/// intents), read by its local model and by integration.
struct alignas(32) Wish {
    float vx, vy;        ///< velocity it would have alone
    float way_x, way_y;  ///< way point, relative to the agent: the goal, or what the route leads to

    float max_speed;      ///< where it is: slow regions count
    float horizon;        ///< s: whoever comes nearest later than this need not be avoided yet
    AgentId ignore;       ///< need not be avoided at all: whom it follows
    std::uint32_t flags;  ///< of namespace wish
};
namespace wish {
inline constexpr std::uint32_t waits = 1;  ///< stands at its last goal, or is not to walk yet
/// How fast it gets on towards its way point is decided: the part of its velocity along the way. The local model keeps
/// it off others and decides what is across (wish/tempo.h).
inline constexpr std::uint32_t tempo = 2;
inline constexpr std::uint32_t alone = 4;  ///< nobody need be avoided
}  // namespace wish

/// What a model decided for the next step.
struct alignas(16) Decision {
    float vx, vy;
    float heading_x, heading_y;
};

namespace flag {
inline constexpr std::uint8_t arrived = 1;      ///< stands at its last goal
inline constexpr std::uint8_t exits = 2;        ///< leaves the simulation at its goal
inline constexpr std::uint8_t overlapping = 4;  ///< overlapped somebody in the last step, before any projection
inline constexpr std::uint8_t region = 8;       ///< the goal is a region: the way point is its nearest point
inline constexpr std::uint8_t puppet = 16;      ///< moved from outside; also `arrived`, since it walks to no goal
inline constexpr std::uint8_t unparted = 32;    ///< overlapped somebody though bodies are projected; for health alone
inline constexpr std::uint8_t led = 64;         ///< follows a person by name
inline constexpr std::uint8_t in_line = 128;    ///< walks along a waiting line, or stands in it
}  // namespace flag

/// What only the agent itself needs, once a step. One cache line, moved with the agent so that it is read in order; in
/// quarters of 16 bytes, because eight agents' quarters are turned into columns at once (sense/octet.kernel.cpp).
struct alignas(64) Self {
    double goal_x, goal_y;  ///< way point

    float heading_x, heading_y;
    float pref_speed, max_speed;

    float window;          ///< how far its neighbour search had to look in the last step
    std::uint32_t values;  ///< first of its parameter values in the pool
    float start_time;      ///< stands still before
    std::uint8_t flags;
    std::uint8_t kind;  ///< its model and whom it takes into account: an index into the engine's list
    std::uint16_t profile;

    float max_accel;
    float slow_since;  ///< time since when it is too slow to get on; infinity while it is not
    std::uint32_t slot;
    std::int32_t goal;  ///< index of its goal, -1 for a plain point
};
static_assert(offsetof(Self, heading_x) == 16 && offsetof(Self, window) == 32 && offsetof(Self, flags) == 44);
static_assert(sizeof(Self) == 64);
static_assert(std::is_trivially_copyable_v<Self>);

/// All columns of one generation, in row order.
struct AgentColumns {
    std::vector<Place> place;
    std::vector<Motion> motion;
    std::vector<Self> self;

    std::size_t size() const { return place.size(); }
    void reserve(std::size_t n) {
        place.reserve(n);
        motion.reserve(n);
        self.reserve(n);
    }
    void resize(std::size_t n) {
        place.resize(n);
        motion.resize(n);
        self.resize(n);
    }
};

}  // namespace sidestep
