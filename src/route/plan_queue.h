// Who is planned for in a step, and how much of it: the longest waiting first, until the effort of the step is spent.
// Effort is counted in expansions, never in time, and everybody is charged what its last plan took: who is served is
// known before anybody plans, on any number of threads or machines.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "world/agents.h"

namespace sidestep {

/// Expansions that a question costs besides its own.
inline constexpr std::uint64_t kAsk = 8;

/// The step in which an agent that is planned for in `step` wants to be again, after about `steps` more. Everybody has
/// its own beat, so that a crowd that starts together does not plan together ever after.
inline std::uint32_t next_due(std::uint32_t step, AgentId id, double steps) {
    const auto period = static_cast<std::uint32_t>(std::clamp(std::floor(steps + 0.5), 1.0, 1e9));
    const std::uint32_t due = step + 1 + (id % period + period - (step + 1) % period) % period;
    return due - step < (period + 1) / 2 ? due + period : due;
}

struct PlanRequest {
    std::uint32_t due;  ///< step
    AgentId id;
    Row row;
    std::uint32_t charge;  ///< expansions
};

class PlanQueue {
public:
    void clear() { requests_.clear(); }
    void add(const PlanRequest& request) { requests_.push_back(request); }
    std::size_t size() const { return requests_.size(); }

    /// Calls `plan(request)` from many threads for those first in order of (due, id) whose charges, added up, do not
    /// exceed `budget`; for one at least. Returns how many were served; the others keep their turn.
    template <class Plan>
    std::size_t serve(std::uint64_t budget, Workers& workers, Plan&& plan) {
        std::sort(requests_.begin(), requests_.end(), [](const PlanRequest& a, const PlanRequest& b) {
            return a.due != b.due ? a.due < b.due : a.id < b.id;
        });
        std::size_t served = 0;
        for (std::uint64_t spent = 0; served < requests_.size(); ++served) {
            spent += requests_[served].charge;
            if (spent > budget && served > 0) break;
        }
        workers.for_each(served, [&](std::size_t i) { plan(requests_[i]); });
        return served;
    }

private:
    std::vector<PlanRequest> requests_;
};

}  // namespace sidestep
