// What a frame has beyond its rows.
#pragma once

#include <cstddef>
#include <vector>

#include "sidestep/simulation.h"

namespace sidestep {

/// Gives a frame its newcomers and explanations, and remembers what earlier frames had.
class Teller {
public:
    explicit Teller(std::vector<AgentId> explain);
    void fill(const Simulation& simulation, TrajectoryFrame& frame);
    /// Who was to be explained and was in no frame.
    const std::vector<AgentId>& unexplained() const { return unexplained_; }

private:
    std::size_t told_ = 0;
    std::vector<AgentId> explain_, unexplained_;
};

}  // namespace sidestep
