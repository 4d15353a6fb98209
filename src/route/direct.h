// The simplest route: straight to the way point.
#pragma once

#include <span>

#include "scenario/polygon.h"
#include "sense/group.h"
#include "sidestep/scenario.h"
#include "world/view.h"

namespace sidestep {

/// What slows people down where they are.
class SpeedField {
public:
    SpeedField() = default;
    explicit SpeedField(std::vector<SpeedRegion> regions);
    bool empty() const { return regions_.empty(); }
    /// Product of the factors of all regions that contain p.
    float factor(Vec2d p) const;

private:
    struct Bounded {
        SpeedRegion region;
        Box box;
    };
    std::vector<Bounded> regions_;
};

/// Fills the preferred velocity (and slows the maximum speed in slow regions) of every group.
using RouteFunction = void (*)(const WorldView&, const SpeedField&, std::span<Group>);
RouteFunction direct_route();

}  // namespace sidestep
