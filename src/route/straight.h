// The simplest route: straight to the goal.
#pragma once

#include "route/provider.h"

namespace sidestep {

class Straight final : public RouteProvider {
public:
    Straight();
    void lead(const LeadBlock& block) const noexcept override { lead_(block); }

private:
    void (*lead_)(const LeadBlock&);
};

const RoutePart& direct_route();

}  // namespace sidestep
