// A wall is a straight segment without thickness.
#pragma once

#include "sidestep/vec2.h"

namespace sidestep {

struct Wall {
    Vec2d a, b;
};

Vec2d nearest_point(const Wall& wall, Vec2d p);
double distance(const Wall& wall, Vec2d p);
/// Between the segment from a to b and the wall; 0 where they touch or cross.
double segment_distance(Vec2d a, Vec2d b, const Wall& wall);
/// Whether the segment from a to b touches or crosses the wall.
bool touches(Vec2d a, Vec2d b, const Wall& wall);

}  // namespace sidestep
