// What a model draws to explain a decision. Places are relative to the agent, as models know them; a drawing turns them
// into places of the map.
#pragma once

#include <string_view>
#include <vector>

#include "sidestep/explain.h"

namespace sidestep {

/// Units a drawing uses.
namespace unit_name {
inline constexpr std::string_view velocity = "m/s", force = "m/s²", time = "s", length = "m";
}

class Drawing {
public:
    explicit Drawing(Vec2d agent) : agent_(agent) {}

    /// From the agent.
    void vector(Role role, std::string_view label, Vec2d v, std::string_view unit, AgentId about = 0);
    /// With a number of its own, such as the time it takes to go from `a` to `b`.
    void segment(Role role, std::string_view label, Vec2d a, Vec2d b, double value, std::string_view unit,
                 AgentId about = 0);
    /// In metres, or in m/s around the agent: a bound of velocities.
    void circle(Role role, std::string_view label, Vec2d centre, double radius, std::string_view unit,
                AgentId about = 0);
    void point(Role role, std::string_view label, Vec2d at, double value, std::string_view unit, AgentId about = 0);
    /// Velocities v with n·v ≥ c.
    void half_plane(Role role, std::string_view label, Vec2d n, double c, AgentId about = 0);
    /// What lies within half an angle (given as a share of the full turn) of a direction.
    void sector(Role role, std::string_view label, Vec2d direction, double half_turn, double radius);

    std::vector<Shape> take() { return std::move(shapes_); }

private:
    /// Drops what is not finite: it can neither be drawn nor stored.
    void add(Shape shape);

    Vec2d agent_;
    std::vector<Shape> shapes_;
};

}  // namespace sidestep
