#include "map/region.h"

#include "map/wall.h"
#include "scenario/polygon.h"

namespace sidestep {

Vec2d nearest_point(const Polygon& region, Vec2d p) {
    if (contains(region, p)) return p;
    // Asked for everybody with such a goal in every step: how far each side is first, where on it only for the nearest.
    std::size_t from = region.size() - 1, to = 0;
    double least = kUnlimited;
    for (std::size_t i = 0, j = region.size() - 1; i < region.size(); j = i++) {
        const Vec2d along = region[i] - region[j], off = p - region[j];
        const double length_squared = norm_squared(along), t = dot(off, along);
        double d = norm_squared(off);
        if (t >= length_squared) {
            d = norm_squared(p - region[i]);
        } else if (t > 0) {
            const double aside = cross(along, off);
            d = aside * aside / length_squared;
        }
        if (d < least) least = d, from = j, to = i;
    }
    return nearest_point(Wall{region[from], region[to]}, p);
}

}  // namespace sidestep
