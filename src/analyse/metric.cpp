// Choosing metrics and measuring them.
#include "sidestep/metric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sidestep/error.h"
#include "sidestep/map.h"
#include "sidestep/spelling.h"
#include "sidestep/statistics.h"

namespace sidestep {

const Metric& require_metric(std::string_view name) {
    const auto all = metrics();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Metric& m) { return m.name == name; });
    if (found != all.end()) return *found;
    std::vector<std::string> known;
    for (const Metric& m : all) known.emplace_back(m.name);
    known.emplace_back("all");
    throw InputError({.message = fmt::format("there is no metric named \"{}\"", name),
                      .value = std::string(name),
                      .allowed = list_of(known),
                      .remedy = did_you_mean(name, known, "`sidestep metrics` says what each one is.")});
}

std::vector<const Metric*> choose_metrics(std::span<const std::string> names) {
    std::vector<const Metric*> chosen;
    const auto add = [&](const Metric& metric) {
        if (std::find(chosen.begin(), chosen.end(), &metric) == chosen.end()) chosen.push_back(&metric);
    };
    for (const std::string& name : names) {
        if (name != "all") {
            add(require_metric(name));
            continue;
        }
        for (const Metric& metric : metrics()) add(metric);
    }
    for (const Metric& metric : metrics()) {
        if (names.empty() && metric.usual) add(metric);
    }
    return chosen;
}

std::vector<std::string_view> names_of(const Metric::Needs& needs) {
    const auto [walls, radii, labels, file, areas, lines] = needs;
    std::vector<std::string_view> names;
    if (walls) names.emplace_back("walls");
    if (radii) names.emplace_back("radii");
    if (labels) names.emplace_back("labels");
    if (file) names.emplace_back("a single file");
    if (areas) names.emplace_back("measurement areas");
    if (lines) names.emplace_back("measurement lines");
    return names;
}

std::string missing_for(const Metric& metric, const Measurement& measurement) {
    const Trajectory& trajectory = measurement.trajectory();
    if (trajectory.tracks.empty()) return {};
    const auto [walls, radii, labels, file, areas, lines] = metric.needs;
    std::vector<std::string> missing;
    if (walls && trajectory.info.wkt.empty()) {
        missing.emplace_back("no walls are known, so everybody is taken to see everybody");
    }
    if (radii && std::ranges::none_of(trajectory.agents, [](const AgentInfo& a) { return a.radius > 0; })) {
        missing.push_back(fmt::format("no radii are known, so {} m are taken", SteerOptions{}.unknown_radius));
    }
    const auto labelled = [](const AgentInfo& a) { return !(a.profile + a.goal + a.group).empty(); };
    if (labels && std::ranges::none_of(trajectory.agents, labelled)) {
        missing.emplace_back("nobody's profile, goal and group are known, so nothing is measured");
    }
    if (file && !measurement.single_file().found()) {
        missing.push_back(
            fmt::format("no single file ({}), so nothing is measured", measurement.single_file().why_not));
    }
    if (areas && measurement.plan().areas.empty()) {
        missing.emplace_back("no measurement area is given, so nothing is measured");
    }
    if (lines && measurement.plan().lines.empty()) {
        missing.emplace_back("no measurement line is given, so nothing is measured");
    }
    return missing.empty() ? "" : fmt::format("{}: {}", metric.name, fmt::join(missing, "; "));
}

double sampling_for(const TrajectoryInfo& info, const MetricOptions& options) {
    const double interval = 1 / info.fps;
    if (!options.sampling) return std::max(kDefaultSampling, interval);
    const double wanted = *options.sampling;
    if (!(wanted > 0) || !std::isfinite(wanted)) {
        throw InputError({.message = "the sampling interval is not usable",
                          .value = fmt::format("{} s", wanted),
                          .allowed = "a number of seconds above 0",
                          .remedy = "0.5 is what published values use."});
    }
    // Relative, so that an interval of exactly one frame passes whatever its rounding.
    if (wanted * info.fps < 1 - 1e-9) {
        throw InputError({.message = "the sampling interval is shorter than the time between frames, so corners would "
                                     "be those of the interpolation",
                          .value = fmt::format("{} s", wanted),
                          .allowed = fmt::format("at least {:g} s", interval),
                          .remedy = fmt::format("Use {:g} s or more.", interval)});
    }
    return wanted;
}

struct Measurement::Made {
    std::optional<std::vector<WalkMetrics>> walks;
    std::optional<std::vector<MotionQuality>> motions;
    std::optional<SteerScore> steer;
    std::optional<std::vector<ClosestPair>> closest, approaches;
    std::optional<std::vector<PairMeeting>> meetings;
    std::optional<std::vector<CrowdSample>> series;
    std::optional<CrowdFields> fields;
    std::optional<RecordedFile> single_file;
    std::optional<std::vector<Following>> followings;
    std::optional<HeadwayFit> headway_fit;
    std::optional<SpeedWaves> waves;
    std::optional<AllAreas> areas;
    std::optional<std::vector<LineMeasures>> lines;
    std::optional<std::vector<QueueShape>> queues;
    std::optional<std::vector<CollectiveSample>> collective;
};

namespace {

template <class T, class Make>
const T& made(std::optional<T>& kept, Make make) {
    if (!kept) kept = make();
    return *kept;
}

const Track& track_of(const Trajectory& trajectory, AgentId id) {
    return *std::ranges::lower_bound(trajectory.tracks, id, {}, &Track::id);
}

}  // namespace

namespace {

/// What is said with the question counts before what the result says.
MeasurePlan plan_for(const TrajectoryInfo& info, const MeasurePlan& asked) {
    const auto inside = info.metadata.find("measure");
    return !asked.empty() || inside == info.metadata.end() ? asked : measure_plan_inside(inside->second);
}

}  // namespace

Measurement::Measurement(const Trajectory& trajectory, const MetricOptions& options)
    : trajectory_(trajectory),
      sampling_(sampling_for(trajectory.info, options)),
      single_file_(options.single_file),
      plan_(plan_for(trajectory.info, options.places)),
      made_(std::make_unique<Made>()) {}
Measurement::~Measurement() = default;
Measurement::Measurement(Measurement&&) noexcept = default;

const std::vector<WalkMetrics>& Measurement::walks() const {
    return made(made_->walks, [&] { return walk_metrics(trajectory_, sampling_); });
}

const std::vector<MotionQuality>& Measurement::motions() const {
    return made(made_->motions, [&] { return motion_quality(trajectory_, sampling_); });
}

const SteerScore& Measurement::steer() const {
    return made(made_->steer, [&] { return steer_score(trajectory_); });
}

const std::vector<ClosestPair>& Measurement::closest() const {
    return made(made_->closest, [&] { return closest_pairs(trajectory_); });
}

const std::vector<ClosestPair>& Measurement::approaches() const {
    return made(made_->approaches, [&] { return sidestep::approaches(trajectory_, kMeetingReach); });
}

const std::vector<PairMeeting>& Measurement::meetings() const {
    return made(made_->meetings, [&] {
        const PairOptions options{.sight = sight_on(*built_map(trajectory_.info.wkt, trajectory_.info.map))};
        std::vector<PairMeeting> all;
        for (const ClosestPair& p : approaches()) {
            auto meeting =
                pair_meeting(track_of(trajectory_, p.a), track_of(trajectory_, p.b), trajectory_.info.fps, options);
            if (meeting) all.push_back(std::move(*meeting));
        }
        return all;
    });
}

const std::vector<CrowdSample>& Measurement::series() const {
    return made(made_->series, [&] { return crowd_series(trajectory_); });
}

const CrowdFields& Measurement::fields() const {
    return made(made_->fields, [&] { return crowd_fields(trajectory_); });
}

const RecordedFile& Measurement::single_file() const {
    return made(made_->single_file, [&] { return single_file_of(trajectory_, single_file_); });
}

const std::vector<Following>& Measurement::followings() const {
    return made(made_->followings, [&] { return sidestep::followings(single_file().file); });
}

const HeadwayFit& Measurement::headway_fit() const {
    return made(made_->headway_fit, [&] { return fit_headways(headway_points(followings())); });
}

const SpeedWaves& Measurement::waves() const {
    return made(made_->waves, [&] { return speed_waves(single_file().file); });
}

const AllAreas& Measurement::areas() const {
    return made(made_->areas, [&] { return measure_areas(trajectory_, plan_, {.profiles = true}); });
}

const std::vector<LineMeasures>& Measurement::lines() const {
    return made(made_->lines, [&] {
        std::vector<LineMeasures> all;
        for (const MeasureLine& line : plan_.lines) all.push_back(measure_line(trajectory_, plan_, line));
        return all;
    });
}

const std::vector<QueueShape>& Measurement::queues() const {
    return made(made_->queues, [&] {
        std::vector<QueueShape> all;
        for (const MeasureLine& line : plan_.lines) all.push_back(queue_shape(trajectory_, plan_, line));
        return all;
    });
}

const std::vector<CollectiveSample>& Measurement::collective() const {
    return made(made_->collective, [&] { return collective_series(trajectory_, plan_); });
}

std::vector<double> numbers_of(std::span<const MetricValue> values) {
    std::vector<double> numbers;
    numbers.reserve(values.size());
    for (const MetricValue& v : values) numbers.push_back(v.value);
    return numbers;
}

MetricSummary summarise(std::span<const MetricValue> values) {
    const std::vector<double> numbers = numbers_of(values);
    const Summary s = summarise(numbers);
    MetricSummary summary{s.n, s.mean, s.sd};
    if (numbers.empty()) return summary;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    summary.min = *least;
    summary.max = *most;
    return summary;
}

}  // namespace sidestep
