// Areas that overlap or touch, made one.
#pragma once

#include <vector>

#include "sidestep/outline.h"

namespace sidestep {

/// Valid areas. Where none meets another they stay as they are; otherwise the union is found on the lattice: corners
/// keep the coordinates they were given with, places where borders cross lie on the lattice. Outer rings of a union run
/// clockwise.
std::vector<MapOutline::Area> united(std::vector<MapOutline::Area> areas);

}  // namespace sidestep
