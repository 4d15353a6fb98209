#include "route/provider.h"

#include <cmath>

#include "scenario/problem.h"

namespace sidestep {

double planned_radius(const ProfileSpec& profile, double radius) {
    const bool drawn = profile.common.size() > kRadius && profile.common[kRadius] &&
                       profile.common[kRadius]->kind != Distribution::Kind::constant;
    return drawn ? std::ceil(radius / kRadiusClass - 1e-9) * kRadiusClass : radius;
}

InputError periodic_axes(const Scenario& scenario) {
    return problem_at(scenario, "/map/periodic", "ways cannot be planned on periodic axes", "",
                      "\"route\": \"direct\" with periodic axes",
                      "Leave \"periodic\" out, or let everybody walk straight.");
}

}  // namespace sidestep
