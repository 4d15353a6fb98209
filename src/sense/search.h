// Finds the neighbours of octets of agents: k nearest in range, in order of (distance², id).
#pragma once

#include "sense/cell_order.h"
#include "sense/octet.h"
#include "world/view.h"

namespace sidestep {

/// For every octet of the scratch space: fills near lists, notes overlaps (`Octet::overlap`, `any_overlap`) and how far
/// each search had to look (`Octet::window`).
using SearchFunction = void (*)(const WorldView&, const CellOrder&, BlockScratch&);

/// The search for this processor.
SearchFunction neighbour_search();

}  // namespace sidestep
