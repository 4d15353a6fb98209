// Walking a planned way: which portals are behind, where to head now, when to ask for another plan.
#pragma once

#include <cstdint>
#include <memory>

#include "map/ground.h"
#include "route/cone.h"
#include "route/taut.h"
#include "world/route_memory.h"

namespace sidestep {

/// The cells people walk through.
class PortalGround {
public:
    explicit PortalGround(std::shared_ptr<const PathGround> ground) : ground_(std::move(ground)) {}

    const Subdivision& cells() const { return ground_->subdivision(); }
    /// The cell a place lies in, kNoCell outside.
    std::uint32_t locate(Vec2d p) const { return ground_->locate(p); }
    /// Whether p lies in the cell or no farther than `tolerance` outside one of its sides.
    bool contains(std::uint32_t cell, Vec2d p, double tolerance) const;
    /// A portal for those who come from `cell`.
    Gate gate(std::uint32_t portal, std::uint32_t cell) const {
        const Subdivision::Portal& p = cells().portals[portal];
        const Vec2d a = cells().place(p.a), b = cells().place(p.b);
        return p.cells[0] == cell ? Gate{a, b} : Gate{b, a};
    }
    /// The cell on the other side.
    std::uint32_t beyond(std::uint32_t portal, std::uint32_t cell) const {
        const Subdivision::Portal& p = cells().portals[portal];
        return p.cells[0] == cell ? p.cells[1] : p.cells[0];
    }

private:
    std::shared_ptr<const PathGround> ground_;
};

/// Brings the memory of an agent that has a plan up to date with where it is: forgets portals it has crossed, finds it
/// on its way when it was pushed, asks for another plan when it is not on it.
void keep_up(const PortalGround& ground, RouteMemory& memory, Vec2d at, std::uint32_t step);

/// Where an agent with a plan should head from `at`: along the taut way;
LookAhead look_taut(const PortalGround& ground, const RouteMemory& memory, Vec2d at, double radius);
/// the same for a goal that is a region, whose nearest point is given: who was pushed aside before it enters where it
/// is rather than walk along the border to the place it had chosen; or
LookAhead look_taut(const PortalGround& ground, const RouteMemory& memory, Vec2d at, double radius, Vec2d nearest);
/// into the middle of what it sees through the portals ahead.
LookAhead look_ahead(const PortalGround& ground, const RouteMemory& memory, Vec2d at, double radius,
                     NarrowestView narrowest);

/// In which direction the taut way goes on from a bend of it; zero at its end.
Vec2d beyond_bend(const PortalGround& ground, const RouteMemory& memory, Vec2d bend, double radius);

/// About how far it is from `at` to the end of the plan: from portal to portal over the nearest point of each.
double way_left(const PortalGround& ground, const RouteMemory& memory, Vec2d at, double radius);

}  // namespace sidestep
