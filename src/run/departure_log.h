// Who leaves by which exit, noted while a run goes on.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "sidestep/departures.h"
#include "sidestep/simulation.h"

namespace sidestep {

class DepartureLog {
public:
    explicit DepartureLog(const Scenario& scenario);
    /// After every step.
    void look(const Simulation& simulation);
    /// Every exit of the scene, in its order.
    const std::vector<ExitUse>& exits() const { return exits_; }

private:
    std::vector<ExitUse> exits_;
    std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace sidestep
