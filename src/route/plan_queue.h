// Who is planned for in a step, and how much of it: the longest waiting first, until the effort of the step is spent.
// Effort is counted in expansions, never in time, so that the same people are served on every machine.
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
    const auto period = static_cast<std::uint32_t>(std::max(1.0, std::floor(steps + 0.5)));
    const std::uint32_t due = step + 1 + (id % period + period - (step + 1) % period) % period;
    return due - step < (period + 1) / 2 ? due + period : due;
}

struct PlanRequest {
    std::uint32_t due;  ///< step
    AgentId id;
    Row row;
};

class PlanQueue {
public:
    /// Planned at once by all threads before the effort is looked at again.
    static constexpr std::size_t kBlock = 64;

    void clear() { requests_.clear(); }
    void add(const PlanRequest& request) { requests_.push_back(request); }
    std::size_t size() const { return requests_.size(); }

    /// Calls `plan(request)` from many threads in order of (due, id), block by block, until the expansions it returns
    /// add up to `budget`. Returns how many were served; the others keep their turn.
    template <class Plan>
    std::size_t serve(std::uint64_t budget, Workers& workers, Plan&& plan) {
        std::sort(requests_.begin(), requests_.end(), [](const PlanRequest& a, const PlanRequest& b) {
            return a.due != b.due ? a.due < b.due : a.id < b.id;
        });
        std::size_t served = 0;
        std::uint64_t spent = 0;
        while (served < requests_.size() && spent < budget) {
            const std::size_t n = std::min(kBlock, requests_.size() - served);
            workers.for_each(n, [&](std::size_t i) { effort_[i] = plan(requests_[served + i]); });
            for (std::size_t i = 0; i < n; ++i) spent += effort_[i];
            served += n;
        }
        return served;
    }

private:
    std::vector<PlanRequest> requests_;
    std::uint64_t effort_[kBlock];
};

}  // namespace sidestep
