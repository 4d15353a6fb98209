// What `info` says about map and scene, the same for a recording and for a run.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "map_desk.h"
#include "sidestep/map.h"
#include "sidestep/scenario.h"
#include "sidestep/trajectory.h"
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

/// Diameter of those who walk there: of the scene's first profile, or of the first agent recorded; else 0.5 m.
double body_of(const Scenario* scenario, std::span<const AgentInfo> agents = {});

/// The map as `hierarchical` and its like see it. Nothing to ask about without walls.
Ground ground_of(std::shared_ptr<const BuiltMap> map, const Scenario* scenario, Vec2d origin);

/// Adds "periodic", "floor", "walls", "goals", "sources", "slow", "doors", "layers" and "models"; without a scene those
/// that come from it are empty.
void add_scene(Json& info, const MapOutline& outline, Vec2d periodic, const Scenario* scenario);
/// Adds "map": what can be asked about it.
void add_map(Json& info, const Ground& ground, double body, Vec2d periodic = {});

}  // namespace sidestep::view
