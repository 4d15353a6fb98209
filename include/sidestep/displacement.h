// How far the people of a result are from those of the recording that they stand for, at the same time.
// docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

/// Who of a result stands for whom of a recording.
enum class MatchBy : std::uint8_t {
    entry,  ///< who came at the same time and place
    id,     ///< who has the same id
};
template <>
struct NamesOf<MatchBy> {
    static constexpr std::string_view all[] = {"entry", "id"};
};

struct MatchOptions {
    MatchBy by = MatchBy::entry;
    double begin = 0;    ///< s of the recording at which the result begins
    double late = 0.5;   ///< s that somebody may come later or earlier than recorded …
    double apart = 0.5;  ///< … and m from where the recorded person was then
};

/// One person of both.
struct Displacement {
    AgentId id = 0, recorded = 0;                                      ///< of the result, of the recording
    std::size_t moments = 0;                                           ///< at which both are compared
    double ade = 0;                                                    ///< m, mean distance
    double fde = 0;                                                    ///< m, at the last of them
    double most = 0;                                                   ///< m, the greatest
    double length_ratio = std::numeric_limits<double>::quiet_NaN();    ///< way of the result over that of the recording
    double duration_ratio = std::numeric_limits<double>::quiet_NaN();  ///< time likewise
};
struct Displacements {
    std::vector<Displacement> people;       ///< in order of the result's ids
    std::vector<AgentId> only_result{};     ///< who stands for nobody
    std::vector<AgentId> only_recording{};  ///< for whom nobody stands
};
/// Compared are the samples of the recorded person after the first of either; where the other is no longer there, its
/// last place counts, since who has arrived stays there.
Displacements displacements(const Trajectory& result, const Trajectory& recording, const MatchOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
