// Constants of a law of following found from people in single file: from how fast they walk at what density, or from
// how everybody keeps behind the one ahead. Every law is fitted by the same search.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/law_walker.h"
#include "reproduce/single_file_people.h"
#include "sidestep/calibrate.h"

namespace sidestep {

/// What of a law is searched for: the constants it has, d_f where it knows one; the preferred speed, too, where
/// `with_preferred`.
std::vector<Unknown> unknowns_of_law(FollowingLaw law, bool with_preferred);
/// `base` with what a search found.
LawWalker walker_with(FollowingLaw law, std::span<const Unknown> unknowns, std::span<const double> values,
                      LawWalker base);

/// m/s: root mean square over bins of what the law makes of a ring of that density, less what people do there.
double diagram_error(const LawWalker& walker, std::span<const PeopleBin> bins);

/// Somebody behind the same leader for some time.
struct Episode {
    std::vector<double> leader, own;  ///< m, every `interval`
    double interval = 0.1;
    double speed = 0;  ///< m/s, when it begins
};
/// Of at least `least` seconds. Every other person is held out, beginning with the second, in order of id.
std::vector<Episode> episodes(const SingleFile& file, Half half, double least = 2);

struct BehindErrors {
    double gap = 0;    ///< m, root mean square over all moments
    double speed = 0;  ///< m/s, of speeds over 0.4 s
    std::size_t moments = 0;
};
BehindErrors behind_errors(const LawWalker& walker, std::span<const Episode> episodes);

struct LawFit {
    LawWalker walker;
    double cost = 0;  ///< on what was learned from
};
LawFit fit_to_diagram(FollowingLaw law, std::span<const PeopleBin> bins, int evaluations, int threads);
/// To the gaps, since speeds alone say nothing of d_f.
LawFit fit_to_episodes(FollowingLaw law, std::span<const Episode> episodes, double preferred, int evaluations,
                       int threads);

}  // namespace sidestep
