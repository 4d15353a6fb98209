// Who waits in which line, noted while a run goes on.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "sidestep/queue_visits.h"
#include "sidestep/simulation.h"

namespace sidestep {

class QueueLog {
public:
    explicit QueueLog(const Scenario& scenario);
    /// After every step.
    void look(const Simulation& simulation);
    /// Every waiting line of the scene, in its order, with those who are still there.
    std::vector<QueueUse> finish(const Simulation& simulation);
    bool empty() const { return queues_.empty(); }

private:
    std::vector<QueueUse> queues_;
    std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace sidestep
