#include "run/teller.h"

#include <algorithm>
#include <utility>

namespace sidestep {

Teller::Teller(std::vector<AgentId> explain) : explain_(std::move(explain)) {
    std::sort(explain_.begin(), explain_.end());
    explain_.erase(std::unique(explain_.begin(), explain_.end()), explain_.end());
    unexplained_ = explain_;
}

void Teller::fill(const Simulation& simulation, TrajectoryFrame& frame) {
    frame.newcomers = simulation.agent_infos(told_);
    told_ += frame.newcomers.size();
    // Who came and went between two recorded frames is in none.
    std::erase_if(frame.newcomers, [&](const AgentInfo& agent) {
        return !std::ranges::binary_search(frame.rows, agent.id, {}, &TrajectoryRow::id);
    });
    std::ranges::sort(frame.newcomers, {}, &AgentInfo::id);
    frame.explanations = simulation.explain(explain_);
    for (const Explanation& e : frame.explanations) std::erase(unexplained_, e.id);
}

}  // namespace sidestep
