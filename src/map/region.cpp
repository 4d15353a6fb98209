#include "map/region.h"

#include <algorithm>

#include "map/wall.h"
#include "scenario/polygon.h"

namespace sidestep {

Vec2d nearest_point(const Polygon& region, Vec2d p) {
    if (contains(region, p)) return p;
    Vec2d best = region[0];
    double best_distance = kUnlimited;
    for (std::size_t i = 0, j = region.size() - 1; i < region.size(); j = i++) {
        const Vec2d a = region[j], b = region[i];
        // No nearer than the box around it: most sides of a region are behind another.
        const double dx = std::max({std::min(a.x, b.x) - p.x, 0.0, p.x - std::max(a.x, b.x)});
        const double dy = std::max({std::min(a.y, b.y) - p.y, 0.0, p.y - std::max(a.y, b.y)});
        if (dx * dx + dy * dy > best_distance) continue;
        const Vec2d q = nearest_point(Wall{a, b}, p);
        const double d = norm_squared(q - p);
        if (d < best_distance) best_distance = d, best = q;
    }
    return best;
}

}  // namespace sidestep
