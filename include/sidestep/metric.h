// Everything that can be measured on a trajectory, in one table: the command line, comparisons, studies, reports and
// documents read it. A further metric is its own source and a line in src/analyse/metric_table.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/area_measures.h"
#include "sidestep/closeness.h"
#include "sidestep/collective.h"
#include "sidestep/crowd_fields.h"
#include "sidestep/export.h"
#include "sidestep/groups.h"
#include "sidestep/lanes.h"
#include "sidestep/line_measures.h"
#include "sidestep/measure_plan.h"
#include "sidestep/meetings.h"
#include "sidestep/motion_quality.h"
#include "sidestep/names.h"
#include "sidestep/single_file.h"
#include "sidestep/speed_waves.h"
#include "sidestep/steerbench.h"
#include "sidestep/trajectory.h"
#include "sidestep/walk_line.h"
#include "sidestep/walk_metrics.h"

namespace SIDESTEP_EXPORT sidestep {

class Measurement;

/// What one value of a metric is of.
enum class MetricPer : std::uint8_t { walker, pair, frame, crowd };
template <>
struct NamesOf<MetricPer> {
    static constexpr std::string_view all[] = {"walker", "pair", "frame", "crowd"};
};

/// One value, and of whom or when.
struct MetricValue {
    double value = 0;
    AgentId a = 0, b = 0;     ///< of walkers a, of pairs both
    std::uint32_t frame = 0;  ///< of frames
};

struct Metric {
    std::string_view name;
    std::string_view unit;
    std::string_view meaning;  ///< a line for tables; docs/metrics.md has the definition
    MetricPer per = MetricPer::walker;
    /// What a file should hold beside places. Without walls everybody sees everybody; without radii 0.25 m are taken;
    /// without labels (profile, goal, group) nothing is measured, nor where people do not walk in single file, nor
    /// where nobody says in which areas or at which lines.
    struct Needs {
        bool walls = false, radii = false, labels = false, file = false, areas = false, lines = false;
    } needs{};
    bool sampled = false;  ///< depends on the sampling interval
    bool usual = false;    ///< measured where nobody asks for particular ones
    /// In order of id or frame; empty where there is nothing to measure.
    std::vector<MetricValue> (*measure)(const Measurement&) = nullptr;
};
std::span<const Metric> metrics();
/// Throws InputError naming the metrics there are.
const Metric& require_metric(std::string_view name);
/// Those named, in this order and each once; "all" stands for all, and no name at all for the usual ones.
std::vector<const Metric*> choose_metrics(std::span<const std::string> names);
/// "walls", "radii", "labels", "a single file", "measurement areas", "measurement lines"
std::vector<std::string_view> names_of(const Metric::Needs& needs);
/// What a metric needs and a trajectory lacks, in words; empty where nothing is missing.
std::string missing_for(const Metric& metric, const Measurement& measurement);

struct MetricOptions {
    /// s, for smoothness, turning and quality of motion; unset: kDefaultSampling, or the time between frames where that
    /// is longer.
    std::optional<double> sampling{};
    SingleFileOptions single_file{};  ///< the line along which people walk in single file; unset: found
    MeasurePlan places{};             ///< areas and lines; empty: what the trajectory says of them
};
/// s. Throws InputError for an interval shorter than the time between frames, and for what is no time.
double sampling_for(const TrajectoryInfo& info, const MetricOptions& options);

/// One trajectory being measured. What several metrics share is made once, when first asked for; one thread at a time.
class Measurement {
public:
    /// The trajectory must outlive it. Throws InputError as sampling_for() does.
    explicit Measurement(const Trajectory& trajectory, const MetricOptions& options = {});
    ~Measurement();
    Measurement(Measurement&&) noexcept;

    const Trajectory& trajectory() const { return trajectory_; }
    double sampling() const { return sampling_; }
    /// Where to measure: as the options said, else as the trajectory's metadata say.
    const MeasurePlan& plan() const { return plan_; }

    const std::vector<WalkMetrics>& walks() const;
    const std::vector<MotionQuality>& motions() const;
    const SteerScore& steer() const;
    const std::vector<ClosestPair>& closest() const;     ///< of every frame
    const std::vector<ClosestPair>& approaches() const;  ///< of those who came within kMeetingReach
    const std::vector<PairMeeting>& meetings() const;    ///< of the same
    const std::vector<CrowdSample>& series() const;
    const CrowdFields& fields() const;
    const RecordedFile& single_file() const;
    const std::vector<Following>& followings() const;  ///< of the single file
    const HeadwayFit& headway_fit() const;
    const SpeedWaves& waves() const;
    const AllAreas& areas() const;                   ///< in the order of the plan, with profiles
    const std::vector<LineMeasures>& lines() const;  ///< likewise
    const std::vector<QueueShape>& queues() const;   ///< before each of the lines
    const std::vector<CollectiveSample>& collective() const;

private:
    struct Made;
    const Trajectory& trajectory_;
    double sampling_;
    SingleFileOptions single_file_;
    MeasurePlan plan_;
    std::unique_ptr<Made> made_;
};
inline constexpr double kMeetingReach = 2;  ///< m, between centres: who never comes closer does not meet

/// All values of a metric in few numbers.
struct MetricSummary {
    std::size_t n = 0;
    double mean = std::numeric_limits<double>::quiet_NaN();
    double sd = std::numeric_limits<double>::quiet_NaN();
    double min = std::numeric_limits<double>::quiet_NaN();
    double max = std::numeric_limits<double>::quiet_NaN();
};
MetricSummary summarise(std::span<const MetricValue> values);
/// The numbers alone.
std::vector<double> numbers_of(std::span<const MetricValue> values);

}  // namespace SIDESTEP_EXPORT sidestep
