// Which people and meetings of a recording are simulated, and which of them depend on each other.
#pragma once

#include <span>
#include <vector>

#include "evaluate/entry.h"
#include "evaluate/replay.h"

namespace sidestep {

/// A case and what is needed to simulate it, but for the goals.
struct PlannedCase {
    EvaluatedCase what;
    std::vector<Actor> actors;  ///< one, or two of a meeting; goals are the oracle's
};
/// In order of recording and time. A cluster of people is those who enter within one block of time; of meetings those
/// that share a person or a group and overlap in time.
std::vector<PlannedCase> planned_cases(std::span<const FilmedPeople> people, const EvaluateOptions& options);

/// Whether somebody who starts at this time of the recording is in the half that is asked for.
bool in_half(double time, const SeenSpan& span, EvaluateHalf half);

/// Who walks with somebody, as a number for each group; people without one are their own.
class Parties {
public:
    explicit Parties(const FilmedPeople& people);
    std::size_t of(AgentId person) const;

private:
    std::vector<std::pair<AgentId, std::size_t>> party_;  ///< in order of id
};

}  // namespace sidestep
