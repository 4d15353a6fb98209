// How people with the same group label keep together.
#pragma once

#include <vector>

#include "sidestep/export.h"
#include "sidestep/tracks.h"

namespace SIDESTEP_EXPORT sidestep {

struct GroupDistance {
    AgentId id = 0;
    double distance = 0;  ///< m, mean over the frames in which another of its group is there
};
/// From the middle of its group, that is the mean place of those who are there; in order of id. Those without a label
/// and those who never had company are left out. Round a periodic axis by the shorter way.
std::vector<GroupDistance> group_distances(const Trajectory& trajectory);

}  // namespace SIDESTEP_EXPORT sidestep
