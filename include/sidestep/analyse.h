// Measures of recorded motion. They see trajectories only, never the world, so that an experiment and a simulation are
// measured by the same code. SI units throughout. docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/trajectory.h"

namespace sidestep {

// ---- How one person walked (Karamouzas et al. 2009, Table 1) ----

/// One agent, from its first to its last sample. Walls, goals and radii play no part.
struct WalkMetrics {
    AgentId id = 0;
    double time = 0;            ///< s, from the first sample to the last
    double length = 0;          ///< m, Σ|Δx|
    double avg_speed = 0;       ///< m/s, length / time
    double smoothness = 0;      ///< 1/m, ∫κ²ds of the path resampled at the sampling interval
    double smoothness_raw = 0;  ///< 1/m, the same for every recorded step: measures the switching of forces
    double total_accel = 0;     ///< m/s, Σ|Δv| over the recorded steps
    double degrees = 0;         ///< °, Σ|Δθ| of the resampled path
    double degrees_raw = 0;     ///< °, the same for every recorded step
};

/// A column of WalkMetrics for those who print, plot or compare them all.
struct WalkMetric {
    std::string_view name;
    std::string_view unit;
    double WalkMetrics::* value;
    bool sampled;  ///< depends on the sampling interval
};
std::span<const WalkMetric> walk_metric_table();

inline constexpr double kDefaultSampling = 0.5;  ///< s

/// Agents with a single sample have not walked and are left out. `sampling` (s) must be above 0; below the interval of
/// the frames it would measure corners of the interpolation.
std::vector<WalkMetrics> walk_metrics(const Trajectory& trajectory, double sampling = kDefaultSampling);

// ---- Velocity ----

/// m/s at one sample of a track: the central difference, one-sided at the ends, over the frames that really lie
/// between, by the shorter way round a periodic axis. Zero for a track of one sample.
Vec2d velocity_at(const Track& track, std::size_t sample, const TrajectoryInfo& info);
/// The same where no track is at hand: from the places before, at and after the sample, equal where there is none, and
/// the number of frames from the first to the last of them.
Vec2d velocity_at(Vec2d before, Vec2d here, Vec2d after, std::uint32_t frames, const TrajectoryInfo& info);

// ---- Statistics ----

struct Summary {
    std::size_t n = 0;
    double mean = std::numeric_limits<double>::quiet_NaN();  ///< undefined for nobody
    double sd = std::numeric_limits<double>::quiet_NaN();    ///< of the sample (n − 1), undefined for fewer than two
};
Summary summarise(std::span<const double> values);

/// Do two populations with possibly different variances have the same mean?
struct WelchTest {
    double t = std::numeric_limits<double>::quiet_NaN();
    double df = std::numeric_limits<double>::quiet_NaN();  ///< Welch–Satterthwaite
    double p = std::numeric_limits<double>::quiet_NaN();   ///< two-sided
};
/// Undefined (NaN) when a side has fewer than two values.
WelchTest welch_test(const Summary& a, const Summary& b);
WelchTest welch_test(std::span<const double> a, std::span<const double> b);

/// Do pairs of values, such as two models on the same path, differ on average?
struct PairedTest {
    std::size_t n = 0;                                             ///< pairs
    double difference = std::numeric_limits<double>::quiet_NaN();  ///< mean of a − b
    double t = std::numeric_limits<double>::quiet_NaN();
    double df = std::numeric_limits<double>::quiet_NaN();  ///< n − 1
    double p = std::numeric_limits<double>::quiet_NaN();   ///< two-sided
};
/// Student's test of the differences; undefined (NaN) for fewer than two pairs. Throws std::invalid_argument when the
/// numbers of values differ.
PairedTest paired_test(std::span<const double> a, std::span<const double> b);

/// Do two quantities grow together, in a straight line?
struct Correlation {
    std::size_t n = 0;                                    ///< pairs
    double r = std::numeric_limits<double>::quiet_NaN();  ///< Pearson's coefficient
    double p = std::numeric_limits<double>::quiet_NaN();  ///< two-sided, of r = 0
};
/// Undefined (NaN) for fewer than three pairs or where one side is constant. Throws std::invalid_argument when the
/// numbers of values differ.
Correlation correlation(std::span<const double> a, std::span<const double> b);

/// Does one population tend to larger values? Makes no assumption about the distribution.
struct MannWhitneyTest {
    double u = std::numeric_limits<double>::quiet_NaN();  ///< pairs in which a is larger, ties counting one half
    double z =
        std::numeric_limits<double>::quiet_NaN();  ///< corrected for ties and continuity; its sign is that of a − b
    double p = std::numeric_limits<double>::quiet_NaN();  ///< two-sided
    bool exact = false;                                   ///< p counts arrangements instead of using z
};
/// Exact for at most 20 values on each side without ties, else the normal approximation. Undefined for an empty side.
MannWhitneyTest mann_whitney_test(std::span<const double> a, std::span<const double> b);

/// Regularised incomplete beta function I_x(a, b), a, b > 0 and 0 ≤ x ≤ 1.
double incomplete_beta(double a, double b, double x);

// ---- Lanes in bidirectional flow ----

enum class Axis : std::uint8_t { x, y };

struct LaneOptions {
    Axis axis = Axis::x;  ///< along which the streams walk
    double strip = 0.3;   ///< m, neighbours are closer than this across the axis …
    double reach = 8;     ///< m, … and closer than this along it
    double half_length = std::numeric_limits<double>::infinity();  ///< m, only agents with |axis coordinate| below
    std::size_t min_per_stream = 0;  ///< frames with fewer in either direction are left out
    double every = 1;                ///< s between the frames looked at
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s, frame / fps
    int shuffles = 20;                                              ///< of the direction labels, for the baseline
    std::uint64_t seed = 1;                                         ///< of the shuffles
};

struct LaneSample {
    std::uint32_t frame = 0;
    double time = 0;         ///< s
    std::size_t agents = 0;  ///< with at least one neighbour: those who count
    double phi = 0;          ///< mean of ((same − opposite) / (same + opposite))² over their neighbours' directions
    double baseline = 0;     ///< the same with shuffled directions: what chance alone gives
    double lanes() const { return phi - baseline; }
};
/// Direction is the sign of the velocity along the axis, by central differences; who stands still has none. Frames in
/// which nobody has a neighbour are left out.
std::vector<LaneSample> lane_index(const Trajectory& trajectory, const LaneOptions& options = {});

struct BandOptions {
    Axis axis = Axis::x;
    double width = 0.8;              ///< m, of a band across the hall
    double half_length = 8;          ///< m, only agents with |axis coordinate| below
    std::size_t min_per_band = 3;    ///< emptier bands do not count
    std::size_t min_per_stream = 8;  ///< frames with fewer in either direction have no value
    double every = 1;                ///< s between the frames looked at
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s, frame / fps
};
struct BandSample {
    std::uint32_t frame = 0;
    double time = 0;        ///< s
    std::size_t bands = 0;  ///< that count
    double phi = 0;         ///< mean over them of ((n₊ − n₋) / (n₊ + n₋))²
};
/// The index by which the prototype was judged (specification of Karamouzas 2009, §5). Bands start at coordinate 0.
std::vector<BandSample> band_index(const Trajectory& trajectory, const BandOptions& options = {});

// ---- Closeness ----

struct ClosestPair {
    std::uint32_t frame = 0;
    double time = 0;      ///< s
    double distance = 0;  ///< m, between centres
    AgentId a = 0, b = 0;
};
/// The closest two of every frame with at least two agents.
std::vector<ClosestPair> closest_pairs(const Trajectory& trajectory);
/// The closest of all frames; nothing when nobody ever had company.
std::optional<ClosestPair> closest_ever(const Trajectory& trajectory);

// ---- Where people are and how fast, over the whole recording ----

/// Values on square cells.
struct GridField {
    Vec2d lower{};    ///< corner of the first cell
    double cell = 1;  ///< m
    std::uint32_t columns = 0, rows = 0;
    std::vector<double> value;  ///< row by row, from `lower` to the right and up; NaN where undefined
    double at(std::uint32_t column, std::uint32_t row) const { return value[std::size_t{row} * columns + column]; }
    Vec2d upper() const { return {lower.x + cell * columns, lower.y + cell * rows}; }
};

struct FieldOptions {
    /// m; 0: the smallest of …, 0.25, 0.5, 1, 2, 5, … m with at most 100 cells along the longer side, at least 0.25 m
    double cell = 0;
};

struct CrowdFields {
    GridField density;  ///< 1/m², people per area, averaged over all frames, those without anybody too
    GridField speed;  ///< m/s, mean over the samples in the cell: weighted by the time people spent there; NaN: nobody
    double seconds = 0;  ///< that the average covers: frames times the interval between them
};
/// The grid covers everybody, its cells start at multiples of their size. Walls play no part: a cell half behind a wall
/// counts as a whole. Empty without anybody. Throws std::invalid_argument for a cell that makes more than 10⁸ cells.
CrowdFields crowd_fields(const Trajectory& trajectory, const FieldOptions& options = {});

struct CrowdSample {
    std::uint32_t frame = 0;
    double time = 0;  ///< s, frame / fps
    std::size_t people = 0;
    double speed = std::numeric_limits<double>::quiet_NaN();  ///< m/s, mean; NaN when nobody is there
};
/// At most `at_most` frames, evenly spread from the first to near the last; frames in which nobody was are among them.
std::vector<CrowdSample> crowd_series(const Trajectory& trajectory, std::size_t at_most = 1000);

/// Speeds of all samples, in order of (id, frame). Tracks of one sample have none.
std::vector<double> all_speeds(const Trajectory& trajectory);

struct Histogram {
    double lower = 0;                ///< of the first bin
    double width = 1;                ///< of every bin: 1, 2 or 5 times a power of ten
    std::vector<std::size_t> count;  ///< bin i holds lower + i·width ≤ x < lower + (i + 1)·width
    std::size_t n = 0;               ///< values counted; what is not finite is left out
};
/// Bins start at a multiple of their width. The width follows Freedman and Diaconis, 2·IQR/∛n, rounded to a round
/// number, or as much wider as `at_most` bins need.
Histogram histogram(std::span<const double> values, std::size_t at_most = 40);

// ---- How far a walked path is from an observed one (Brogan and Johnson 2003) ----

/// Places at even times, `step` seconds apart: both paths start at time 0, and who has arrived stays.
struct PathErrors {
    std::size_t steps = 0;  ///< of the longer path
    double distance = 0;    ///< m, mean distance of the two at the same time
    double area = 0;        ///< m² per step, between the two paths, whatever the times
    double speed = 0;       ///< m/s, mean difference of the speeds at the same time
};
struct PathErrorOptions {
    bool shorter = false;  ///< compare only while both walk
};
/// Zero for paths without a step. `step` (s) must be above 0.
PathErrors path_errors(std::span<const Vec2d> observed, std::span<const Vec2d> walked, double step,
                       const PathErrorOptions& options = {});
/// m², ∬|winding number| of the closed curve from a's start along a, across to b's end, back along b: lobes on both
/// sides count, loops as often as they are run through.
double area_between(std::span<const Vec2d> a, std::span<const Vec2d> b);

/// A recorded track as such a path, by linear interpolation.
std::vector<Vec2d> sampled_path(const Track& track, const TrajectoryInfo& info, double step);

/// Where and when a heel touched the ground.
struct HeelStrike {
    double time = 0;  ///< s, ascending
    Vec2d place{};
};
/// The body is half-way between two successive strikes at half-time; between, a Catmull–Rom curve. Empty for fewer than
/// two strikes. Throws std::invalid_argument when times do not ascend.
std::vector<Vec2d> path_of_heel_strikes(std::span<const HeelStrike> strikes, double step);

// ---- Walks between rests, and what they tell of walking (Brogan and Johnson 2003, §3) ----

struct RestOptions {
    double standing = 0.15;  ///< m/s, slower is standing
    double least = 1;        ///< m, shorter ways are no walks
};
/// The parts of a track in which somebody walks, with the last sample before that and the first one after. Speeds are
/// those over half a second, so that one sample's noise neither ends nor begins a walk.
std::vector<Track> walks_of(const Track& track, const TrajectoryInfo& info, const RestOptions& options = {});

/// Somebody at one end of a path.
struct PathEnd {
    Vec2d place{};
    double heading = 0;  ///< rad
    double speed = 0;    ///< m/s
};
/// Heading over the first (last) quarter of a metre, speed over the first (last) third of a second: single samples are
/// noise. Throws std::invalid_argument for a path that goes nowhere.
PathEnd start_of(std::span<const Vec2d> path, double step);
PathEnd end_of(std::span<const Vec2d> path, double step);

struct ProfileOptions {
    double cutoff = 1;  ///< Hz, of the filter of places; 0: none
    double least = 3;   ///< m, walks that are shorter reach no top speed
    RestOptions rest{};
};
/// The constants of a walker, each over the walks that show it.
struct WalkingProfile {
    std::vector<double> top_speed;       ///< m/s, greatest of a walk
    std::vector<double> turn_speed;      ///< m/s, in turns: nearest to the wall, where there is one within 1.5 m
    std::vector<double> accel_distance;  ///< m from standing to the top speed of the walk
    std::vector<double> decel_distance;  ///< m from the top speed to standing
    std::size_t walks = 0;
};
WalkingProfile walking_profile(const Trajectory& trajectory, const ProfileOptions& options = {});

/// A column of WalkingProfile for those who print them all.
struct ProfileConstant {
    std::string_view name;
    std::string_view unit;
    std::vector<double> WalkingProfile::* values;
    double paper;  ///< what Brogan and Johnson measured
};
std::span<const ProfileConstant> profile_table();

// ---- Steering benchmark (SteerBench) ----

/// Power of standing (J/(kg s)) and its growth with speed² (J s/(kg m²)): Guy et al. 2010, after Whittle.
inline constexpr double kStandingPower = 2.23, kWalkingPower = 1.26;

struct SteerOptions {
    double unknown_radius = 0.25;  ///< m, of agents whose file does not say
    double tolerance = 1e-3;       ///< m of overlap that do not count
};
/// Everything per agent, lower is better.
struct SteerScore {
    std::size_t agents = 0;
    double collisions = 0;  ///< a contiguous overlap of a pair counts once for each of the two
    double time = 0;        ///< s in the scene
    double kinetic = 0;     ///< m²/s, ∫½|v|²dt of a unit mass; over time, so that it does not depend on the frame rate
    double effort = 0;      ///< J/kg, ∫(2.23 + 1.26 |v|²)dt; reported beside, not part of the score
    double score = 0;       ///< 50 collisions + time + kinetic
};
SteerScore steer_score(const Trajectory& trajectory, const SteerOptions& options = {});

// ---- How two people pass each other (Pettré et al. 2009) ----

/// How close two will come if both go on like this: |P + V max(0, −P·V/|V|²)| for relative place P and velocity V.
double predicted_distance(Vec2d place, Vec2d velocity);

/// Whether somebody at a can see somebody at b.
using Sight = std::function<bool(Vec2d a, Vec2d b)>;
/// Sight across a map given as well-known text; without walls everybody sees everybody. Throws InputError.
Sight sight_on(const std::string& wkt);

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

/// How predicted distances are spread over normalised time: every meeting counts once in each column.
struct MeetingDensity {
    std::uint32_t columns = 100;  ///< from first sight (left = 1) to the closest approach (0)
    std::uint32_t rows = 60;
    double highest = 3;         ///< m, of the last row; what is beyond counts there
    std::vector<double> share;  ///< row by row from 0 m up; each column sums to 1
    double at(std::uint32_t column, std::uint32_t row) const { return share[std::size_t{row} * columns + column]; }
};
MeetingDensity meeting_density(std::span<const PairMeeting> meetings);

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

}  // namespace sidestep
