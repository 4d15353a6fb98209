// What `info` says about map and scene, the same for a recording and for a run.
#pragma once

#include <limits>

#include "sidestep/map.h"
#include "sidestep/scenario.h"
#include "wire.h"

namespace sidestep::view {

struct Bounds {
    Vec2d low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec2d high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    void include(Vec2d p);
    void include(const std::vector<Vec2d>& points);
    void include(const MapOutline& outline);
    void include(const Scenario& scenario);
    bool empty() const { return !(low.x <= high.x); }
};

/// Nothing to see is a square of ten metres.
Json to_json(const Bounds& bounds);
/// Near the middle and in whole metres, so that 32-bit floats suffice around it.
Vec2d origin_of(const Bounds& bounds);

/// Adds "periodic", "floor", "walls", "goals", "sources", "slow", "layers" and "models"; without a scene those that
/// come from it are empty.
void add_scene(Json& info, const MapOutline& outline, Vec2d periodic, const Scenario* scenario);

}  // namespace sidestep::view
