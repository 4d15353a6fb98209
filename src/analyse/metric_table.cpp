// The table of metrics: a line each.
#include <algorithm>
#include <array>
#include <cmath>

#include "sidestep/departures.h"
#include "sidestep/leaving.h"
#include "sidestep/metric.h"

namespace sidestep {

namespace {

using Values = std::vector<MetricValue>;
using enum MetricPer;

template <double WalkMetrics::* value>
Values walker_value(const Measurement& m) {
    Values values;
    for (const WalkMetrics& walk : m.walks()) values.push_back({.value = walk.*value, .a = walk.id});
    return values;
}

template <double MotionQuality::* value>
Values motion_value(const Measurement& m) {
    Values values;
    for (const MotionQuality& motion : m.motions()) {
        if (std::isfinite(motion.*value)) values.push_back({.value = motion.*value, .a = motion.id});
    }
    return values;
}

template <double SteerScore::* value>
Values steer_value(const Measurement& m) {
    if (m.steer().agents == 0) return {};
    return {{.value = m.steer().*value}};
}

Values approach(const Measurement& m) {
    Values values;
    for (const ClosestPair& p : m.approaches()) values.push_back({.value = p.distance, .a = p.a, .b = p.b});
    return values;
}

Values predicted(const Measurement& m) {
    Values values;
    for (const PairMeeting& p : m.meetings()) values.push_back({.value = p.samples.front().mpd, .a = p.a, .b = p.b});
    return values;
}

Values adaptation(const Measurement& m) {
    Values values;
    for (const PairMeeting& p : m.meetings()) {
        values.push_back({.value = p.effort(0) + p.effort(1), .a = p.a, .b = p.b});
    }
    return values;
}

Values group_distance(const Measurement& m) {
    Values values;
    for (const GroupDistance& g : group_distances(m.trajectory())) values.push_back({.value = g.distance, .a = g.id});
    return values;
}

Values exit_time(const Measurement& m) {
    Values values;
    for (const ExitUse& use : exits_of(m.trajectory().info)) {
        for (const ExitUse::Departure& one : use.left) values.push_back({.value = one.time, .a = one.id});
    }
    std::ranges::sort(values, {}, &MetricValue::a);
    return values;
}

template <std::size_t share>
Values out(const Measurement& m) {
    const double when = leaving_of(m.trajectory()).all.when(kToldShares[share]);
    return std::isfinite(when) ? Values{{.value = when}} : Values{};
}

Values nearest(const Measurement& m) {
    Values values;
    for (const ClosestPair& p : m.closest()) {
        values.push_back({.value = p.distance, .a = p.a, .b = p.b, .frame = p.frame});
    }
    return values;
}

Values closest(const Measurement& m) {
    const Values all = nearest(m);
    const auto best = std::min_element(all.begin(), all.end(),
                                       [](const MetricValue& a, const MetricValue& b) { return a.value < b.value; });
    return best == all.end() ? Values{} : Values{*best};
}

Values people(const Measurement& m) {
    Values values;
    for (const CrowdSample& s : m.series()) {
        values.push_back({.value = static_cast<double>(s.people), .frame = s.frame});
    }
    return values;
}

Values mean_speed(const Measurement& m) {
    Values values;
    for (const CrowdSample& s : m.series()) {
        if (std::isfinite(s.speed)) values.push_back({.value = s.speed, .frame = s.frame});
    }
    return values;
}

template <Axis axis>
Values lanes(const Measurement& m) {
    Values values;
    for (const LaneSample& s : lane_index(m.trajectory(), {.axis = axis})) {
        values.push_back({.value = s.lanes(), .frame = s.frame});
    }
    return values;
}

template <Axis axis>
Values bands(const Measurement& m) {
    Values values;
    for (const BandSample& s : band_index(m.trajectory(), {.axis = axis})) {
        values.push_back({.value = s.phi, .frame = s.frame});
    }
    return values;
}

std::optional<std::size_t> densest(const CrowdFields& fields) {
    const std::vector<double>& density = fields.density.value;
    if (density.empty()) return std::nullopt;
    return static_cast<std::size_t>(std::max_element(density.begin(), density.end()) - density.begin());
}

Values peak_density(const Measurement& m) {
    const auto cell = densest(m.fields());
    return cell ? Values{{.value = m.fields().density.value[*cell]}} : Values{};
}

Values speed_at_peak(const Measurement& m) {
    const auto cell = densest(m.fields());
    if (!cell || !std::isfinite(m.fields().speed.value[*cell])) return {};
    return {{.value = m.fields().speed.value[*cell]}};
}

constexpr Metric::Needs kNothing{}, kWalls{.walls = true}, kRadii{.radii = true}, kLabels{.labels = true};

constexpr std::array kMetrics{
    // name, unit, meaning, per, needs, sampled, usual, measure
    Metric{"time", "s", "from the first sample to the last", walker, kNothing, false, true,
           walker_value<&WalkMetrics::time>},
    Metric{"length", "m", "length of the path", walker, kNothing, false, true, walker_value<&WalkMetrics::length>},
    Metric{"avg_speed", "m/s", "length / time", walker, kNothing, false, true, walker_value<&WalkMetrics::avg_speed>},
    Metric{"smoothness", "1/m", "∫κ²ds of the resampled path; lower is smoother", walker, kNothing, true, true,
           walker_value<&WalkMetrics::smoothness>},
    Metric{"smoothness_raw", "1/m", "the same for every recorded step", walker, kNothing, false, true,
           walker_value<&WalkMetrics::smoothness_raw>},
    Metric{"total_accel", "m/s", "Σ|Δv| over the recorded steps", walker, kNothing, false, true,
           walker_value<&WalkMetrics::total_accel>},
    Metric{"degrees", "deg", "Σ|Δθ| of the resampled path", walker, kNothing, true, true,
           walker_value<&WalkMetrics::degrees>},
    Metric{"degrees_raw", "deg", "the same for every recorded step", walker, kNothing, false, true,
           walker_value<&WalkMetrics::degrees_raw>},
    Metric{"reversals", "1/min", "how often the acceleration of the resampled path turns against itself", walker,
           kNothing, true, true, motion_value<&MotionQuality::reversals>},
    Metric{"reversals_raw", "1/min", "the same for every recorded step", walker, kNothing, false, false,
           motion_value<&MotionQuality::reversals_raw>},
    Metric{"jerk", "m/s³", "mean |Δa/Δt| of the resampled path", walker, kNothing, true, true,
           motion_value<&MotionQuality::jerk>},
    Metric{"jerk_95", "m/s³", "what 95 % of them do not exceed", walker, kNothing, true, false,
           motion_value<&MotionQuality::jerk_95>},
    Metric{"jerk_raw", "m/s³", "mean |Δa/Δt| of the recorded steps", walker, kNothing, false, false,
           motion_value<&MotionQuality::jerk_raw>},
    Metric{"standing", "1", "share of time slower than 0.15 m/s", walker, kNothing, true, true,
           motion_value<&MotionQuality::standing>},
    Metric{"creeping", "1", "share of time from there to 0.5 m/s", walker, kNothing, true, true,
           motion_value<&MotionQuality::creeping>},
    Metric{"backwards", "1", "share of time walking against the way made within 2 s before and after", walker, kNothing,
           true, true, motion_value<&MotionQuality::backwards>},
    Metric{"swerving", "deg/m", "turning beyond what the path smoothed over 2 s needs", walker, kNothing, true, true,
           motion_value<&MotionQuality::swerving>},
    Metric{"group_distance", "m", "mean distance from the middle of one's group", walker, kLabels, false, false,
           group_distance},
    Metric{"exit_time", "s", "when somebody left by an exit, from the start of the run", walker, kNothing, false, false,
           exit_time},

    Metric{"approach", "m", "least distance of two who came within 2 m", pair, kNothing, false, false, approach},
    Metric{"predicted", "m", "how close such two would come, foreseen at first sight", pair, kWalls, false, false,
           predicted},
    Metric{"adaptation", "m/s", "∫|a|dt of such two from first sight to the closest approach", pair, kWalls, false,
           false, adaptation},

    Metric{"nearest", "m", "distance of the closest two", frame, kNothing, false, false, nearest},
    Metric{"people", "1", "how many are there", frame, kNothing, false, false, people},
    Metric{"mean_speed", "m/s", "mean speed of those who are there", frame, kNothing, false, false, mean_speed},
    Metric{"lanes_x", "1", "lane index above chance, streams along x", frame, kNothing, false, false, lanes<Axis::x>},
    Metric{"lanes_y", "1", "lane index above chance, streams along y", frame, kNothing, false, false, lanes<Axis::y>},
    Metric{"bands_x", "1", "band index, streams along x", frame, kNothing, false, false, bands<Axis::x>},
    Metric{"bands_y", "1", "band index, streams along y", frame, kNothing, false, false, bands<Axis::y>},

    Metric{"closest", "m", "the closest that two ever were", crowd, kNothing, false, true, closest},
    Metric{"score", "1", "SteerBench: 50 collisions + time + kinetic; lower is better", crowd, kRadii, false, true,
           steer_value<&SteerScore::score>},
    Metric{"collisions", "1/agent", "contiguous overlaps of bodies", crowd, kRadii, false, true,
           steer_value<&SteerScore::collisions>},
    Metric{"kinetic", "m²/s", "∫½|v|²dt per agent", crowd, kNothing, false, true, steer_value<&SteerScore::kinetic>},
    Metric{"effort", "J/kg", "∫(2.23 + 1.26|v|²)dt per agent", crowd, kNothing, false, true,
           steer_value<&SteerScore::effort>},
    Metric{"out_50", "s", "when half of all people had left by exits", crowd, kNothing, false, false, out<0>},
    Metric{"out_90", "s", "when 90 % had", crowd, kNothing, false, false, out<1>},
    Metric{"out_95", "s", "when 95 % had", crowd, kNothing, false, false, out<2>},
    Metric{"out_all", "s", "when everybody had", crowd, kNothing, false, false, out<3>},
    Metric{"peak_density", "1/m²", "greatest mean density of a cell", crowd, kNothing, false, false, peak_density},
    Metric{"speed_at_peak", "m/s", "mean speed in the densest cell", crowd, kNothing, false, false, speed_at_peak},
};

}  // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

}  // namespace sidestep
