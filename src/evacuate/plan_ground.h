// What people walk on in a plan, and the exits on it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evacuate/floor_parts.h"
#include "sidestep/evacuation.h"
#include "sidestep/map.h"

namespace sidestep {

struct PlanGround {
    std::shared_ptr<const BuiltMap> map;
    std::vector<PlanExit> exits;  ///< that a body can get to
    std::vector<std::string> remarks;
};

/// With the exits that are given, or else those of the plan, each reached by coming near. There may be none.
PlanGround ground_of(const ImportedMap& plan, double radius, const std::vector<std::array<Vec2d, 2>>& given);

/// Puts a passage behind every exit that is a line at the border of what is inside, and people have left at its end.
void lead_through(PlanGround& ground, const FloorParts& floor, double radius);

/// Places of an exit where a body can stand; a few, if there are any.
std::vector<Vec2d> clear_places(const BuiltMap& map, const Polygon& region, double radius);

/// "from (0 0) to (20 15)"
std::string extent_of(const MapOutline& outline);

}  // namespace sidestep
