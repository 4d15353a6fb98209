#include "map/region.h"

#include "map/wall.h"
#include "scenario/polygon.h"

namespace sidestep {

Vec2d nearest_point(const Polygon& region, Vec2d p) {
    if (contains(region, p)) return p;
    Vec2d best = region[0];
    double best_distance = kUnlimited;
    for (std::size_t i = 0, j = region.size() - 1; i < region.size(); j = i++) {
        const Vec2d q = nearest_point(Wall{region[j], region[i]}, p);
        const double d = norm_squared(q - p);
        if (d < best_distance) best_distance = d, best = q;
    }
    return best;
}

}  // namespace sidestep
