// Walkers who differ from each other, as people do, fitted to what Pettré et al. print of theirs.
//
// The paper calibrates its parameters for every pair it recorded. The recordings are not at hand; what it prints of all
// of them together is: when the predicted distance begins to grow, when it has grown, and how close people pass.
#pragma once

#include <vector>

#include "reproduce/crossing_trials.h"

namespace sidestep {

/// How sure people are, and how much they differ in it: β and γ of every walker, about speed and about direction, are
/// drawn each by itself, log-normal with these means and a standard deviation of `spread` times the mean.
struct DifferingPeople {
    double beta = 0.5;    ///< m; the paper's default, like the next
    double gamma = 0.25;  ///< –
    double spread = 0;    ///< –; 0: all alike
    std::vector<DrawnParameter> parameters() const;
};

/// Many meetings read together, as the paper reads its Figure 3 (right), of pairs who would come closer than 0.8 m.
struct MeetingsTogether {
    double observed = 1, reacted = 1;  ///< of normalised time, by the rule of periods() on the pairs' median
    double phase = 0;                  ///< s, from first sight to the closest approach, mean
    double closest = 0;                ///< m, mean
    double reaction_time() const { return (observed - reacted) * phase; }
    /// How far from what the paper prints of its people (0.8, 0.4, 0.8 m), in tenths; squares added up.
    double off_people() const;
};
/// Nothing where there are no such pairs or none of them gains distance.
std::optional<MeetingsTogether> together(const std::vector<CrossingTrial>& trials);

/// Of people least off, judged by these trials. Begins with the paper's defaults.
DifferingPeople fit_people(CrossingTrials& trials, TrialRange range, int evaluations);

}  // namespace sidestep
