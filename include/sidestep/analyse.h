// Measures of recorded motion. They see trajectories only, never the world, so that an experiment and a simulation are
// measured by the same code. SI units throughout. docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
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

}  // namespace sidestep
