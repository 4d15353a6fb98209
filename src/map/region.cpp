#include "map/region.h"

#include "map/wall.h"
#include "scenario/polygon.h"

namespace sidestep {

Vec2d nearest_point(const Polygon& region, Vec2d p) {
    if (contains(region, p)) return p;
    // Asked for everybody with such a goal in every step: how far each side is first, where on it only for the nearest.
    const Vec2d* nearest = &region.back();  // where the nearest side begins
    double least = kUnlimited;
    const Vec2d* start = nearest;
    Vec2d off = p - *start;
    double off_squared = norm_squared(off);
    for (const Vec2d& end : region) {
        const Vec2d along = end - *start, end_off = p - end;
        const double end_squared = norm_squared(end_off), length_squared = norm_squared(along), t = dot(off, along);
        double d = t < length_squared ? off_squared : end_squared;
        if (t > 0 && t < length_squared) {
            const double aside = cross(along, off);
            d = aside * aside / length_squared;
        }
        if (d < least) least = d, nearest = start;
        start = &end;
        off = end_off;
        off_squared = end_squared;
    }
    return nearest_point(Wall{*nearest, nearest == &region.back() ? region.front() : nearest[1]}, p);
}

}  // namespace sidestep
