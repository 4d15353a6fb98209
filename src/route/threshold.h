// The border of a goal region as people enter it: all along where they fit, not at one point.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "map/map.h"
#include "sidestep/scenario.h"

namespace sidestep {

class Threshold {
public:
    /// Of a goal that is no region: has no entries.
    Threshold() = default;
    Threshold(const Polygon& region, const Map& map);

    /// The entry nearest to p that is clear of walls by the radius; none where there is no such entry.
    std::optional<std::size_t> nearest(Vec2d p, double radius) const;

    /// Places along the border, counted in entries; they go on beyond the last with the first.
    struct Stretch {
        double first, last;
    };
    /// The entries about `middle` that follow each other and fit; those of them that are at most so far from a point.
    Stretch about(std::size_t middle, double radius) const;
    Stretch about(std::size_t middle, Vec2d from, double farthest, double radius) const;
    /// Where somebody heads who enters here: a little inside, so that nobody slows down on the border, where others
    /// follow.
    Vec2d inside(double place) const;

private:
    struct Entry {
        Vec2d inside;
        double clearance;  ///< of this place and the border before it
    };
    const Entry& entry(std::ptrdiff_t place) const;
    /// As many as satisfy `good` on either side of the middle, once round at most.
    template <class Good>
    Stretch grown(std::size_t middle, Good&& good) const;

    std::vector<Entry> entries_;  ///< along the border, at nearly equal distances
};

}  // namespace sidestep
