#include "run/queue_log.h"

#include <algorithm>
#include <utility>

namespace sidestep {

QueueLog::QueueLog(const Scenario& scenario) {
    for (const GoalSpec& goal : scenario.goals) {
        if (!goal.queue || !index_.emplace(goal.name, queues_.size()).second) continue;
        const std::size_t points = std::max<std::size_t>(goal.queue->points.size(), 1);
        queues_.push_back({goal.name, static_cast<std::uint32_t>(points), 0, {}});
    }
}

void QueueLog::look(const Simulation& simulation) {
    if (queues_.empty()) return;
    for (const EndedVisit& ended : simulation.ended_visits()) {
        const auto queue = index_.find(std::string(ended.queue));
        if (queue != index_.end()) queues_[queue->second].visits.push_back(ended.visit);
    }
}

std::vector<QueueUse> QueueLog::finish(const Simulation& simulation) {
    for (const QueueState& state : simulation.queues()) {
        const auto found = index_.find(std::string(state.queue));
        if (found == index_.end()) continue;
        QueueUse& queue = queues_[found->second];
        queue.end = simulation.time();
        queue.visits.insert(queue.visits.end(), state.visits.begin(), state.visits.end());
        std::ranges::sort(queue.visits, {}, [](const Visit& v) { return std::pair(v.came, v.id); });
    }
    return std::move(queues_);
}

}  // namespace sidestep
