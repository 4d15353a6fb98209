#include "sense/octet.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void form_octets(const WorldView&, const CellOrder&, Row, Row, std::uint8_t,
                                         std::vector<Octet>&))

OctetFunction octet_former() {
    return SIDESTEP_CHOOSE_KERNEL(form_octets);
}

}  // namespace sidestep
