// The table of metrics: a line each.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "sidestep/departures.h"
#include "sidestep/fundamental_diagram.h"
#include "sidestep/leaving.h"
#include "sidestep/metric.h"
#include "sidestep/vec2.h"
#include "sidestep/waiting.h"

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

Values queue_wait(const Measurement& m) {
    std::map<AgentId, double> waited;  // somebody may wait in several lines
    for (const QueueUse& use : queues_of(m.trajectory().info)) {
        for (const Visit& v : use.visits) {
            if (std::isfinite(v.begun)) waited[v.id] += v.begun - v.came;
        }
    }
    Values values;
    for (const auto& [id, seconds] : waited) values.push_back({.value = seconds, .a = id});
    return values;
}

Values queue_length(const Measurement& m) {
    const std::vector<LineLength> length = all_waiting(m.trajectory().info).length;
    if (queues_of(m.trajectory().info).empty()) return {};
    Values values;
    for (const CrowdSample& s : m.series()) {
        const auto after = std::ranges::upper_bound(length, s.time, {}, &LineLength::time);
        const std::size_t people = after == length.begin() ? 0 : (after - 1)->people;
        values.push_back({.value = static_cast<double>(people), .frame = s.frame});
    }
    return values;
}

template <std::size_t share>
Values wait_within(const Measurement& m) {
    const double wait = all_waiting(m.trajectory().info).within(kToldWaits[share]);
    return std::isfinite(wait) ? Values{{.value = wait}} : Values{};
}

Values queue_longest(const Measurement& m) {
    std::size_t most = 0;
    const std::vector<WaitingTimes> queues = waiting_of(m.trajectory().info);
    for (const WaitingTimes& queue : queues) most = std::max(most, queue.longest());
    return queues.empty() ? Values{} : Values{{.value = static_cast<double>(most)}};
}

Values queue_gave_up(const Measurement& m) {
    const WaitingTimes all = all_waiting(m.trajectory().info);
    if (all.came == 0) return {};
    return {{.value = static_cast<double>(all.gave_up) / static_cast<double>(all.came)}};
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

template <Axis axis>
Values lane_counts(const Measurement& m) {
    Values values;
    for (const BandSample& s : band_index(m.trajectory(), {.axis = axis})) {
        values.push_back({.value = static_cast<double>(s.lanes), .frame = s.frame});
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

/// Mean over somebody's samples of those who follow.
template <double Following::* value>
Values following_value(const Measurement& m) {
    struct Sum {
        double sum = 0, n = 0;
    };
    std::map<AgentId, Sum> sums;  // who was out of sight has several walks
    for (const Following& f : m.followings()) {
        Sum& sum = sums[m.single_file().file.walks[f.walk].id];
        sum.sum += f.*value;
        ++sum.n;
    }
    Values values;
    for (const auto& [id, sum] : sums) values.push_back({.value = sum.sum / sum.n, .a = id});
    return values;
}

template <double LineState::* value>
Values line_value(const Measurement& m) {
    const std::vector<LineState> all = line_states(m.single_file().file);
    return all.empty() ? Values{} : Values{{.value = all[0].*value}};
}

Values finite(double value) {
    return std::isfinite(value) ? Values{{.value = value}} : Values{};
}

template <Estimate HeadwayFit::* estimate>
Values fitted(const Measurement& m) {
    return finite((m.headway_fit().*estimate).value);
}

Values explained(const Measurement& m) {
    return finite(m.headway_fit().r2);
}

Values wave_score(const Measurement& m) {
    return m.waves().time > 0 ? Values{{.value = m.waves().score()}} : Values{};
}

Values waves(const Measurement& m) {
    return m.waves().time > 0 ? Values{{.value = static_cast<double>(m.waves().waves.size())}} : Values{};
}

/// Of the one with the greatest score.
template <double SpeedWave::* value>
Values wave_value(const Measurement& m) {
    return m.waves().waves.empty() ? Values{} : finite(m.waves().waves.front().*value);
}

constexpr double kShortestWay = 1;  // m

/// Of those who got somewhere: what they spent over what the straight way at the cheapest speed costs.
Values effort_ratio(const Measurement& m) {
    const TrajectoryInfo& info = m.trajectory().info;
    Values values;
    for (const Track& track : m.trajectory().tracks) {
        double spent = 0;
        Vec2d got{};
        for (std::size_t i = 1; i < track.position.size(); ++i) {
            const Vec2d p = track.position[i - 1], q = track.position[i];
            const Vec2d way{wrapped_difference(p.x, q.x, info.periodic.x),
                            wrapped_difference(p.y, q.y, info.periodic.y)};
            const double time = (track.frame[i] - track.frame[i - 1]) / info.fps;
            spent += kStandingPower * time + kWalkingPower * norm_squared(way) / time;
            got += way;
        }
        if (norm(got) < kShortestWay) continue;
        values.push_back({.value = spent / (2 * std::sqrt(kStandingPower * kWalkingPower) * norm(got)), .a = track.id});
    }
    return values;
}

/// Of every area, one after the other.
template <double AreaSample::* value>
Values area_value(const Measurement& m) {
    Values values;
    if (m.plan().areas.empty()) return values;
    for (const AreaMeasures& area : m.areas().areas) {
        for (const AreaSample& s : area.samples) {
            if (std::isfinite(s.*value)) values.push_back({.value = s.*value, .frame = s.frame});
        }
    }
    return values;
}

Values diagram_rms(const Measurement& m) {
    Values values;
    if (m.plan().areas.empty()) return values;
    for (const AreaMeasures& area : m.areas().areas) {
        const auto bins = diagram_bins(diagram_points(area.samples, DensityKind::voronoi));
        const double rms = rms_difference(bins, weidmann_speed);
        if (std::isfinite(rms)) values.push_back({.value = rms});
    }
    return values;
}

Values time_gap(const Measurement& m) {
    Values values;
    for (const LineMeasures& line : m.lines()) {
        for (const TimeGap& gap : line.time_gaps()) values.push_back({.value = gap.gap, .a = gap.id});
    }
    std::ranges::stable_sort(values, {}, &MetricValue::a);
    return values;
}

template <bool per_width>
Values line_flow(const Measurement& m) {
    Values values;
    for (const LineMeasures& line : m.lines()) {
        const double flow = line.flow() / (per_width ? line.length : 1);
        if (std::isfinite(flow)) values.push_back({.value = flow});
    }
    return values;
}

Values queue_arch(const Measurement& m) {
    Values values;
    for (const QueueShape& q : m.queues()) {
        if (std::isfinite(q.ratio())) values.push_back({.value = q.ratio()});
    }
    return values;
}

template <double CollectiveSample::* value>
Values collective_value(const Measurement& m) {
    Values values;
    for (const CollectiveSample& s : m.collective()) {
        if (std::isfinite(s.*value)) values.push_back({.value = s.*value, .frame = s.frame});
    }
    return values;
}

constexpr Metric::Needs kNothing{}, kWalls{.walls = true}, kRadii{.radii = true}, kLabels{.labels = true},
    kFile{.file = true}, kAreas{.areas = true}, kLines{.lines = true};

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
    Metric{"queue_wait", "s", "time in waiting lines until somebody was served, all together", walker, kNothing, false,
           false, queue_wait},

    Metric{"effort_ratio", "1", "effort over that of the straight way at the cheapest speed", walker, kNothing, false,
           false, effort_ratio},
    Metric{"time_gap", "s", "from the one before, of everybody who passes a measurement line", walker, kLines, false,
           false, time_gap},

    Metric{"headway", "m", "mean distance to the person ahead in single file", walker, kFile, false, false,
           following_value<&Following::headway>},
    Metric{"single_file_speed", "m/s", "mean speed along the line, of those with somebody ahead", walker, kFile, false,
           false, following_value<&Following::speed>},

    Metric{"approach", "m", "least distance of two who came within 2 m", pair, kNothing, false, false, approach},
    Metric{"predicted", "m", "how close such two would come, foreseen at first sight", pair, kWalls, false, false,
           predicted},
    Metric{"adaptation", "m/s", "∫|a|dt of such two from first sight to the closest approach", pair, kWalls, false,
           false, adaptation},

    Metric{"nearest", "m", "distance of the closest two", frame, kNothing, false, false, nearest},
    Metric{"people", "1", "how many are there", frame, kNothing, false, false, people},
    Metric{"mean_speed", "m/s", "mean speed of those who are there", frame, kNothing, false, false, mean_speed},
    Metric{"queue_length", "1", "people who wait in lines, those being served not counted", frame, kNothing, false,
           false, queue_length},
    Metric{"lanes_x", "1", "lane index above chance, streams along x", frame, kNothing, false, false, lanes<Axis::x>},
    Metric{"lanes_y", "1", "lane index above chance, streams along y", frame, kNothing, false, false, lanes<Axis::y>},
    Metric{"bands_x", "1", "band index, streams along x", frame, kNothing, false, false, bands<Axis::x>},
    Metric{"bands_y", "1", "band index, streams along y", frame, kNothing, false, false, bands<Axis::y>},
    Metric{"lane_count_x", "1", "lanes side by side, streams along x", frame, kNothing, false, false,
           lane_counts<Axis::x>},
    Metric{"lane_count_y", "1", "lanes side by side, streams along y", frame, kNothing, false, false,
           lane_counts<Axis::y>},

    Metric{"classic_density", "1/m²", "people in a measurement area over its size", frame, kAreas, false, false,
           area_value<&AreaSample::density>},
    Metric{"voronoi_density", "1/m²", "mean over the area of 1 / (size of the Voronoi cell)", frame, kAreas, false,
           false, area_value<&AreaSample::voronoi_density>},
    Metric{"area_speed", "m/s", "mean speed of those in the area", frame, kAreas, false, false,
           area_value<&AreaSample::speed>},
    Metric{"voronoi_speed", "m/s", "mean over the area of the speed of those whose cells lie there", frame, kAreas,
           false, false, area_value<&AreaSample::voronoi_speed>},
    Metric{"collectiveness", "1", "1 where all go one way, 0 where nobody goes as those around do", frame, kNothing,
           false, false, collective_value<&CollectiveSample::collectiveness>},
    Metric{"vorticity", "1/s", "mean |∂v_y/∂x − ∂v_x/∂y| of the velocities around everybody", frame, kNothing, false,
           false, collective_value<&CollectiveSample::vorticity>},

    Metric{"closest", "m", "the closest that two ever were", crowd, kNothing, false, true, closest},
    Metric{"score", "1", "SteerBench: 50 collisions + time + kinetic; lower is better", crowd, kRadii, false, true,
           steer_value<&SteerScore::score>},
    Metric{"collisions", "1/agent", "contiguous overlaps of bodies", crowd, kRadii, false, true,
           steer_value<&SteerScore::collisions>},
    Metric{"kinetic", "m²/s", "∫½|v|²dt per agent", crowd, kNothing, false, true, steer_value<&SteerScore::kinetic>},
    Metric{"effort", "J/kg", "∫(2.23 + 1.26|v|²)dt per agent", crowd, kNothing, false, true,
           steer_value<&SteerScore::effort>},
    Metric{"line_flow", "1/s", "people who pass a measurement line per time, in both directions", crowd, kLines, false,
           false, line_flow<false>},
    Metric{"specific_flow", "1/(m s)", "the same per width", crowd, kLines, false, false, line_flow<true>},
    Metric{"queue_arch", "1", "depth over half width of the queue before a line; 1 of a half disc", crowd, kLines,
           false, false, queue_arch},
    Metric{"diagram_rms", "m/s", "speed over density in an area: difference from Weidmann's curve", crowd, kAreas,
           false, false, diagram_rms},
    Metric{"out_50", "s", "when half of all people had left by exits", crowd, kNothing, false, false, out<0>},
    Metric{"out_90", "s", "when 90 % had", crowd, kNothing, false, false, out<1>},
    Metric{"out_95", "s", "when 95 % had", crowd, kNothing, false, false, out<2>},
    Metric{"out_all", "s", "when everybody had", crowd, kNothing, false, false, out<3>},
    Metric{"queue_wait_50", "s", "half of those served in lines waited no longer", crowd, kNothing, false, false,
           wait_within<0>},
    Metric{"queue_wait_90", "s", "90 % did", crowd, kNothing, false, false, wait_within<1>},
    Metric{"queue_wait_95", "s", "95 % did", crowd, kNothing, false, false, wait_within<2>},
    Metric{"queue_longest", "1", "most people who waited in one line at once", crowd, kNothing, false, false,
           queue_longest},
    Metric{"queue_gave_up", "1", "share of those who came to a line and gave up", crowd, kNothing, false, false,
           queue_gave_up},
    Metric{"peak_density", "1/m²", "greatest mean density of a cell", crowd, kNothing, false, false, peak_density},
    Metric{"speed_at_peak", "m/s", "mean speed in the densest cell", crowd, kNothing, false, false, speed_at_peak},
    Metric{"single_file_density", "1/m", "people per metre of the line", crowd, kFile, false, false,
           line_value<&LineState::density>},
    Metric{"single_file_flow", "1/s", "density times mean speed along the line", crowd, kFile, false, false,
           line_value<&LineState::flow>},
    Metric{"time_to_react", "s", "1 / slope of speed over headway where people are constrained", crowd, kFile, false,
           false, fitted<&HeadwayFit::time_to_react>},
    Metric{"standstill_distance", "m", "headway at which that slope comes to 0 m/s", crowd, kFile, false, false,
           fitted<&HeadwayFit::standstill>},
    Metric{"free_speed", "m/s", "speed above which it does not go on", crowd, kFile, false, false,
           fitted<&HeadwayFit::free_speed>},
    Metric{"headway_r2", "1", "share of the variance of speeds that headways explain by it", crowd, kFile, false, false,
           explained},
    Metric{"waves", "1", "minima of speed that passed through five people or more", crowd, kFile, false, false, waves},
    Metric{"wave_score", "m/s", "of the strongest, amplitude · duration / time; from 0.12 on a stop-and-go wave", crowd,
           kFile, false, false, wave_score},
    Metric{"wave_amplitude", "m/s", "its mean fall of speed", crowd, kFile, false, false,
           wave_value<&SpeedWave::amplitude>},
    Metric{"wave_speed", "m/s", "how fast it goes along the line; below 0 upstream", crowd, kFile, false, false,
           wave_value<&SpeedWave::speed>},
    Metric{"wave_growth", "1", "factor of the amplitude from one person to the next", crowd, kFile, false, false,
           wave_value<&SpeedWave::growth>},
};

}  // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

}  // namespace sidestep
