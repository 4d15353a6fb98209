// A wall is a straight segment without thickness.
#pragma once

#include "sidestep/vec2.h"

namespace sidestep {

struct Wall {
    Vec2d a, b;
};

inline Vec2d nearest_point(const Wall& wall, Vec2d p) {
    const Vec2d along = wall.b - wall.a;
    const double length_squared = norm_squared(along);
    const double t = dot(p - wall.a, along);
    // Ends are returned exactly, so that two walls meeting in a corner agree on it.
    if (t <= 0 || length_squared == 0) return wall.a;
    if (t >= length_squared) return wall.b;
    return wall.a + along * (t / length_squared);
}
inline double distance(const Wall& wall, Vec2d p) {
    return norm(p - nearest_point(wall, p));
}
/// Between the segment from a to b and the wall; 0 where they touch or cross.
double segment_distance(Vec2d a, Vec2d b, const Wall& wall);
/// Whether the segment from a to b touches or crosses the wall.
bool touches(Vec2d a, Vec2d b, const Wall& wall);

}  // namespace sidestep
