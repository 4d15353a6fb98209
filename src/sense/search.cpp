#include "sense/search.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void search_block(const WorldView&, const CellOrder&, BlockScratch&))

SearchFunction neighbour_search() {
    return SIDESTEP_CHOOSE_KERNEL(search_block);
}

}  // namespace sidestep
