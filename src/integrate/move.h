// Turns decisions into motion: speed and acceleration limits, walls, periodic axes, arrival.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/map.h"
#include "world/world.h"

namespace sidestep {

/// What one block of agents did, for the run's health and for the stages after.
struct MoveReport {
    struct Told {
        AgentId id;
        Row row;  ///< until somebody leaves
        friend bool operator==(const Told&, const Told&) = default;
        friend auto operator<=>(const Told&, const Told&) = default;
    };
    std::uint64_t wall_contacts = 0, speed_outliers = 0, accel_outliers = 0;
    double farthest = 0;        ///< longest way anybody went
    std::vector<Told> arrived;  ///< reached their way point in this step
    void clear() {
        wall_contacts = speed_outliers = accel_outliers = 0;
        farthest = 0;
        arrived.clear();
    }
};

/// Health: nobody walks this fast; only being pushed, out of a wall or out of another body, makes it happen.
inline bool is_speed_outlier(Vec2f velocity, float max_speed) {
    const float most = 1.05f * max_speed;
    return norm_squared(velocity) > most * most;
}

struct MoveContext {
    const Map& map;
    Vec2d periodic;
    double time;  ///< at the end of the (sub-)step
    float dt;
    std::span<const GoalSpec> goals;
};

/// Moves the agents of rows [begin, end).
using MoveFunction = void (*)(World&, const MoveContext&, Row begin, Row end, MoveReport&);
MoveFunction mover();

/// Puts a place back into [0, length) of the periodic axes; the way point goes with it, so that the way walked counts.
void wrap(Place& place, Self& self, Vec2d periodic);

}  // namespace sidestep
