// Finds the neighbours of groups of agents: k nearest in range, in order of (distance², id).
#pragma once

#include "sense/cell_order.h"
#include "sense/group.h"
#include "world/view.h"

namespace sidestep {

/// For every group of the scratch space: fills near lists, notes overlaps (flags in `overlapping`, one byte per row)
/// and how far each search had to look (`Group::window`).
using SearchFunction = void (*)(const WorldView&, const CellOrder&, BlockScratch&);

/// The search for this processor.
SearchFunction neighbour_search();

}  // namespace sidestep
