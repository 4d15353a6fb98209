// What limits everybody whatever it wants: slow regions, and who is not to walk. First writer of a wish.
#pragma once

#include <span>
#include <vector>

#include "scenario/polygon.h"
#include "sense/octet.h"
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

/// Speeds and who waits, into octets and wishes (by row). What leads somewhere is left to the route.
using LimitFunction = void (*)(const WorldView&, const SpeedField&, std::span<Octet>, Wish* wishes);
LimitFunction limiter();

/// Wishes that were changed by row, back into the octets that the local models read.
using WishFunction = void (*)(const Wish* wishes, std::span<Octet>);
WishFunction wish_loader();

}  // namespace sidestep
