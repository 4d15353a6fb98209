// How two people pass each other (Pettré et al. 2009). docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

class BuiltMap;

/// How close two will come if both go on like this: |P + V max(0, −P·V/|V|²)| for relative place P and velocity V.
double predicted_distance(Vec2d place, Vec2d velocity);
/// When that will be, s from now: max(0, −P·V/|V|²); 0 for who do not move against each other.
double time_to_interaction(Vec2d place, Vec2d velocity);

/// Whether somebody at a can see somebody at b.
using Sight = std::function<bool(Vec2d a, Vec2d b)>;
/// Sight across a map given as well-known text; without walls everybody sees everybody. Throws InputError.
Sight sight_on(const std::string& wkt);
Sight sight_on(const BuiltMap& map);

struct PairOptions {
    double cutoff = 1;  ///< Hz, of the filter of places before derivatives are taken; 0: none
    Sight sight{};      ///< empty: always in sight
};

/// Two people over the frames that both tracks have, from first mutual sight to the closest approach.
struct PairMeeting {
    AgentId a = 0, b = 0;
    double seen = 0;       ///< s, t_vis: first frame of mutual sight
    double closest = 0;    ///< s, t_int: of the least distance after it
    double least = 0;      ///< m, that distance
    bool b_first = false;  ///< b reaches the place where the paths cross first; where they do not cross, b is ahead

    /// One frame between the two moments.
    struct Sample {
        double time = 0;         ///< s
        double left = 0;         ///< normalised time to the meeting: 1 at first sight, 0 when closest
        double distance = 0;     ///< m
        double mpd = 0;          ///< m, predicted distance
        double tti = 0;          ///< s, until it is reached
        double adaptation[2]{};  ///< m/s², |a| of a and b
        double speeding[2]{};    ///< m/s², change of speed
        double turning[2]{};     ///< m/s², turning times speed; positive to the left
    };
    std::vector<Sample> samples;
    /// Σ|a|Δt from first sight to the closest approach, m/s.
    double effort(int who) const;
};
/// Nothing where they have fewer than three frames in common, or never see each other before they are closest.
std::optional<PairMeeting> pair_meeting(const Track& a, const Track& b, double fps, const PairOptions& options = {});

/// Zero-phase second-order Butterworth low-pass, forwards and backwards, with the ends reflected.
std::vector<double> low_pass(std::span<const double> values, double rate, double cutoff);

/// Observation, reaction, regulation of one pair, as parts of the normalised time (1 … 0).
struct Periods {
    double observed = 0;  ///< observation ends here: the predicted distance starts to grow
    double reacted = 0;   ///< reaction ends here: it has grown by nine tenths
};
/// Nothing unless the pair would have come closer than 0.8 m and gained more than 0.2 m.
std::optional<Periods> periods(const PairMeeting& meeting);

enum class MeetingValue : std::uint8_t { mpd, tti };
template <>
struct NamesOf<MeetingValue> {
    static constexpr std::string_view all[] = {"mpd", "tti"};
};
/// How predicted distances, or the times until them, are spread over normalised time: every meeting counts once in each
/// column.
struct MeetingDensity {
    std::uint32_t columns = 100;  ///< from first sight (left = 1) to the closest approach (0)
    std::uint32_t rows = 60;
    double highest = 3;         ///< m, or 6 s, of the last row; what is beyond counts there
    std::vector<double> share;  ///< row by row from 0 m up; each column sums to 1
    double at(std::uint32_t column, std::uint32_t row) const { return share[std::size_t{row} * columns + column]; }
};
MeetingDensity meeting_density(std::span<const PairMeeting> meetings, MeetingValue value = MeetingValue::mpd);

/// How well simulated walks match recorded ones.
struct LikelihoodOptions {
    double sigma = 0.25;  ///< m, never fitted: values would not be comparable
    double mu = 0;
    double rate = 10;  ///< samples per second
};
struct Likelihood {
    std::size_t n = 0;
    double log = 0;         ///< Σ log N(δ; μ, σ²), for optimisers
    double normalised = 1;  ///< e^(−Σ(δ − μ)²/(2 n σ²)): geometric mean of the densities over their peak; 1 is perfect
    double rms = 0;         ///< m, of δ
};
/// δ is the Manhattan distance |Δx| + |Δy| of the places at the same time, along the axes of the recording, over [from,
/// to] (s). Both tracks must cover it; samples outside a track are left out.
Likelihood likelihood(const Track& real, const Track& simulated, double fps_real, double fps_simulated, double from,
                      double to, const LikelihoodOptions& options = {});
/// Of several walkers or samples together.
Likelihood joined(std::span<const Likelihood> parts, const LikelihoodOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
