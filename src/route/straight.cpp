#include "route/straight.h"

#include "base/processor.h"

namespace sidestep {

SIDESTEP_DECLARE_KERNEL(void lead_straight(const LeadBlock&))

Straight::Straight() : lead_(SIDESTEP_CHOOSE_KERNEL(lead_straight)) {}

const RoutePart& direct_route() {
    static const RoutePart part{
        {.name = "direct",
         .kind = PartKind::route,
         .source = "no publication of its own",
         .summary = "straight at the goal; walls in between are not walked round"},
        [](const RouteContext&) -> std::unique_ptr<RouteProvider> { return std::make_unique<Straight>(); }};
    return part;
}

}  // namespace sidestep
