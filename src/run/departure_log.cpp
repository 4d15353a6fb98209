#include "run/departure_log.h"

namespace sidestep {

DepartureLog::DepartureLog(const Scenario& scenario) {
    for (const GoalSpec& goal : scenario.goals) {
        if (!goal.exit || !index_.emplace(goal.name, exits_.size()).second) continue;
        exits_.push_back({goal.name, {}});
    }
}

void DepartureLog::look(const Simulation& simulation) {
    if (exits_.empty()) return;
    for (const Event& event : simulation.events()) {
        if (event.kind != EventKind::left) continue;
        const auto exit = index_.find(std::string(event.name));
        if (exit != index_.end()) exits_[exit->second].left.push_back({event.agent, simulation.time()});
    }
}

}  // namespace sidestep
