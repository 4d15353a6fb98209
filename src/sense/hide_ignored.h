// Whom the wishes say need not be avoided: the last word on an agent's neighbours before its local model sees them.
#pragma once

#include "sense/octet.h"

namespace sidestep {

/// Takes those out of the lists whom the wishes (by row) say need not be avoided: whom an agent ignores, and whoever
/// comes nearest to it later than its horizon. Of those whose tempo is decided also whoever walks the same way in the
/// same lane, before the one it ignores or behind itself, not beside: they are heeded already, or heed it. Where it
/// ignores nobody, those ahead are too far away to be followed, and to be avoided.
using HideFunction = void (*)(const Wish* wishes, BlockScratch& scratch);
HideFunction ignored_hider();

}  // namespace sidestep
