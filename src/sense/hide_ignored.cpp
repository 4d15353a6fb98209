#include "sense/hide_ignored.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void hide_ignored(const Wish*, BlockScratch&))

HideFunction ignored_hider() {
    return SIDESTEP_CHOOSE_KERNEL(hide_ignored);
}

}  // namespace sidestep
