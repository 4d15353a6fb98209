#include "sidestep/leaving.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sidestep/departures.h"

namespace sidestep {

double LeavingTimes::when(double share) const {
    if (people == 0 || !(share > 0)) return std::numeric_limits<double>::quiet_NaN();
    // 0.95 × 20 is 19, not a hair above it.
    const auto needed = static_cast<std::size_t>(std::ceil(share * static_cast<double>(people) - 1e-9));
    return needed <= time.size() ? time[std::max<std::size_t>(needed, 1) - 1]
                                 : std::numeric_limits<double>::quiet_NaN();
}

double LeavingTimes::most_per_second(double stretch) const {
    std::size_t most = 0;
    for (std::size_t first = 0, next = 0; first < time.size(); ++first) {
        while (next < time.size() && time[next] < time[first] + stretch) ++next;
        most = std::max(most, next - first);
    }
    return static_cast<double>(most) / stretch;
}

Leaving leaving_of(const Trajectory& trajectory) {
    Leaving leaving;
    std::set<AgentId> out;
    for (const ExitUse& use : exits_of(trajectory.info)) {
        LeavingTimes& exit = leaving.exits.emplace_back(LeavingTimes{use.exit, use.left.size(), {}});
        for (const ExitUse::Departure& one : use.left) {
            exit.time.push_back(one.time);
            leaving.all.time.push_back(one.time);
            out.insert(one.id);
        }
        std::ranges::sort(exit.time);
    }
    std::ranges::sort(leaving.all.time);
    for (const Track& track : trajectory.tracks) {
        if (!out.contains(track.id)) leaving.inside.push_back(track.id);
    }
    leaving.all.people = out.size() + leaving.inside.size();
    return leaving;
}

}  // namespace sidestep
