// Abstraction trees in built map files: section "TREE", one tree after the other, each for a radius and a number of
// key points.
#pragma once

#include <memory>
#include <span>

#include "map/map_file.h"
#include "path/hierarchical_search.h"

namespace sidestep {

/// Builds the trees of those options that are for `hierarchical`; nothing where there are none.
void add_trees(MapFileWriter& file, const std::shared_ptr<const PathGround>& ground,
               std::span<const PathOptions> options);
/// Null where the file has no tree for this body. Throws InputError where what it has cannot be one.
std::unique_ptr<HierarchicalSearch> read_tree(const MapFile& file, const std::shared_ptr<const PathGround>& ground,
                                              const PathOptions& options);

}  // namespace sidestep
