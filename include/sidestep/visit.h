// Somebody's visit to a waiting line: when it came, was served and went.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/names.h"

namespace SIDESTEP_EXPORT sidestep {

/// Times are s of the run, NaN where it has not come to that. They need not be multiples of a time step: who waits
/// behind somebody begins at the moment that one has been served.
struct Visit {
    enum class Outcome : std::uint8_t {
        waits,   ///< was in the line, or before a full one, when this was told
        served,  ///< has been; or is, while `ended` is not known
        gave_up,
        left,  ///< was given another goal, or taken out of the simulation
    };
    static constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

    AgentId id = 0;
    std::uint32_t point = 0;  ///< where it is served, counted from 0
    double came = kNever;     ///< to the end of the line; where it was full, before it
    double begun = kNever;    ///< to be served
    double ended = kNever;    ///< had been served, gave up or left
    Outcome outcome = Outcome::waits;

    /// s from when it came until it was served or ended otherwise; NaN while it waits.
    double waited() const { return (begun == begun ? begun : ended) - came; }
    /// Equal times are equal, known or not.
    friend bool operator==(const Visit& a, const Visit& b) {
        const auto same = [](double x, double y) { return x == y || (x != x && y != y); };
        return a.id == b.id && a.point == b.point && a.outcome == b.outcome && same(a.came, b.came) &&
               same(a.begun, b.begun) && same(a.ended, b.ended);
    }
};
template <>
struct NamesOf<Visit::Outcome> {
    static constexpr std::string_view all[] = {"waits", "served", "gave_up", "left"};
};

}  // namespace SIDESTEP_EXPORT sidestep
