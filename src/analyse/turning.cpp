#include "analyse/turning.h"

#include <cmath>

namespace sidestep {

Turning turning_of(std::span<const Vec2d> points, double shortest) {
    Turning sum;
    if (points.empty()) return sum;
    Vec2d anchor = points[0];
    Vec2d previous{};
    double previous_length = 0;
    for (const Vec2d point : points.subspan(1)) {
        const Vec2d step = point - anchor;
        const double length = norm(step);
        if (length < shortest) continue;
        if (previous_length > 0) {
            const double turn = std::atan2(cross(previous, step), dot(previous, step));
            sum.smoothness += turn * turn / (0.5 * (previous_length + length));
            sum.radians += std::abs(turn);
        }
        anchor = point;
        previous = step;
        previous_length = length;
    }
    return sum;
}

}  // namespace sidestep
