#include "sense/group.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void form_groups(const WorldView&, const CellOrder&, Row, Row, std::uint8_t,
                                         std::vector<Group>&))

GroupFunction group_former() {
    return SIDESTEP_CHOOSE_KERNEL(form_groups);
}

}  // namespace sidestep
