#include "base/simplify.h"

#include <algorithm>
#include <utility>

namespace sidestep {

std::vector<Vec2d> simplified(const std::vector<Vec2d>& points, double tolerance) {
    if (points.size() < 3) return points;
    std::vector<bool> keep(points.size(), false);
    keep.front() = keep.back() = true;
    // A stack instead of recursion: a path of a million points may be one spiral.
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, points.size() - 1}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        const Vec2d along = points[b] - points[a];
        const double length_squared = norm_squared(along);
        double farthest = tolerance * tolerance;
        std::size_t at = a;
        for (std::size_t i = a + 1; i < b; ++i) {
            const Vec2d d = points[i] - points[a];
            // To the segment, not its line: a path may turn back beyond its ends.
            const double t = length_squared > 0 ? std::clamp(dot(d, along) / length_squared, 0.0, 1.0) : 0.0;
            const double distance = norm_squared(d - along * t);
            if (distance > farthest) {
                farthest = distance;
                at = i;
            }
        }
        if (at == a) continue;
        keep[at] = true;
        open.emplace_back(a, at);
        open.emplace_back(at, b);
    }
    std::vector<Vec2d> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (keep[i]) kept.push_back(points[i]);
    }
    return kept;
}

}  // namespace sidestep
