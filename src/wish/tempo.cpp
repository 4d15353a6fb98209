#include "wish/tempo.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void keep_tempo(const BlockScratch&, const Wish*, Decision*))

TempoFunction tempo_keeper() {
    return SIDESTEP_CHOOSE_KERNEL(keep_tempo);
}

}  // namespace sidestep
