// Trials as they went beside what would have become of them, and what is measured on many of them.
#pragma once

#include <optional>
#include <vector>

#include "reproduce/crossing_people.h"
#include "reproduce/pettre2009_study.h"

namespace sidestep::pettre2009 {

constexpr double kNoAdaptation = 1.0;  ///< m: beyond this predicted distance people did not adapt
constexpr double kAdapts = 0.05;       ///< m/s of Σ|a|Δt: more than this is adapting

/// A trial as it went and as it would have gone.
struct Compared {
    const PairMeeting* meeting;
    const CrossingTrial* trial;
    const PairMeeting* alone;  ///< the same two who do not see each other
    double mpd = 0;            ///< m, at first sight
    bool b_would_be_first = false;
    int first = 0, second = 1;  ///< walkers by order of passing
};
std::vector<Compared> compared(Study& study, const std::vector<CrossingTrial>& seeing);

/// Of pairs who would have come closer than kNoAdaptation, but for what says otherwise.
struct Measured {
    std::vector<double> closest;                    ///< m
    std::vector<double> first, second;              ///< m/s, how much each adapts: Σ|a|Δt
    std::vector<double> first_alone;                ///< m/s, the same of the first walkers where nobody sees anybody
    std::vector<double> first_speed, second_speed;  ///< %, share of speed in it, of those who adapt
    std::vector<double> changes;                    ///< s, when second walkers first change their velocity
    std::vector<double> beyond;                     ///< m/s, whoever adapts more of pairs who would pass farther away
    std::vector<double> phase;                      ///< s, of all pairs: from first sight to the closest approach
    std::vector<double> lasted;                     ///< s, the reaction of a pair by itself
    std::size_t pairs = 0;                          ///< all of them
    std::size_t kept = 0;                           ///< pass in the order that was foretold
    std::size_t contacts = 0;                       ///< bodies touch
    std::size_t first_adapting() const;
    double kept_share() const { return 100.0 * static_cast<double>(kept) / static_cast<double>(pairs); }
};
Measured measured(const std::vector<Compared>& all);

/// The middle one, or between the two in the middle; NaN of nothing.
double middle(std::vector<double> values);

}  // namespace sidestep::pettre2009
