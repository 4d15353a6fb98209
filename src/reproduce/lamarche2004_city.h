// Sections 2 and 3 of the paper: a city cut into cells, and paths through it with and without the abstraction tree.
#pragma once

#include "reproduce/lab.h"

namespace sidestep::lamarche2004 {

/// Cells and free segments of a city like the paper's.
void reproduce_city(const Lab& lab, Reproduction& result);
/// Flat against hierarchical search over the length of the path: figure 12.
void reproduce_paths(const Lab& lab, Reproduction& result);
/// The same in cities that there are, where their maps are in the folder of data.
void reproduce_real_cities(const Lab& lab, const std::string& data, Reproduction& result);

}  // namespace sidestep::lamarche2004
