// Plain polygons of a scene: regions where agents start, goals, areas that slow down.
#pragma once

#include "sidestep/export.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// Signed: positive for counter-clockwise corners.
double polygon_area(const Polygon& polygon);
/// Even-odd rule; a point on the boundary may count either way.
bool contains(const Polygon& polygon, Vec2d p);

struct Box {
    Vec2d lower, upper;
};
Box bounds(const Polygon& polygon);

/// All places within `distance` of the convex hull, as far as eight directions say so.
Polygon grown(const Polygon& region, double distance);

}  // namespace SIDESTEP_EXPORT sidestep
